import { readModel } from '@assay/read-models';
import type { VerdictGiven } from '../../domain/verdict-events';

/** The verdict on a scan, by the scan's id: as it was given, without what later verdicts are compared by. */
export type VerdictDocument = Omit<VerdictGiven['data'], 'failingFingerprints' | 'failingKeys'>;

export const verdictDocuments = readModel<VerdictDocument>('verdicts');
