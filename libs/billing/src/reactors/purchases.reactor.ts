import type { FactTypes } from '@assay/kernel';
import { SANDBOX_MESSAGES, type SandboxMessage } from '@assay/payments';
import type { Reactor } from '@assay/read-models';
import { type PurchaseEvent, purchaseOfStream } from '../domain/purchase-events';
import type { Purchases } from '../purchases';

/** Overage that was not paid counts, too, because it is owed then. */
type ChangesBooking = Extract<
  PurchaseEvent,
  { type: 'PurchasePaid' | 'PurchaseDeclined' | 'PurchaseExpired' | 'PurchaseRefunded' | 'PurchaseDisputed' }
>;

const CHANGES_BOOKING: FactTypes<ChangesBooking> = {
  PurchasePaid: true,
  PurchaseDeclined: true,
  PurchaseExpired: true,
  PurchaseRefunded: true,
  PurchaseDisputed: true,
};

/** Books the outcome of a purchase in the ledger if the process that recorded it could not. */
export const bookPurchases = (purchases: Purchases): Reactor<ChangesBooking> => ({
  name: 'book-purchases',
  handles: CHANGES_BOOKING,
  react: ({ stream }) => purchases.book(purchaseOfStream(stream)),
});

/** The sandbox's messages: they arrive through the log, and name the purchase that the sandbox is to be asked about. */
export const hearSandbox = (purchases: Purchases): Reactor<SandboxMessage> => ({
  name: 'hear-sandbox',
  handles: SANDBOX_MESSAGES,
  react: ({ data }) => purchases.ask(data.purchaseId),
});
