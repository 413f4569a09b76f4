import type { Fact, Severity } from '@assay/kernel';

export const VERDICTS = ['pass', 'fail', 'inconclusive'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

export type SeverityCounts = Readonly<Record<Severity, number>>;

/** The conditions under which a verdict was given. */
export interface VerdictConditions {
  /** Null if no severity fails it. */
  readonly failOn: Severity | null;
  readonly branch: string | null;
  readonly commit: string | null;
  /** The branch that it was compared with. */
  readonly targetBranch: string | null;
  /**
   * The finished scan of that branch that it was compared with; null if there was none. Events of an earlier release
   * have no `commit`.
   */
  readonly baseline: { readonly scanId: string; readonly at: string; readonly commit?: string | null } | null;
  /**
   * The merge base of a change into another branch, null if it is not known; and whether the baseline is the scan
   * nearest to it, or only the newest of the branch. Undefined for other scans, and in events of an earlier release.
   */
  readonly mergeBase?: { readonly commit: string | null; readonly isCompared: boolean };
}

/** The final verdict on an automation's scan, with the facts that it rests on. */
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
    /** Facts to know beside the reason. */
    readonly notes: readonly string[];
    readonly conditions: VerdictConditions;
    readonly counts: {
      /** Without findings that somebody accepted or called false positives. */
      readonly new: SeverityCounts;
      readonly decided: number;
      readonly gone: number;
      readonly unchanged: number;
      readonly notObserved: number;
    };
    /** The new findings, the most severe first; the first hundred ids. If there are more, NewFindingsNamed have all. */
    readonly newFindings: {
      readonly ids: readonly string[];
      readonly total: number;
      /** The number of findings on which the verdict fails; they come first. */
      readonly failing: number;
      /** The digest of all their ids. Undefined in events of an earlier release. */
      readonly digest?: string;
    };
    /**
     * The beginnings of the fingerprints of the first 500 failing new findings. By these a later verdict recognises the
     * findings that nobody was notified of. Undefined in events of an earlier release.
     */
    readonly failingFingerprints?: readonly (readonly string[])[];
    /**
     * The keys of the same findings on the line of the scanned branch. A finding that a later push moves or renames
     * keeps its key. Undefined in events of an earlier release.
     */
    readonly failingKeys?: readonly string[];
    /** At most 200 tools. */
    readonly missingTools: readonly { readonly tool: string; readonly reason: string }[];
    /** When the scan ended. */
    readonly at: string;
  }
>;

/**
 * A part of the ids of the new findings, in the order of the verdict that follows. Recorded before the verdict, and
 * meaningless without it. If a process dies in between and decisions change meanwhile, the ids are recorded again under
 * another digest; the verdict rests on those with its own digest.
 */
export type NewFindingsNamed = Fact<
  'NewFindingsNamed',
  {
    readonly sessionId: string;
    readonly scanId: string;
    readonly digest: string;
    /** The number of the part, from 0. */
    readonly part: number;
    readonly ids: readonly string[];
  }
>;

/** The verdict is deleted for good, with its session. */
export type VerdictDeleted = Fact<'VerdictDeleted', { readonly scanId: string; readonly at: string }>;

export type VerdictOutcome = VerdictGiven | VerdictDeleted;
export type VerdictEvent = NewFindingsNamed | VerdictOutcome;

export const verdictStream = (sessionId: string): string => `verdict-${sessionId}`;
