import { type Severity, SEVERITIES } from '@assay/kernel';
import type { ToolReportDocument } from '../queries/session-document';

/** The findings of a tool beyond the most that are stored for one tool. They are counted and judged like the rest. */
export interface NotKept {
  readonly tool: string;
  readonly count: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
}

export const notKeptOf = (tools: readonly ToolReportDocument[]): NotKept[] =>
  tools.flatMap(({ toolName, result }) =>
    result?.notKept === undefined
      ? []
      : [{ tool: toolName, count: sum(Object.values(result.notKept)), bySeverity: result.notKept }],
  );

/** Such as `1200 further findings of css-lint are counted and judged, not listed: 1000 low, 200 info`. */
export function notKeptText({ tool, count, bySeverity }: NotKept): string {
  const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0).map(
    (severity) => `${bySeverity[severity]} ${severity}`,
  );
  return (
    `${count} further finding${count === 1 ? '' : 's'} of ${tool} ${count === 1 ? 'is' : 'are'} counted and judged, ` +
    `not listed: ${counts.join(', ')}`
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
