import { type PurchaseDocument, type PurchaseEvent, purchaseDocuments, purchaseOfStream } from '@assay/billing';
import type { Projection } from '@assay/read-models';

type PurchaseProgress = Extract<
  PurchaseEvent,
  { type: 'PurchaseStarted' | 'PurchasePaid' | 'PurchaseDeclined' | 'PurchaseExpired' }
>;

/** Which purchases the payment provider is still to be asked about: one document a purchase. */
export const purchases: Projection<PurchaseDocument, PurchaseProgress> = {
  ...purchaseDocuments,
  version: 1,
  indexes: [['isUnfinished', 'startedAt']],
  handles: { PurchaseStarted: true, PurchasePaid: true, PurchaseDeclined: true, PurchaseExpired: true },
  documentIds: ({ stream }) => [purchaseOfStream(stream)],
  apply(document, { type, data }) {
    if (type === 'PurchaseStarted')
      return { organizationId: data.organizationId, startedAt: data.at, isUnfinished: true };
    return document && { ...document, isUnfinished: false };
  },
};
