import { readModel } from '@assay/read-models';
import type { VerdictGiven } from '../../domain/verdict-events';

/** The verdict on a scan, by the scan's id: as it was given. */
export type VerdictDocument = VerdictGiven['data'];

export const verdictDocuments = readModel<VerdictDocument>('verdicts');
