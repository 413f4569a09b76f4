import { FLOW_WEAKNESSES, type FlowRows, type FlowWeakness, type SinkRow } from '../rows';

const sinks = (weakness: FlowWeakness, calls: readonly string[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness, ...rest }));

const STATEMENT = ['executeQuery', 'executeUpdate', 'execute', 'addBatch', 'executeLargeUpdate'].map((name) => `Statement.${name}`);
const TEMPLATE = ['query', 'queryForObject', 'queryForList', 'queryForMap', 'queryForRowSet', 'update', 'execute', 'batchUpdate', 'queryForInt', 'queryForLong'].map((name) => `JdbcTemplate.${name}`);
const FILES = ['FileInputStream', 'FileOutputStream', 'FileReader', 'FileWriter', 'RandomAccessFile', 'File', 'Paths.get', 'Path.of', 'ZipFile'];

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
    ...sinks('command-injection', ['Runtime.exec'], { arguments: [0, 1] }),
    ...sinks('command-injection', ['ProcessBuilder', 'ProcessBuilder.command'], { arguments: [0, 1, 2, 3] }),
    ...sinks('unsafe-deserialization', ['ObjectInputStream', 'XMLDecoder']),
    ...sinks('code-injection', ['ScriptEngine.eval', 'GroovyShell.evaluate', 'SpelExpressionParser.parseExpression', 'ExpressionParser.parseExpression', 'Ognl.getValue']),
    ...sinks('path-traversal', FILES, { arguments: [0, 1] }),
    ...sinks('request-forgery', ['HttpGet', 'HttpPost', 'RestTemplate.getForObject', 'RestTemplate.getForEntity', 'RestTemplate.postForObject', 'RestTemplate.exchange']),
    ...sinks('request-forgery', ['URL.openConnection', 'URL.openStream', 'URL.getContent'], { receiver: true }),
    ...sinks('ldap-injection', ['DirContext.search', 'LdapTemplate.search'], { arguments: [0, 1] }),
    ...sinks('xpath-injection', ['XPath.evaluate', 'XPath.compile']),
    ...sinks('regular-expression-injection', ['Pattern.compile']),
  ],
  sanitizers: [
    ...['Integer.parseInt', 'Integer.valueOf', 'Long.parseLong', 'Long.valueOf', 'Double.parseDouble', 'Double.valueOf', 'Float.parseFloat', 'Boolean.parseBoolean', 'Short.parseShort', 'UUID.fromString', 'BigDecimal', 'BigInteger', '*.hashCode', '*.length'].map((call) => ({ call, safeFor: 'all' as const })),
    { call: 'URLEncoder.encode', safeFor: ['path-traversal', 'open-redirect', 'request-forgery', 'cross-site-scripting', 'header-injection'] },
    { call: 'FilenameUtils.getName', safeFor: ['path-traversal'] },
    { call: '*.encodeForLDAP', safeFor: ['ldap-injection'] },
    { call: '*.encodeForXPath', safeFor: ['xpath-injection'] },
    { call: '*.encodeForSQL', safeFor: ['sql-injection'] },
    { call: 'Pattern.quote', safeFor: ['regular-expression-injection'] },
  ],
};
