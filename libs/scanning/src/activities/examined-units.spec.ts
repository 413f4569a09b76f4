import { type Units, UnitsListings, examinedUnits } from '@assay/findings';
import type { StagedFile } from '@assay/target-records';
import type { Skipped, StagedTree } from '@assay/targets';
import { coverageOf, listUnitsOf } from './examined-units';

const file = (path: string, more: Partial<StagedFile> = {}): StagedFile => ({
  staged: path,
  path,
  size: 1,
  lines: 1,
  language: 'typescript',
  ...more,
});
const treeOf = (files: readonly StagedFile[], skipped: readonly Skipped[] = []) =>
  ({ root: '/r', pristine: '/p', files, skipped }) as unknown as StagedTree;
const skipped = (path: string, reason: Skipped['reason'], count: Skipped['count'] = 1): Skipped => ({
  path,
  reason,
  count,
});
const SOURCE = { part: 'source', recordsAreWhole: true } as const;
const run = { unreadable: [], unreadableCount: 0 };
const scripts = { files: ['**/*.ts'] };

function examinationsOf(
  tree: StagedTree,
  { tool = scripts, of = SOURCE, ran = run }: { tool?: object; of?: object; ran?: object } = {},
) {
  const listed = listUnitsOf(tree, of as typeof SOURCE);
  const coverage = coverageOf(listed, { tool: tool as typeof scripts, run: ran as typeof run, together: false })!;
  const listings = new UnitsListings();
  for (const chunk of listed.listing.chunks) listings.add({ sessionId: 'ses_1', at: '', ...chunk });
  const found: Units = listings.find(coverage.listing)!;
  return (unit: string) => examinedUnits(coverage.examined, found).of(unit);
}

const FILES = [
  file('src/b.ts'),
  file('src/broken.ts'),
  file('README.md'),
  file('vendor/x.ts', { leftOut: true }),
  file('src/a.ts'),
];

describe('the coverage of a tool', () => {
  it('is the files that it looks at, without those that it could not read or that are left out', () => {
    const of = examinationsOf(treeOf(FILES), {
      ran: { unreadable: [{ file: 'src/broken.ts', reason: 'syntax' }], unreadableCount: 1 },
    });
    expect(['src/a.ts', 'src/b.ts', 'src/broken.ts', 'README.md', 'vendor/x.ts', 'src/removed.ts'].map(of)).toEqual([
      'examined',
      'examined',
      'not examined',
      'not examined',
      'not examined',
      'absent',
    ]);
  });

  it('has what is left out where the tool reads it', () =>
    expect(examinationsOf(treeOf(FILES), { tool: { ...scripts, readsLeftOut: true } })('vendor/x.ts')).toBe(
      'examined',
    ));

  it('is unknown where more was unreadable than is named', () =>
    expect(
      coverageOf(listUnitsOf(treeOf(FILES), SOURCE), {
        tool: scripts,
        run: { unreadable: [], unreadableCount: 1 },
        together: true,
      }),
    ).toBeUndefined());

  it('does not take a file for absent that was not staged', () => {
    const of = examinationsOf(
      treeOf(FILES, [skipped('src/huge.ts', 'too large'), skipped('locked', 'permission denied', 'unknown')]),
    );
    expect(['src/huge.ts', 'locked/x.ts', 'src/removed.ts'].map(of)).toEqual([
      'not examined',
      'not examined',
      'absent',
    ]);
  });

  it('takes none for absent where more was left out than is named', () => {
    const all = Array.from({ length: 201 }, (_, at) => skipped(`data/${at}.ts`, 'too large', at === 200 ? 9 : 1));
    expect(examinationsOf(treeOf(FILES, all))('src/removed.ts')).toBe('not examined');
    const folders = Array.from({ length: 201 }, (_, at) =>
      skipped(`packages/${at}/node_modules`, 'installed dependencies', 'unknown'),
    );
    const of = examinationsOf(treeOf(FILES, folders));
    expect([of('src/removed.ts'), of('packages/999/node_modules/x.ts')]).toEqual(['absent', 'not examined']);
  });

  it.each([
    ['a page of a site', { part: 'records', recordsAreWhole: false }, 'not examined'],
    ['an old version', { part: 'history', recordsAreWhole: true }, 'not examined'],
    ['a record of an image', { part: 'records', recordsAreWhole: true }, 'absent'],
  ])('says of %s that is not there: %s, %s', (_, of, expected) =>
    expect(examinationsOf(treeOf(FILES), { of })('another')).toBe(expected),
  );

  it('is the same text for the same target', () => {
    const one = listUnitsOf(treeOf(FILES), SOURCE).listing;
    expect(listUnitsOf(treeOf(FILES.toReversed()), SOURCE).listing).toEqual(one);
  });
});
