import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue, severityIn } from '@assay/analysis';
import { GRAVE_BY_LABELS, TOOLS_OF_CORRECTNESS } from '../../libs/analysis/src/profiles/grave-by-record';
import { type LabelledRow, readLabelFiles, readMended } from './read-labels';

const LABELS = join(__dirname, '../../docs/labels');
/** Folders of repositories that taught the rules, and of data flow, whose rows have another form. */
const OTHERS = /^(?:infrastructure-)?(?:before|after)$|^flow/;

const rowKey = (repository: string, { tool, rule, file }: Pick<LabelledRow, 'tool' | 'rule' | 'file'>): string =>
  JSON.stringify([repository, tool, rule, file]);

/** Useful and all rows of high or critical severity, by rule. A misfire whose kind was fixed does not count. */
function graveRows(): Map<string, [useful: number, all: number]> {
  const mended = new Set(readMended(LABELS).map((row) => rowKey(row.repository, row)));
  const folders = readdirSync(LABELS, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !OTHERS.test(entry.name),
  );
  const record = new Map<string, [number, number]>();
  for (const { name } of folders)
    for (const { repository, rows } of readLabelFiles(join(LABELS, name)))
      for (const row of rows) {
        if (row.severity !== 'high' && row.severity !== 'critical') continue;
        if (row.label !== 'useful' && mended.has(rowKey(repository, row))) continue;
        const [useful, all] = record.get(`${row.tool}/${row.rule}`) ?? [0, 0];
        record.set(`${row.tool}/${row.rule}`, [useful + (row.label === 'useful' ? 1 : 0), all + 1]);
      }
  return record;
}

describe('the rules of correctness that are grave in the recommended profile', () => {
  const tools = new Set<string>(TOOLS_OF_CORRECTNESS);
  const proven = [...graveRows()]
    .filter(([rule, [useful, all]]) => tools.has(rule.split('/')[0]!) && useful * 3 >= all * 2)
    .map(([rule]) => rule)
    .filter((rule) => catalogue.some(({ id, rules }) => Object.keys(rules).some((name) => `${id}/${name}` === rule)));

  it('are those of which two thirds of the labels were useful', () => {
    expect([...GRAVE_BY_LABELS].sort()).toEqual(proven.sort());
  });
});

/**
 * Labels that a rule is taken to have before it has any: three quarters of all rows of these tools were worth a look.
 * So one row that was not says little, and two of two say that the rule is seldom as grave as it looks.
 */
const BEFORE: readonly [useful: number, all: number] = [6, 8];

describe('the rules of other tools that are grave in the recommended profile', () => {
  const correctness = new Set<string>(TOOLS_OF_CORRECTNESS);
  const isGrave = (tool: (typeof catalogue)[number], rule: string): boolean =>
    /^(?:high|critical)$/.test(severityIn({ profile: 'recommended' }, tool, rule, 'critical', 'src/a'));

  it('are expected to be worth a look in two thirds of their rows', () => {
    const record = graveRows();
    const doubtful = catalogue
      .filter(({ id }) => !correctness.has(id) && !id.endsWith('-data-flow'))
      .flatMap((tool) => Object.keys(tool.rules).flatMap((rule) => (isGrave(tool, rule) ? `${tool.id}/${rule}` : [])))
      .filter((rule) => {
        const [useful, all] = record.get(rule) ?? [0, 0];
        return (useful + BEFORE[0]) * 3 < (all + BEFORE[1]) * 2;
      });
    expect(doubtful).toEqual([]);
  });
});
