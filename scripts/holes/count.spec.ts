import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type HolesOfRepository, compareHoles } from './count';

const LISTS = join(__dirname, '../../docs/holes');
const hole = (file: string, found: boolean) => ({ what: 'a hole', cwe: 'CWE-89', file, found, why: 'because' });
const of = (...holes: readonly ReturnType<typeof hole>[]): HolesOfRepository => ({
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
  expect(ofVisible).toEqual({ found: 1, all: 2 });
});

it('says where the list is wrong', () => {
  const { changed } = compareHoles(of(hole('a.js', false), hole('b.js', true)), [{ file: 'a.js', cwe: 'CWE-89' }]);
  expect(changed.map(({ file }) => file)).toEqual(['a.js', 'b.js']);
});

it.each(readdirSync(LISTS))('has a reason for each hole of %s', (name) => {
  const { holes, commit } = JSON.parse(readFileSync(join(LISTS, name), 'utf8')) as HolesOfRepository;
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(holes.filter(({ found, isBeyondCode }) => found && isBeyondCode)).toEqual([]);
  for (const { what, cwe, why } of holes)
    expect([what, cwe, why]).toEqual([
      expect.any(String),
      expect.stringMatching(/^CWE-\d+$/),
      expect.stringMatching(/\w/),
    ]);
});
