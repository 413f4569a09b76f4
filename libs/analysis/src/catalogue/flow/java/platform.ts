import { sinks } from '../make';
import { SMALL_CONTEXT } from './expressions';
import { FLOW_WEAKNESSES, type FlowRows } from '../rows';

const STATEMENT = ['executeQuery', 'executeUpdate', 'execute', 'addBatch', 'executeLargeUpdate'].map((name) => `Statement.${name}`);
const TEMPLATE = ['query', 'queryForObject', 'queryForList', 'queryForMap', 'queryForRowSet', 'update', 'execute', 'batchUpdate', 'queryForInt', 'queryForLong'].map((name) => `JdbcTemplate.${name}`);

/** Programs that read an argument as a command. Others get their arguments as they are. */
const SHELLS = ['sh', 'bash', 'zsh', 'ksh', 'dash'].flatMap((name) => [name, `/bin/${name}`, `/usr/bin/${name}`]).concat('cmd', 'cmd.exe', 'powershell', 'powershell.exe', 'pwsh');
const CLIENT_CALLS = [
  ...['Get', 'Post', 'Put', 'Delete', 'Patch', 'Head', 'Options'].map((verb) => `Http${verb}`),
  ...['getForObject', 'getForEntity', 'postForObject', 'postForEntity', 'postForLocation', 'patchForObject', 'put', 'delete', 'exchange', 'execute', 'headForHeaders', 'optionsForAllow'].map((name) => `RestTemplate.${name}`),
];

/** The names of archive entries, which may lead out of the folder. */
const ENTRIES = ['ZipInputStream.getNextEntry()', 'JarInputStream.getNextEntry()', 'ZipFile.entries()', 'JarFile.entries()', 'ZipEntry.getName()', 'JarEntry.getName()', 'TarArchiveInputStream.getNextEntry()', 'TarArchiveInputStream.getNextTarEntry()', 'ArchiveInputStream.getNextEntry()'];

/** The Java platform and the common libraries for databases, files and processes. */
export const javaPlatform: FlowRows = {
  aliases: {
    'Runtime.getRuntime()': 'Runtime',
    'Connection.createStatement()': 'Statement',
    'DriverManager.getConnection()': 'Connection',
    'DataSource.getConnection()': 'Connection',
    PreparedStatement: 'Statement',
    NamedParameterJdbcTemplate: 'JdbcTemplate',
    JdbcOperations: 'JdbcTemplate',
    InitialDirContext: 'DirContext',
    LdapContext: 'DirContext',
    InitialLdapContext: 'DirContext',
    'URI.create()': 'URI',
    'URI.toURL()': 'URL',
  },
  sources: Object.fromEntries(ENTRIES.map((path) => [path, 'name of a file in an archive'])),
  harmless: [{ paths: ENTRIES, weaknesses: FLOW_WEAKNESSES.filter((name) => name !== 'path-traversal') }],
  sinks: [
    ...sinks('sql-injection', [...STATEMENT, ...TEMPLATE]),
    ...sinks('sql-injection', ['Connection.prepareStatement', 'Connection.prepareCall', 'Connection.nativeSQL']),
    ...sinks('sql-injection', ['EntityManager.createQuery', 'EntityManager.createNativeQuery', 'Session.createQuery', 'Session.createSQLQuery', 'Session.createNativeQuery']),
    ...sinks('sql-injection', ['*.execute', '*.executeUpdate', '*.addBatch', '*.createSQLQuery', '*.queryForObject', '*.queryForList', '*.queryForMap'], { only: 'sql-text' }),
    ...sinks('sql-injection', ['*.executeQuery', '*.prepareStatement', '*.prepareCall', '*.createNativeQuery', '*.createQuery'], { only: 'sql-text' }),
    ...sinks('command-injection', ['Runtime.exec'], { only: 'command' }),
    ...sinks('command-injection', ['CommandLine.parse', 'CommandLine.addArguments'], { imports: ['org.apache.commons.exec.CommandLine', 'org.apache.commons.exec.DefaultExecutor', 'org.apache.commons.exec'] }),
    ...sinks('command-injection', ['ProcessBuilder', 'ProcessBuilder.command'], { only: 'command' }),
    // The shell of another machine runs it.
    ...sinks('command-injection', ['ChannelExec.setCommand', 'ClientSession.createExecChannel', 'ClientSession.executeRemoteCommand', 'SSHClient.startSession().exec']),
    ...sinks('command-injection', ['ProcessBuilder', 'ProcessBuilder.command'], { arguments: [1, 2, 3], onlyWithFirst: SHELLS }),
    ...sinks('unsafe-deserialization', ['ObjectInputStream'], { unlessCalled: ['ObjectInputStream.setObjectInputFilter', 'ObjectInputFilter.Config.setSerialFilter'] }),
    ...sinks('unsafe-deserialization', ['XMLDecoder']),
    ...sinks('code-injection', ['ScriptEngine.eval', 'GroovyShell.evaluate', 'SpelExpressionParser.parseExpression', 'ExpressionParser.parseExpression', 'Ognl.getValue'], { unlessCalled: SMALL_CONTEXT }),
    ...sinks('request-forgery', [...CLIENT_CALLS]),
    ...sinks('request-forgery', ['URL.openConnection', 'URL.openStream', 'URL.getContent'], { receiver: true }),
    ...sinks('ldap-injection', ['DirContext.search', 'LdapTemplate.search'], { arguments: [0, 1] }),
    ...sinks('xpath-injection', ['XPath.evaluate', 'XPath.compile']),
    ...sinks('regular-expression-injection', ['Pattern.compile', 'String.matches', 'String.replaceAll', 'String.replaceFirst', 'String.split']),
  ],
  sanitizers: [
    ...['Integer.parseInt', 'Integer.valueOf', 'Long.parseLong', 'Long.valueOf', 'Double.parseDouble', 'Double.valueOf', 'Float.parseFloat', 'Boolean.parseBoolean', 'Short.parseShort', 'UUID.fromString', 'BigDecimal', 'BigInteger', '*.hashCode', '*.length'].map((call) => ({ call, safeFor: 'all' as const })),
    { call: 'URLEncoder.encode', safeFor: ['path-traversal', 'open-redirect', 'request-forgery', 'cross-site-scripting', 'header-injection'] },
    { call: '*.encodeForLDAP', safeFor: ['ldap-injection'] },
    { call: '*.encodeForXPath', safeFor: ['xpath-injection'] },
    { call: '*.encodeForSQL', safeFor: ['sql-injection'] },
    { call: 'Pattern.quote', safeFor: ['regular-expression-injection'] },
  ],
};

/** Tests by regular expressions, in Java. */
export const javaPatterns: FlowRows = {
  patternTests: [{ call: '*.matcher', pattern: 'receiver', text: 0 }, { call: '*.matches', pattern: 0, text: 'receiver' }, ...['replaceAll', 'replaceFirst', 'split'].map((name) => ({ call: `*.${name}`, pattern: 0, text: 'receiver' as const }))],
};
