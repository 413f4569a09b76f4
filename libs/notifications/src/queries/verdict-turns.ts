import { readModel } from '@assay/read-models';
import type { VerdictTurns } from '../domain/verdict-news';

/** One an automation and branch, in `verdict-turns`. */
export const verdictTurnDocuments = readModel<VerdictTurns>('verdict-turns');
