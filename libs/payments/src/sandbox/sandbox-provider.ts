import { type EventStore, decide, load } from '@assay/event-store';
import { type Clock, timestamp } from '@assay/kernel';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type OffSessionCharge,
  type Checkout,
  type CheckoutOrder,
  type Order,
  type Payment,
  type PaymentProvider,
  UnverifiedEvent,
} from '../payment-provider';
import {
  type SandboxPayment,
  type SandboxPaymentEvent,
  abandonAtSandbox,
  chargeAtSandbox,
  openSandboxCheckout,
  payAtSandbox,
  refundAtSandbox,
  sandboxPayment,
  sandboxPaymentStream,
  stateOf,
} from './sandbox-payment';
import { type SandboxCustomerEvent, sandboxCustomer, sandboxCustomerStream } from './sandbox-customer';
import type { TestCard } from './test-cards';

const TOKEN_BYTES = 24;

/** The content of a page of the sandbox. */
export interface SandboxCheckout {
  readonly order: CheckoutOrder;
  readonly payment: Payment;
  /** Why the last card was declined. */
  readonly declined: string | undefined;
  readonly refunded: number;
}

/**
 * A payment provider that takes no money: its pages are part of this service, its cards are for tests, and its state is
 * in the event log, so that it survives restarts and serves any number of processes.
 */
export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox';
  readonly apiVersion = '1';

  constructor(
    private readonly events: EventStore,
    private readonly clock: Clock,
  ) {}

  customer({ organizationId }: { readonly organizationId: string }): Promise<string> {
    return Promise.resolve(`sandbox_${organizationId}`);
  }

  async openCheckout(order: CheckoutOrder): Promise<Checkout> {
    const opening = { at: timestamp(this.clock), token: randomBytes(TOKEN_BYTES).toString('base64url'), order };
    const payment = await this.change(order.purchaseId, (found) => openSandboxCheckout(opening, found));
    const { token } = payment!.checkout!;
    return {
      url: `${SANDBOX_CHECKOUT_PATH}/${order.purchaseId}/${token}`,
      reference: stateOf(payment!, opening.at).reference,
    };
  }

  async charge(order: Order): Promise<OffSessionCharge> {
    const at = timestamp(this.clock);
    const card = await this.cardOf(order.customer);
    const payment = await this.change(order.purchaseId, (found) => chargeAtSandbox({ at, order, card }, found));
    const { status, reference, reason = 'declined' } = stateOf(payment!, at);
    return status === 'paid' ? { status, reference } : { status: 'declined', reference, reason };
  }

  async hasMethodOnFile(customer: string): Promise<boolean> {
    return (await this.cardOf(customer)) !== undefined;
  }

  async payment({ purchaseId }: { readonly purchaseId: string }): Promise<Payment | undefined> {
    const payment = await this.load(purchaseId);
    return payment && stateOf(payment, timestamp(this.clock));
  }

  readEvent(): Promise<never> {
    return Promise.reject(
      new UnverifiedEvent('The sandbox sends no messages. Set ASSAY_PAYMENTS=stripe to take them.'),
    );
  }

  /** The content of the page for a token; undefined if there is no such page. */
  async checkout(purchaseId: string, token: string): Promise<SandboxCheckout | undefined> {
    const payment = await this.load(purchaseId);
    if (!payment?.checkout || !isSame(payment.checkout.token, token)) return undefined;
    return {
      order: payment.checkout.order,
      payment: stateOf(payment, timestamp(this.clock)),
      declined: payment.declined,
      refunded: payment.refunded,
    };
  }

  /**
   * Pays with a card, or records that it was declined. The card to keep is stored before the payment, so that no crash
   * leaves a payment without its card.
   */
  async pay(purchaseId: string, { card, keepCard }: { readonly card: TestCard; readonly keepCard: boolean }) {
    const at = timestamp(this.clock);
    const payment = await this.load(purchaseId);
    const isPaying = payAtSandbox({ at, card }, payment).some(({ type }) => type === 'SandboxCheckoutPaid');
    if (payment && isPaying && keepCard) await this.keepCard(payment.order, { at, card });
    await this.change(purchaseId, (found) => payAtSandbox({ at, card }, found));
  }

  async abandon(purchaseId: string): Promise<void> {
    const at = timestamp(this.clock);
    await this.change(purchaseId, (found) => abandonAtSandbox(at, found));
  }

  async refund(purchaseId: string): Promise<void> {
    const at = timestamp(this.clock);
    await this.change(purchaseId, (found) => refundAtSandbox(at, found));
  }

  private async keepCard({ customer, purchaseId }: Order, { at, card }: { at: string; card: TestCard }) {
    await decide<TestCard | undefined, SandboxCustomerEvent>(
      this.events,
      sandboxCustomerStream(customer),
      sandboxCustomer,
      (kept) => (kept?.id === card.id ? [] : [{ type: 'SandboxMethodKept', data: { at, card: card.id, purchaseId } }]),
    );
  }

  private async cardOf(customer: string): Promise<TestCard | undefined> {
    return (await load(this.events, sandboxCustomerStream(customer), sandboxCustomer)).state;
  }

  private async load(purchaseId: string): Promise<SandboxPayment | undefined> {
    return (await load(this.events, sandboxPaymentStream(purchaseId), sandboxPayment)).state;
  }

  private async change(
    purchaseId: string,
    decision: (payment: SandboxPayment | undefined) => readonly SandboxPaymentEvent[],
  ): Promise<SandboxPayment | undefined> {
    return (await decide(this.events, sandboxPaymentStream(purchaseId), sandboxPayment, decision)).state;
  }
}

/** The path of the pages; the purchase and its token follow. */
export const SANDBOX_CHECKOUT_PATH = '/api/sandbox/checkout';

function isSame(token: string, given: string): boolean {
  const [expected, actual] = [Buffer.from(token), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
