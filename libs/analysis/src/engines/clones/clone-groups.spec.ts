import fc from 'fast-check';
import { CloneSearch } from './clone-groups';
import { syntaxOf } from './code-tokens';

const SETTINGS = { minTokens: 20, minLines: 3 };
/** Lines of code with four tokens each. Lines with different names are different. */
const code = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, index) => `${name}${index} = ${name};\n`).join('');

function searched(files: Readonly<Record<string, string>>, settings = SETTINGS, most?: number) {
  const search = new CloneSearch(settings, most);
  const added = Object.entries(files).map(([file, text]) => search.add(file, text, syntaxOf(file)));
  const groups = search.groups().map(({ places }) => places.map((each) => `${each.file}:${each.line}-${each.endLine}`));
  return { groups, added, steps: search.steps };
}
const groupsOf = (files: Readonly<Record<string, string>>) => searched(files).groups;

describe('groups of clones', () => {
  it('have all places of a passage, each as long as its text is equal', () =>
    expect(
      groupsOf({
        'a.js': `${code('x', 8)}${code('p', 3)}`,
        'b.js': `${code('q', 3)}${code('x', 8)}`,
        'c.js': `${code('x', 6)}${code('r', 9)}`,
      }),
    ).toEqual([['a.js:1-8', 'b.js:4-11', 'c.js:1-6']]));

  it('have no passages with too few tokens or lines', () => {
    expect(groupsOf({ 'a.js': code('x', 4), 'b.js': code('x', 4) })).toEqual([]);
    const oneLine = code('x', 30).replaceAll('\n', ' ');
    expect(groupsOf({ 'a.js': oneLine, 'b.js': oneLine })).toEqual([]);
  });

  it('ignore comments, blanks and line breaks', () => {
    const commented = code('x', 8).replaceAll(';\n', ';  // it is\n/* two\nlines */\n\n');
    expect(groupsOf({ 'a.js': code('x', 8), 'b.js': commented })).toEqual([['a.js:1-8', 'b.js:1-29']]);
  });

  it.each([
    ['a.py', '# it is\n'],
    ['a.rb', '# it is\n'],
    ['a.php', '# it is\n'],
    ['a.css', '/* it is\n*/'],
    ['a.vue', '<!-- it is -->'],
  ])('know the comments of %s', (file, comment) => {
    const other = `b${file.slice(1)}`;
    const commented = code('x', 8).replace(';\n', `;\n${comment}\n`);
    expect(groupsOf({ [file]: code('x', 8), [other]: commented })).toHaveLength(1);
  });

  it('have places that do not overlap and that end after they begin, for any code', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', '\n', '"', "'", '/*', '*/', '//', '0,'), { maxLength: 400 }),
        (parts) => {
          const text = `${code('x', 8)}${parts.join(' ')}`;
          const found = groupsOf({ 'a.js': text, 'b.js': `${text}\n${text}` });
          expect(found).not.toEqual([]);
          for (const group of found) {
            const places = group.map((place) => /^(.*):(\d+)-(\d+)$/.exec(place)!.slice(1));
            expect(group.length).toBeGreaterThan(1);
            for (const [, line, endLine] of places) expect(Number(endLine)).toBeGreaterThanOrEqual(Number(line) + 2);
          }
        },
      ),
    ));

  it('take work proportional to the size of the code, even if all lines are equal', () => {
    const dull = (count: number) => searched({ 'a.js': '0,\n'.repeat(count), 'b.js': '0,\n'.repeat(count) });
    for (const count of [2_000, 8_000, 16_000]) expect(dull(count).steps).toBeLessThan(20 * 4 * count);
    const varied = (count: number) => searched({ 'a.js': code('x', count), 'b.js': code('x', count) });
    for (const count of [1_000, 8_000]) expect(varied(count).steps).toBeLessThan(4 * 8 * count);
  });

  it('leave out files that exceed the limit, and report these files', () => {
    const { added, groups } = searched(
      { 'a.js': code('x', 8), 'b.js': code('x', 9), 'c.js': code('x', 8) },
      SETTINGS,
      66,
    );
    expect(added).toEqual([true, false, true]);
    expect(groups).toEqual([['a.js:1-8', 'c.js:1-8']]);
  });
});
