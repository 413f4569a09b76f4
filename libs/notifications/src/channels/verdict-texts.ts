import type { VerdictNews } from '../domain/verdict-news';

const WORDS = { pass: 'passes', fail: 'fails', inconclusive: 'is inconclusive' } as const;
/** A control character would end a header or begin a line of its own. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A headline in one line: `Nightly fails on main`. */
export function headline({ automationName, verdict, branch }: VerdictNews): string {
  return oneLine(`${automationName} ${WORDS[verdict]}${branch === null ? '' : ` on ${branch}`}`);
}

/** The difference from the verdict before. */
export function whatChanged({ previous, moreFailing }: VerdictNews): string {
  if (previous === null) return 'It is the first verdict of this automation and branch.';
  if (moreFailing === 0) return `Before it was ${previous}.`;
  const more = `${moreFailing} new ${moreFailing === 1 ? 'finding' : 'findings'} at or above the threshold`;
  return `Before it was ${previous}. ${more} ${moreFailing === 1 ? 'was' : 'were'} not there then.`;
}

/** The facts of a verdict, each with its name. */
export function facts({ verdict, reason, newFindings, failing, commit, scanId }: VerdictNews): [string, string][] {
  return [
    ['Verdict', verdict],
    ['Reason', oneLine(reason)],
    ['New findings', `${newFindings}, ${failing} of them at or above the threshold`],
    ...(commit === null ? [] : [['Commit', oneLine(commit)] as [string, string]]),
    ['Scan', scanId],
  ];
}
