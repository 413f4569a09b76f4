import { chained, settings } from '../make';
import { ALL_BUT_EXPOSURE, ERROR_STACK, type FlowRows, type SettingRow } from '../rows';
import { javaWeb } from './web';

const FIXED = { fixed: true } as const;

/** Libraries for tokens: java-jwt, JJWT, Nimbus, jose4j, Spring Security OAuth. */
const tokens: readonly SettingRow[] = [
  ...settings('token-unverified', ['Algorithm.none', '*.parseClaimsJwt', '*.parsePlaintextJwt', '*.parseUnsecuredClaims'], { always: true }),
  // A parser with a key takes what is not signed at all, too.
  ...settings('token-unverified', ['JwtParser.parse', 'JwtParserBuilder.parse'], { always: true, severity: 'medium' }),
  // Code that skips the signature may be a first read before the verifying one.
  ...settings('token-unverified', ['*.setSkipSignatureVerification'], { always: true, severity: 'low' }),
  ...settings('hard-coded-key', ['Algorithm.HMAC256', 'Algorithm.HMAC384', 'Algorithm.HMAC512', 'Keys.hmacShaKeyFor', 'MACSigner', 'MACVerifier', '*.setSigningKey'], FIXED),
  ...settings('hard-coded-key', ['*.signWith'], { argument: [1], ...FIXED }),
];

const ANY = { elements: true, matches: '^\\*$' } as const;
const WITH_COOKIES = { field: 'credentials', is: [true] } as const;

/** Spring reflects every origin for the pattern of a star, which works together with cookies. A plain star does not. */
const origins: readonly SettingRow[] = [
  ...settings('any-origin', ['CorsConfiguration.setAllowCredentials', 'CorsRegistration.allowCredentials'], { is: [true], where: [{ field: 'patterns', ...ANY }] }),
  // An annotation without origins means all of them.
  ...settings('any-origin', ['CrossOrigin'], { argument: ['originPatterns', 'origins', 'value'], ...ANY, orMissing: true, and: [{ argument: ['allowCredentials'], matches: '^true$' }] }),
  ...settings('any-origin', ['CorsConfiguration.addAllowedOriginPattern', 'CorsConfiguration.setAllowedOriginPatterns', 'CorsRegistration.allowedOriginPatterns'], { ...ANY, where: [WITH_COOKIES] }),
];

const FEATURES = 'http://apache.org/xml/features';
const ENTITIES = 'http://xml.org/sax/features/external-general-entities';
const PARSERS = ['SAXReader', 'SAXBuilder', 'XMLReader'];
const DEFAULTS: SettingRow['where'] = [
  { field: `${FEATURES}/disallow-doctype-decl`, is: [false], orMissing: true },
  { field: ENTITIES, is: [true], orMissing: true },
  { field: 'resolver', is: [null], orMissing: true },
  { field: 'expands', is: [true], orMissing: true },
];

/** Whether a builder of JDOM makes its parser itself. One that the program brings has settings of its own, and one for HTML loads nothing. */
const OWN_PARSER = {
  field: 'parser',
  is: [true, false, null],
  matches: '^(?!.*(?:html|neko|tagsoup))',
  flags: ['NONVALIDATING', 'DTDVALIDATING', 'XSDVALIDATING'].map((name) => `XMLReaders.${name}`),
  orMissing: true,
} as const;

/** dom4j, JDOM and SAX readers load external entities by default. A pattern judges their factories. */
const parsers: readonly SettingRow[] = [...settings('external-entities', ['SAXReader.read', 'XMLReader.parse'], { always: true, where: DEFAULTS }), ...settings('external-entities', ['SAXBuilder.build'], { always: true, where: [...DEFAULTS, OWN_PARSER] })];

const OTHERS_WRITE = { elements: true, flags: ['PosixFilePermission.OTHERS_WRITE', 'OTHERS_WRITE'] } as const;
/** Calls that write a file, or what one begins to write by. */
const WRITERS = [
  ...['FileOutputStream', 'FileWriter', 'RandomAccessFile', 'PrintWriter', 'PrintStream'],
  ...['write', 'writeString', 'newOutputStream', 'newBufferedWriter', 'newByteChannel'].map((name) => `Files.${name}`),
  ...['writeStringToFile', 'writeByteArrayToFile', 'writeLines', 'write', 'openOutputStream'].map((name) => `FileUtils.${name}`),
];

const files: readonly SettingRow[] = [
  ...settings('writable-by-all', ['*.setWritable'], { is: [true], and: [{ argument: [1], is: [false] }] }),
  ...settings('writable-by-all', ['PosixFilePermissions.fromString'], { matches: '^.{7}w.$' }),
  ...settings('writable-by-all', ['Files.setPosixFilePermissions'], { argument: [1], ...OTHERS_WRITE }),
  ...settings('writable-by-all', ['PosixFilePermissions.asFileAttribute'], OTHERS_WRITE),
  ...settings('shared-temporary-file', WRITERS, { begins: '^/(?:var/)?tmp/[^/]' }),
  ...settings('shared-temporary-file', ['Files.copy', 'Files.move', 'FileUtils.copyInputStreamToFile', 'FileUtils.copyURLToFile'], { argument: [1], begins: '^/(?:var/)?tmp/[^/]' }),
];

const STACKS = ['ExceptionUtils.getStackTrace()', 'Throwable.getStackTrace()', 'Throwables.getStackTraceAsString()', 'Throwable.stackTraceToString()'];

/** Tokens, other origins, XML parsers, files, debugging and errors of the Java platform and its common libraries. */
export const javaHardening: FlowRows = {
  aliases: {
    'Jwts.parser()': 'JwtParserBuilder',
    'Jwts.parserBuilder()': 'JwtParserBuilder',
    ...chained('JwtParserBuilder', ['setSigningKey', 'verifyWith', 'setAllowedClockSkewSeconds', 'clockSkewSeconds', 'requireIssuer', 'requireAudience']),
    'JwtParserBuilder.build()': 'JwtParser',
    'XMLReaderFactory.createXMLReader()': 'XMLReader',
    'CorsRegistry.addMapping()': 'CorsRegistration',
    ...Object.fromEntries(['allowedOrigins', 'allowedMethods', 'allowedHeaders', 'exposedHeaders', 'maxAge', 'allowCredentials', 'allowedOriginPatterns'].map((name) => [`CorsRegistration.${name}()`, 'CorsRegistration'])),
  },
  sources: Object.fromEntries(STACKS.map((path) => [path, ERROR_STACK])),
  harmless: [{ paths: STACKS, weaknesses: ALL_BUT_EXPOSURE }],
  sinks: [
    ...(javaWeb.sinks ?? []).filter(({ weakness }) => weakness === 'cross-site-scripting').map(({ only: _, ...sink }) => ({ ...sink, weakness: 'error-exposure' as const })),
    { call: 'HttpServletResponse.sendError', weakness: 'error-exposure', arguments: [1] },
    ...['setHeader', 'addHeader'].map((name) => ({ call: `HttpServletResponse.${name}`, weakness: 'cross-origin-access' as const, arguments: [1], onlyWithFirst: 'access-control-allow-origin' })),
  ],
  setters: {
    CorsConfiguration: { addAllowedOriginPattern: 'patterns', setAllowedOriginPatterns: 'patterns', setAllowCredentials: 'credentials' },
    CorsRegistration: { allowedOriginPatterns: 'patterns', allowCredentials: 'credentials', allowedOrigins: 'origins', allowedMethods: 'methods', allowedHeaders: 'headers', exposedHeaders: 'exposed', maxAge: 'age' },
    ...Object.fromEntries(PARSERS.map((parser) => [parser, { setFeature: '[]', setEntityResolver: 'resolver', setExpandEntities: 'expands', ...(parser === 'SAXBuilder' && { '()': 'parser' }) }])),
  },
  settings: [...tokens, ...origins, ...parsers, ...files, { call: '*.printStackTrace', weakness: 'error-shown', flags: ['ResponseWriter'] }, { call: 'WebSecurity.debug', weakness: 'debug-switch', is: [true] }],
};
