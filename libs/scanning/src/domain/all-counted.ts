import { type FindingCategory, type Severity, SEVERITIES } from '@assay/kernel';
import type { SessionSummary } from './session-events';

export type FindingsCounts = Omit<SessionSummary, 'toolsRun' | 'toolsSkipped' | 'toolsFailed'>;

interface ToolCounts {
  readonly category: FindingCategory;
  /** The findings of the tool beyond the stored ones; undefined if all are stored. */
  readonly notKept: Readonly<Record<Severity, number>> | undefined;
}

/**
 * Findings that are not stored count like the rest, so that a verdict by the summary covers everything. Each counts as
 * a defect of its own, because it cannot be merged with findings of other tools.
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
