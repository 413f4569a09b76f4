import { TRIAGE_CHANGES_KEPT, type TriageDocument, type TriageEvent, triageDocuments, triageId } from '@assay/findings';
import type { Projection } from '@assay/read-models';

/** What people decided about a defect, wherever it appears again: one document a scope and fingerprint. */
export const triage: Projection<TriageDocument, TriageEvent> = {
  ...triageDocuments,
  version: 2,
  indexes: [],
  handles: { FindingStatusChanged: true, TriageDeleted: true },
  documentIds({ stream, type, data }) {
    const fingerprints = type === 'TriageDeleted' ? data.fingerprints : [data.fingerprint];
    return fingerprints.map((fingerprint) => triageId(stream.slice('triage-'.length), fingerprint));
  },
  apply(document, { type, data }) {
    if (type === 'TriageDeleted') return undefined;
    const { from, to, note, by, at } = data;
    const history = [...(document?.history ?? []), { from, to, note, by, at }];
    return { status: to, changes: (document?.changes ?? 0) + 1, history: history.slice(-TRIAGE_CHANGES_KEPT) };
  },
};
