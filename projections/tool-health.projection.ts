import type { Projection } from '@assay/read-models';
import {
  type CircuitProbed,
  type ToolCompleted,
  type ToolFailed,
  type ToolHealthDocument,
  afterFailure,
  afterProbe,
  afterSuccess,
  closedCircuit,
  toolHealthDocuments,
} from '@assay/scanning';

/** The circuit breakers: one document a tool that ever failed, over all sessions. */
export const toolHealth: Projection<ToolHealthDocument, ToolCompleted | ToolFailed | CircuitProbed> = {
  ...toolHealthDocuments,
  version: 2,
  indexes: [],
  handles: { ToolCompleted: true, ToolFailed: true, CircuitProbed: true },
  documentIds: ({ data }) => [data.tool],
  apply(document, { type, data }) {
    if (type === 'ToolCompleted') {
      const circuit = document && afterSuccess(document);
      return circuit === undefined || circuit === document ? document : { tool: data.tool, ...circuit };
    }
    if (type === 'CircuitProbed') {
      const { tool, sessionId: _, ...result } = data;
      return { tool, ...afterProbe(document ?? closedCircuit, result) };
    }
    const { tool, at, subject } = data;
    return subject ? { tool, ...afterFailure(document ?? closedCircuit, { at, ...subject }) } : document;
  },
};
