import { type MatchBudget, type PathPattern, matches, parsePattern } from '@assay/source-text';
import type { NotHonoured } from '@assay/target-records';
import { readIgnoreLine } from './suppression-text';

/** A line of an ignore file that is honoured. */
export interface IgnoreLine {
  readonly line: number;
  readonly names: string;
  readonly reason: string;
  readonly pattern: PathPattern;
}

/** Nobody writes as many by hand. With more, none is honoured: which ones would depend on their order. */
const MOST_RULES = 500;

/** @param name of the file, for the places of what is not honoured */
export function parseIgnoreFile(
  text: string,
  name: string,
): { readonly rules: readonly IgnoreLine[]; readonly notHonoured: readonly NotHonoured[] } {
  const rules: IgnoreLine[] = [];
  const notHonoured: NotHonoured[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const given = raw.trim();
    if (given === '' || given.startsWith('#')) continue;
    const line = index + 1;
    const said = readIgnoreLine(given);
    const pattern = 'fault' in said ? undefined : parsePattern(said.glob);
    if ('fault' in said) notHonoured.push({ place: `${name}:${line}`, reason: said.fault });
    else if (!pattern) notHonoured.push({ place: `${name}:${line}`, reason: 'its glob names nothing' });
    else rules.push({ line, names: said.names, reason: said.reason, pattern });
  }
  if (rules.length <= MOST_RULES) return { rules, notHonoured };
  return {
    rules: [],
    notHonoured: [{ place: name, reason: `none of its ${rules.length} lines: more than ${MOST_RULES}` }],
  };
}

/** Whether a rule names a file or a folder that it is in. @param names of the path, from the root of the target */
export function covers({ pattern }: IgnoreLine, names: readonly string[], budget: MatchBudget): boolean {
  for (let depth = 1; depth <= names.length; depth += 1) {
    if (matches(pattern, names.slice(0, depth), depth < names.length, budget)) return budget.left > 0;
    if (budget.left <= 0) return false;
  }
  return false;
}
