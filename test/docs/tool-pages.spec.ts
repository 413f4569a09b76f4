import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '@assay/analysis';
import { reasonedWeaknesses } from '../../libs/analysis/src/catalogue/cwe-reasons';
import { RULE_DOCUMENTATION_FILE, readRuleDocumentation } from '../../libs/analysis/src/catalogue/rule-documentation';
import { outdatedTools, toJson } from '../../scripts/tool-pages/documentation';
import { PAGES, pageFiles } from '../../scripts/tool-pages/pages';

const COMMAND = 'npm run docs:tools';

describe(`the pages of the tools, which ${COMMAND} writes`, () => {
  const documentation = readRuleDocumentation();
  const files = pageFiles(documentation);

  it('are made from the samples, rules and packages that there are now', () =>
    expect({ run: COMMAND, for: outdatedTools(documentation).map(({ id }) => id) }).toEqual({ run: COMMAND, for: [] }));

  it('are the committed ones, no more and no less', () => {
    const committed = new Set(readdirSync(PAGES));
    const changed = [...files].filter(
      ([name, content]) => !committed.has(name) || readFileSync(join(PAGES, name), 'utf8') !== content,
    );
    const stray = [...committed].filter((name) => !files.has(name));
    expect({ run: COMMAND, for: [...changed.map(([name]) => name), ...stray] }).toEqual({ run: COMMAND, for: [] });
  });

  it('are written alike each time', () => {
    expect(pageFiles(documentation)).toEqual(files);
    expect(readFileSync(RULE_DOCUMENTATION_FILE, 'utf8')).toBe(toJson(documentation));
  });

  it('rest on a file that is small enough to ship', () =>
    expect(statSync(RULE_DOCUMENTATION_FILE).size).toBeLessThan(2_800_000));

  it('say of each weakness that security rules name why they do, and of no other', () => {
    const named = catalogue
      .filter(({ category }) => category === 'security')
      .flatMap(({ rules }) => Object.values(rules).flatMap(({ cwe }) => cwe ?? []));
    expect([...reasonedWeaknesses()].sort()).toEqual([...new Set(named)].sort());
  });

  it('document only tools and rules that there are, each example in a few printable lines', () => {
    expect(Object.keys(documentation)).toEqual(catalogue.map(({ id }) => id));
    for (const { id, rules } of catalogue)
      for (const [rule, { bad, good }] of Object.entries(documentation[id]!.rules)) {
        expect(Object.keys(rules)).toContain(rule);
        for (const example of [bad, good].filter((each) => each !== undefined)) {
          const [first, last] = example.marked;
          expect(example.lines.length).toBeLessThanOrEqual(12);
          expect(first >= 1 && first <= last && last <= example.lines.length).toBe(true);
          expect(example.lines.join('\n')).not.toMatch(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/u);
        }
      }
  });

  it('link only to pages and sections that there are', () => {
    const sections = new Map([...files].map(([name, content]) => [name, anchorsOf(content)] as const));
    const missing = [...files].flatMap(([name, content]) =>
      [...content.slice(0, content.indexOf('\n## Severity')).matchAll(/\]\((?!https:)([^)]+)\)/g)]
        .map(([, target]) => target!.split('#'))
        .filter(([page, section]) => {
          const known = sections.get(page === '' ? name : page!);
          return known === undefined || (section !== undefined && !known.has(section));
        })
        .map((target) => `${name}: ${target.join('#')}`),
    );
    expect(missing).toEqual([]);
  });
});

/** As GitHub makes the anchors of headings, which are inline code or plain text. */
const anchorsOf = (content: string): ReadonlySet<string> =>
  new Set(
    [...content.matchAll(/^#{2,3} (?:`+ ?)?(.+?)(?: ?`+)?$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replace(/ /g, '-'),
    ),
  );
