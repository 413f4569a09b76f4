/** Where a target may say that findings in its own code are not to count. */
export const SUPPRESSION_KINDS = ['comment', 'file'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/**
 * What a target says of findings in its own code, well-formed and with a reason: in a comment beside them, or in its
 * `.assay/ignore`. The client that has it scanned decides whether that is honoured.
 */
export interface DeclaredSuppression {
  readonly kind: SuppressionKind;
  /** A tool, a rule, `tool/rule`, or `*` for all. */
  readonly names: string;
  readonly reason: string;
  /** The path in findings of the file that says it. */
  readonly file: string;
  /** The line in that file, from 1. A comment covers its own line and the next one. */
  readonly line: number;
}

/** What looks like a suppression and does not count, and why. */
export interface NotHonoured {
  /** The file, with the line where there is one: `src/a.ts:3`. */
  readonly place: string;
  readonly reason: string;
}

/** Everything that a target says of findings in its own code. */
export interface TargetSuppressions {
  /** Files refer to them by their index: see `StagedFile.suppressedBy`. */
  readonly declared: readonly DeclaredSuppression[];
  /** The first ones. */
  readonly notHonoured: readonly NotHonoured[];
  readonly notHonouredTotal: number;
}

export const placeOfSuppression = ({ file, line }: Pick<DeclaredSuppression, 'file' | 'line'>): string =>
  `${file}:${line}`;
