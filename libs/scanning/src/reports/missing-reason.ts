import type { ToolReportDocument } from '../queries/session-document';

/** The tools that no verdict waits for. Where none completed nobody looked at anything, so that it waits for all. */
export const excusedTools = (tools: readonly ToolReportDocument[]): ToolReportDocument[] =>
  tools.some(({ status }) => status === 'completed') ? tools.filter(({ excused }) => excused === true) : [];

/** Why a tool did not complete; undefined if it did. What it had found before it ended is kept, and free. */
export function missingReason({ status, result, findingsCount }: ToolReportDocument): string | undefined {
  if (status === 'completed') return undefined;
  const reason = result?.reason ?? status;
  return findingsCount === 0
    ? reason
    : `${reason}; the ${findingsCount === 1 ? 'finding' : `${findingsCount} findings`} until then ` +
        `${findingsCount === 1 ? 'is' : 'are'} kept`;
}
