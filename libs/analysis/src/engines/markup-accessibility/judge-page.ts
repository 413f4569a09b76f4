import { AxeRuns } from './axe/run-axe';
import { Page, type PageSurroundings } from './rules/page';
import { ownRules } from './rules';
import type { Markup } from './markup';
import type { Problem } from '../kit/per-file';

/** The rules that tools ask for, by who judges them. */
export interface Asked {
  readonly axe: readonly string[];
  readonly own: readonly string[];
}

/** More of one rule in one file tell nobody more. */
const MOST_OF_A_RULE = 100;

/** Judges one page, or one part of a page. */
export async function judgePage(
  markup: Markup,
  surroundings: PageSurroundings,
  asked: Asked,
  axe: AxeRuns,
): Promise<Problem[]> {
  const page = new Page(markup, surroundings);
  const problems: Problem[] = [];
  for (const rule of asked.own) {
    let count = 0;
    for (const { element, message, isMild } of ownRules[rule]!(page)) {
      if ((count += 1) > MOST_OF_A_RULE) break;
      problems.push({
        rule,
        line: element.place.line,
        column: element.place.column,
        message,
        ...(isMild && { severity: 'low' as const }),
      });
    }
  }
  if (asked.axe.length > 0)
    for (const { rule, element, message } of await axe.faultsOf(page, asked.axe))
      problems.push({ rule, line: element.place.line, column: element.place.column, message });
  return problems;
}
