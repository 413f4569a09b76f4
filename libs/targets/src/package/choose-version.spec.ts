import fc from 'fast-check';
import { chooseVersion } from './choose-version';
import { readPackument } from './packument';

/** npm's own choice, with a Node that every version runs on. */
const npmPick = jest.requireActual<(packument: unknown, wanted: string) => { version: string }>('npm-pick-manifest');

const packumentOf = (versions: Readonly<Record<string, boolean>>, distTags: Readonly<Record<string, string>>) => ({
  name: 'a',
  'dist-tags': distTags,
  versions: Object.fromEntries(
    Object.entries(versions).map(([version, deprecated]) => [
      version,
      { name: 'a', version, ...(deprecated && { deprecated: 'old' }) },
    ]),
  ),
});

describe('the version that is chosen', () => {
  it('is what npm would take, whatever there is and whatever is asked for', () => {
    const version = fc
      .tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.constantFrom('', '', '-beta.1', '-rc.0'))
      .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`);
    const wanted = fc.oneof(
      version,
      version.map((each) => `^${each}`),
      version.map((each) => `~${each}`),
      version.map((each) => `<=${each}`),
      fc.constantFrom('*', 'latest', 'next', '1', '1.x', '>=1 <2 || 0', '', 'v1.0.0', '=1.1.1'),
    );
    fc.assert(
      fc.property(
        fc.dictionary(version, fc.boolean(), { minKeys: 1, maxKeys: 12 }),
        fc.nat(),
        fc.nat(),
        wanted,
        (versions, latest, next, asked) => {
          const all = Object.keys(versions);
          const packument = packumentOf(versions, { latest: all[latest % all.length]!, next: all[next % all.length]! });
          const ours = outcome(() => chooseVersion(readPackument(JSON.stringify(packument), 'a'), asked || '*'));
          expect(ours).toBe(outcome(() => npmPick(packument, asked || '*').version));
        },
      ),
      { numRuns: 500 },
    );
  });

  const outcome = (choose: () => string): string => {
    try {
      return choose();
    } catch {
      return 'none';
    }
  };
  const chosen = (
    wanted: string,
    versions: Readonly<Record<string, boolean>>,
    tags: Readonly<Record<string, string>> = {},
  ) => chooseVersion(readPackument(JSON.stringify(packumentOf(versions, tags)), 'a'), wanted);

  it('is a deprecated one only where there is no other', () => {
    expect(chosen('^1.0.0', { '1.0.0': false, '1.1.0': true }, { latest: '1.1.0' })).toBe('1.0.0');
    expect(chosen('^1.0.0', { '1.0.0': true, '1.1.0': true }, { latest: '1.1.0' })).toBe('1.1.0');
    expect(chosen('1.1.0', { '1.0.0': false, '1.1.0': true })).toBe('1.1.0');
  });

  it.each(['__proto__', 'constructor', 'toString', '9.9.9', '>2', 'gone'])('is none for %s', (wanted) =>
    expect(() => chosen(wanted, { '1.0.0': false }, { latest: '1.0.0' })).toThrow(
      `a: it has no version that is "${wanted}"; the latest is 1.0.0`,
    ),
  );

  it('is none where all were unpublished', () =>
    expect(() => chosen('*', {})).toThrow('a: it has no version any more'));
});
