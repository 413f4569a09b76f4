import type { Microcredits, Severity, SuppressionChoice } from '@assay/kernel';

/**
 * What the client that starts a session decides about it, as a fact of the session: what it found reads the same later,
 * whatever becomes of a project's settings. Nothing of it comes from the target.
 */
export interface SessionDecisions {
  /** Where what the request did not say is from: absent, the defaults alone. */
  readonly configuredBy?: 'project';
  /** The name of a built-in profile. A session without one has `strict`. */
  readonly profile?: string;
  /** By tool or by rule (`tool/rule`): whether it counts, and how severe it is. Wins over the profile. */
  readonly rules?: Readonly<Record<string, 'off' | 'on' | Severity>>;
  /** Globs: only files of `only`, and none of `except`, are looked at and charged. */
  readonly paths?: { readonly only?: readonly string[]; readonly except?: readonly string[] };
  /** Whether what its target says of findings in its own code holds. Missing: nothing in a target hides anything. */
  readonly suppressions?: SuppressionChoice;
  /** What it may cost. */
  readonly mostCredits?: Microcredits;
  /** How long its tools may take together, from when the target is staged. */
  readonly mostSeconds?: number;
}

/** The profile of a session that chose none: every rule counts, as before there were profiles. */
export const DEFAULT_PROFILE = 'strict';

export const profileOf = (decisions: SessionDecisions | undefined): string => decisions?.profile ?? DEFAULT_PROFILE;
