import { type FindingStatusChanged, type TriageDeleted, type TriageDocument, triageId } from '@assay/findings';
import type { Projection } from '@assay/read-models';

/** What people decided about a defect, wherever it appears again: one document a scope and fingerprint. */
export const triage: Projection<TriageDocument, FindingStatusChanged | TriageDeleted> = {
  name: 'triage',
  version: 1,
  indexes: [],
  handles: ['FindingStatusChanged', 'TriageDeleted'],
  documentIds({ stream, data }) {
    const fingerprints = 'fingerprints' in data ? data.fingerprints : [data.fingerprint];
    return fingerprints.map((fingerprint) => triageId(stream.slice('triage-'.length), fingerprint));
  },
  apply(document, { data }) {
    if ('fingerprints' in data) return undefined;
    const { from, to, note, by, at } = data;
    return { status: to, history: [...(document?.history ?? []), { from, to, note, by, at }] };
  },
};
