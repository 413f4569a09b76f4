import { ALL_BUT_PREDICTABLE, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';

/** Predictable generators. `uniqid` is not here: its first argument may come from a good generator. */
const PREDICTABLE_CALLS = ['rand()', 'mt_rand()', 'lcg_value()', 'array_rand()', 'str_shuffle()'];

const FIXED = { fixed: true } as const;

/** A row for a flag of a cookie that is set by name. */
const optioned = (call: string, argument: number, weakness: SettingRow['weakness'], field: string): SettingRow => ({ call, weakness, argument: [argument], field, is: [false, 0] });
const COOKIES = ['setcookie', 'setrawcookie'];
/** An array as the third argument has the flags by name. Otherwise they are arguments of their own. */
const cookie = (weakness: SettingRow['weakness'], position: number, name: string): SettingRow[] => COOKIES.map((call) => ({ call, weakness, argument: [position, name], is: [false, 0] }));

/** Cryptography, cookies and random numbers of PHP. */
export const phpSecurityRows: FlowRows = {
  sources: Object.fromEntries(PREDICTABLE_CALLS.map((call) => [call, PREDICTABLE])),
  harmless: [{ paths: PREDICTABLE_CALLS, weaknesses: ALL_BUT_PREDICTABLE }],
  sinks: COOKIES.map((call) => ({ call, weakness: 'predictable-secret' as const, arguments: [1] })),
  settings: [
    ...['openssl_encrypt', 'openssl_decrypt'].map((call) => ({ call, weakness: 'weak-cipher' as const, argument: [1, 'cipher_algo'], matches: '^(?:des|bf|rc2|rc4|cast5?|idea|seed)(?:-|$)|-ecb$' })),
    ...['mcrypt_encrypt', 'mcrypt_decrypt'].map((call) => ({ call, weakness: 'weak-cipher' as const, matches: '^(?:des|tripledes|blowfish|rc2|arcfour|cast-128|loki97)$' })),
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
    ...COOKIES.flatMap((call) => [optioned(call, 2, 'cookie-without-secure', 'secure'), optioned(call, 2, 'cookie-open-to-scripts', 'httponly')]),
    ...cookie('cookie-without-secure', 5, 'secure'),
    ...cookie('cookie-open-to-scripts', 6, 'httponly'),
  ],
};
