import type { Fact, Severity } from '@assay/kernel';

export const VERDICTS = ['pass', 'fail', 'inconclusive'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

export type SeverityCounts = Readonly<Record<Severity, number>>;

/** By what a verdict was given. */
export interface VerdictConditions {
  /** Null: nothing fails it. */
  readonly failOn: Severity | null;
  readonly branch: string | null;
  readonly commit: string | null;
  /** The branch that it was compared with. */
  readonly targetBranch: string | null;
  /**
   * The finished scan of that branch that it was compared with; null if there was none. Without `commit`: recorded by
   * an earlier release.
   */
  readonly baseline: { readonly scanId: string; readonly at: string; readonly commit?: string | null } | null;
  /**
   * The merge base of a change into another branch, null if it is not known, and whether the baseline is the scan that
   * is nearest to it, or only the newest of the branch. Undefined elsewhere, and in what an earlier release recorded.
   */
  readonly mergeBase?: { readonly commit: string | null; readonly isCompared: boolean };
}

/** What an automation's scan was judged to be, once and for all, with what that rests on. */
export type VerdictGiven = Fact<
  'VerdictGiven',
  {
    readonly sessionId: string;
    readonly scanId: string;
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly automationId: string;
    /** The id in the automation's history. */
    readonly historyId: string;
    readonly verdict: VerdictKind;
    readonly reason: string;
    /** What to know beside the reason. */
    readonly notes: readonly string[];
    readonly conditions: VerdictConditions;
    readonly counts: {
      /** Those that somebody accepted or called false positives are not among them. */
      readonly new: SeverityCounts;
      readonly decided: number;
      readonly gone: number;
      readonly unchanged: number;
      readonly notObserved: number;
    };
    /** The new findings, the most severe first; the first hundred ids. Of more, NewFindingsNamed have them all. */
    readonly newFindings: {
      readonly ids: readonly string[];
      readonly total: number;
      /** So many, the first ones, are what the verdict fails on. */
      readonly failing: number;
      /** The digest of all their ids. Undefined in what an earlier release recorded. */
      readonly digest?: string;
    };
    /**
     * The beginnings of the fingerprints of the new findings that it fails on, the first 500. By these a later verdict
     * tells those that nobody was told of. Undefined in what an earlier release recorded.
     */
    readonly failingFingerprints?: readonly (readonly string[])[];
    /**
     * The keys that the line of the scanned branch has of the same findings. One that a later push moves or renames has
     * the same key. Undefined in what an earlier release recorded.
     */
    readonly failingKeys?: readonly string[];
    /** At most 200 tools. */
    readonly missingTools: readonly { readonly tool: string; readonly reason: string }[];
    /** When the scan ended. */
    readonly at: string;
  }
>;

/**
 * A part of the ids of the new findings, in the order of the verdict that is about to be given. Recorded before it, and
 * of no weight without it: where a process dies in between and something was decided meanwhile, other findings are
 * named under another digest, and those of the verdict's own digest are what it rests on.
 */
export type NewFindingsNamed = Fact<
  'NewFindingsNamed',
  {
    readonly sessionId: string;
    readonly scanId: string;
    readonly digest: string;
    /** Which part, from 0. */
    readonly part: number;
    readonly ids: readonly string[];
  }
>;

/** The verdict is gone for good, with the session that it was about. */
export type VerdictDeleted = Fact<'VerdictDeleted', { readonly scanId: string; readonly at: string }>;

export type VerdictOutcome = VerdictGiven | VerdictDeleted;
export type VerdictEvent = NewFindingsNamed | VerdictOutcome;

export const verdictStream = (sessionId: string): string => `verdict-${sessionId}`;
