import type { RulePage, ToolPage } from '@assay/analysis';
import { reasonOfWeakness } from '../../libs/analysis/src/catalogue/cwe-reasons';
import { anchor, code, table, text } from './markdown';

export const WEAKNESSES = 'weaknesses.md';

/** A tool with more rules of one weakness than this has them on its own page alone: the formats of credentials. */
const MOST_ROWS = 120;

interface Weakness {
  readonly id: string;
  readonly name: string;
  readonly rules: readonly { readonly tool: ToolPage; readonly rule: RulePage }[];
}

/** `docs/tools/weaknesses.md`: each security rule with its CWE, and why it has that one. */
export function weaknessPage(pages: readonly ToolPage[]): string {
  const weaknesses = weaknessesOf(pages);
  const rules = weaknesses.reduce((sum, each) => sum + each.rules.length, 0);
  return `${[
    '# Rules by weakness',
    [
      `The ${rules} rules of security tools that name one of ${weaknesses.length} weaknesses,`,
      'by the number of the weakness in MITRE’s list (CWE), and why they have that number.',
      'Findings of several tools on one line that have the same number are one.',
      'This page is written by `npm run docs:tools`; the reasons stand in `cwe-reasons.ts` of the catalogue.',
    ].join(' '),
    table(
      ['weakness', 'name', 'rules'],
      weaknesses.map(({ id, name, rules: all }) => [`[${id}](#${anchor(id)})`, text(name), String(all.length)]),
    ),
    ...weaknesses.flatMap(sectionOf),
  ].join('\n\n')}\n`;
}

function weaknessesOf(pages: readonly ToolPage[]): Weakness[] {
  const found = new Map<string, { name: string; rules: { tool: ToolPage; rule: RulePage }[] }>();
  for (const tool of pages.filter(({ category }) => category === 'security'))
    for (const rule of tool.rules) {
      if (rule.cwe === undefined) continue;
      const known = found.get(rule.cwe.id) ?? { name: rule.cwe.name, rules: [] };
      known.rules.push({ tool, rule });
      found.set(rule.cwe.id, known);
    }
  return [...found]
    .map(([id, weakness]) => ({ id, ...weakness }))
    .sort((one, other) => numberOf(one.id) - numberOf(other.id));
}

const numberOf = (id: string): number => Number(id.slice('CWE-'.length));

function sectionOf({ id, name, rules }: Weakness): string[] {
  const reason = reasonOfWeakness(id);
  if (reason === undefined) throw new Error(`cwe-reasons.ts does not say why rules have ${id}`);
  return [`## ${id}`, `${text(name)}. **Why:** ${reason}`, table(['rule', 'what it reports'], rowsOf(rules))];
}

function rowsOf(rules: Weakness['rules']): string[][] {
  const counts = new Map<string, number>();
  for (const { tool } of rules) counts.set(tool.id, (counts.get(tool.id) ?? 0) + 1);
  const many = [...counts].filter(([, count]) => count > MOST_ROWS);
  return [
    ...many.map(([tool, count]) => [`[${code(tool)}](${tool}.md)`, `${count} rules, listed on the page of the tool`]),
    ...rules
      .filter(({ tool }) => counts.get(tool.id)! <= MOST_ROWS)
      .map(({ tool, rule }) => [
        `[${code(`${tool.id}/${rule.id}`)}](${tool.id}.md#${anchor(rule.id)})`,
        text(rule.title),
      ]),
  ];
}
