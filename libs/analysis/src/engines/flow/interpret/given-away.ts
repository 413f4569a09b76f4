import type { EvaluatedCall } from './evaluated-call';
import type { Run } from './run';
import { report } from './sinks';

/** Calls that only keep, name or compare what they get. */
const HARMLESS = new RegExp(
  `^(?:${[
    'of|ofNullable|add|addAll|put|append|set|just|stream|asList|singleton\\w*|valueOf|toString|format|formatted|hash',
    'equals|compareTo|contains|startsWith|endsWith|resolve\\w*|relativize|requireNonNull\\w*|getName|getPath|get',
    'not[A-Z]\\w*|nonNull|has[A-Z]\\w*|print\\w*|log|trace|debug|info|warn|error|fatal',
    'assert\\w*|is[A-Z]\\w*|check\\w*|validate\\w*|\\w*Exception|\\w*Error',
  ].join('|')})$`,
);

const NOT_KNOWN = 'what gets the path is not known, and may check it';

/** Reports an object made of input that a call outside of the target gets, if rows say that it may do harm anywhere. */
export function judgeGivenAway(run: Run, { target, name, args, at }: EvaluatedCall): void {
  if (run.rules.givenAway.size === 0 || run.proof !== undefined || target.functions.length > 0) return;
  for (const { value } of args) {
    const type = value.taints.length === 0 ? undefined : value.paths.find((path) => run.rules.givenAway.has(path));
    if (type === undefined) continue;
    const called = name ?? target.paths[0]?.split('.').at(-1) ?? '';
    if (called === '' || HARMLESS.test(called) || isJudged(run, target.paths, name)) return;
    report(run, { call: called, weakness: run.rules.givenAway.get(type)!, reservation: NOT_KNOWN }, value, at);
  }
}

const isJudged = (run: Run, paths: readonly string[], name: string | undefined): boolean =>
  run.rules.find(run.rules.sinks, paths, name) !== undefined ||
  run.rules.find(run.rules.sanitizers, paths, name) !== undefined;
