import type { ProfileId, RuleChoices } from '@assay/analysis';
import type { Severity, SuppressionChoice } from '@assay/kernel';

/**
 * A user's decisions about scans: an `assay.yml` that the command line names, or the `configuration` of a project. It
 * is never read from a target implicitly.
 */
export interface ScanConfiguration {
  readonly version?: 1;
  readonly profile?: ProfileId;
  readonly categories?: readonly string[];
  readonly tools?: Choice;
  readonly rules?: RuleChoices;
  /** Whether tools look at the history of a repository or a local clone. */
  readonly history?: boolean;
  /** Globs of paths in the target. */
  readonly paths?: Choice;
  /** Whether `assay-ignore` comments and the `.assay/ignore` of a target are honoured. Default: ignore. */
  readonly suppressions?: SuppressionChoice;
  readonly budget?: {
    readonly credits?: number;
    /** Counted from when the target is staged. */
    readonly seconds?: number;
  };
  /** Only the command line has a gate. */
  readonly gate?: {
    readonly failOn?: Severity;
    readonly atMost?: Readonly<Partial<Record<Severity, number>>>;
  };
}

interface Choice {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}
