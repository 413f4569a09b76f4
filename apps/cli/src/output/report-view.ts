import type { FindingView } from '@assay/findings';
import type { Severity } from '@assay/kernel';
import type { Grouping } from './findings-list';

/** How somebody wants to see a result. */
export interface ReportView {
  /** Those that were asked for; the verdict judges all. */
  readonly findings: readonly FindingView[];
  /** Those of the baseline that are there still, as they were asked for. Empty where there is none. */
  readonly known: readonly FindingView[];
  /** What the target suppresses, as it was asked for. */
  readonly suppressed: readonly FindingView[];
  /** Every one of them, not only those that are worth a look. */
  readonly all: boolean;
  /** With each step of the ways that engines followed. */
  readonly isVerbose: boolean;
  readonly groupBy: Grouping | undefined;
  readonly failOn: Severity | undefined;
  /** Whether a finding is of a rule that was seldom worth a look on code of others. Default: none is. */
  readonly isSeldomRight?: (finding: FindingView) => boolean;
  /** Whether anything decides between pass and fail. */
  readonly isGated: boolean;
  readonly width: number;
}
