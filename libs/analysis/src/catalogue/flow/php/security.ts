import { ALL_BUT_PREDICTABLE, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';

/** Predictable generators. `uniqid` is not here: its first argument may come from a good generator. */
const PREDICTABLE_CALLS = ['rand()', 'mt_rand()', 'lcg_value()', 'array_rand()', 'str_shuffle()'];

const FIXED = { fixed: true } as const;

/** A row for a flag of a cookie that is set by name. */
const optioned = (call: string, argument: number, weakness: SettingRow['weakness'], field: string): SettingRow => ({ call, weakness, argument: [argument], field, is: [false, 0] });
const COOKIES = ['setcookie', 'setrawcookie'];
/** An array as the third argument has the flags by name. Otherwise they are arguments of their own. */
const cookie = (weakness: SettingRow['weakness'], position: number, name: string): SettingRow[] => COOKIES.map((call) => ({ call, weakness, argument: [position, name], is: [false, 0] }));

const OFF = [false, 0, '0', '', 'off', 'Off'];
const OLD_TLS = ['CURL_SSLVERSION_SSLv2', 'CURL_SSLVERSION_SSLv3', 'CURL_SSLVERSION_TLSv1_0', 'CURL_SSLVERSION_TLSv1_1'];
const AEAD = ['xchacha20poly1305_ietf', 'chacha20poly1305_ietf', 'chacha20poly1305', 'aes256gcm'].map((name) => `sodium_crypto_aead_${name}_encrypt`);
/** The flags of a session's cookie, by their names in an array. */
const flagged = (call: string, secure: string, httponly: string): SettingRow[] => [
  { call, weakness: 'cookie-without-secure', field: secure, is: [false, 0] },
  { call, weakness: 'cookie-open-to-scripts', field: httponly, is: [false, 0] },
];

/** Cryptography, cookies and random numbers of PHP. */
export const phpSecurityRows: FlowRows = {
  sources: Object.fromEntries(PREDICTABLE_CALLS.map((call) => [call, PREDICTABLE])),
  harmless: [{ paths: PREDICTABLE_CALLS, weaknesses: ALL_BUT_PREDICTABLE }],
  sinks: COOKIES.map((call) => ({ call, weakness: 'predictable-secret' as const, arguments: [1] })),
  settings: [
    ...['openssl_encrypt', 'openssl_decrypt'].map((call) => ({ call, weakness: 'weak-cipher' as const, argument: [1, 'cipher_algo'], matches: '^(?:des|bf|rc2|rc4|cast5?|idea|seed)(?:-|$)|-ecb$' })),
    ...['mcrypt_encrypt', 'mcrypt_decrypt'].map((call) => ({ call, weakness: 'weak-cipher' as const, matches: '^(?:des|tripledes|blowfish|rc2|arcfour|cast-128|loki97)$' })),
    ...['mcrypt_encrypt', 'mcrypt_decrypt'].flatMap((call) => [
      { call, weakness: 'weak-cipher' as const, flags: ['MCRYPT_DES', 'MCRYPT_3DES', 'MCRYPT_TRIPLEDES', 'MCRYPT_BLOWFISH', 'MCRYPT_RC2', 'MCRYPT_ARCFOUR'] },
      { call, weakness: 'weak-cipher' as const, argument: [3], flags: ['MCRYPT_MODE_ECB'] },
    ]),
    ...['mcrypt_encrypt', 'mcrypt_decrypt'].map((call) => ({ call, weakness: 'weak-cipher' as const, argument: [3], matches: '^ecb$' })),
    ...['hash', 'hash_init', 'openssl_digest'].map((call) => ({ call, weakness: 'weak-hash' as const, argument: call === 'openssl_digest' ? [1] : [0, 'algo'], matches: '^(?:md2|md4|md5|sha1)$' })),
    ...['openssl_encrypt', 'openssl_decrypt'].map((call) => ({ call, weakness: 'hard-coded-key' as const, argument: [2, 'passphrase'], ...FIXED })),
    { call: 'openssl_encrypt', weakness: 'constant-iv', argument: [4, 'iv'], ...FIXED },
    ...['sodium_crypto_secretbox', 'sodium_crypto_secretbox_open'].map((call) => ({ call, weakness: 'hard-coded-key' as const, argument: [2, 'key'], ...FIXED })),
    { call: 'sodium_crypto_secretbox', weakness: 'constant-iv', argument: [1, 'nonce'], ...FIXED },
    { call: 'hash_pbkdf2', weakness: 'constant-salt', argument: [2, 'salt'], ...FIXED },
    { call: 'openssl_pbkdf2', weakness: 'constant-salt', argument: [1, 'salt'], ...FIXED },
    ...['hash_pbkdf2', 'openssl_pbkdf2'].map((call) => ({ call, weakness: 'few-iterations' as const, argument: [3, 'iterations'], below: 10_000 })),
    { call: 'password_hash', weakness: 'few-iterations', argument: [2, 'options'], field: 'cost', below: 10 },
    { call: 'password_hash', weakness: 'constant-salt', argument: [2, 'options'], field: 'salt', ...FIXED },
    { call: 'openssl_pkey_new', weakness: 'short-key', argument: [0, 'options'], field: 'private_key_bits', below: 2048 },
    ...['CURLOPT_SSL_VERIFYPEER', 'CURLOPT_PROXY_SSL_VERIFYPEER'].map((option) => ({ call: 'curl_setopt', weakness: 'certificate-unchecked' as const, argument: [2, 'value'], is: [false, 0], onlyWithFlag: option })),
    { call: 'curl_setopt', weakness: 'host-name-unchecked', argument: [2, 'value'], is: [false, 0, 1], onlyWithFlag: 'CURLOPT_SSL_VERIFYHOST' },
    ...['CURLOPT_SSL_VERIFYPEER', 'CURLOPT_PROXY_SSL_VERIFYPEER'].map((field) => ({ call: 'curl_setopt_array', weakness: 'certificate-unchecked' as const, argument: [1, 'options'], field, is: [false, 0] })),
    { call: 'curl_setopt_array', weakness: 'host-name-unchecked', argument: [1, 'options'], field: 'CURLOPT_SSL_VERIFYHOST', is: [false, 0, 1] },
    { call: 'GuzzleHttp.Client', weakness: 'certificate-unchecked', argument: [0, 'config'], field: 'verify', is: [false] },
    ...['request', 'get', 'post', 'put', 'patch', 'delete'].map((name) => ({ call: `GuzzleHttp.Client.${name}`, weakness: 'certificate-unchecked' as const, argument: [name === 'request' ? 2 : 1, 'options'], field: 'verify', is: [false] })),
    { call: 'hash_hmac', weakness: 'hard-coded-key', argument: [2, 'key'], ...FIXED },
    // A whole hash is there to be compared with.
    { call: 'crypt', weakness: 'constant-salt', argument: [1, 'salt'], ...FIXED, unless: '^.{30}' },
    ...AEAD.map((call) => ({ call, weakness: 'constant-iv' as const, argument: [2, 'nonce'], ...FIXED })),
    ...AEAD.map((call) => ({ call, weakness: 'hard-coded-key' as const, argument: [3, 'key'], ...FIXED })),
    { call: 'curl_setopt', weakness: 'old-tls', argument: [2, 'value'], flags: OLD_TLS, onlyWithFlag: 'CURLOPT_SSLVERSION' },
    { call: 'stream_context_create', weakness: 'certificate-unchecked', field: 'ssl.verify_peer', is: [false, 0], severity: 'medium' },
    { call: 'stream_context_create', weakness: 'certificate-unchecked', field: 'ssl.allow_self_signed', is: [true, 1], severity: 'medium' },
    { call: 'stream_context_create', weakness: 'host-name-unchecked', field: 'ssl.verify_peer_name', is: [false, 0], severity: 'medium' },
    ...flagged('session_set_cookie_params', 'secure', 'httponly'),
    ...flagged('session_start', 'cookie_secure', 'cookie_httponly'),
    { call: 'session_set_cookie_params', weakness: 'cookie-without-secure', argument: [3, 'secure'], is: [false, 0] },
    { call: 'session_set_cookie_params', weakness: 'cookie-open-to-scripts', argument: [4, 'httponly'], is: [false, 0] },
    { call: 'ini_set', weakness: 'cookie-without-secure', argument: [1], is: OFF, and: [{ matches: '^session\\.cookie_secure$' }] },
    { call: 'ini_set', weakness: 'cookie-open-to-scripts', argument: [1], is: OFF, and: [{ matches: '^session\\.cookie_httponly$' }] },
    ...COOKIES.flatMap((call) => [optioned(call, 2, 'cookie-without-secure', 'secure'), optioned(call, 2, 'cookie-open-to-scripts', 'httponly')]),
    ...cookie('cookie-without-secure', 5, 'secure'),
    ...cookie('cookie-open-to-scripts', 6, 'httponly'),
  ],
};
