import { type Decided, type EventStore, EVENT_STORE, decide, load } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { PAYMENT_PROVIDER, type Payment, type PaymentProvider, type ProviderEvent } from '@assay/payments';
import { Inject, Injectable } from '@nestjs/common';
import {
  type PaymentNews,
  type Purchase,
  bookingOf,
  isToBook,
  isUnfinished,
  noteBooked,
  noteCheckout,
  notePayment,
  notePending,
  purchaseModel,
  startPurchase,
} from './domain/purchase';
import { type PurchaseEvent, type PurchaseOrder, purchaseStream } from './domain/purchase-events';
import { descriptionOf } from './domain/purchase-words';
import { PurchaseBooking } from './purchase-booking';

/** Milliseconds for which a provider remembers what it did under an idempotency key, with some to spare. */
const KEY_KEPT = 20 * 3_600_000;

type PurchaseDecision = (purchase: Purchase | undefined, at: string) => readonly PurchaseEvent[];

/**
 * Purchases of credits, each in a stream of its own. The provider is called between two facts, and under the id of the
 * purchase: after a crash at any point, a purchase continues where it stopped.
 */
@Injectable()
export class Purchases {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    private readonly booking: PurchaseBooking,
  ) {}

  async find(purchaseId: string): Promise<Purchase | undefined> {
    return (await load(this.events, purchaseStream(purchaseId), purchaseModel)).state;
  }

  /** The page on which the order is paid: the existing one if the purchase was started before. */
  async checkout(order: PurchaseOrder): Promise<Purchase & { readonly url: string }> {
    const purchase = await this.begin(order);
    if (hasPage(purchase)) return purchase;
    const opened = await this.provider.openCheckout({ ...purchase.order, description: descriptionOf(purchase.order) });
    const { state } = await this.change(order.purchaseId, (found, at) => noteCheckout({ at, ...opened }, found));
    return { ...state!, url: state!.url! };
  }

  /**
   * Charges the method on file for the order, and books the payment. If the purchase was started before under this id,
   * it continues that one: once the provider may have forgotten its idempotency key, it asks for the status and no
   * longer charges.
   */
  async charge(order: PurchaseOrder): Promise<Purchase> {
    await this.begin(order);
    await this.ask(order.purchaseId);
    return (await this.find(order.purchaseId))!;
  }

  /**
   * Records a report of a provider. A report about an unknown purchase changes nothing: another service may use the
   * same account at the provider.
   *
   * @returns whether it is about a purchase of this service
   */
  async receive({ purchaseId, organizationId, fact }: ProviderEvent): Promise<boolean> {
    const purchase = await this.find(purchaseId);
    if (purchase?.order.organizationId !== organizationId || purchase.order.provider !== this.provider.name)
      return false;
    await this.note(purchaseId, [fact]);
    await this.book(purchaseId);
    return true;
  }

  /**
   * Asks the provider for the status of a purchase, and records the answer. An unanswered charge is repeated as long as
   * the provider remembers its idempotency key.
   */
  async ask(purchaseId: string): Promise<void> {
    const purchase = await this.find(purchaseId);
    if (!purchase) return;
    if (purchase.order.provider === this.provider.name) await this.askProvider(purchase);
    await this.giveUp(purchaseId);
    await this.book(purchaseId);
  }

  /** Brings the ledger up to date with the purchase. */
  async book(purchaseId: string): Promise<void> {
    let purchase = await this.find(purchaseId);
    // A report that arrived meanwhile may be booked already, and this booking came after it.
    while (purchase && isToBook(purchase)) {
      const { organizationId, packageId, credits, origin } = purchase.order;
      const due = bookingOf(purchase)!;
      await this.booking.book(
        organizationId,
        { purchaseId, packageId, credits, isSpent: origin === 'overage', ...due },
        purchase.startedAt,
      );
      purchase = (await this.change(purchaseId, (found, at) => noteBooked({ at, ...due }, found))).state;
    }
  }

  private async askProvider(purchase: Purchase): Promise<void> {
    const { purchaseId, customer, origin } = purchase.order;
    const age = this.clock.now().getTime() - Date.parse(purchase.startedAt);
    if (origin !== 'checkout' && purchase.status === 'started' && age < KEY_KEPT) return this.chargeNow(purchase);
    const { reference } = purchase;
    const payment = await this.provider.payment({
      purchaseId,
      customer,
      ...(reference !== undefined && { reference }),
    });
    if (payment) await this.note(purchaseId, newsOf(payment));
  }

  /** A page that was never shown cannot be paid, nor can one of a provider that is no longer used. */
  private async giveUp(purchaseId: string): Promise<void> {
    const purchase = await this.find(purchaseId);
    if (!purchase || !isUnfinished(purchase) || timestamp(this.clock) < purchase.order.expiresAt) return;
    if (purchase.status === 'started' || purchase.order.provider !== this.provider.name)
      await this.note(purchaseId, [{ type: 'expired' }]);
  }

  private async chargeNow({ order }: Purchase): Promise<void> {
    const charge = await this.provider.charge({ ...order, description: descriptionOf(order) });
    const { purchaseId, cents } = order;
    switch (charge.status) {
      case 'pending':
        await this.change(purchaseId, (found, at) => notePending({ at, reference: charge.reference }, found));
        return;
      case 'paid':
        return this.note(purchaseId, [{ type: 'paid', cents }]);
      case 'declined':
        return this.note(purchaseId, [{ type: 'declined', reason: charge.reason }]);
    }
  }

  private async begin(order: PurchaseOrder): Promise<Purchase> {
    return (await this.change(order.purchaseId, (found, at) => startPurchase({ at, ...order }, found))).state!;
  }

  private async note(purchaseId: string, news: readonly PaymentNews[]): Promise<void> {
    for (const each of news) await this.change(purchaseId, (found, at) => (found ? notePayment(at, each, found) : []));
  }

  private change(
    purchaseId: string,
    decision: PurchaseDecision,
  ): Promise<Decided<Purchase | undefined, PurchaseEvent>> {
    const at = timestamp(this.clock);
    return decide(this.events, purchaseStream(purchaseId), purchaseModel, (found) => decision(found, at));
  }
}

const hasPage = (purchase: Purchase): purchase is Purchase & { readonly url: string } => purchase.url !== undefined;

const newsOf = ({ facts }: Payment): readonly PaymentNews[] => facts;
