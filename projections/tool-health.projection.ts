import type { Projection } from '@assay/read-models';
import {
  type ToolCompleted,
  type ToolFailed,
  type ToolHealthDocument,
  afterFailure,
  afterSuccess,
  closedCircuit,
  toolHealthDocuments,
} from '@assay/scanning';

/** The circuit breakers: one document a tool that ever failed, over all sessions. */
export const toolHealth: Projection<ToolHealthDocument, ToolCompleted | ToolFailed> = {
  ...toolHealthDocuments,
  version: 1,
  indexes: [],
  handles: ['ToolCompleted', 'ToolFailed'],
  documentIds: ({ data }) => [data.tool],
  apply(document, { type, data }) {
    if (type === 'ToolCompleted') {
      const circuit = document && afterSuccess(document);
      return circuit === undefined || circuit === document ? document : { tool: data.tool, ...circuit };
    }
    const { tool, at, subject } = data;
    return subject ? { tool, ...afterFailure(document ?? closedCircuit, { at, ...subject }) } : document;
  },
};
