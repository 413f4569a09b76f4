import { below, settings } from '../make';
import { ALL_BUT_PREDICTABLE, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';

const FIXED = { fixed: true } as const;

const PREDICTABLE_CALLS = ['rand()', 'Kernel.rand()', 'Random.rand()', 'Random.new_seed()', 'Random.bytes()', 'Random.rand().to_s()'];
const CIPHERS = ['OpenSSL.Cipher', 'OpenSSL.Cipher.Cipher', 'OpenSSL.Cipher.new'];
const BROKEN = '^(?:des|bf|rc2|rc4|cast5?|idea|seed)(?:[-\\d]|$)|-ecb$';
const BROKEN_DIGEST = '^(?:md2|md4|md5|sha1|sha-1|ripemd160)$';
const TEMPORARY = '^/(?:var/)?tmp/[^/]';

const cryptography: readonly SettingRow[] = [
  ...settings('weak-cipher', CIPHERS, { matches: BROKEN }),
  ...settings('weak-cipher', ['OpenSSL.Cipher.AES', 'OpenSSL.Cipher.AES128', 'OpenSSL.Cipher.AES256'], { argument: [1], matches: '^ecb$' }),
  ...settings('weak-cipher', ['OpenSSL.Cipher.DES', 'OpenSSL.Cipher.RC4', 'OpenSSL.Cipher.BF', 'OpenSSL.Cipher.RC2'], { always: true }),
  ...settings('weak-hash', ['OpenSSL.Digest', 'OpenSSL.Digest.new', 'OpenSSL.Digest.digest', 'OpenSSL.Digest.hexdigest', 'OpenSSL.HMAC.hexdigest', 'OpenSSL.HMAC.digest'], { matches: BROKEN_DIGEST }),
  ...settings(
    'weak-hash',
    ['Digest.MD5', 'Digest.SHA1', 'OpenSSL.Digest.MD5', 'OpenSSL.Digest.SHA1'].flatMap((name) => [name, ...below(name, ['hexdigest', 'digest', 'base64digest', 'file'])]),
    { always: true },
  ),
  ...settings('hard-coded-key', ['OpenSSL.Cipher.key=', 'ActiveSupport.MessageEncryptor', 'ActiveSupport.MessageVerifier', 'RbNaCl.SecretBox', 'Lockbox'], FIXED),
  ...settings('hard-coded-key', ['OpenSSL.HMAC.hexdigest', 'OpenSSL.HMAC.digest'], { argument: [1], ...FIXED }),
  ...settings('constant-iv', ['OpenSSL.Cipher.iv='], FIXED),
  ...settings('constant-salt', ['OpenSSL.PKCS5.pbkdf2_hmac', 'OpenSSL.PKCS5.pbkdf2_hmac_sha1'], { argument: [1], ...FIXED }),
  ...settings('constant-salt', ['OpenSSL.KDF.pbkdf2_hmac', 'OpenSSL.KDF.scrypt'], { argument: ['salt'], ...FIXED }),
  ...settings('constant-salt', ['BCrypt.Engine.hash_secret', 'SCrypt.Engine.hash_secret'], { argument: [1], ...FIXED }),
  ...settings('few-iterations', ['OpenSSL.PKCS5.pbkdf2_hmac', 'OpenSSL.PKCS5.pbkdf2_hmac_sha1'], { argument: [2], below: 10_000 }),
  ...settings('few-iterations', ['OpenSSL.KDF.pbkdf2_hmac'], { argument: ['iterations'], below: 10_000 }),
  ...settings('few-iterations', ['BCrypt.Password.create'], { argument: ['cost'], below: 10 }),
  ...settings('short-key', ['OpenSSL.PKey.RSA', 'OpenSSL.PKey.RSA.generate', 'OpenSSL.PKey.DSA', 'OpenSSL.PKey.DSA.generate', 'OpenSSL.PKey.DH', 'OpenSSL.PKey.DH.generate'], { below: 2048 }),
  ...settings('constant-seed', ['srand', 'Kernel.srand', 'Random.srand'], { ...FIXED, severity: 'low' }),
];

const tokens: readonly SettingRow[] = [
  ...settings('token-unverified', ['JWT.decode'], { argument: [2], is: [false] }),
  ...settings('token-unverified', ['JWT.encode'], { argument: [2], matches: '^none$' }),
  ...settings('token-unverified', ['JWT.decode'], { argument: ['algorithm'], matches: '^none$' }),
  ...settings('hard-coded-key', ['JWT.encode', 'JWT.decode'], { argument: [1], ...FIXED }),
];

const transport: readonly SettingRow[] = [
  ...settings('certificate-unchecked', ['*.verify_mode='], { flags: ['OpenSSL.SSL.VERIFY_NONE'] }),
  ...settings('certificate-unchecked', ['*.verify_mode='], { is: [0] }),
  ...settings('certificate-unchecked', ['Net.HTTP.start', 'Net.HTTP', 'URI.open', 'Mechanize', 'OpenURI.open_uri'], { argument: ['verify_mode', 'ssl_verify_mode'], flags: ['OpenSSL.SSL.VERIFY_NONE'] }),
  ...settings('certificate-unchecked', ['URI.open', 'open'], { argument: ['ssl_verify_mode'], flags: ['OpenSSL.SSL.VERIFY_NONE'] }),
  ...settings('certificate-unchecked', ['RestClient.Request.execute', 'RestClient.Resource', 'RestClient.Request'], { argument: ['verify_ssl'], is: [false, 0] }),
  ...settings('certificate-unchecked', ['RestClient.Request.execute', 'RestClient.Resource', 'RestClient.Request'], { argument: ['verify_ssl'], flags: ['OpenSSL.SSL.VERIFY_NONE'] }),
  ...settings('certificate-unchecked', ['Faraday', 'Faraday.new'], { argument: ['ssl'], field: 'verify', is: [false] }),
  ...settings('certificate-unchecked', [...below('HTTParty', ['get', 'post', 'put', 'patch', 'delete']), ...below('HTTPX', ['get', 'post'])], { argument: ['verify'], is: [false] }),
  ...settings('certificate-unchecked', ['Excon', 'Excon.new', 'Excon.get', 'Excon.post'], { argument: ['ssl_verify_peer'], is: [false] }),
  ...settings('certificate-unchecked', below('Typhoeus', ['get', 'post', 'put', 'delete']), { argument: ['ssl_verifypeer'], is: [false] }),
  ...settings('host-name-unchecked', ['*.verify_hostname='], { is: [false] }),
  ...settings('old-tls', ['*.ssl_version=', '*.min_version='], { matches: '^(?:SSLv[23]|TLSv1(?:_1)?)$' }),
  ...settings('old-tls', ['*.min_version='], { flags: ['OpenSSL.SSL.SSL2_VERSION', 'OpenSSL.SSL.SSL3_VERSION', 'OpenSSL.SSL.TLS1_VERSION', 'OpenSSL.SSL.TLS1_1_VERSION'] }),
];

const SESSIONS = ['session_store', '*.session_store'];

const web: readonly SettingRow[] = [
  ...settings('cookie-without-secure', ['cookies().[]=', 'signed cookies.[]='], { argument: [1], field: 'secure', is: [false] }),
  ...settings('cookie-open-to-scripts', ['cookies().[]=', 'signed cookies.[]='], { argument: [1], field: 'httponly', is: [false] }),
  ...settings('cookie-without-secure', [...SESSIONS, 'use', 'enable', 'response.set_cookie'], { argument: ['secure'], is: [false] }),
  ...settings('cookie-open-to-scripts', [...SESSIONS, 'response.set_cookie'], { argument: ['httponly'], is: [false] }),
  ...settings('cookie-without-secure', ['response.set_cookie'], { argument: [1], field: 'secure', is: [false] }),
  ...settings('cookie-open-to-scripts', ['response.set_cookie'], { argument: [1], field: 'httponly', is: [false] }),
  ...settings('hard-coded-key', ['*.secret_key_base=', '*.secret_token='], FIXED),
  ...settings('hard-coded-key', ['set'], { argument: [1], ...FIXED, and: [{ matches: '^session_secret$' }] }),
  ...settings('hard-coded-key', ['use'], { argument: ['secret'], ...FIXED }),
  ...settings('hard-coded-password', ['http_basic_authenticate_with', 'PG.connect', 'Mysql2.Client', 'PG.Connection'], { argument: ['password'], ...FIXED }),
  ...settings('forgery-unchecked', ['skip_before_action', 'skip_before_filter'], { matches: '^verify_authenticity_token$' }),
  ...settings('forgery-unchecked', ['skip_forgery_protection'], { always: true }),
  ...settings('any-origin', ['resource'], { argument: ['credentials'], is: [true], and: [{ matches: '^\\*$' }], severity: 'low' }),
  ...settings('mass-assignment', ['*.permit!'], { always: true }),
];

const files: readonly SettingRow[] = [
  ...settings('writable-by-all', ['File.chmod', 'FileUtils.chmod', 'FileUtils.chmod_R'], { bits: 0o002 }),
  ...settings('writable-by-all', ['FileUtils.chmod', 'FileUtils.chmod_R'], { matches: '^(?:[ugo]*[ao][ugo]*)?\\+[rx]*w' }),
  ...settings('writable-by-all', ['File.umask'], { is: [0] }),
  ...settings('writable-by-all', ['Dir.mkdir'], { argument: [1], bits: 0o002 }),
  ...settings('writable-by-all', ['FileUtils.mkdir_p', 'FileUtils.mkdir'], { argument: ['mode'], bits: 0o002 }),
  ...settings('shared-temporary-file', ['File.write', 'IO.write', 'FileUtils.touch', 'FileUtils.mkdir_p', 'File.binwrite'], { begins: TEMPORARY }),
  ...settings('shared-temporary-file', ['File.open', 'File'], { begins: TEMPORARY, and: [{ argument: [1], matches: '^[wa]' }] }),
];

/** Cryptography, tokens, TLS, cookies, sessions, files and random numbers of Ruby. */
export const rubySecurityRows: FlowRows = {
  aliases: { 'Random.new().rand()': 'Random.rand()', 'Digest.SHA1.new()': 'Digest.SHA1', 'Digest.MD5.new()': 'Digest.MD5' },
  sources: Object.fromEntries(PREDICTABLE_CALLS.map((call) => [call, PREDICTABLE])),
  harmless: [{ paths: PREDICTABLE_CALLS, weaknesses: ALL_BUT_PREDICTABLE }],
  settings: [...cryptography, ...tokens, ...transport, ...web, ...files],
};
