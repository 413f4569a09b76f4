import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Hole, type HolesOfRepository, compareHoles } from './count';

const LISTS = join(__dirname, '../../docs/holes');
const hole = (file: string, found: boolean): Hole => ({ what: 'a hole', cwe: 'CWE-89', file, found, why: 'because' });
const trace = { steps: ['source', 'sink'] };
const of = (...holes: readonly Hole[]): HolesOfRepository => ({
  repository: 'some/application',
  commit: 'abc',
  documentation: 'its pages',
  holes,
});

it('counts a hole as found where a finding has its file and weakness', () => {
  const { found, missed } = compareHoles(of(hole('a.js', true), hole('b.js', false), hole('c.js', true)), [
    { file: 'a.js', cwe: 'CWE-89' },
    { file: 'b.js', cwe: 'CWE-79' },
    { file: 'c.js', cwe: 'CWE-943', duplicates: [{ cwe: 'CWE-89' }] },
  ]);
  expect(found.map(({ file }) => file)).toEqual(['a.js', 'c.js']);
  expect(missed.map(({ file }) => file)).toEqual(['b.js']);
});

it('counts those that the code shows apart', () => {
  const rule = { ...hole('b.js', false), isBeyondCode: true as const };
  const { ofVisible } = compareHoles(of(hole('a.js', true), rule, hole('c.js', false)), [
    { file: 'a.js', cwe: 'CWE-89' },
  ]);
  expect(ofVisible).toEqual({ all: 2, found: 1, withWay: 0, explained: 0 });
});

it('counts those apart whose way is told, or that have one place only', () => {
  const holes = of(hole('a.js', true), { ...hole('b.js', true), onePlace: 'a literal' }, hole('c.js', true), {
    ...hole('d.js', false),
    onePlace: 'a literal',
  });
  const { ofVisible } = compareHoles(holes, [
    { file: 'a.js', cwe: 'CWE-89' },
    { file: 'a.js', cwe: 'CWE-89', trace },
    { file: 'b.js', cwe: 'CWE-89', trace: null },
    { file: 'c.js', cwe: 'CWE-89', trace: { steps: ['sink'] } },
  ]);
  expect(ofVisible).toEqual({ all: 4, found: 3, withWay: 1, explained: 2 });
});

it('says where the list is wrong', () => {
  const { changed } = compareHoles(of(hole('a.js', false), hole('b.js', true)), [{ file: 'a.js', cwe: 'CWE-89' }]);
  expect(changed.map(({ file }) => file)).toEqual(['a.js', 'b.js']);
});

it('says where the list is wrong about a way', () => {
  const single = (file: string) => ({ ...hole(file, true), onePlace: 'a literal' });
  const findings = ['a.js', 'c.js'].map((file) => ({ file, cwe: 'CWE-89', trace }));
  const bare = ['b.js', 'd.js'].map((file) => ({ file, cwe: 'CWE-89' }));
  const untold = { ...hole('d.js', true), untoldWay: 'nobody follows it' };
  const { changed, ofVisible } = compareHoles(
    of(hole('a.js', true), hole('b.js', true), single('c.js'), single('d.js'), untold),
    [...findings, ...bare],
  );
  expect(ofVisible).toEqual({ all: 5, found: 5, withWay: 2, explained: 3 });
  expect(changed.map(({ file }) => file)).toEqual(['b.js', 'c.js']);
});

it.each(readdirSync(LISTS))('has a reason for each hole of %s', (name) => {
  const { holes, commit } = JSON.parse(readFileSync(join(LISTS, name), 'utf8')) as HolesOfRepository;
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(holes.filter(({ found, isBeyondCode }) => found && isBeyondCode)).toEqual([]);
  expect(
    holes.filter(({ found, onePlace, untoldWay }) => [!found, onePlace, untoldWay].filter(Boolean).length > 1),
  ).toEqual([]);
  for (const { what, cwe, why } of holes)
    expect([what, cwe, why]).toEqual([
      expect.any(String),
      expect.stringMatching(/^CWE-\d+$/),
      expect.stringMatching(/\w/),
    ]);
});
