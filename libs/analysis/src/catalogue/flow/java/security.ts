import { ALL_BUT_PREDICTABLE, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';

const RANDOM = ['nextInt', 'nextLong', 'nextDouble', 'nextFloat', 'nextBoolean', 'nextGaussian', 'ints', 'longs', 'doubles'].map((name) => `Random.${name}()`);
const PREDICTABLE_CALLS = [...RANDOM, 'Math.random()', ...['random', 'randomAlphabetic', 'randomAlphanumeric', 'randomNumeric', 'randomAscii'].map((name) => `RandomStringUtils.${name}()`)];

/** AES alone means AES in ECB mode. The mode in a name with RSA means nothing, because RSA encrypts one block. */
const WEAK_CIPHER = '^(?:des|desede|tripledes|rc2|rc4|arcfour|blowfish|idea|skipjack)(?:/|$)|^aes(?:_\\d+)?$|^(?!rsa/)[^/]+/ecb(?:/|$)';
/** Settings of connections to databases, mail, queues and other machines. */
const PASSWORD_SETTERS = ['HikariConfig', 'HikariDataSource', 'DriverManagerDataSource', 'BasicDataSource', 'DataSource', 'PGSimpleDataSource', 'MysqlDataSource', 'JavaMailSenderImpl', 'ConnectionFactory', 'CachingConnectionFactory', 'Session'];
/** Calls that sign in to something, by the place of the password among their arguments. */
const PASSWORDS_FIRST = ['Jedis.auth', 'JSch.setPassword', 'PgConnectOptions.setPassword', 'MySQLConnectOptions.setPassword', 'RedisStandaloneConfiguration.setPassword', 'ProxyOptions.setPassword'];
const PASSWORDS_SECOND = [
  'Credentials.basic',
  'HttpHeaders.setBasicAuth',
  'AuthTokens.basic',
  'UsernamePasswordToken',
  'RestTemplateBuilder.basicAuthentication',
  'SSHClient.authPassword',
  'BasicAuthenticationInterceptor',
  'ExchangeFilterFunctions.basicAuthentication',
  'BasicAWSCredentials',
  'AwsBasicCredentials.create',
  'Twilio.init',
  'SimpleBindRequest',
  'ServerCredentials',
  'FTPSClient.login',
];
const PASSWORDS_THIRD = ['MongoCredential.createCredential', 'MongoCredential.createScramSha256Credential', 'InfluxDBFactory.connect', 'Jdbi.create', 'Flyway.configure().dataSource', 'DB.open'];
const HEADER_SETTERS = ['*.header', '*.addHeader', '*.setHeader', '*.setRequestProperty', 'HttpHeaders.set', 'HttpHeaders.add'];
/** The name of a setting that holds a secret. */
const NAMES_SECRET = '(?:secret|passw(?:or)?d|private[._-]?key|signing[._-]?key|api[._-]?key|jwt[._-]?key|encryption[._-]?key)$';
/** Values of such a setting that are no secret: a file, an address, a number. */
const NO_SECRET = '^(?:[./~]|\\w+:/|classpath:|file:|\\d*$|true$|false$|changeit$)';
const OLD_TLS = '^(?:tlsv1(?:\\.1)?|sslv[23])$';
const WEAK_HASH = '^(?:md2|md4|md5|sha|sha-?1)$';
/** Encoders of Spring Security that keep passwords as they are, or hash them once. */
const ENCODERS = ['NoOpPasswordEncoder.getInstance', 'Md4PasswordEncoder', 'Md5PasswordEncoder', 'ShaPasswordEncoder', 'PlaintextPasswordEncoder', 'StandardPasswordEncoder', 'MessageDigestPasswordEncoder', 'LdapShaPasswordEncoder'];
const COOKIE = { call: 'HttpServletResponse.addCookie', is: [false], orMissing: true } as const;

const text = (weakness: SettingRow['weakness'], matches: string, calls: readonly string[]): SettingRow[] => calls.map((call) => ({ call, weakness, matches }));

/** Cryptography, cookies, sessions and random numbers of the Java platform. */
export const javaSecurityRows: FlowRows = {
  aliases: {
    'KeyPairGenerator.getInstance()': 'KeyPairGenerator',
    'KeyGenerator.getInstance()': 'KeyGenerator',
    'AlgorithmParameterGenerator.getInstance()': 'AlgorithmParameterGenerator',
    'KeyStore.getInstance()': 'KeyStore',
    'SecureRandom.getInstance()': 'SecureRandom',
    'SecureRandom.getInstanceStrong()': 'SecureRandom',
    'ThreadLocalRandom.current()': 'Random',
    SplittableRandom: 'Random',
    'HttpServletRequest.getSession()': 'HttpSession',
    'ServletContext.getSessionCookieConfig()': 'SessionCookieConfig',
    'ResponseCookie.from()': 'ResponseCookieBuilder',
  },
  sources: Object.fromEntries(PREDICTABLE_CALLS.map((call) => [call, PREDICTABLE])),
  harmless: [{ paths: PREDICTABLE_CALLS, weaknesses: ALL_BUT_PREDICTABLE }],
  // The generator may be handed over as the last argument.
  sanitizers: [{ call: 'RandomStringUtils.random', safeFor: ['predictable-secret'], with: ['SecureRandom', 'SecureRandom()'] }],
  sinks: [
    ...['Cookie', 'HttpSession.setAttribute', 'HttpSession.putValue'].map((call) => ({ call, weakness: 'predictable-secret' as const, arguments: [1] })),
    ...['SecretKeySpec', 'IvParameterSpec'].map((call) => ({ call, weakness: 'predictable-secret' as const })),
    ...['GCMParameterSpec', 'PBEKeySpec', 'PBEParameterSpec'].map((call) => ({ call, weakness: 'predictable-secret' as const, arguments: [0, 1] })),
    ...['HttpSession.setAttribute', 'HttpSession.putValue'].map((call) => ({ call, weakness: 'trust-boundary' as const, arguments: [0, 1] })),
  ],
  setters: {
    ResponseCookieBuilder: { secure: 'secure', httpOnly: 'httpOnly', path: 'path', maxAge: 'age', domain: 'domain', sameSite: 'sameSite', value: 'value' },
    Cookie: { setSecure: 'secure', setHttpOnly: 'httpOnly' },
    KeyPairGenerator: { '()': 'algorithm' },
    KeyGenerator: { '()': 'algorithm' },
  },
  settings: [
    ...text('weak-cipher', WEAK_CIPHER, ['Cipher.getInstance']),
    ...text('weak-cipher', '^(?:des|desede|tripledes|rc2|rc4|arcfour|blowfish)$', ['KeyGenerator.getInstance', 'SecretKeyFactory.getInstance']),
    ...text('weak-hash', WEAK_HASH, ['MessageDigest.getInstance', 'DigestUtils.getDigest']),
    ...text('weak-hash', '^hmac-?md5$', ['Mac.getInstance']),
    ...['md2', 'md2Hex', 'md5', 'md5Hex', 'sha', 'shaHex', 'sha1', 'sha1Hex', 'getMd5Digest', 'getSha1Digest'].map((name) => ({ call: `DigestUtils.${name}`, weakness: 'weak-hash' as const, always: true as const })),
    // Beside an encoder that chooses by the beginning of what is stored, it reads old passwords alone.
    ...ENCODERS.map((call) => ({ call, weakness: 'weak-hash' as const, always: true as const, severity: 'medium' as const, unlessImports: ['org.springframework.security.crypto.password.DelegatingPasswordEncoder'] })),
    ...['KeyPairGenerator.initialize', 'AlgorithmParameterGenerator.init'].map((call) => ({ call, weakness: 'short-key' as const, below: 2048, where: [{ field: 'algorithm', matches: '^(?:rsa(?:ssa-pss)?|dsa|dh|diffiehellman|elgamal)$' }] })),
    { call: 'KeyPairGenerator.initialize', weakness: 'short-key', below: 224, where: [{ field: 'algorithm', matches: '^ec' }] },
    { call: 'KeyGenerator.init', weakness: 'short-key', below: 128, where: [{ field: 'algorithm', matches: '^(?:aes|blowfish|rc2|rc4|arcfour|hmac.*)$' }] },
    { call: 'RSAKeyGenParameterSpec', weakness: 'short-key', below: 2048 },
    { call: 'ECGenParameterSpec', weakness: 'short-key', matches: '^(?:(?:secp|sect)1\\d\\d[kr]\\d|(?:x9\\.62 )?(?:prime192v\\d|c2(?:pnb|tnb)1\\d\\d\\w+)|brainpoolp1\\d\\d[rt]1|p-192)$' },
    ...['DESEngine', 'DESedeEngine', 'RC2Engine', 'RC4Engine', 'BlowfishEngine', 'IDEAEngine'].map((call) => ({ call, weakness: 'weak-cipher' as const, always: true as const })),
    { call: 'IvParameterSpec', weakness: 'constant-iv', fixed: true },
    { call: 'GCMParameterSpec', weakness: 'constant-iv', argument: [1], fixed: true },
    { call: 'PBEKeySpec', weakness: 'constant-salt', argument: [1], fixed: true },
    { call: 'PBEParameterSpec', weakness: 'constant-salt', fixed: true },
    ...[
      ['Encryptors.text', 1],
      ['Encryptors.delux', 1],
      ['Encryptors.standard', 1],
      ['Encryptors.stronger', 1],
      ['BCrypt.hashpw', 1],
      ['Crypt.crypt', 1],
      ['SCrypt.generate', 1],
      ['PKCS5S2ParametersGenerator.init', 1],
    ].map(([call, place]) => ({ call: String(call), weakness: 'constant-salt' as const, argument: [Number(place)], fixed: true as const })),
    { call: 'PBEKeySpec', weakness: 'few-iterations', argument: [2], below: 10_000 },
    { call: 'PBEParameterSpec', weakness: 'few-iterations', argument: [1], below: 1000 },
    ...['BCryptPasswordEncoder', 'BCrypt.gensalt'].map((call) => ({ call, weakness: 'few-iterations' as const, below: 10 })),
    { call: 'Pbkdf2PasswordEncoder', weakness: 'few-iterations', argument: [2], below: 10_000 },
    { call: 'SSLContext.getInstance', weakness: 'old-tls', matches: OLD_TLS },
    ...['SSLSocket', 'SSLServerSocket', 'SSLEngine', 'SSLParameters'].flatMap((type) => ['setEnabledProtocols', 'setProtocols'].map((name) => ({ call: `${type}.${name}`, weakness: 'old-tls' as const, elements: true as const, matches: OLD_TLS }))),
    { call: 'System.setProperty', weakness: 'old-tls', argument: [1], matches: '^(?:(?:tlsv1(?:\\.1)?|sslv[23]),?)+$', and: [{ argument: [0], matches: '^(?:https\\.protocols|jdk\\.tls\\.client\\.protocols)$' }] },
    { call: 'ResponseCookieBuilder.build', weakness: 'cookie-without-secure', always: true, where: [{ field: 'secure', is: [false], orMissing: true }] },
    { call: 'ResponseCookieBuilder.build', weakness: 'cookie-open-to-scripts', always: true, where: [{ field: 'httpOnly', is: [false], orMissing: true }] },
    { call: 'NewCookie', weakness: 'cookie-without-secure', argument: [6], is: [false] },
    { call: 'NewCookie', weakness: 'cookie-open-to-scripts', argument: [7], is: [false] },
    { call: 'SessionCookieConfig.setSecure', weakness: 'cookie-without-secure', is: [false] },
    { call: 'SessionCookieConfig.setHttpOnly', weakness: 'cookie-open-to-scripts', is: [false] },
    ...['SecretKeySpec', 'DESKeySpec', 'DESedeKeySpec', 'PBEKeySpec'].map((call) => ({ call, weakness: 'hard-coded-key' as const, fixed: true as const })),
    // Without a stream the key store is new and empty. The rights to the file protect it, not its password.
    { call: 'KeyStore.load', weakness: 'hard-coded-password', argument: [1], fixed: true, unlessNull: 0, severity: 'low' },
    { call: 'KeyStore.PasswordProtection', weakness: 'hard-coded-password', fixed: true, severity: 'low' },
    { call: 'DriverManager.getConnection', weakness: 'hard-coded-password', argument: [2], fixed: true },
    ...PASSWORD_SETTERS.map((call) => ({ call: `${call}.setPassword`, weakness: 'hard-coded-password' as const, fixed: true as const })),
    ...PASSWORDS_FIRST.map((call) => ({ call, weakness: 'hard-coded-password' as const, fixed: true as const })),
    ...PASSWORDS_THIRD.map((call) => ({ call, weakness: 'hard-coded-password' as const, argument: [2], fixed: true as const })),
    // The default of a missing setting is known to everybody who reads the code.
    ...['System.getenv().getOrDefault', 'System.getProperty', 'Environment.getProperty'].map((call) => ({ call, weakness: 'hard-coded-password' as const, argument: [1], fixed: true as const, unless: NO_SECRET, and: [{ argument: [0], matches: NAMES_SECRET }] })),
    ...[0, 1].map((place) => ({ call: 'MessageDigest.isEqual', weakness: 'hard-coded-password' as const, argument: [place], fixed: true as const })),
    ...HEADER_SETTERS.map((call) => ({ call, weakness: 'hard-coded-password' as const, argument: [1], fixed: true as const, unless: '^(?!basic\\s+(?:\\S{12}|\\x01))', and: [{ argument: [0], matches: '^(?:proxy-)?authorization$' }] })),
    ...['PasswordAuthentication', 'UsernamePasswordCredentials', 'FTPClient.login', 'Transport.connect', ...PASSWORDS_SECOND].map((call) => ({ call, weakness: 'hard-coded-password' as const, argument: [1], fixed: true as const })),
    ...['SecureRandom', 'SecureRandom.setSeed'].map((call) => ({ call, weakness: 'constant-seed' as const, fixed: true as const })),
    { call: 'SecureRandom.setSeed', weakness: 'predictable-seed', flags: ['System.currentTimeMillis()', 'System.nanoTime()', 'Date().getTime()'] },
    { ...COOKIE, weakness: 'cookie-without-secure', field: 'secure' },
    { ...COOKIE, weakness: 'cookie-open-to-scripts', field: 'httpOnly' },
  ],
};
