import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '@assay/analysis';
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
