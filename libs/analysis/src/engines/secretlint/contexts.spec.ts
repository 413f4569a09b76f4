import {
  isBesideItsPattern,
  isNamedMadeUp,
  triedKeysIn,
  worthOfAwsKeyId,
  worthOfGoogleKey,
  worthOfJsonWebToken,
  worthOfSignedAddress,
} from './contexts';

const KEY = `AI${'za'}${'FAKE0'.repeat(7)}`;
const google = (path: string, text: string) =>
  worthOfGoogleKey(path, text, text.indexOf(KEY), text.indexOf(KEY) + KEY.length);
const token = (payload: object) => `eyJ.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.abc`;

describe('a key of Google', () => {
  it.each([
    ['src/Maps.kt', `const val KEY = "${KEY}"`],
    ['settings.py', `GOOGLE_MAP_API_KEY = "${KEY}"`],
    ['.env', `VITE_APP_CONFIG='{"apiKey":"${KEY}","authDomain":"shop.firebaseapp.com"}'`],
  ])('is shown to everybody in %s: %s', (path, text) => expect(google(path, text)).toBe('low'));

  it('is that of a server elsewhere', () =>
    expect(google('app/settings.py', `GEMINI_API_KEY = "${KEY}"`)).toBe('high'));
});

describe('the id of a key of AWS', () => {
  const id = `AWS_ACCESS_KEY_ID=AK${'IA'}Q7XW2LKT9MNP6SBD`;
  it('is worth little alone', () => {
    expect(worthOfAwsKeyId(`${id}\n# sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709`)).toBe('low');
  });
  it('is worth what the rule says beside a secret key', () =>
    expect(worthOfAwsKeyId(`${id}\nAWS_SECRET_ACCESS_KEY=${'q8Zr4vXw2L'.repeat(4)}`)).toBeUndefined());
});

describe('an address that Azure signs', () => {
  const worth = (...parameters: readonly string[]) => {
    const text = `get("https://a.blob.core.windows.net/b?sp=r&${parameters.join('&')}&sig=abc%3D")`;
    return worthOfSignedAddress(text, text.indexOf('&sig='));
  };
  it('is worth little where it holds for a day at most', () => {
    expect(worth('se=2026-04-13T16%3A48%3A10Z', 'skt=2026-04-13T15%3A47%3A50Z')).toBe('low');
    expect(worth('st=2026-04-13T15:47:50Z', 'se=2026-04-14T15:47:50Z')).toBe('low');
  });
  it('is worth what the rule says where it holds for long, or nobody can tell', () => {
    expect(worth('st=2026-04-13T15:47:50Z', 'se=2027-04-13T15:47:50Z')).toBeUndefined();
    expect(worth('se=2026-04-13T16:48:10Z')).toBeUndefined();
    expect(worth('st=2026-04-13T15:47:50Z')).toBeUndefined();
  });
});

describe('a JSON Web Token', () => {
  it('that expires is worth little', () =>
    expect(worthOfJsonWebToken('a.yml', token({ exp: 1607925596 }))).toBe('low'));
  it('that everybody is given is worth little', () =>
    expect(worthOfJsonWebToken('a.ts', token({ role: 'anon' }))).toBe('low'));
  it('that never expires is worth a look', () =>
    expect(worthOfJsonWebToken('a.ts', token({ role: 'owner' }))).toBe('medium'));
});

it.each([
  ['placeholder: "gloas-', true],
  ['<input placeholder="gloas-', true],
  ["  example: 'gloas-", true],
  ['clientSecret: "gloas-', false],
])('the name before a token says whether it is made up: %s', (text, expected) =>
  expect(isNamedMadeUp(text, text.indexOf('gloas-'))).toBe(expected),
);

describe('a private key', () => {
  const tried = (path: string, name: string, count = 1) => {
    const text = `const ${name}: &str = "-----BEGIN`;
    return triedKeysIn(path, text, count)(text.indexOf('-----'), text.length);
  };
  it.each([
    ['https-dev-config/localhost.key', 'KEY', 1],
    ['integration/resources/tls/local.key', 'KEY', 1],
    ['molecule/upgrade/files/apt.priv', 'KEY', 1],
    ['workspace/insecure_id_rsa', 'KEY', 1],
    ['roles/letsencrypt/pebble.minica.key.pem', 'KEY', 1],
    ['etc/ssl/private/ssl-cert-snakeoil.key', 'KEY', 1],
    ['src/keys.rs', 'TEST_FAKE_KEY', 1],
    ['src/keys.rs', 'KEY', 100],
  ])('was made to try something: %s %s %d', (path, name, count) => expect(tried(path, name, count)).toBeDefined());
  it('is one elsewhere', () => {
    expect(tried('etc/tls/tls.key', 'KEY')).toBeUndefined();
    expect(tried('etc/dominican/server.key', 'KEY')).toBeUndefined();
  });
  it.each([
    ['# It is not used anywhere, and made for the software to start.\nkey: |\n  ', 'its comment says so'],
    ['// A dummy key.\nkey = `', 'its comment says so'],
    ['# The key of the server that is used for mail.\nkey: |\n  ', undefined],
    [`note: a dummy text\nkey: |\n  `, undefined],
    [`# A dummy key.\n${'a: 1\n'.repeat(9)}key: |\n  `, undefined],
  ])('is none where a comment above it says so: %j', (before, reason) => {
    const text = `${before}-----BEGIN`;
    expect(triedKeysIn('charts/mail/values.yaml', text, 1)(before.length, text.length)).toBe(reason);
  });
  it('is none where it stands again below a comment about it', () => {
    const [key, other] = ['-----BEGIN a', '-----BEGIN b'];
    const text = `# A dummy key.\na: ${key}\n${'b: 1\n'.repeat(9)}c: ${key}\nd: ${other}\n`;
    const tried = triedKeysIn('charts/mail/values.yaml', text, 3);
    const at = (each: string, from = 0) => text.indexOf(each, from);
    const whyAt = (start: number) => tried(start, start + key.length);
    expect([at(key), at(key, 40), at(other)].map(whyAt)).toEqual([
      'its comment says so',
      'its comment says so',
      undefined,
    ]);
  });
  it('is one among the many of a file of settings', () => {
    for (const path of ['deploy/keys.yaml', 'production.env', 'keys.pem', 'config/keys.json'])
      expect(tried(path, 'KEY', 100)).toBeUndefined();
  });
  it('comes with the reason', () => {
    expect(tried('workspace/insecure_id_rsa', 'KEY')).toBe('its path says so');
    expect(tried('src/keys.rs', 'TEST_FAKE_KEY')).toBe('its name says so');
    expect(tried('src/keys.rs', 'KEY', 100)).toBe('its file has 100 keys');
  });
});

describe('a value behind a pattern', () => {
  const VALUE = 'glu_8fK2mQ9xTz4RbW7s';
  it.each([
    ['its own', `("Gloas", "glu_[a-zA-Z0-9]{16}", Value("`, true],
    ['its own, in lines above', `(\n  "Gloas token",\n  r"\\b(glu_[a-z0-9]+)",\n  Single("`, true],
    ['one of several', `"old_[a-z]{4}|glu_[a-zA-Z0-9]{16}", "`, true],
    ['that of another', `("Ploas", "plu_[a-zA-Z0-9]{16}", Value("`, false],
    ['a text that is no pattern', `("glu_ is our token", "`, false],
    ['its own, far above', `"glu_[a-z]{4}"\n\n\n\n\n\ntoken = "`, false],
  ])('is there to try it if that is %s', (_, before, expected) => {
    const text = `${before}${VALUE}")`;
    const start = text.indexOf(VALUE);
    expect(isBesideItsPattern(text, start, start + VALUE.length)).toBe(expected);
  });
});
