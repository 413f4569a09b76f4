import type { RecordedEvent } from '@assay/event-store';
import {
  type SessionDocument,
  type SessionEvent,
  isEnding,
  isToolEnd,
  progressOf,
  refundView,
  toolReportView,
} from '@assay/scanning';

/**
 * A fact of a session as a server-sent event, whose id is its revision: `tool` with the report of a tool that is done,
 * `end`, and `progress` for all else.
 *
 * @param document the session as the fact left it
 */
export function frameOf(event: RecordedEvent<SessionEvent>, document: SessionDocument): string {
  const [name, data] = contentOf(event, document);
  return `id: ${event.revision}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function contentOf(event: RecordedEvent<SessionEvent>, document: SessionDocument): [name: string, data: unknown] {
  const { sessionId, status, lastUpdated, summary, refund, error } = document;
  const progress = progressOf(document);
  const common = { sessionId, status, progress, lastUpdated };
  if (isEnding(event))
    return ['end', { ...common, summary, ...(refund && { refund: refundView(refund) }), ...(error && { error }) }];
  const report = isToolEnd(event) ? document.toolReports[event.data.tool] : undefined;
  return report ? ['tool', { ...toolReportView(report), progress, lastUpdated }] : ['progress', common];
}
