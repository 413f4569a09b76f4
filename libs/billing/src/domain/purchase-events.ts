import type { Fact, Microcredits } from '@assay/kernel';

/** The purchase and its buyer. */
export interface PurchaseOrder {
  readonly purchaseId: string;
  readonly organizationId: string;
  readonly packageId: string;
  /** The number of packages. */
  readonly quantity: number;
  readonly credits: Microcredits;
  /** The price of all of them, in cents of US dollars. */
  readonly cents: number;
  /**
   * `checkout`: a customer pays on a page. `topup`: the method on file is charged. `overage`: likewise, for credits
   * that were spent before.
   */
  readonly origin: 'checkout' | 'topup' | 'overage';
  /** The payment provider, and its id of the organization. */
  readonly provider: string;
  readonly customer: string;
  /** Where the browser goes after a checkout. */
  readonly returnTo: { readonly success: string; readonly cancel: string };
  /** The time after which the page can no longer be paid. */
  readonly expiresAt: string;
}

export type DisputeStatus = 'open' | 'lost' | 'won';

/** The events of a `purchase-<id>` stream (version 1). The credits that it granted are in the ledger. */
export type PurchaseEvent =
  | Fact<'PurchaseStarted', PurchaseOrder & { readonly at: string }>
  | Fact<'CheckoutOpened', { readonly at: string; readonly url: string; readonly reference: string }>
  | Fact<'PurchasePending', { readonly at: string; readonly reference: string }>
  | Fact<'PurchasePaid', { readonly at: string; readonly cents: number }>
  | Fact<'PurchaseDeclined', { readonly at: string; readonly reason: string }>
  | Fact<'PurchaseExpired', { readonly at: string }>
  /** The paid sum is not the price: nothing is credited before a person has checked it. */
  | Fact<'PurchaseDisagreed', { readonly at: string; readonly paidCents: number }>
  /** `cents`: the sum of all refunds so far. */
  | Fact<'PurchaseRefunded', { readonly at: string; readonly cents: number }>
  | Fact<
      'PurchaseDisputed',
      { readonly at: string; readonly disputeId: string; readonly cents: number; readonly status: DisputeStatus }
    >
  /** The ledger now has the purchase: its credits, and so much of it reversed. */
  | Fact<'PurchaseBooked', { readonly at: string; readonly reversed: Microcredits }>;

const PURCHASE_STREAM_PREFIX = 'purchase-';
export const purchaseStream = (purchaseId: string): string => `${PURCHASE_STREAM_PREFIX}${purchaseId}`;
/** Whether a purchase is an automatic top-up; the prefix of an id tells its kind. */
export const isTopup = (purchaseId: string): boolean => purchaseId.startsWith('top_');

export const purchaseOfStream = (stream: string): string => stream.slice(PURCHASE_STREAM_PREFIX.length);
