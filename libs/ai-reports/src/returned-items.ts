import { issueItem } from '@assay/billing';
import type { Helped } from './domain/scan-reports';

/** The items of a charge that come back, because nothing was written about their findings. */
export const returnedItems = ({ feature, missing }: Helped): string[] =>
  missing.map((findingId) => issueItem(feature, findingId));
