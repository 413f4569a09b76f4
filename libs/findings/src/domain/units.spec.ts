import fc from 'fast-check';
import { examinedUnits } from './coverage';
import { backToFront, frontCoded } from './front-coding';
import { indexSet, readIndexSet } from './index-set';
import { anyText } from '../../../../test/support/any-text';
import { type Units, UnitsListings, unitsListing } from './units';

const path = fc.oneof(
  fc.array(fc.constantFrom('src', 'lib', 'é', '.', 'a.ts'), { minLength: 1, maxLength: 5 }).map((p) => p.join('/')),
  anyText({ maxLength: 8 }),
);
const units: fc.Arbitrary<Units> = fc.record({
  units: fc.array(path, { maxLength: 60 }),
  hidden: fc.array(path, { maxLength: 10 }),
  hiddenFolders: fc.constantFrom([], ['node_modules']),
  isWhole: fc.boolean(),
});
const listed = (found: Units): Units => {
  const listings = new UnitsListings();
  const { listing, chunks } = unitsListing(found);
  for (const chunk of chunks.toReversed()) listings.add({ sessionId: 'ses_1', at: '', ...chunk });
  return listings.find(listing)!;
};
const shop: Units = {
  units: ['src/a.ts', 'src/b.ts', 'web/c.ts'],
  hidden: ['assets/logo.xyz', 'vendor'],
  hiddenFolders: ['node_modules'],
  isWhole: true,
};

describe('a listing of units', () => {
  it('is read as it was written', () => fc.assert(fc.property(units, (found) => expect(listed(found)).toEqual(found))));

  it('is one of many small facts, however many files a target has and whatever their names', () => {
    const many = Array.from({ length: 60_000 }, (_, at) => `packages/some-package-${at % 300}/src/a-module-${at}.ts`);
    const { chunks } = unitsListing({ ...shop, units: many.sort() });
    const bytes = chunks.map((chunk) => Buffer.byteLength(JSON.stringify(chunk)));
    expect(Math.max(...bytes)).toBeLessThan(300_000);
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(3_000_000);
    const hostile = Array.from({ length: 300 }, (_, at) => `${'\u0001'.repeat(4_000)}${at}`);
    for (const chunk of unitsListing({ ...shop, units: hostile }).chunks)
      expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThan(300_000);
  });

  it('is unknown while a chunk of it is missing', () => {
    const { listing, chunks } = unitsListing({
      ...shop,
      units: Array.from({ length: 9_000 }, (_, at) => `${at}/file.ts`.repeat(5)),
    });
    const listings = new UnitsListings();
    for (const chunk of chunks.slice(1)) listings.add({ sessionId: 'ses_1', at: '', ...chunk });
    expect(chunks.length).toBeGreaterThan(1);
    expect(listings.find(listing)).toBeUndefined();
  });

  it('has another digest for other units', () =>
    fc.assert(
      fc.property(units, units, (one, other) =>
        expect(unitsListing(one).listing === unitsListing(other).listing).toBe(
          JSON.stringify(one) === JSON.stringify(other),
        ),
      ),
    ));

  it('shares what its paths have in common', () =>
    fc.assert(fc.property(fc.array(path), (paths) => expect(backToFront(frontCoded(paths))).toEqual(paths))));
});

describe('a set of numbers', () => {
  it('is read as it was written, and takes at most a sixth as many characters as there are numbers', () =>
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 400 }), (isIn) => {
        expect(readIndexSet(indexSet(isIn), isIn.length)).toEqual(isIn);
        expect(indexSet(isIn).length).toBeLessThanOrEqual(isIn.length / 6 + 5);
      }),
    ));

  it('takes a few characters where a few runs make it up', () =>
    expect(indexSet(Array.from({ length: 60_000 }, (_, at) => at >= 100 && at < 50_000))).toBe('2s.12i4'));
});

describe('whether a tool looked at a unit', () => {
  const examined = examinedUnits(indexSet([true, false, true]), shop);

  it.each([
    ['src/a.ts', 'examined'],
    ['src/b.ts', 'not examined'],
    ['src/gone.ts', 'absent'],
    ['assets/logo.xyz', 'not examined'],
    ['vendor/lib/x.ts', 'not examined'],
    ['packages/one/node_modules/x/index.js', 'not examined'],
  ])('says that %s is %s', (unit, examination) => expect(examined.of(unit)).toBe(examination));

  it('says of no unit that it is absent where the listing is not all that there is', () =>
    expect(examinedUnits('', { ...shop, isWhole: false }).of('src/gone.ts')).toBe('not examined'));

  it('asks for each of several files that are shown with one path', () =>
    expect(examinedUnits(indexSet([true, false]), { ...shop, units: ['a', 'a'] }).of('a')).toBe('not examined'));
});
