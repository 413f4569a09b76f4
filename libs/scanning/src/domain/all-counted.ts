import { type FindingCategory, type Severity, SEVERITIES } from '@assay/kernel';
import type { SessionSummary } from './session-events';

export type FindingsCounts = Omit<SessionSummary, 'toolsRun' | 'toolsSkipped' | 'toolsFailed'>;

interface ToolCounts {
  readonly category: FindingCategory;
  /** What the tool found beyond what is kept; undefined if everything is kept. */
  readonly notKept: Readonly<Record<Severity, number>> | undefined;
}

/**
 * What was found and is not kept counts like the rest: anybody who judges by the summary judges everything. Each counts
 * as a defect of its own, because what is not kept cannot be merged with what other tools found.
 */
export function withAllCounted(kept: FindingsCounts, tools: readonly ToolCounts[]): FindingsCounts {
  const bySeverity = { ...kept.bySeverity };
  const byCategory = { ...kept.byCategory };
  let { totalFindings } = kept;
  for (const { category, notKept } of tools)
    for (const severity of SEVERITIES) {
      const count = notKept?.[severity] ?? 0;
      totalFindings += count;
      bySeverity[severity] += count;
      byCategory[category] += count;
    }
  return { ...kept, totalFindings, bySeverity, byCategory };
}
