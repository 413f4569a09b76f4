import { type FindingStatusChanged, type TriageDocument, triageId } from '@assay/findings';
import type { Projection } from '@assay/read-models';

/** What people decided about a defect, wherever it appears again: one document a scope and fingerprint. */
export const triage: Projection<TriageDocument, FindingStatusChanged> = {
  name: 'triage',
  version: 1,
  indexes: [],
  handles: ['FindingStatusChanged'],
  documentIds: ({ stream, data }) => [triageId(stream.slice('triage-'.length), data.fingerprint)],
  apply: (document, { data: { from, to, note, by, at } }) => ({ status: to, history: [...(document?.history ?? []), { from, to, note, by, at }] }),
};
