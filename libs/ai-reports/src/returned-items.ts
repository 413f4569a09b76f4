import { issueItem } from '@assay/billing';
import type { Helped } from './domain/scan-reports';

/** The items of a charge that are returned, because their findings have no text. */
export const returnedItems = ({ feature, missing }: Helped): string[] =>
  missing.map((findingId) => issueItem(feature, findingId));
