import type { Microcredits, Severity, SuppressionChoice } from '@assay/kernel';

/**
 * The client's decisions at the start of a session, recorded as a fact: its findings mean the same later, even if the
 * project's settings change. No decision comes from the target.
 */
export interface SessionDecisions {
  /** The source of decisions that the request left open; absent if only the defaults apply. */
  readonly configuredBy?: 'project';
  /** The name of a built-in profile. A session without one has `strict`. */
  readonly profile?: string;
  /** By tool or by rule (`tool/rule`): whether it counts, and how severe it is. Wins over the profile. */
  readonly rules?: Readonly<Record<string, 'off' | 'on' | Severity>>;
  /** Globs: only files that match `only`, and none that match `except`, are analysed and charged. */
  readonly paths?: { readonly only?: readonly string[]; readonly except?: readonly string[] };
  /**
   * Whether the target's suppressions of findings in its own code are honoured. Missing: nothing in a target hides
   * anything.
   */
  readonly suppressions?: SuppressionChoice;
  /** The most that the session may cost. */
  readonly mostCredits?: Microcredits;
  /** The limit of all its tools together, in seconds from when the target is staged. */
  readonly mostSeconds?: number;
}

/** The profile of a session that chose none: every rule counts, as before there were profiles. */
export const DEFAULT_PROFILE = 'strict';

export const profileOf = (decisions: SessionDecisions | undefined): string => decisions?.profile ?? DEFAULT_PROFILE;
