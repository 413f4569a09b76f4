/** The places in which a target may suppress findings in its own code. */
export const SUPPRESSION_KINDS = ['comment', 'file'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/**
 * A suppression of findings in the target's own code, well-formed and with a reason: in a comment beside them, or in
 * its `.assay/ignore`. The client of the scan decides whether it is honoured.
 */
export interface DeclaredSuppression {
  readonly kind: SuppressionKind;
  /** A tool, a rule, `tool/rule`, or `*` for all. */
  readonly names: string;
  readonly reason: string;
  /** The path in findings of the file with the suppression. */
  readonly file: string;
  /** The line in that file, from 1. A comment covers its own line and the next one. */
  readonly line: number;
}

/** A comment or line that looks like a suppression but does not count, and the reason. */
export interface NotHonoured {
  /** The file, with the line if there is one: `src/a.ts:3`. */
  readonly place: string;
  readonly reason: string;
}

/** All suppressions of a target, valid or not. */
export interface TargetSuppressions {
  /** Files refer to them by their index: see `StagedFile.suppressedBy`. */
  readonly declared: readonly DeclaredSuppression[];
  /** The first of them. */
  readonly notHonoured: readonly NotHonoured[];
  readonly notHonouredTotal: number;
}

export const placeOfSuppression = ({ file, line }: Pick<DeclaredSuppression, 'file' | 'line'>): string =>
  `${file}:${line}`;
