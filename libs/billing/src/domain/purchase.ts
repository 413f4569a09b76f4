import { type Microcredits, type Model, microcredits, passedOver } from '@assay/kernel';
import type { DisputeStatus, PurchaseEvent, PurchaseOrder } from './purchase-events';

/** A purchase, folded from its stream. */
export interface Purchase {
  readonly order: PurchaseOrder;
  readonly startedAt: string;
  readonly status: 'started' | 'open' | 'pending' | 'paid' | 'declined' | 'expired';
  readonly paidAt: string | undefined;
  /** The page on which it is paid, and the provider's id of it. */
  readonly url: string | undefined;
  readonly reference: string | undefined;
  /** Why it was declined. */
  readonly reason: string | undefined;
  /** The paid sum, if it is not the price. */
  readonly disagreed: number | undefined;
  readonly refundedCents: number;
  readonly disputes: ReadonlyMap<string, { readonly cents: number; readonly status: DisputeStatus }>;
  /** The part of it that is in the ledger; undefined before it was credited. */
  readonly booked: { readonly reversed: Microcredits } | undefined;
}

export const purchaseModel: Model<Purchase | undefined, PurchaseEvent> = {
  initial: undefined,
  evolve: (purchase, event) => {
    if (event.type === 'PurchaseStarted') return purchase ?? started(event.data);
    return purchase && changed(purchase, event);
  },
};

const started = ({ at, ...order }: PurchaseOrder & { readonly at: string }): Purchase => ({
  order,
  startedAt: at,
  status: 'started',
  paidAt: undefined,
  url: undefined,
  reference: undefined,
  reason: undefined,
  disagreed: undefined,
  refundedCents: 0,
  disputes: new Map(),
  booked: undefined,
});

function changed(purchase: Purchase, event: Exclude<PurchaseEvent, { type: 'PurchaseStarted' }>): Purchase {
  switch (event.type) {
    case 'CheckoutOpened': {
      const { url, reference } = event.data;
      return { ...purchase, url, reference, status: purchase.status === 'started' ? 'open' : purchase.status };
    }
    case 'PurchasePending':
      return { ...purchase, reference: event.data.reference, status: 'pending' };
    case 'PurchasePaid':
      return { ...purchase, status: 'paid', paidAt: event.data.at, reason: undefined };
    case 'PurchaseDeclined':
      return { ...purchase, status: 'declined', reason: event.data.reason };
    case 'PurchaseExpired':
      return { ...purchase, status: 'expired' };
    case 'PurchaseDisagreed':
      return { ...purchase, disagreed: event.data.paidCents };
    case 'PurchaseRefunded':
      return { ...purchase, refundedCents: event.data.cents };
    case 'PurchaseDisputed': {
      const { disputeId, cents, status } = event.data;
      return { ...purchase, disputes: new Map(purchase.disputes).set(disputeId, { cents, status }) };
    }
    case 'PurchaseBooked':
      return { ...purchase, booked: { reversed: event.data.reversed } };
    default:
      return passedOver(purchase, event);
  }
}

/** Starts a purchase, once: a repeated request under its id returns the existing purchase. */
export const startPurchase = (
  order: PurchaseOrder & { readonly at: string },
  purchase: Purchase | undefined,
): PurchaseEvent[] => (purchase ? [] : [{ type: 'PurchaseStarted', data: order }]);

export const noteCheckout = (
  page: { readonly at: string; readonly url: string; readonly reference: string },
  purchase: Purchase | undefined,
): PurchaseEvent[] => (purchase && purchase.url === undefined ? [{ type: 'CheckoutOpened', data: page }] : []);

export const notePending = (
  pending: { readonly at: string; readonly reference: string },
  purchase: Purchase | undefined,
): PurchaseEvent[] => (purchase?.status === 'started' ? [{ type: 'PurchasePending', data: pending }] : []);

/** A report of a provider about a payment: a fact of the port, which the domain knows by its shape only. */
export type PaymentNews =
  | { readonly type: 'paid'; readonly cents: number }
  | { readonly type: 'declined'; readonly reason: string }
  | { readonly type: 'expired' }
  | { readonly type: 'refunded'; readonly cents: number }
  | {
      readonly type: 'disputed';
      readonly disputeId: string;
      readonly cents: number;
      readonly status: DisputeStatus;
    };

/**
 * Decides what follows from a report about a payment, in whichever order reports arrive, and however often. Received
 * money wins over a decline or an expiry, refunds only grow, and a closed dispute stays closed.
 */
export function notePayment(at: string, news: PaymentNews, purchase: Purchase): PurchaseEvent[] {
  const isOver = ['paid', 'declined', 'expired'].includes(purchase.status);
  switch (news.type) {
    case 'paid':
      if (purchase.status === 'paid') return [];
      if (news.cents === purchase.order.cents) return [{ type: 'PurchasePaid', data: { at, cents: news.cents } }];
      return purchase.disagreed === news.cents
        ? []
        : [{ type: 'PurchaseDisagreed', data: { at, paidCents: news.cents } }];
    case 'declined':
      return isOver ? [] : [{ type: 'PurchaseDeclined', data: { at, reason: news.reason } }];
    case 'expired':
      return isOver ? [] : [{ type: 'PurchaseExpired', data: { at } }];
    case 'refunded':
      return news.cents <= purchase.refundedCents
        ? []
        : [{ type: 'PurchaseRefunded', data: { at, cents: news.cents } }];
    case 'disputed': {
      const { disputeId, cents, status } = news;
      const known = purchase.disputes.get(disputeId);
      if (known && (known.status !== 'open' || status === 'open')) return [];
      return [{ type: 'PurchaseDisputed', data: { at, disputeId, cents, status } }];
    }
  }
}

/** The credits of the money that went back, rounded down; all credits if none of the money is left. */
function reversalOf({ order, refundedCents, disputes }: Purchase): Microcredits {
  let lost = refundedCents;
  for (const { cents, status } of disputes.values()) if (status !== 'won') lost += cents;
  if (lost >= order.cents) return order.credits;
  return microcredits(Number((BigInt(order.credits) * BigInt(lost)) / BigInt(order.cents)));
}

/**
 * The part of a purchase that belongs into the ledger; undefined for an unpaid one, except that unpaid overage becomes
 * debt.
 */
export function bookingOf(purchase: Purchase): { readonly reversed: Microcredits } | undefined {
  if (purchase.status === 'paid') return { reversed: reversalOf(purchase) };
  const { credits, origin } = purchase.order;
  return origin === 'overage' && !isUnfinished(purchase) ? { reversed: credits } : undefined;
}

/** Whether the ledger may still lack a part of it. */
export function isToBook(purchase: Purchase): boolean {
  const due = bookingOf(purchase);
  return due !== undefined && purchase.booked?.reversed !== due.reversed;
}

/** Whether the provider must still be asked for its status. */
export const isUnfinished = ({ status }: Pick<Purchase, 'status'>): boolean =>
  status === 'started' || status === 'open' || status === 'pending';

/** Records that the ledger has the purchase in full. */
export const noteBooked = (
  booked: { readonly at: string; readonly reversed: Microcredits },
  purchase: Purchase | undefined,
): PurchaseEvent[] =>
  purchase === undefined || purchase.booked?.reversed === booked.reversed
    ? []
    : [{ type: 'PurchaseBooked', data: booked }];
