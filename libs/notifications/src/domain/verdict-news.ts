import type { Fact } from '@assay/kernel';

export type Verdict = 'pass' | 'fail' | 'inconclusive';

/** The part of a given verdict that this context reads. */
export type GivenVerdict = Fact<
  'VerdictGiven',
  {
    readonly scanId: string;
    readonly organizationId: string;
    readonly automationId: string;
    readonly historyId: string;
    readonly verdict: Verdict;
    readonly reason: string;
    readonly conditions: { readonly branch: string | null; readonly commit: string | null };
    /** `failing`: the number of findings at or above the automation's threshold. */
    readonly newFindings: { readonly total: number; readonly failing: number };
    /** The fingerprints of the failing findings that are recorded. Undefined in events of earlier releases. */
    readonly failingFingerprints?: readonly (readonly string[])[];
    /** The keys of the same findings. A key stays the same if a finding is moved or renamed. */
    readonly failingKeys?: readonly string[];
    readonly at: string;
  }
>;

/** A verdict in the form with which later verdicts are compared. */
export interface VerdictTurn {
  readonly scanId: string;
  readonly verdict: Verdict;
  readonly failing: number;
  /** How many of its failing findings the verdict before did not have. */
  readonly moreFailing: number;
  readonly at: string;
}

/** The newest verdicts of one automation and branch, in the order of the log. */
export interface VerdictTurns {
  readonly turns: readonly VerdictTurn[];
  /** Fingerprints and keys of the newest verdict's failing findings; null if not all are known. */
  readonly lastFailing: readonly string[] | null;
}

/** The number of turns to keep. A reader that needs an older one is too late to notify anybody. */
const TURNS_KEPT = 100;

export const turnsIdOf = ({
  automationId,
  conditions,
}: {
  readonly automationId: string;
  readonly conditions: { readonly branch: string | null };
}): string => JSON.stringify([automationId, conditions.branch]);

/** Adds a verdict to the turns, compared with the one before it by its findings. */
export function withTurn(given: GivenVerdict['data'], before: VerdictTurns | undefined): VerdictTurns {
  const { scanId, verdict, newFindings, at } = given;
  const turn = { scanId, verdict, failing: newFindings.failing, moreFailing: moreFailingIn(given, before), at };
  return { turns: [...(before?.turns ?? []), turn].slice(-TURNS_KEPT), lastFailing: allFailingOf(given) };
}

const allFailingOf = (given: GivenVerdict['data']): readonly string[] | null => {
  const recorded = failingOf(given);
  return recorded.length < given.newFindings.failing ? null : recorded.flat();
};

/** The names by which each failing finding is recognised: its fingerprints, and its key if there is one. */
const failingOf = ({ failingFingerprints = [], failingKeys = [] }: GivenVerdict['data']): readonly string[][] =>
  failingFingerprints.map((fingerprints, index) => [
    ...fingerprints,
    ...(failingKeys[index] === undefined ? [] : [failingKeys[index]]),
  ]);

/** Counts by number if not all findings of the verdict before are known; a replaced finding then goes unnoticed. */
function moreFailingIn(given: GivenVerdict['data'], before: VerdictTurns | undefined): number {
  const { failing } = given.newFindings;
  const last = before?.turns.at(-1);
  if (!before || !last) return failing;
  const byNumber = Math.max(0, failing - last.failing);
  if (before.lastFailing === null || !given.failingFingerprints) return byNumber;
  const known = new Set(before.lastFailing);
  const unknown = failingOf(given).filter((each) => !each.some((name) => known.has(name)));
  return Math.max(byNumber, unknown.length);
}

/** Why there is a notification about a verdict. */
export interface VerdictChange {
  /** Null for the first verdict of an automation and branch. */
  readonly previous: Verdict | null;
  /** How many new findings at or above the threshold the verdict before did not have. */
  readonly moreFailing: number;
}

/**
 * The change from the verdict before; undefined if there is no news: the verdict is the same without further new
 * findings at or above the threshold, it is the first one and a pass, or it is not among the kept turns.
 */
export function changeBy(
  { scanId }: GivenVerdict['data'],
  { turns }: Pick<VerdictTurns, 'turns'>,
): VerdictChange | undefined {
  const index = turns.findIndex((turn) => turn.scanId === scanId);
  const given = turns[index];
  // The verdict before the oldest kept one is unknown.
  if (!given || (index === 0 && turns.length >= TURNS_KEPT)) return undefined;
  const before = turns[index - 1];
  const { moreFailing } = given;
  const isNew = before === undefined ? given.verdict !== 'pass' : before.verdict !== given.verdict;
  return isNew || moreFailing > 0 ? { previous: before?.verdict ?? null, moreFailing } : undefined;
}

/** The contents of a notification about a verdict. */
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
  /** Where to read more; null if the service does not know its own address. */
  readonly link: string | null;
}

/** The news of a verdict: a content of the outbox, which each channel puts into its own form. */
export interface VerdictNews extends VerdictFacts, VerdictChange {
  readonly at: string;
}

/** The most characters of a text from outside: a reason, the name of a branch. */
const LONGEST = 1_000;
const bounded = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`);

interface Known {
  readonly automationName: string;
  readonly publicUrl: string | undefined;
}

export const verdictNews = (given: GivenVerdict['data'], change: VerdictChange, known: Known): VerdictNews => ({
  ...change,
  ...verdictFacts(given, known),
  at: given.at,
});

export function verdictFacts(given: GivenVerdict['data'], { automationName, publicUrl }: Known): VerdictFacts {
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

/** Where to read more about a scan; null if the service does not know its own address. */
export const reportLink = (scanId: string, publicUrl: string | undefined): string | null =>
  publicUrl === undefined ? null : `${publicUrl.replace(/\/$/, '')}/api/v1/scans/${scanId}/report?format=html`;
