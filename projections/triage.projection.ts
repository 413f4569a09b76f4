import { TRIAGE_CHANGES_KEPT, type TriageDocument, type TriageEvent, triageDocuments, triageId } from '@assay/findings';
import type { Projection } from '@assay/read-models';

/** The decisions of people about a defect, wherever it appears again: one document a scope and fingerprint. */
export const triage: Projection<TriageDocument, TriageEvent> = {
  ...triageDocuments,
  version: 3,
  indexes: [['expiresAt'], ['scope', 'isOpen', 'decidedAt']],
  handles: { FindingStatusChanged: true, TriageDeleted: true },
  documentIds({ stream, type, data }) {
    const fingerprints = type === 'TriageDeleted' ? data.fingerprints : [data.fingerprint];
    return fingerprints.map((fingerprint) => triageId(scopeOf(stream), fingerprint));
  },
  apply(document, { type, stream, data }) {
    if (type === 'TriageDeleted') return undefined;
    const { fingerprint, from, to, note, by, at, expiresAt, about = document?.about } = data;
    const ends = expiresAt !== undefined && { expiresAt };
    const history = [...(document?.history ?? []), { from, to, note, by, at, ...ends }];
    return {
      scope: scopeOf(stream),
      fingerprint,
      status: to,
      isOpen: to === 'open',
      decidedAt: at,
      ...ends,
      ...(about && { about }),
      changes: (document?.changes ?? 0) + 1,
      history: history.slice(-TRIAGE_CHANGES_KEPT),
    };
  },
};

const scopeOf = (stream: string): string => stream.slice('triage-'.length);
