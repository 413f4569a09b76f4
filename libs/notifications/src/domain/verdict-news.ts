import type { Fact } from '@assay/kernel';

export type Verdict = 'pass' | 'fail' | 'inconclusive';

/** What this context reads of a verdict that was given. */
export type VerdictGiven = Fact<
  'VerdictGiven',
  {
    readonly scanId: string;
    readonly organizationId: string;
    readonly automationId: string;
    readonly historyId: string;
    readonly verdict: Verdict;
    readonly reason: string;
    readonly conditions: { readonly branch: string | null; readonly commit: string | null };
    /** `failing`: how many are at or above the automation's threshold. */
    readonly newFindings: { readonly total: number; readonly failing: number };
    readonly at: string;
  }
>;

/** A verdict as those after it are compared with it. */
export interface VerdictTurn {
  readonly scanId: string;
  readonly verdict: Verdict;
  readonly failing: number;
  readonly at: string;
}

/** The newest verdicts of one automation and branch, in the order of the log. */
export interface VerdictTurns {
  readonly turns: readonly VerdictTurn[];
}

/** So many are kept: who looks for an older one comes too late to tell anybody. */
export const TURNS_KEPT = 100;

export const turnsIdOf = ({ automationId, conditions }: VerdictGiven['data']): string =>
  JSON.stringify([automationId, conditions.branch]);

export const turnOf = ({ scanId, verdict, newFindings, at }: VerdictGiven['data']): VerdictTurn => ({
  scanId,
  verdict,
  failing: newFindings.failing,
  at,
});

/** Why somebody is told of a verdict. */
export interface VerdictChange {
  /** Null for the first verdict of an automation and branch. */
  readonly previous: Verdict | null;
  /** How many more new findings there are at or above the threshold. */
  readonly moreFailing: number;
}

/**
 * What a verdict changes against the one before it; undefined where nobody needs to be told: it is the same and has no
 * more new findings at or above the threshold, it is the first one and good, or it is not among those that are known.
 */
export function changeBy({ scanId }: VerdictGiven['data'], { turns }: VerdictTurns): VerdictChange | undefined {
  const index = turns.findIndex((turn) => turn.scanId === scanId);
  const given = turns[index];
  // What stood before the oldest that is kept is not known.
  if (!given || (index === 0 && turns.length >= TURNS_KEPT)) return undefined;
  const before = turns[index - 1];
  const moreFailing = Math.max(0, given.failing - (before?.failing ?? 0));
  const isNew = before === undefined ? given.verdict !== 'pass' : before.verdict !== given.verdict;
  return isNew || moreFailing > 0 ? { previous: before?.verdict ?? null, moreFailing } : undefined;
}

/** What is told of a verdict. */
export interface VerdictFacts {
  readonly automationId: string;
  readonly automationName: string;
  readonly historyId: string;
  readonly scanId: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly newFindings: number;
  readonly failing: number;
  /** Where to read more; null where the service does not know its own address. */
  readonly link: string | null;
}

/** What is told: a content of the outbox, which each channel puts into its own form. */
export interface VerdictNews extends VerdictFacts, VerdictChange {
  readonly at: string;
}

/** Characters of a text that others wrote: a reason, the name of a branch. */
const LONGEST = 1_000;
const bounded = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`);

interface Known {
  readonly automationName: string;
  readonly publicUrl: string | undefined;
}

export const verdictNews = (given: VerdictGiven['data'], change: VerdictChange, known: Known): VerdictNews => ({
  ...change,
  ...verdictFacts(given, known),
  at: given.at,
});

export function verdictFacts(given: VerdictGiven['data'], { automationName, publicUrl }: Known): VerdictFacts {
  const { automationId, historyId, scanId, verdict, reason, conditions, newFindings } = given;
  return {
    automationId,
    automationName: bounded(automationName),
    historyId,
    scanId,
    verdict,
    reason: bounded(reason),
    branch: conditions.branch === null ? null : bounded(conditions.branch),
    commit: conditions.commit,
    newFindings: newFindings.total,
    failing: newFindings.failing,
    link: reportLink(scanId, publicUrl),
  };
}

/** Where to read more about a scan; null where the service does not know its own address. */
export const reportLink = (scanId: string, publicUrl: string | undefined): string | null =>
  publicUrl === undefined ? null : `${publicUrl.replace(/\/$/, '')}/api/v1/scans/${scanId}/report?format=html`;
