import type { Advisory, RangeEvent } from './advisory';
import { affects, mendingVersion } from './affects';
import { groupByAlias } from './alias-groups';

const advisory = (facts: Partial<Advisory>): Advisory => ({
  id: 'A-1',
  aliases: [],
  summary: '',
  ranges: [],
  versions: [],
  ...facts,
});
const range = (...events: readonly RangeEvent[]): Advisory => advisory({ ranges: [events] });
const met = (one: Advisory, versions: readonly string[]) => versions.filter((each) => affects(one, 'npm', each));

describe('an advisory affects', () => {
  it.each<[string, Advisory, readonly string[], readonly string[]]>([
    [
      'from the beginning',
      range(['introduced', '0'], ['fixed', '1.2.0']),
      ['0.0.1-a', '1.1.9', '1.2.0-rc.1', '1.2.0'],
      ['0.0.1-a', '1.1.9', '1.2.0-rc.1'],
    ],
    [
      'the last one that it names, too',
      range(['introduced', '1.0.0'], ['last', '1.2.0']),
      ['0.9.0', '1.2.0', '1.2.1'],
      ['1.2.0'],
    ],
    [
      'everything after, where nothing ends it',
      range(['introduced', '2.0.0']),
      ['1.9.9', '2.0.0', '99.0.0'],
      ['2.0.0', '99.0.0'],
    ],
    [
      'several stretches of one range, in any order',
      range(['fixed', '2.3.0'], ['introduced', '0'], ['introduced', '2.0.0'], ['fixed', '1.5.0']),
      ['1.4.0', '1.5.0', '2.2.0', '2.3.0'],
      ['1.4.0', '2.2.0'],
    ],
    [
      'what is fixed and broken again at one version',
      range(['introduced', '0'], ['fixed', '1.0.0'], ['introduced', '1.0.0'], ['fixed', '1.1.0']),
      ['0.9.0', '1.0.0', '1.1.0'],
      ['0.9.0', '1.0.0'],
    ],
    [
      'versions that it names, written in another way',
      advisory({ versions: ['1.0.0', 'v1.1.0'] }),
      ['1.0.0+build', '1.1.0', '1.2.0'],
      ['1.0.0+build', '1.1.0'],
    ],
    ['no text that is no version, unless it is named', range(['introduced', '0']), ['latest', '1.x'], []],
  ])('%s', (_, one, versions, expected) => expect(met(one, versions)).toEqual(expected));

  it.each<[string, readonly RangeEvent[], readonly string[]]>([
    [
      'before it',
      [
        ['introduced', '0'],
        ['limit', '2.0.0'],
      ],
      ['1.0.0'],
    ],
    [
      'before the highest of several',
      [
        ['introduced', '0'],
        ['limit', '2.0.0'],
        ['limit', '3.0.0'],
      ],
      ['1.0.0', '2.5.0'],
    ],
    [
      'everything where it says *',
      [
        ['introduced', '0'],
        ['limit', '*'],
      ],
      ['1.0.0', '2.5.0', '3.0.0'],
    ],
  ])('where the range has a limit: %s', (_, events, expected) =>
    expect(met(range(...events), ['1.0.0', '2.5.0', '3.0.0'])).toEqual(expected),
  );

  it('what was built locally of a version of Python, and tells it from one that an advisory names itself', () => {
    const affected = (one: Advisory, ...versions: readonly string[]) =>
      versions.filter((each) => affects(one, 'PyPI', each));
    const named = advisory({ versions: ['2.1.0', '3.0+debian1'] });
    expect(affected(named, '2.1.0+cu118', '2.1.1+cu118', '3.0', '3.0+debian1', '3.0+debian2')).toEqual([
      '2.1.0+cu118',
      '3.0+debian1',
    ]);
    const upToLast = range(['introduced', '2.0.0'], ['last', '2.1.0']);
    expect(affected(upToLast, '2.0.0+cpu', '2.1.0+cpu', '2.1.1+cpu')).toEqual(['2.0.0+cpu', '2.1.0+cpu']);
    const mendedLocally = range(['introduced', '0'], ['fixed', '1.0+mended.2']);
    expect(affected(mendedLocally, '1.0', '1.0+mended.1', '1.0+mended.2', '1.0.1')).toEqual(['1.0', '1.0+mended.1']);
    expect(affected(range(['introduced', '0'], ['fixed', '2.1.0']), '2.1.0+cpu')).toEqual([]);
  });

  it('versions by the rules of the ecosystem: epochs of Python', () => {
    const one = range(['introduced', '1!0'], ['fixed', '1!2.0']);
    expect(['3.0', '1!1.5rc1', '1!2.0'].filter((each) => affects(one, 'PyPI', each))).toEqual(['1!1.5rc1']);
  });
});

describe('the version that mends', () => {
  const two = advisory({
    ranges: [
      [
        ['introduced', '0'],
        ['fixed', '1.4.2'],
      ],
      [
        ['introduced', '2.0.0'],
        ['fixed', '2.1.0'],
      ],
    ],
  });
  it.each([
    ['1.0.0', '1.4.2'],
    ['2.0.5', '2.1.0'],
  ])('%s is the lowest one after it: %s', (version, mending) =>
    expect(mendingVersion([two], 'npm', version)).toBe(mending),
  );

  it('is a release, if there is one', () =>
    expect(
      mendingVersion(
        [range(['introduced', '0'], ['fixed', '2.0.0-rc.1']), range(['introduced', '0'], ['fixed', '2.0.0'])],
        'npm',
        '1.0.0',
      ),
    ).toBe('2.0.0'));

  it('is affected by none of the advisories about the hole', () =>
    expect(mendingVersion([two, range(['introduced', '0'], ['fixed', '1.4.3'])], 'npm', '1.0.0')).toBe('1.4.3'));

  it('is none where no advisory names one', () =>
    expect(mendingVersion([range(['introduced', '0'])], 'npm', '1.0.0')).toBeUndefined());
});

describe('advisories about one hole', () => {
  it('are put together by the names that they give each other, also over a third', () =>
    expect(
      groupByAlias([
        advisory({ id: 'GHSA-1', aliases: ['CVE-2'] }),
        advisory({ id: 'X-9' }),
        advisory({ id: 'PYSEC-3', aliases: ['BIT-4'] }),
        advisory({ id: 'BIT-4', aliases: ['CVE-2'] }),
      ]).map(({ id, names }) => [id, names]),
    ).toEqual([
      ['CVE-2', ['BIT-4', 'CVE-2', 'GHSA-1', 'PYSEC-3']],
      ['X-9', ['X-9']],
    ]));

  it('are each looked at a few times, however many there are', () => {
    let looks = 0;
    const looking = (id: string, aliases: readonly string[]): Advisory => ({
      ...advisory({ id }),
      get aliases() {
        looks += 1;
        return aliases;
      },
    });
    const many = Array.from({ length: 1_000 }, (_, at) => looking(`A-${at}`, [`B-${at}`]));
    const chain = Array.from({ length: 1_000 }, (_, at) => looking(`C-${at}`, [`C-${at + 1}`]));
    const sets = jest.spyOn(Set.prototype, 'has');
    const maps = jest.spyOn(Map.prototype, 'get');
    try {
      expect(groupByAlias([...many, ...chain])).toHaveLength(1_001);
      expect(looks).toBeLessThan(10 * 2_000);
      expect(sets.mock.calls.length + maps.mock.calls.length).toBeLessThan(20 * 2_000);
    } finally {
      sets.mockRestore();
      maps.mockRestore();
    }
  });
});
