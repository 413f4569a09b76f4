import { ALL_BUT_PREDICTABLE, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';

const PREDICTABLE_CALLS = ['random', 'randint', 'randrange', 'choice', 'choices', 'sample', 'uniform', 'getrandbits', 'randbytes', 'gauss', 'normalvariate', 'triangular', 'betavariate']
  .map((name) => `random.${name}()`)
  .concat(['rand', 'randint', 'random', 'random_sample', 'choice', 'bytes'].map((name) => `numpy.random.${name}()`));
const WEAK_CIPHERS = ['DES', 'DES3', 'ARC2', 'ARC4', 'Blowfish', 'XOR'].flatMap((name) => [`Crypto.Cipher.${name}.new`, `Cryptodome.Cipher.${name}.new`]);
const WEAK_ALGORITHMS = ['ARC4', 'TripleDES', 'Blowfish', 'IDEA', 'CAST5', 'SEED'].flatMap((name) => [`cryptography.hazmat.primitives.ciphers.algorithms.${name}`, `cryptography.hazmat.decrepit.ciphers.algorithms.${name}`]);
const WEAK_HASHES = ['md5', 'sha1'].map((name) => `hashlib.${name}`);
const ALWAYS = { always: true } as const;

const FIXED = { fixed: true } as const;
const CRYPTO = ['Crypto', 'Cryptodome'];
const HAZMAT = 'cryptography.hazmat.primitives';
const ASYMMETRIC = `${HAZMAT}.asymmetric`;
const AEAD = ['AESGCM', 'AESCCM', 'AESOCB3', 'AESSIV', 'ChaCha20Poly1305'].map((name) => `${HAZMAT}.ciphers.aead.${name}`);
const CIPHERS = CRYPTO.flatMap((name) => ['AES', 'DES', 'DES3', 'Blowfish', 'ChaCha20', 'Salsa20', 'ChaCha20_Poly1305', 'ARC4', 'CAST'].map((cipher) => `${name}.Cipher.${cipher}.new`));

const keys: readonly SettingRow[] = [
  ...[
    { call: `${ASYMMETRIC}.rsa.generate_private_key`, argument: [1, 'key_size'] },
    { call: `${ASYMMETRIC}.dsa.generate_private_key`, argument: [0, 'key_size'] },
    { call: `${ASYMMETRIC}.dh.generate_parameters`, argument: [1, 'key_size'] },
    ...CRYPTO.flatMap((name) => ['RSA', 'DSA'].map((kind) => ({ call: `${name}.PublicKey.${kind}.generate`, argument: [0, 'bits'] }))),
  ].map((row) => ({ ...row, weakness: 'short-key' as const, below: 2048 })),
  { call: `${ASYMMETRIC}.ec.generate_private_key`, weakness: 'short-key', argument: [0, 'curve'], flags: ['SECP192R1', 'SECT163K1', 'SECT163R2', 'BrainpoolP160R1'].flatMap((name) => [`${ASYMMETRIC}.ec.${name}`, `${ASYMMETRIC}.ec.${name}()`]) },
  ...[...CIPHERS, ...AEAD, `${HAZMAT}.ciphers.algorithms.AES`, `${HAZMAT}.ciphers.algorithms.AES256`, `${HAZMAT}.ciphers.algorithms.ChaCha20`, 'cryptography.fernet.Fernet'].map((call) => ({ call, weakness: 'hard-coded-key' as const, argument: [0, 'key'], ...FIXED })),
];

const vectors: readonly SettingRow[] = [
  ...CIPHERS.map((call) => ({ call, weakness: 'constant-iv' as const, argument: [2, 'iv', 'IV', 'nonce'], ...FIXED })),
  ...['CBC', 'CTR', 'CFB', 'CFB8', 'OFB', 'GCM'].map((mode) => ({ call: `${HAZMAT}.ciphers.modes.${mode}`, weakness: 'constant-iv' as const, argument: [0, 'initialization_vector', 'nonce'], ...FIXED })),
  ...AEAD.map((call) => ({ call: `${call}().encrypt`, weakness: 'constant-iv' as const, argument: [0, 'nonce'], ...FIXED })),
];

const derivations: readonly SettingRow[] = [
  ...[
    { call: 'hashlib.pbkdf2_hmac', argument: [2, 'salt'] },
    { call: 'hashlib.scrypt', argument: ['salt'] },
    { call: `${HAZMAT}.kdf.pbkdf2.PBKDF2HMAC`, argument: [2, 'salt'] },
    { call: `${HAZMAT}.kdf.scrypt.Scrypt`, argument: [0, 'salt'] },
    { call: 'bcrypt.hashpw', argument: [1, 'salt'] },
    ...CRYPTO.flatMap((name) => ['PBKDF2', 'scrypt'].map((kind) => ({ call: `${name}.Protocol.KDF.${kind}`, argument: [1, 'salt'] }))),
  ].map((row) => ({ ...row, weakness: 'constant-salt' as const, ...FIXED })),
  ...[{ call: 'hashlib.pbkdf2_hmac', argument: [3, 'iterations'] }, { call: `${HAZMAT}.kdf.pbkdf2.PBKDF2HMAC`, argument: [3, 'iterations'] }, ...CRYPTO.map((name) => ({ call: `${name}.Protocol.KDF.PBKDF2`, argument: [3, 'count'], orMissing: true as const }))].map((row) => ({
    ...row,
    weakness: 'few-iterations' as const,
    below: 10_000,
  })),
  { call: 'bcrypt.gensalt', weakness: 'few-iterations', argument: [0, 'rounds'], below: 10 },
];

/** A library that leaves the choice to its users sets these conditionally. */
const CHOSEN = { isAssignment: true, severity: 'medium' } as const;
const CONTEXTS = ['ssl.create_default_context()', 'ssl.SSLContext()', 'ssl.SSLContext'];
const checks: readonly SettingRow[] = [
  ...CONTEXTS.map((context) => ({ call: `${context}.check_hostname`, ...CHOSEN, weakness: 'host-name-unchecked' as const, is: [false] })),
  ...CONTEXTS.map((context) => ({ call: `${context}.verify_mode`, ...CHOSEN, weakness: 'certificate-unchecked' as const, flags: ['ssl.CERT_NONE'] })),
  ...['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'request'].flatMap((method) => ['requests', 'requests.Session()', 'requests.session()', 'httpx'].map((from) => ({ call: `${from}.${method}`, weakness: 'certificate-unchecked' as const, argument: ['verify'], is: [false] }))),
  { call: 'ssl._create_unverified_context', weakness: 'certificate-unchecked', always: true },
  ...['httpx.Client', 'httpx.AsyncClient'].map((call) => ({ call, weakness: 'certificate-unchecked' as const, argument: ['verify'], is: [false] })),
  ...['requests', 'requests.Session()', 'requests.session()'].map((session) => ({ call: `${session}.verify`, ...CHOSEN, weakness: 'certificate-unchecked' as const, is: [false] })),
];

const OLD_PROTOCOLS = ['PROTOCOL_SSLv2', 'PROTOCOL_SSLv3', 'PROTOCOL_TLSv1', 'PROTOCOL_TLSv1_1'].map((name) => `ssl.${name}`);
const OLD_VERSIONS = ['SSLv3', 'TLSv1', 'TLSv1_1'].map((name) => `ssl.TLSVersion.${name}`);
const OLD_METHODS = ['SSLv2_METHOD', 'SSLv3_METHOD', 'TLSv1_METHOD', 'TLSv1_1_METHOD'].map((name) => `OpenSSL.SSL.${name}`);
const POOLS = ['PoolManager', 'HTTPSConnectionPool', 'ProxyManager'].map((name) => `urllib3.${name}`);

/** TLS of other clients, and its versions. */
const transport: readonly SettingRow[] = [
  { call: 'ssl._create_default_https_context', isAssignment: true, weakness: 'certificate-unchecked', flags: ['ssl._create_unverified_context'] },
  { call: 'ssl.wrap_socket', weakness: 'certificate-unchecked', argument: ['cert_reqs', 4], flags: ['ssl.CERT_NONE'] },
  ...POOLS.flatMap((call): SettingRow[] => [
    { call, weakness: 'certificate-unchecked', argument: ['cert_reqs'], matches: '^(?:CERT_)?NONE$' },
    { call, weakness: 'certificate-unchecked', argument: ['cert_reqs'], flags: ['ssl.CERT_NONE'] },
    { call, weakness: 'host-name-unchecked', argument: ['assert_hostname'], is: [false] },
  ]),
  ...['ssl', 'verify_ssl'].map((name): SettingRow => ({ call: 'aiohttp.TCPConnector', weakness: 'certificate-unchecked', argument: [name], is: [false] })),
  ...['get', 'post', 'put', 'patch', 'delete', 'head', 'request', 'ws_connect'].flatMap((method) => ['ssl', 'verify_ssl'].map((name): SettingRow => ({ call: `aiohttp.client.ClientSession.${method}`, weakness: 'certificate-unchecked', argument: [name], is: [false] }))),
  { call: 'OpenSSL.SSL.Context().set_verify', weakness: 'certificate-unchecked', flags: ['OpenSSL.SSL.VERIFY_NONE'] },
  ...['tornado.httpclient.AsyncHTTPClient().fetch', 'tornado.httpclient.HTTPRequest'].map((call): SettingRow => ({ call, weakness: 'certificate-unchecked', argument: ['validate_cert'], is: [false], severity: 'medium' })),
  { call: 'ssl.SSLContext', weakness: 'old-tls', argument: [0, 'protocol'], flags: OLD_PROTOCOLS },
  { call: 'ssl.wrap_socket', weakness: 'old-tls', argument: ['ssl_version'], flags: OLD_PROTOCOLS },
  ...CONTEXTS.map((context): SettingRow => ({ call: `${context}.minimum_version`, isAssignment: true, weakness: 'old-tls', flags: OLD_VERSIONS })),
  { call: 'OpenSSL.SSL.Context', weakness: 'old-tls', flags: OLD_METHODS },
];

const SLOW_HASHES = ['pbkdf2_sha256', 'pbkdf2_sha512', 'pbkdf2_sha1'].map((name) => `passlib.hash.${name}`);
const BROKEN_HASHES = ['md5_crypt', 'des_crypt', 'sha1_crypt', 'hex_md5', 'hex_sha1', 'ldap_md5', 'ldap_sha1', 'nthash', 'lmhash', 'mysql323', 'apr_md5_crypt', 'bsdi_crypt'].map((name) => `passlib.hash.${name}`);

/** Hash functions of other libraries. */
const hashes: readonly SettingRow[] = [
  ...['MD2', 'MD4', 'MD5', 'SHA', 'SHA1'].flatMap((name) => CRYPTO.map((from): SettingRow => ({ call: `${from}.Hash.${name}.new`, weakness: 'weak-hash', ...ALWAYS }))),
  { call: `${HAZMAT}.hashes.Hash`, weakness: 'weak-hash', argument: [0, 'algorithm'], flags: ['MD5', 'SHA1'].map((name) => `${HAZMAT}.hashes.${name}()`) },
  ...BROKEN_HASHES.flatMap((name) => ['hash', 'encrypt'].map((method): SettingRow => ({ call: `${name}.${method}`, weakness: 'weak-hash', ...ALWAYS }))),
  ...SLOW_HASHES.map((name): SettingRow => ({ call: `${name}.using`, weakness: 'few-iterations', argument: ['rounds'], below: 10_000 })),
  { call: 'crypt.crypt', weakness: 'weak-hash', argument: [1], flags: ['crypt.METHOD_MD5', 'crypt.METHOD_CRYPT'] },
];

/** Cookies of Flask, Django and Starlette. Positions are those of their parameters after the name and the value. */
const cookie = (weakness: SettingRow['weakness'], name: string): SettingRow => ({ call: '*.set_cookie', weakness, argument: [name], is: [false, null], orMissing: true, unlessGiven: [6] });

/** Cryptography, cookies and random numbers of Python and its common libraries. */
export const pythonSecurity: FlowRows = {
  aliases: { 'random.Random()': 'random', 'flask.make_response()': 'flask.Response' },
  sources: Object.fromEntries(PREDICTABLE_CALLS.map((call) => [call, PREDICTABLE])),
  harmless: [{ paths: PREDICTABLE_CALLS, weaknesses: ALL_BUT_PREDICTABLE }],
  sinks: [{ call: '*.set_cookie', weakness: 'predictable-secret', arguments: [1, 'value'] }],
  settings: [
    ...[...WEAK_CIPHERS, ...WEAK_ALGORITHMS].map((call) => ({ call, weakness: 'weak-cipher' as const, ...ALWAYS })),
    ...['Crypto', 'Cryptodome'].map((name) => ({ call: `${name}.Cipher.AES.new`, weakness: 'weak-cipher' as const, argument: [1, 'mode'], flags: [`${name}.Cipher.AES.MODE_ECB`] })),
    { call: 'cryptography.hazmat.primitives.ciphers.modes.ECB', weakness: 'weak-cipher', ...ALWAYS },
    ...WEAK_HASHES.map((call) => ({ call, weakness: 'weak-hash' as const, ...ALWAYS, unlessFalse: 'usedforsecurity' })),
    { call: 'hashlib.new', weakness: 'weak-hash', matches: '^(?:md4|md5|sha|sha-?1)$', argument: [0, 'name'], unlessFalse: 'usedforsecurity' },
    ...keys,
    ...vectors,
    ...derivations,
    ...checks,
    ...transport,
    ...hashes,
    { call: '*.set_signed_cookie', weakness: 'cookie-without-secure', argument: ['secure'], is: [false, null], orMissing: true },
    cookie('cookie-without-secure', 'secure'),
    cookie('cookie-open-to-scripts', 'httponly'),
  ],
};
