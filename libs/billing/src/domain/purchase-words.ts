import { toCredits } from '@assay/kernel';
import type { PurchaseOrder } from './purchase-events';

/** `500 credits`, as a customer reads it on the page and on the receipt. */
export const descriptionOf = ({ credits }: Pick<PurchaseOrder, 'credits'>): string =>
  `${toCredits(credits).toLocaleString('en-US')} credits`;
