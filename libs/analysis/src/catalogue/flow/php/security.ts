import { ALL_BUT_PREDICTABLE, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';

/** Of `uniqid` its first argument says more: it may come from a good generator. */
const PREDICTABLE_CALLS = ['rand()', 'mt_rand()', 'lcg_value()', 'array_rand()', 'str_shuffle()'];

const COOKIES = ['setcookie', 'setrawcookie'];
/** An array in the third place has the flags by their names; otherwise they stand in places of their own. */
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
    ...cookie('cookie-without-secure', 5, 'secure'),
    ...cookie('cookie-open-to-scripts', 6, 'httponly'),
  ],
};
