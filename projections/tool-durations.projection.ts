import type { Projection } from '@assay/read-models';
import { type ToolCompleted, type ToolDurationDocument, toolDurationDocuments } from '@assay/scanning';

/**
 * How much of the mean the latest run is, once there were some: what engines cost changes with their versions and with
 * what people scan.
 */
const LATEST = 0.2;

/** The durations by which `estimatedCompletion` is computed: one document a tool, over all sessions. */
export const toolDurations: Projection<ToolDurationDocument, ToolCompleted> = {
  ...toolDurationDocuments,
  version: 1,
  indexes: [],
  handles: { ToolCompleted: true },
  documentIds: ({ data }) => [data.tool],
  apply(document, { data: { tool, duration } }) {
    if (!document) return { tool, runs: 1, mean: duration };
    const runs = document.runs + 1;
    const share = Math.max(LATEST, 1 / runs);
    return { tool, runs, mean: Math.round(document.mean + (duration - document.mean) * share) };
  },
};
