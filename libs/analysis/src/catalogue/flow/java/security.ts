import { ALL_BUT_PREDICTABLE, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';

const RANDOM = ['nextInt', 'nextLong', 'nextDouble', 'nextFloat', 'nextBoolean', 'nextGaussian', 'ints', 'longs', 'doubles'].map((name) => `Random.${name}()`);
const PREDICTABLE_CALLS = [...RANDOM, 'Math.random()', ...['random', 'randomAlphabetic', 'randomAlphanumeric', 'randomNumeric', 'randomAscii'].map((name) => `RandomStringUtils.${name}()`)];

/** AES alone is AES in the ECB mode. */
const WEAK_CIPHER = '^(?:des|desede|tripledes|rc2|rc4|arcfour|blowfish|idea|skipjack)(?:/|$)|^aes(?:_\\d+)?$|^[^/]+/ecb(?:/|$)';
const WEAK_HASH = '^(?:md2|md4|md5|sha|sha-?1)$';
const COOKIE = { call: 'HttpServletResponse.addCookie', is: [false], orMissing: true } as const;

const text = (weakness: SettingRow['weakness'], matches: string, calls: readonly string[]): SettingRow[] => calls.map((call) => ({ call, weakness, matches }));

/** Cryptography, cookies, sessions and random numbers of the Java platform. */
export const javaSecurityRows: FlowRows = {
  aliases: { 'ThreadLocalRandom.current()': 'Random', SplittableRandom: 'Random', 'HttpServletRequest.getSession()': 'HttpSession' },
  sources: Object.fromEntries(PREDICTABLE_CALLS.map((call) => [call, PREDICTABLE])),
  harmless: [{ paths: PREDICTABLE_CALLS, weaknesses: ALL_BUT_PREDICTABLE }],
  sinks: [
    ...['Cookie', 'HttpSession.setAttribute', 'HttpSession.putValue'].map((call) => ({ call, weakness: 'predictable-secret' as const, arguments: [1] })),
    ...['SecretKeySpec', 'IvParameterSpec'].map((call) => ({ call, weakness: 'predictable-secret' as const })),
    ...['GCMParameterSpec', 'PBEKeySpec', 'PBEParameterSpec'].map((call) => ({ call, weakness: 'predictable-secret' as const, arguments: [0, 1] })),
    ...['HttpSession.setAttribute', 'HttpSession.putValue'].map((call) => ({ call, weakness: 'trust-boundary' as const, arguments: [0, 1] })),
  ],
  setters: { Cookie: { setSecure: 'secure', setHttpOnly: 'httpOnly' } },
  settings: [
    ...text('weak-cipher', WEAK_CIPHER, ['Cipher.getInstance']),
    ...text('weak-cipher', '^(?:des|desede|tripledes|rc2|rc4|arcfour|blowfish)$', ['KeyGenerator.getInstance', 'SecretKeyFactory.getInstance']),
    ...text('weak-hash', WEAK_HASH, ['MessageDigest.getInstance', 'DigestUtils.getDigest']),
    ...['md2', 'md2Hex', 'md5', 'md5Hex', 'sha', 'shaHex', 'sha1', 'sha1Hex', 'getMd5Digest', 'getSha1Digest'].map((name) => ({ call: `DigestUtils.${name}`, weakness: 'weak-hash' as const, always: true as const })),
    { ...COOKIE, weakness: 'cookie-without-secure', field: 'secure' },
    { ...COOKIE, weakness: 'cookie-open-to-scripts', field: 'httpOnly' },
  ],
};
