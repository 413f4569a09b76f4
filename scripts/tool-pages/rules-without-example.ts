import { catalogue } from '@assay/analysis';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLES } from '../../libs/analysis/test/sample-runs';
import { expectedRules } from './samples';

/** Rule ids by tool. */
export type RuleList = Readonly<Record<string, readonly string[]>>;

const FILE = join(SAMPLES, 'rules-without-example.json');

/** The rules that may do without an example. The list only gets shorter. */
export const excusedRules = (): RuleList => JSON.parse(readFileSync(FILE, 'utf8')) as RuleList;

/** The rules that no sample makes its tool report. */
export const rulesWithoutExample = (): RuleList =>
  listed(
    catalogue.map(({ id, rules }) => {
      const reported = expectedRules(id);
      return [id, Object.keys(rules).filter((rule) => !reported.has(rule))];
    }),
  );

/** The rules of the one list that are not in the other. */
export const without = (list: RuleList, other: RuleList): RuleList =>
  listed(
    Object.entries(list).map(([tool, rules]) => [tool, rules.filter((rule) => !(other[tool] ?? []).includes(rule))]),
  );

export const countOf = (list: RuleList): number => Object.values(list).reduce((sum, rules) => sum + rules.length, 0);

/** Takes the rules off the list that have an example by now. Never adds one. */
export function shortenExcusedRules(): RuleList {
  const excused = excusedRules();
  const shorter = without(excused, without(excused, rulesWithoutExample()));
  writeFileSync(FILE, `${JSON.stringify(shorter, null, 1)}\n`);
  return shorter;
}

const listed = (entries: readonly (readonly [string, readonly string[]])[]): RuleList =>
  Object.fromEntries(entries.filter(([, rules]) => rules.length > 0));
