import type { ToolReportDocument } from '../queries/session-document';

/** The tools that no verdict waits for. If no tool completed, nothing was examined, so the verdict waits for all. */
export const excusedTools = (tools: readonly ToolReportDocument[]): ToolReportDocument[] =>
  tools.some(({ status }) => status === 'completed') ? tools.filter(({ excused }) => excused === true) : [];

/** Why a tool did not complete; undefined if it did. Its findings until then are kept, and free. */
export function missingReason({ status, result, findingsCount }: ToolReportDocument): string | undefined {
  if (status === 'completed') return undefined;
  const reason = result?.reason ?? status;
  return findingsCount === 0
    ? reason
    : `${reason}; the ${findingsCount === 1 ? 'finding' : `${findingsCount} findings`} until then ` +
        `${findingsCount === 1 ? 'is' : 'are'} kept`;
}
