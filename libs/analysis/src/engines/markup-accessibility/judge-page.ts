import { AxeRuns } from './axe/run-axe';
import { Page, type PageSurroundings } from './rules/page';
import { ownRules } from './rules';
import type { Markup, MarkupElement, Place } from './markup';
import type { Problem } from '../kit/per-file';

/** The rules that tools ask for, by who judges them. */
export interface Asked {
  readonly axe: readonly string[];
  readonly own: readonly string[];
}

/** A problem of an element. */
export interface ProblemOfPage extends Problem {
  /** Where the file has the element, if it is there for a use of a component or for an entry of a list. */
  readonly origin?: Place;
}

/** More of one rule in one file tell nobody more. */
const MOST_OF_A_RULE = 100;

/** Judges one page, or one part of a page. */
export async function judgePage(
  markup: Markup,
  surroundings: PageSurroundings,
  asked: Asked,
  axe: AxeRuns,
): Promise<ProblemOfPage[]> {
  const page = new Page(markup, surroundings);
  const problems: ProblemOfPage[] = [];
  for (const rule of asked.own) {
    let count = 0;
    for (const { element, message, isMild } of ownRules[rule]!(page)) {
      if ((count += 1) > MOST_OF_A_RULE) break;
      problems.push({ ...problemOf(rule, element, message), ...(isMild && { severity: 'low' as const }) });
    }
  }
  if (asked.axe.length > 0)
    for (const { rule, element, message } of await axe.faultsOf(page, asked.axe))
      problems.push(problemOf(rule, element, message));
  return problems;
}

const problemOf = (rule: string, { place, origin }: MarkupElement, message: string): ProblemOfPage => ({
  rule,
  line: place.line,
  column: place.column,
  message,
  ...(origin && { origin }),
});

/**
 * The problems of a file, each once: not for each entry of a list, and not where a component is used if the component
 * itself has it.
 */
export function withoutRepeats(problems: readonly ProblemOfPage[]): Problem[] {
  const keyOf = (rule: string, { line, column }: Place): string => `${rule} ${line} ${column}`;
  const told = new Set(problems.flatMap((each) => (each.origin ? [] : [keyOf(each.rule, each as Place)])));
  const seen = new Set<string>();
  return problems.flatMap(({ origin, ...problem }) => {
    if (!origin) return [problem];
    const key = keyOf(problem.rule, problem as Place);
    if (seen.has(key) || told.has(keyOf(problem.rule, origin))) return [];
    seen.add(key);
    return [problem];
  });
}
