import fc from 'fast-check';
import picomatch from 'picomatch';
import { isAmong } from './branch-globs';

describe('globs of branches', () => {
  it.each<[readonly string[], string]>([
    [['main'], 'main'],
    [['next', 'main'], 'main'],
    [['*'], 'main'],
    [['**'], 'main'],
    [['**'], 'feature/a/b'],
    [['release/*'], 'release/1.0'],
    [['release/**'], 'release/1/0'],
    [['**/hotfix'], 'hotfix'],
    [['**/hotfix'], 'team/a/hotfix'],
    [['a/**/b'], 'a/b'],
    [['a/**/b'], 'a/x/y/b'],
    [['v?.?'], 'v1.0'],
    [['{main,next}'], 'next'],
    [['release/{1,2}.{0,1}'], 'release/2.1'],
    [['release/*', '!release/old*'], 'release/1.0'],
    [['!main'], 'next'],
    [['+(a)'], '+(a)'],
    [['{one}'], '{one}'],
    [['f\u00fcr/*'], 'f\u00fcr/\u{1f600}'],
    [['?'], '\u{1f600}'],
  ])('%j name %s', (globs, branch) => expect(isAmong(globs, branch)).toBe(true));

  it.each<[readonly string[], string]>([
    [['main'], 'Main'],
    [['main'], 'maintenance'],
    [['main'], 'x/main'],
    [['*'], 'feature/a'],
    [['release/*'], 'release/1/0'],
    [['release/*'], 'release'],
    [['**/hotfix'], 'x-hotfix'],
    [['v?.?'], 'v1/0'],
    [['?'], ''],
    [['{main,next}'], 'other'],
    [['release/*', '!release/old*'], 'release/older'],
    [['!main'], 'main'],
    [['!main', '!next'], 'next'],
    [['m.in'], 'main'],
  ])('%j do not name %s', (globs, branch) => expect(isAmong(globs, branch)).toBe(false));

  it('name what picomatch says that they name', () => {
    const segment = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 4 });
    const ofGlob = fc.oneof(
      segment.filter((text) => !text.includes('**')),
      fc.constant('**'),
    );
    const ofBranch = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 });
    const path = (part: fc.Arbitrary<string>) =>
      fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(path(ofGlob), path(ofBranch), (glob, branch) => {
        // For picomatch `a/**` matches `a`, too; here it matches only names below it.
        fc.pre(!glob.endsWith('/**'));
        expect(isAmong([glob], branch)).toBe(picomatch.isMatch(branch, glob, { dot: true }));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('are decided in few steps, however many stars and braces they have', () => {
    const branch = 'a'.repeat(244);
    expect(isAmong([`${'*a'.repeat(120)}b`], branch)).toBe(false);
    expect(isAmong([`${'**'.repeat(100)}${'*a'.repeat(20)}b`], branch)).toBe(false);
    expect(isAmong(['{a,b}'.repeat(100)], branch)).toBe(false);
    expect(isAmong(['{'.repeat(255)], branch)).toBe(false);
  });
});
