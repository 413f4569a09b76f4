import { fromCredits } from '@assay/kernel';
import fc from 'fast-check';
import {
  type PaymentNews,
  type Purchase,
  bookingOf,
  isToBook,
  isUnfinished,
  noteBooked,
  noteCheckout,
  notePayment,
  purchaseModel,
  startPurchase,
} from './purchase';
import type { PurchaseEvent, PurchaseOrder } from './purchase-events';

const AT = '2026-11-23T10:00:00.000Z';
const order: PurchaseOrder = {
  purchaseId: 'pur_1',
  organizationId: 'org_1',
  packageId: 'credits-500',
  quantity: 1,
  credits: fromCredits(500),
  cents: 4_500,
  origin: 'checkout',
  provider: 'sandbox',
  customer: 'cus_1',
  returnTo: { success: '/ok', cancel: '/no' },
  expiresAt: '2026-11-23T22:00:00.000Z',
};

const fold = (events: readonly PurchaseEvent[]): Purchase =>
  events.reduce(purchaseModel.evolve, purchaseModel.initial)!;
const begun = startPurchase({ at: AT, ...order }, undefined);
const page = { at: AT, url: '/pay', reference: 'cs_1' };

/** A purchase after these reports of the provider, in this order. */
function after(...news: PaymentNews[]): { purchase: Purchase; events: PurchaseEvent[] } {
  const events = [...begun, ...noteCheckout(page, fold(begun))];
  for (const each of news) events.push(...notePayment(AT, each, fold(events)));
  return { purchase: fold(events), events };
}

const paid: PaymentNews = { type: 'paid', cents: 4_500 };
const refunded = (cents: number): PaymentNews => ({ type: 'refunded', cents });
const disputed = (status: 'open' | 'lost' | 'won', cents = 4_500, disputeId = 'dp_1'): PaymentNews => ({
  type: 'disputed',
  disputeId,
  cents,
  status,
});

describe('a purchase', () => {
  it('begins once, and has one page', () => {
    expect(startPurchase({ at: AT, ...order }, fold(begun))).toEqual([]);
    const { events, purchase } = after();
    expect(events.map(({ type }) => type)).toEqual(['PurchaseStarted', 'CheckoutOpened']);
    expect(noteCheckout({ ...page, url: '/other' }, purchase)).toEqual([]);
    expect(isUnfinished(purchase)).toBe(true);
    expect(bookingOf(purchase)).toBeUndefined();
  });

  it('is paid once, and is then to be booked until the ledger has it', () => {
    const { purchase, events } = after(paid, paid);
    expect(events.filter(({ type }) => type === 'PurchasePaid')).toHaveLength(1);
    expect(isToBook(purchase)).toBe(true);
    const booked = noteBooked({ at: AT, ...bookingOf(purchase)! }, purchase);
    expect(isToBook(fold([...events, ...booked]))).toBe(false);
    expect(noteBooked({ at: AT, reversed: fromCredits(0) }, fold([...events, ...booked]))).toEqual([]);
  });

  it.each([
    ['a decline', { type: 'declined', reason: 'card_declined' }, 'declined'],
    ['an expiry', { type: 'expired' }, 'expired'],
  ] as const)('ends with %s, is nothing for the ledger, and is paid if money comes after all', (_, news, status) => {
    const { purchase } = after(news, news);
    expect([purchase.status, isUnfinished(purchase), isToBook(purchase)]).toEqual([status, false, false]);
    expect(after(news, paid).purchase.status).toBe('paid');
    expect(after(paid, news).purchase.status).toBe('paid');
  });

  it('is not credited where another sum was paid, and says so once', () => {
    const { purchase, events } = after({ type: 'paid', cents: 1 }, { type: 'paid', cents: 1 });
    expect(events.filter(({ type }) => type === 'PurchaseDisagreed')).toHaveLength(1);
    expect([purchase.status, bookingOf(purchase)]).toEqual(['open', undefined]);
  });

  it.each([
    ['nothing', [], 0],
    ['a part', [refunded(900)], 100],
    ['all', [refunded(4_500)], 500],
    ['less, told late', [refunded(900), refunded(450)], 100],
    ['a dispute', [disputed('open')], 500],
    ['a dispute that is lost', [disputed('open'), disputed('lost')], 500],
    ['a dispute that is won', [disputed('open'), disputed('won')], 0],
    ['a dispute that is won, told before it began', [disputed('won'), disputed('open')], 0],
    ['a part, and a dispute of the rest', [refunded(900), disputed('open', 3_600)], 500],
    ['more than was paid', [refunded(4_500), disputed('lost')], 500],
    ['two disputes, one of them won', [disputed('won', 900, 'dp_1'), disputed('open', 900, 'dp_2')], 100],
  ] as const)('has so many credits reversed after %s went back', (_, news, credits) =>
    expect(bookingOf(after(paid, ...news).purchase)).toEqual({ reversed: fromCredits(credits) }),
  );

  const news = fc.oneof(
    fc.constant(paid),
    fc.constant<PaymentNews>({ type: 'expired' }),
    fc.constant<PaymentNews>({ type: 'declined', reason: 'card_declined' }),
    fc.integer({ min: 1, max: 4_500 }).map(refunded),
    fc
      .record({
        status: fc.constantFrom('open', 'won', 'lost'),
        cents: fc.constant(900),
        id: fc.constantFrom('a', 'b'),
      })
      // A provider says that a dispute is either won or lost, never both.
      .map(({ status, cents, id }) => disputed(status === 'open' ? 'open' : id === 'a' ? 'won' : 'lost', cents, id)),
  );

  it('is to be booked the same whatever the order of the news, and however often each is told', () =>
    fc.assert(
      fc.property(fc.array(news, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (told, picks) => {
        const shuffled = [...told, ...told.filter((_, index) => index % 2 === 0)]
          .map((each) => ({ each, by: picks.next().value }))
          .sort((a, b) => a.by - b.by)
          .map(({ each }) => each);
        expect(bookingOf(after(...shuffled).purchase)).toEqual(bookingOf(after(...told).purchase));
      }),
    ));
});
