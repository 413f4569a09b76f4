import type { FindingView } from '@assay/findings';
import type { Severity } from '@assay/kernel';
import type { Grouping } from './findings-list';
import type { RuleRecord } from './track-record';

/** How somebody wants to see a result. */
export interface ReportView {
  /** Those that were asked for; the verdict judges all. */
  readonly findings: readonly FindingView[];
  /** Those of the baseline that are there still, as they were asked for. Empty where there is none. */
  readonly known: readonly FindingView[];
  /** Suppressed findings, as they were asked for. */
  readonly suppressed: readonly FindingView[];
  /** Every one of them, not only those that are worth a look. */
  readonly all: boolean;
  /** With each step of the ways that engines followed. */
  readonly isVerbose: boolean;
  readonly groupBy: Grouping | undefined;
  readonly failOn: Severity | undefined;
  /** The record of the rules on code of others. Without it severity alone decides what is shown first. */
  readonly record?: RuleRecord;
  /** Whether anything decides between pass and fail. */
  readonly isGated: boolean;
  readonly width: number;
}
