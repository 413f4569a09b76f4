import { ALL_BUT_PREDICTABLE, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';

const PREDICTABLE_CALLS = ['random', 'randint', 'randrange', 'choice', 'choices', 'sample', 'uniform', 'getrandbits', 'randbytes', 'gauss', 'normalvariate', 'triangular', 'betavariate'].map((name) => `random.${name}()`);
const WEAK_CIPHERS = ['DES', 'DES3', 'ARC2', 'ARC4', 'Blowfish', 'XOR'].flatMap((name) => [`Crypto.Cipher.${name}.new`, `Cryptodome.Cipher.${name}.new`]);
const WEAK_ALGORITHMS = ['ARC4', 'TripleDES', 'Blowfish', 'IDEA', 'CAST5', 'SEED'].flatMap((name) => [`cryptography.hazmat.primitives.ciphers.algorithms.${name}`, `cryptography.hazmat.decrepit.ciphers.algorithms.${name}`]);
const WEAK_HASHES = ['md5', 'sha1'].map((name) => `hashlib.${name}`);
const ALWAYS = { always: true } as const;

/** Cookies of Flask, Django and Starlette: places are those of the parameters there, after the name and the value. */
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
    cookie('cookie-without-secure', 'secure'),
    cookie('cookie-open-to-scripts', 'httponly'),
  ],
};
