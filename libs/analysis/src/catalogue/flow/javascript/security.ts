import { settings, sinks } from '../make';
import { ALL_BUT_EXPOSURE, ALL_BUT_PREDICTABLE, ERROR_STACK, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';

type Weakness = SettingRow['weakness'];

const FIXED = { fixed: true } as const;

const PREDICTABLE_CALLS = ['Math.random()', 'crypto.pseudoRandomBytes()'];

/** OpenSSL's names of ciphers. */
const WEAK_CIPHER = '^(?:des|rc2|rc4|bf|blowfish|cast5?|idea|seed)(?:-|\\d|$)|-ecb$';
const WEAK_HASH = '^(?:rsa-)?(?:md2|md4|md5|sha-?1)$';
/** Curves of less than 224 bits. */
const SHORT_CURVE = '^(?:(?:secp|sect)1\\d\\d[kr]\\d|prime192v\\d|brainpoolp1\\d\\d[rt]1|c2(?:pnb|tnb)1\\d\\d\\w+)$';
const ENCRYPTING = ['crypto.createCipheriv', 'crypto.createCipher'];
const DECRYPTING = ['crypto.createDecipheriv', 'crypto.createDecipher'];
const CURVES = ['crypto.generateKeyPair', 'crypto.generateKeyPairSync'];
const PBKDF2 = ['crypto.pbkdf2', 'crypto.pbkdf2Sync'];
const SCRYPT = ['crypto.scrypt', 'crypto.scryptSync'];

/** Node.js and WebCrypto. */
const cryptography: readonly SettingRow[] = [
  ...settings('weak-cipher', [...ENCRYPTING, ...DECRYPTING], { matches: WEAK_CIPHER }),
  ...settings('hard-coded-key', [...ENCRYPTING, ...DECRYPTING], { argument: [1], ...FIXED }),
  ...settings('constant-iv', ['crypto.createCipheriv'], { argument: [2], ...FIXED }),
  ...settings('weak-hash', ['crypto.createHash', 'crypto.createHmac', 'crypto.createSign', 'crypto.createVerify', 'crypto.hash'], { matches: WEAK_HASH }),
  ...settings('hard-coded-key', ['crypto.createHmac'], { argument: [1], ...FIXED, severity: 'medium' }),
  ...settings('short-key', CURVES, { argument: [1], field: 'modulusLength', below: 2048 }),
  ...settings('short-key', CURVES, { argument: [1], field: 'namedCurve', matches: SHORT_CURVE }),
  ...settings('constant-salt', [...PBKDF2, ...SCRYPT], { argument: [1], ...FIXED }),
  ...settings('hard-coded-key', [...PBKDF2, ...SCRYPT], { argument: [0], ...FIXED }),
  ...settings('few-iterations', PBKDF2, { argument: [2], below: 10_000 }),
  ...settings('constant-iv', ['crypto.subtle.encrypt'], { field: 'iv', ...FIXED }),
  ...settings('constant-salt', ['crypto.subtle.deriveKey', 'crypto.subtle.deriveBits'], { field: 'salt', ...FIXED }),
  ...settings('few-iterations', ['crypto.subtle.deriveKey', 'crypto.subtle.deriveBits'], { field: 'iterations', below: 10_000 }),
  ...settings('short-key', ['crypto.subtle.generateKey'], { field: 'modulusLength', below: 2048 }),
  ...settings('hard-coded-key', ['crypto.subtle.importKey'], { argument: [1], ...FIXED }),
  ...settings('weak-hash', ['crypto.subtle.digest'], { matches: WEAK_HASH }),
  ...settings('writable-by-all', ['fs.chmod', 'fs.chmodSync', 'fs.fchmod', 'fs.fchmodSync'], { argument: [1], bits: 0o002 }),
];

const CRYPTO_JS = ['AES', 'DES', 'TripleDES', 'Rabbit', 'RC4'].map((cipher) => `crypto-js.${cipher}`);
const BCRYPT = ['bcrypt', 'bcryptjs', 'bcrypt-nodejs'];

/** Packages for cryptography. */
const packages: readonly SettingRow[] = [
  ...settings(
    'weak-cipher',
    ['DES', 'TripleDES', 'RC4', 'RC4Drop'].flatMap((name) => [`crypto-js.${name}.encrypt`, `crypto-js.${name}.decrypt`]),
    { always: true },
  ),
  ...settings('weak-cipher', ['crypto-js.AES.encrypt', 'crypto-js.AES.decrypt'], { argument: [2], field: 'mode', flags: ['crypto-js.mode.ECB'] }),
  ...settings('weak-hash', ['crypto-js.MD5', 'crypto-js.SHA1', 'crypto-js.HmacMD5'], { always: true }),
  ...settings(
    'hard-coded-key',
    CRYPTO_JS.flatMap((cipher) => [`${cipher}.encrypt`, `${cipher}.decrypt`]),
    { argument: [1], ...FIXED },
  ),
  ...settings(
    'constant-iv',
    CRYPTO_JS.map((cipher) => `${cipher}.encrypt`),
    { argument: [2], field: 'iv', ...FIXED },
  ),
  ...settings('constant-salt', ['crypto-js.PBKDF2'], { argument: [1], ...FIXED }),
  ...settings('few-iterations', ['crypto-js.PBKDF2'], { argument: [2], field: 'iterations', below: 10_000 }),
  ...settings(
    'few-iterations',
    BCRYPT.flatMap((name) => [`${name}.hash`, `${name}.hashSync`]),
    { argument: [1], below: 10 },
  ),
  ...settings(
    'few-iterations',
    BCRYPT.flatMap((name) => [`${name}.genSalt`, `${name}.genSaltSync`]),
    { below: 10 },
  ),
];

const NONE = '^none$';
const VERIFIERS = ['express-jwt', 'express-jwt.expressjwt', 'koa-jwt'];

/** Signed tokens. */
const tokens: readonly SettingRow[] = [
  ...settings('hard-coded-key', ['jsonwebtoken.sign', 'jsonwebtoken.verify', 'jwt-simple.encode', 'jwt-simple.decode', 'jose.jwtVerify'], { argument: [1], ...FIXED }),
  ...settings('token-unverified', ['jsonwebtoken.sign'], { argument: [2], field: 'algorithm', matches: NONE }),
  ...settings('token-unverified', ['jsonwebtoken.verify', 'jose.jwtVerify'], { argument: [2], field: 'algorithms', elements: true, matches: NONE }),
  ...settings('token-unverified', ['jwt-simple.decode'], { argument: [2], is: [true] }),
  ...settings('token-unverified', ['jose.UnsecuredJWT.decode'], { always: true }),
  ...settings('token-unverified', VERIFIERS, { field: 'algorithms', elements: true, matches: NONE }),
  ...settings('hard-coded-key', [...VERIFIERS, '@nestjs.jwt.JwtModule.register'], { field: 'secret', ...FIXED }),
  ...settings('hard-coded-key', ['passport-jwt.Strategy'], { field: 'secretOrKey', ...FIXED }),
  ...settings('hard-coded-key', ['*.register'], { argument: [1], field: 'secret', ...FIXED, onlyWithFlag: '@fastify.jwt' }),
];

const cookie = (weakness: Weakness, field: string): SettingRow[] => [
  ...settings(weakness, ['express.Response.cookie'], { argument: [2], field, is: [false], orMissing: true }),
  // Koa sets httpOnly by default, and other functions of this name take more than options.
  ...settings(weakness, ['koa.Context.cookies.set', '*.setCookie', 'next.headers.cookies().set'], { argument: [2], field, is: [false] }),
  ...settings(weakness, ['express-session', '@fastify.session'], { field: `cookie.${field}`, is: [false] }),
  ...settings(weakness, ['cookie-session'], { field, is: [false] }),
];

/** Cookies, sessions, and what other origins may read. */
const web: readonly SettingRow[] = [
  ...cookie('cookie-without-secure', 'secure'),
  ...cookie('cookie-open-to-scripts', 'httpOnly'),
  ...settings('hard-coded-key', ['express-session', 'cookie-session', 'koa-session'], { field: 'secret', ...FIXED }),
  ...settings('hard-coded-key', ['cookie-session'], { field: 'keys', ...FIXED }),
  ...settings('hard-coded-key', ['cookie-parser'], FIXED),
  // Without credentials, another site reads only what it could get by itself.
  ...settings('any-origin', ['cors', '*.enableCors'], { field: 'origin', is: [true], and: [{ field: 'credentials', is: [true] }] }),
  ...settings('any-origin', ['*.register'], { argument: [1], field: 'origin', is: [true], and: [{ argument: [1], field: 'credentials', is: [true] }], onlyWithFlag: '@fastify.cors' }),
  ...settings('any-origin', ['socket.io.Server', 'socket.io'], { argument: [1], field: 'cors.origin', is: [true], and: [{ argument: [1], field: 'cors.credentials', is: [true] }] }),
  // With escaping off, each text of a template is markup of the page.
  ...settings('escaping-off', ['swig.setDefaults', 'swig.Swig'], { field: 'autoescape', is: [false] }),
  ...settings('escaping-off', ['nunjucks.configure', 'nunjucks.Environment'], { argument: [1, 0], field: 'autoescape', is: [false] }),
  ...settings('escaping-off', ['handlebars.compile'], { argument: [1], field: 'noEscape', is: [true] }),
  ...settings('weak-content-policy', ['*.setHeader', '*.header', '*.set'], {
    argument: [1],
    matches: "script-src(?![^;]*'(?:nonce-|strict-dynamic))[^;]*(?:'unsafe-inline'|'unsafe-eval'|\\s\\*(?:\\s|;|$))",
    and: [{ matches: '^content-security-policy$' }],
  }),
  ...settings('weak-content-policy', ['helmet'], { field: 'contentSecurityPolicy.directives.scriptSrc', elements: true, matches: "^(?:'unsafe-inline'|'unsafe-eval'|\\*)$" }),
  ...settings('weak-content-policy', ['helmet.contentSecurityPolicy'], { field: 'directives.scriptSrc', elements: true, matches: "^(?:'unsafe-inline'|'unsafe-eval'|\\*)$" }),
];

/** Calls that take options of TLS, each with the argument and the field that hold them. */
const TLS: readonly (readonly [call: string, argument: number, prefix: string])[] = [
  ...['https.request', 'https.get'].flatMap((call) => [[call, 0, ''] as const, [call, 1, ''] as const]),
  ['https.Agent', 0, ''],
  ...['tls.connect', 'request', 'request.get', 'request.post', 'ws', 'ws.WebSocket'].flatMap((call) => [0, 1, 2].map((argument) => [call, argument, ''] as const)),
  ...['got', 'got.get', 'got.post'].map((call) => [call, 1, 'https.'] as const),
  ['got.extend', 0, 'https.'],
  ...['undici.Agent', 'undici.Client', 'undici.Pool'].flatMap((call) => [[call, 0, 'connect.'] as const, [call, 1, 'connect.'] as const]),
  ...['pg.Pool', 'pg.Client', 'mysql.createConnection', 'mysql.createPool', 'mysql2.createConnection', 'mysql2.createPool'].map((call) => [call, 0, 'ssl.'] as const),
  ['nodemailer.createTransport', 0, 'tls.'],
  ...['ioredis', 'redis.createClient'].flatMap((call) => [[call, 0, 'tls.'] as const, [call, 0, 'socket.'] as const]),
];

const transport: readonly SettingRow[] = [
  ...TLS.map(([call, argument, prefix]): SettingRow => ({ call, weakness: 'certificate-unchecked', argument: [argument], field: `${prefix}rejectUnauthorized`, is: [false] })),
  ...TLS.map(([call, argument, prefix]): SettingRow => ({ call, weakness: 'host-name-unchecked', argument: [argument], field: `${prefix}checkServerIdentity`, answer: true, is: [null, true] })),
  { call: 'process.env.NODE_TLS_REJECT_UNAUTHORIZED', isAssignment: true, weakness: 'certificate-unchecked', is: ['0', 0] },
  ...['https.createServer', 'https.Agent', 'https.request', 'tls.createServer', 'tls.connect', 'tls.createSecureContext'].flatMap((call) => [
    ...settings('old-tls', [call], { field: 'minVersion', matches: '^TLSv1(?:\\.1)?$' }),
    ...settings('old-tls', [call], { field: 'secureProtocol', matches: '^(?:SSLv[23]|TLSv1(?:_1)?)_(?:client_|server_)?method$' }),
  ]),
];

/** Settings of further packages, each with the names that it has for them. */
const further: readonly SettingRow[] = [
  ...settings('weak-hash', ['md5', 'sha1', 'js-md5', 'js-md5.md5', 'js-sha1', 'blueimp-md5', 'node-forge.md.md5.create', 'node-forge.md.sha1.create', 'spark-md5.hash'], { always: true }),
  ...settings('weak-cipher', ['node-forge.cipher.createCipher', 'node-forge.cipher.createDecipher'], { matches: '^(?:3?des|rc2)-|-ecb$' }),
  ...settings('short-key', ['node-forge.pki.rsa.generateKeyPair', 'node-forge.rsa.generateKeyPair'], { field: 'bits', below: 2048 }),
  ...settings('short-key', ['node-forge.pki.rsa.generateKeyPair', 'node-forge.rsa.generateKeyPair', 'crypto.createDiffieHellman'], { below: 2048 }),
  ...settings('short-key', ['node-rsa'], { field: 'b', below: 2048 }),
  ...settings('short-key', ['crypto.createECDH'], { matches: SHORT_CURVE }),
  ...settings('few-iterations', ['argon2.hash'], { argument: [1], field: 'memoryCost', below: 4096 }),
  ...settings('certificate-unchecked', ['request', 'request.get', 'request.post', 'request.defaults'], { argument: [0], field: 'strictSSL', is: [false] }),
  ...settings('certificate-unchecked', ['request', 'request.get', 'request.post'], { argument: [1], field: 'strictSSL', is: [false] }),
  ...settings('certificate-unchecked', ['got', 'got.get', 'got.post'], { argument: [1], field: 'rejectUnauthorized', is: [false] }),
  ...[0, 1, 2, 3].map((position): SettingRow => ({ call: 'sequelize.Sequelize', weakness: 'certificate-unchecked', argument: [position], field: 'dialectOptions.ssl.rejectUnauthorized', is: [false] })),
  ...['typeorm.DataSource', 'typeorm.createConnection'].map((call): SettingRow => ({ call, weakness: 'certificate-unchecked', field: 'ssl.rejectUnauthorized', is: [false] })),
  ...['tlsAllowInvalidCertificates', 'tlsInsecure'].flatMap((field) => settings('certificate-unchecked', ['mongoose.connect', 'mongoose.createConnection', 'mongodb.MongoClient', 'mongodb.MongoClient.connect'], { argument: [1], field, is: [true] })),
  ...settings('certificate-unchecked', ['mssql.connect', 'mssql.ConnectionPool'], { field: 'options.trustServerCertificate', is: [true], severity: 'medium' }),
  { call: 'tls.DEFAULT_MIN_VERSION', isAssignment: true, weakness: 'old-tls', matches: '^TLSv1(?:\\.1)?$' },
  ...settings('any-origin', ['socket.io.Server', 'socket.io'], { argument: [1], field: 'cors.origin', is: ['*'], and: [{ argument: [1], field: 'cors.credentials', is: [true] }], severity: 'low' }),
  ...settings('hard-coded-key', ['jose.SignJWT.sign'], FIXED),
  ...settings('error-shown', ['@apollo.server.ApolloServer', 'apollo-server.ApolloServer'], { field: 'includeStacktraceInErrorResponses', is: [true] }),
  ...settings('writable-by-all', ['fs.writeFile', 'fs.writeFileSync', 'fs.appendFile', 'fs.appendFileSync'], { argument: [2], field: 'mode', bits: 0o002 }),
  ...settings('writable-by-all', ['process.umask'], { is: [0], severity: 'low' }),
  ...settings('shared-temporary-file', ['fs.writeFile', 'fs.writeFileSync', 'fs.appendFile', 'fs.appendFileSync', 'fs.createWriteStream'], { begins: '^/(?:var/)?tmp/[^/]' }),
  ...settings('hard-coded-password', ['sequelize.Sequelize'], { argument: [2], ...FIXED }),
  ...settings('hard-coded-password', ['ioredis', 'ioredis.Redis', 'redis.createClient', 'mssql.connect', 'mssql.ConnectionPool', 'typeorm.DataSource', 'oracledb.getConnection', 'oracledb.createPool', 'ssh2.Client.connect', 'imap', 'basic-ftp.Client.access'], { field: 'password', ...FIXED }),
  ...settings('hard-coded-password', ['nodemailer.createTransport'], { field: 'auth.pass', ...FIXED }),
  ...settings('hard-coded-password', ['axios.get', 'axios.delete'], { argument: [1], field: 'auth.password', ...FIXED }),
];

const DATABASES = ['pg.Pool', 'pg.Client', 'mysql.createConnection', 'mysql.createPool', 'mysql2.createConnection', 'mysql2.createPool'];
const HEADERS = ['*.setHeader', '*.header', '*.set', 'express.Response.append', 'express.Response.set', 'express.Response.setHeader', 'express.Response.header', 'http.ServerResponse.setHeader'];

/** Cryptography, tokens, cookies, other origins, TLS and random numbers of Node.js, browsers and common packages. */
export const javascriptSecurity: FlowRows = {
  aliases: {
    'crypto.webcrypto': 'crypto',
    'window.crypto': 'crypto',
    'globalThis.crypto': 'crypto',
    'self.crypto': 'crypto',
    CryptoJS: 'crypto-js',
    'crypto-js.aes': 'crypto-js.AES',
    'crypto-js.md5': 'crypto-js.MD5',
    'crypto-js.sha1': 'crypto-js.SHA1',
    'crypto-js.tripledes': 'crypto-js.TripleDES',
    'koa.Context.request.headers': 'express.Request.headers',
    'fs.default': 'fs',
    ...Object.fromEntries(['setProtectedHeader', 'setIssuedAt', 'setIssuer', 'setAudience', 'setExpirationTime', 'setSubject', 'setJti'].map((name) => [`jose.SignJWT.${name}()`, 'jose.SignJWT'])),
  },
  handlers: ['koa.use', '@koa.router.get', '@koa.router.post', '@koa.router.put', '@koa.router.use', 'koa-router.get', 'koa-router.post', 'koa-router.put', 'koa-router.use'].map((call) => ({ call, parameters: ['koa.Context', ''] })),
  sources: {
    ...Object.fromEntries(PREDICTABLE_CALLS.map((call) => [call, PREDICTABLE])),
    'Error.stack': ERROR_STACK,
    'koa.Context.headers': 'header of the request',
    'koa.Context.query': 'query of the request',
    'koa.Context.get()': 'header of the request',
  },
  harmless: [
    { paths: PREDICTABLE_CALLS, weaknesses: ALL_BUT_PREDICTABLE },
    { paths: ['Error.stack'], weaknesses: ALL_BUT_EXPOSURE },
  ],
  sinks: [
    ...sinks('predictable-secret', ['express.Response.cookie', 'jsonwebtoken.sign', ...ENCRYPTING], { arguments: [1] }),
    ...sinks('cross-origin-access', HEADERS, { arguments: [1], onlyWithFirst: 'access-control-allow-origin' }),
    ...sinks('error-exposure', ['express.Response.send', 'express.Response.json', 'express.Response.end', 'express.Response.write', 'http.ServerResponse.end', 'http.ServerResponse.write']),
    { assign: 'koa.Context.body', weakness: 'error-exposure' },
  ],
  settings: [...cryptography, ...packages, ...further, ...tokens, ...web, ...transport, ...settings('hard-coded-password', DATABASES, { field: 'password', ...FIXED })],
};
