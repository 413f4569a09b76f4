import type { Projection } from '@assay/read-models';
import { type VerdictDocument, type VerdictOutcome, verdictDocuments } from '@assay/verdicts';

/** The verdict on each automation's scan, by the scan's id. */
export const verdicts: Projection<VerdictDocument, VerdictOutcome> = {
  ...verdictDocuments,
  version: 1,
  indexes: [],
  handles: { VerdictGiven: true, VerdictDeleted: true },
  documentIds: ({ data }) => [data.scanId],
  apply(_, event) {
    if (event.type === 'VerdictDeleted') return undefined;
    const { failingFingerprints: __, failingKeys: ___, ...shown } = event.data;
    return shown;
  },
};
