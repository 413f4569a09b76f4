import { ALL_BUT_EXPOSURE, ALL_BUT_PREDICTABLE, ERROR_STACK, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';
import { aliases, below, safe, set, settings, sinks } from '../make';

const RANDOM = ['Next', 'NextInt64', 'NextDouble', 'NextSingle', 'GetItems'].map((name) => `Random.${name}()`);
const STACKS = ['Exception.StackTrace', 'Exception.ToString()'];
const HMACS = ['HMACMD5', 'HMACSHA1', 'HMACSHA256', 'HMACSHA384', 'HMACSHA512'];
const FIXED = { fixed: true } as const;
/** A constant, but no number: a number is the length of the bytes. */
const BYTES = { fixed: true, noNumber: true } as const;
const ALWAYS = { always: true } as const;

/** Objects that hold what a service is reached by. */
const HOLDERS = ['SqlConnectionStringBuilder', 'NpgsqlConnectionStringBuilder', 'MySqlConnectionStringBuilder', 'ConfigurationOptions'];

const ciphers: readonly SettingRow[] = [
  ...settings('weak-cipher', ['DES.Create', 'DESCryptoServiceProvider', 'TripleDES.Create', 'TripleDESCryptoServiceProvider', 'TripleDESCng', 'RC2.Create', 'RC2CryptoServiceProvider', 'Aes.EncryptEcb', 'Aes.DecryptEcb', 'DesEngine', 'RC4Engine', 'BlowfishEngine', 'RC2Engine'], ALWAYS),
  ...settings('weak-cipher', ['SymmetricAlgorithm.Create', 'Aes.Create', 'CryptoConfig.CreateFromName'], { matches: '^(?:des|tripledes|3des|rc2)$' }),
  ...set('weak-cipher', ['*.Mode'], { flags: ['CipherMode.ECB'] }),
];

const hashes: readonly SettingRow[] = [
  ...settings('weak-hash', [...['MD5', 'SHA1', 'HMACMD5'].flatMap((name) => below(name, ['Create', 'HashData', 'HashDataAsync'])), 'MD5CryptoServiceProvider', 'SHA1CryptoServiceProvider', 'SHA1Managed', 'MD5Cng', 'SHA1Cng', 'HMACMD5', 'MD5Digest', 'Sha1Digest'], ALWAYS),
  ...settings('weak-hash', ['HashAlgorithm.Create'], { matches: '^(?:md5|sha1?|sha-1|system\\.security\\.cryptography\\.(?:md5|sha1))$' }),
];

const keys: readonly SettingRow[] = [
  ...settings('short-key', ['RSA', 'RSA.Create', 'DSA', 'DSA.Create'], { below: 2048 }),
  ...set('short-key', ['RSA.KeySize', 'DSA.KeySize'], { below: 2048 }),
  ...set('hard-coded-key', ['Aes.Key'], FIXED),
  ...settings('hard-coded-key', ['Aes.CreateEncryptor', 'Aes.CreateDecryptor', ...HMACS, 'SymmetricSecurityKey', 'AesGcm', 'AesCcm', 'ChaCha20Poly1305', 'KeyParameter'], BYTES),
  ...set('constant-iv', ['Aes.IV'], FIXED),
  ...settings('constant-iv', ['Aes.CreateEncryptor', 'Aes.EncryptCbc', 'Aes.EncryptCfb', 'ParametersWithIV'], { argument: [1], ...FIXED }),
  ...settings('constant-iv', ['AesGcm.Encrypt', 'AesCcm.Encrypt', 'ChaCha20Poly1305.Encrypt'], FIXED),
  ...settings('constant-salt', ['Rfc2898DeriveBytes', 'Rfc2898DeriveBytes.Pbkdf2', 'PasswordDeriveBytes', 'KeyDerivation.Pbkdf2'], { argument: [1, 'salt'], ...BYTES }),
  // Without a number, it makes 1000 rounds.
  ...settings('few-iterations', ['Rfc2898DeriveBytes'], { argument: [2, 'iterations'], below: 10_000, orMissing: true }),
  ...settings('few-iterations', ['Rfc2898DeriveBytes.Pbkdf2'], { argument: [2, 'iterations'], below: 10_000 }),
  ...settings('few-iterations', ['KeyDerivation.Pbkdf2'], { argument: [3, 'iterationCount'], below: 10_000 }),
  ...settings('few-iterations', ['BCrypt.HashPassword', 'BCrypt.EnhancedHashPassword', 'BCrypt.GenerateSalt'], { argument: [1, 'workFactor'], below: 10 }),
  ...settings('hard-coded-key', ['Rfc2898DeriveBytes', 'Rfc2898DeriveBytes.Pbkdf2', 'PasswordDeriveBytes'], BYTES),
  ...settings('hard-coded-password', ['NetworkCredential'], { argument: [1], ...FIXED }),
  // The port may stand before the name of the user.
  ...settings('hard-coded-password', ['SftpClient', 'SshClient', 'ScpClient'], { argument: [3, 2], ...BYTES }),
  ...settings('hard-coded-password', ['SmtpClient.Authenticate', 'SmtpClient.AuthenticateAsync', 'ImapClient.Authenticate', 'ImapClient.AuthenticateAsync'], { argument: [1], ...FIXED }),
  ...settings('hard-coded-password', HOLDERS, { argument: ['Password'], ...FIXED }),
  ...set(
    'hard-coded-password',
    HOLDERS.map((name) => `${name}.Password`),
    FIXED,
  ),
];

/** Cryptography, random numbers, secrets and the text of errors. */
export const csharpSecurityRows: FlowRows = {
  aliases: {
    ...aliases('Aes', ['Aes.Create()', 'AesManaged', 'AesCryptoServiceProvider', 'AesCng', 'Rijndael', 'Rijndael.Create()', 'RijndaelManaged', 'SymmetricAlgorithm', 'SymmetricAlgorithm.Create()', 'DES.Create()', 'TripleDES.Create()']),
    ...aliases('RSA', ['RSA.Create()', 'RSACryptoServiceProvider', 'RSACng']),
    ...aliases('DSA', ['DSA.Create()', 'DSACryptoServiceProvider']),
    'Random.Shared': 'Random',
  },
  sources: {
    ...Object.fromEntries(RANDOM.map((call) => [call, PREDICTABLE])),
    ...Object.fromEntries(STACKS.map((path) => [path, ERROR_STACK])),
  },
  harmless: [
    { paths: RANDOM, weaknesses: ALL_BUT_PREDICTABLE },
    { paths: STACKS, weaknesses: ALL_BUT_EXPOSURE },
  ],
  sinks: [
    ...sinks('predictable-secret', [...HMACS, 'SymmetricSecurityKey', 'AesGcm']),
    ...sinks('error-exposure', [
      'HttpResponse.Write',
      'HttpResponse.WriteAsync',
      ...below('ControllerBase', ['Content', 'Ok', 'BadRequest', 'NotFound', 'Json', 'Problem', 'Conflict']),
      ...['Results', 'TypedResults'].flatMap((each) => below(each, ['Content', 'Text', 'Ok', 'BadRequest', 'NotFound', 'Json', 'Problem'])),
    ]),
    ...sinks('error-exposure', ['ControllerBase.StatusCode'], { arguments: [1] }),
  ],
  sanitizers: safe(['predictable-secret'], ['RandomNumberGenerator.GetInt32', 'RandomNumberGenerator.GetBytes']),
  settings: [...ciphers, ...hashes, ...keys],
};
