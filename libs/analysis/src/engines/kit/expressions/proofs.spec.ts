import { check } from 'recheck';
import { type ProofOfTime, isNeverExponential, proofOf } from './proofs';

// A thread of Node's: what it runs takes seven times as long among Jest's modules.
process.env['RECHECK_BACKEND'] = 'worker';

const kindOf = (source: string, flags = ''): ProofOfTime['kind'] | undefined => proofOf(source, flags)?.kind;

/** Expressions of Express, Vue and NodeGoat, and others of each form. */
const LINEAR = [
  '^\\/user\\/id:(\\d+)\\/name:(\\w+)',
  '\\/user:(\\w+)\\/',
  '^\\w{3}, \\d+ \\w+ \\d+ \\d+:\\d+:\\d+ \\w+$',
  '^(?:W\\/)?"[^"]+"$',
  '[^\\\\];\\s*$',
  ':([^]+)',
  '\\s+',
  '^\\s*|x+y',
  ',([^,\\}\\]]*)(?:,([^,\\}\\]]*))?$',
  '^(?:-?>)+|<!--|-->|--!>|<!-$',
  '^(?:a{2,3}b)+$',
  '^(?:[^"\\\\]|\\\\.)*"',
  '(?:ab)+c?',
  '^\\d{2,}-\\d*$',
];

const QUADRATIC = [
  '<h1[^>]*>x',
  'f.*r',
  '\\s+$',
  '^\\s+|\\s+$',
  '\\?.*$',
  '([^/\\\\]+)\\.\\w+$',
  "'(?:[^'\\\\]|\\\\.)*'",
  '<!--[^]*?-->',
  '\\s+[.[]\\s*|\\s*[.[]\\s+',
  '^\\d*\\d+$',
  '^a+(?:b|a+)c',
  '(?:ab)+c',
];

describe('the proof of an expression', () => {
  it.each(LINEAR)('says that /%s/ is never slow, as the general search does', async (source) => {
    expect(kindOf(source)).toBe('linear');
    expect((await check(source, '')).status).toBe('safe');
  });

  it.each(QUADRATIC)('says that the time of /%s/ is quadratic, as the general search does', async (source) => {
    expect(kindOf(source)).toBe('quadratic');
    expect(await check(source, '')).toMatchObject({ complexity: { type: 'polynomial', degree: 2 } });
  });

  it.each([
    '^(a+)+$',
    '^(?:a|a)+$',
    '^(?:a|ab|b)+$',
    '^(?:(?:|x?)a)*$',
    '^(?:(?:|b|)a)*$',
    '^(?:a*)*$',
    '^(?:aa|a)+$',
    '(a+)\\1b',
    'a+(?=b)',
    '(?<=a+)b',
    '(a+',
    '[b-a]+',
    'a{300}b{300}',
  ])('leaves /%s/ to the general search', (source) => {
    expect(kindOf(source)).toBeUndefined();
  });

  it.each(['\\ba+b', '\\s+\\s+$', '^\\d+\\d+\\d+$', '^.*\\bx.*y$', '<a.*?b="(.*?)".*?<\\/a>'])(
    'says that the time of /%s/ is not exponential, as the general search does',
    async (source) => {
      expect(kindOf(source)).toBe('polynomial');
      expect(await check(source, '')).not.toMatchObject({ complexity: { type: 'exponential' } });
    },
  );

  it.each([
    'access\\.log(0-9-)*',
    '(?<=\\w\\w)(\\s+[a-z]\\.?)+(?=\\s+\\w\\w)',
    '(.)*end(.)*',
    '^(a(?!b*c))+$',
    '^a+a+a+a+$',
  ])(
    'says that the time of /%s/ does not double with a few characters more, as the general search does',
    async (source) => {
      expect(isNeverExponential(source)).toBe(true);
      expect(await check(source, '')).not.toMatchObject({ complexity: { type: 'exponential' } });
    },
  );

  it.each(['^(a|a)+$', '(?=(a+)+b)', '(?<!(a|a)*b)c', '^(a+)+$', '^(a(b?|c?))+$', '(a)\\1+', '(a'])(
    'does not say so of /%s/',
    (source) => {
      expect(isNeverExponential(source)).toBe(false);
    },
  );

  it('knows case, lines and dots', () => {
    expect(kindOf('A[^a]*b')).toBe('quadratic');
    expect(kindOf('A[^a]*b', 'i')).toBe('linear');
    expect(kindOf('A[^b]*b', 'i')).toBe('quadratic');
    expect(kindOf('B[^b]*c', 'i')).toBe('linear');
    expect(kindOf('^a+b')).toBe('linear');
    expect(kindOf('^.+b', 'm')).not.toBe('linear');
    expect(kindOf('\\n.*b')).toBe('linear');
    expect(kindOf('\\n.*b', 's')).toBe('quadratic');
  });

  it.each(['u', 'v', 'y', 'gg', 'x'])('leaves expressions with the flags %s to the general search', (flags) => {
    expect(kindOf('a+b', flags)).toBeUndefined();
  });

  it('shows a text that is refused, and that many attempts read', () => {
    expect(proofOf('<h1[^>]*>', '')).toEqual({ kind: 'quadratic', prefix: '', pump: '<h1a', suffix: '' });
    expect(proofOf('^\\s+|\\s+$', 'g')).toEqual({ kind: 'quadratic', prefix: '!', pump: ' ', suffix: '!' });
  });

  it('ends, however large the expression is', () => {
    const long = Array.from({ length: 40 }, () => '(?:[^"]|"")*x').join('');
    expect(['linear', 'quadratic', 'polynomial', undefined]).toContain(kindOf(long));
    expect(kindOf(`^${'(?:a'.repeat(5_000)}${')'.repeat(5_000)}`)).toBeUndefined();
    expect(kindOf(`^${'[a-z]?'.repeat(399)}b+c`)).toBeUndefined();
  });
});
