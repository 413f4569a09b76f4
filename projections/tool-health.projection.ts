import type { Projection } from '@assay/read-models';
import { type SessionEvent, type ToolHealthDocument, afterFailure, afterSuccess, closedCircuit } from '@assay/scanning';

type ToolOutcome = Extract<SessionEvent, { type: 'ToolCompleted' | 'ToolFailed' }>;
type ToolFailed = Extract<ToolOutcome, { type: 'ToolFailed' }>;

/** The circuit breakers: one document a tool that ever failed, over all sessions. */
export const toolHealth: Projection<ToolHealthDocument, ToolOutcome> = {
  name: 'tool-health',
  version: 1,
  indexes: [],
  handles: ['ToolCompleted', 'ToolFailed'],
  documentIds: ({ data }) => [data.tool],
  apply(document, event) {
    if (event.type === 'ToolCompleted') {
      const circuit = document && afterSuccess(document);
      return circuit === undefined || circuit === document ? document : { tool: event.data.tool, ...circuit };
    }
    const { tool, at, subject } = event.data as ToolFailed['data'];
    return subject ? { tool, ...afterFailure(document ?? closedCircuit, { at, ...subject }) } : document;
  },
};
