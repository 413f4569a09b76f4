import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HoleOfAdvisory, type HolesOfAdvisories, linesOfAdvisories } from './advisories';

const LIST = join(__dirname, '../../docs/holes-of-advisories.json');
const { documentation, holes } = JSON.parse(readFileSync(LIST, 'utf8')) as HolesOfAdvisories;

const FORM: Readonly<Record<keyof HoleOfAdvisory, RegExp | 'boolean'>> = {
  advisory: /^(?:CVE-\d{4}-\d{4,}|GHSA(?:-[\da-z]{4}){3})$/,
  package: /^\S+$/,
  version: /^\d\S*$/,
  language: /^[A-Z][\w#+]*$/,
  cwe: /^CWE-\d+$/,
  file: /^(?![/.])[^\\]+\.\w+$/,
  found: 'boolean',
  why: /\S.*[^\s.]$/,
};

describe('the list of published holes', () => {
  it.each(holes.map((hole) => [hole.advisory, hole] as const))('tells all of %s in its form', (_, hole) => {
    const wrong = Object.entries(FORM).filter(([name, form]) => {
      const value: unknown = hole[name as keyof HoleOfAdvisory];
      return form === 'boolean' ? typeof value !== form : typeof value !== 'string' || !form.test(value);
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
    expect(Object.keys(hole).sort()).toEqual(Object.keys(FORM).sort());
  });

  it('names each hole once, and how they were chosen', () => {
    const places = holes.map(({ advisory, file }) => `${advisory} ${file}`);
    expect(places).toEqual([...new Set(places)]);
    expect(documentation).toMatch(/chosen/);
  });
});

it('counts those that are found by their language, and names the others', () => {
  const hole = (advisory: string, language: string, found: boolean): HoleOfAdvisory => ({
    ...{ advisory, package: 'a/b', version: '1.0', language, cwe: 'CWE-89', file: 'a.php', found, why: 'because' },
  });
  const list = [
    hole('CVE-2021-0001', 'PHP', true),
    hole('CVE-2021-0002', 'PHP', false),
    hole('CVE-2021-0003', 'Go', true),
  ];
  expect(linesOfAdvisories({ documentation: 'chosen', holes: list })).toEqual([
    'all: 2 of 3 published holes are listed as found',
    'Go: 1 of 1 published holes are listed as found',
    'PHP: 1 of 2 published holes are listed as found',
    '  missed  CVE-2021-0002 CWE-89 a/b 1.0: because',
  ]);
});
