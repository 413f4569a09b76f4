import { toCredits } from '@assay/kernel';
import type { PurchaseOrder } from './purchase-events';

/** `500 credits`, or `20 credits (overage-2026-11)`, as the page and the receipt show it. */
export const descriptionOf = ({ credits, origin, packageId }: PurchaseOrder): string =>
  `${toCredits(credits).toLocaleString('en-US')} credits${origin === 'overage' ? ` (${packageId})` : ''}`;
