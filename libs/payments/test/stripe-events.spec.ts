import StripeApi from 'stripe';
import { BillingWorld } from '../../billing/test/billing-world';
import { ORGANIZATION, credits } from '../../billing/test/ledger';
import { PurchaseBooking } from '../../billing/src/purchase-booking';
import { Purchases } from '../../billing/src/purchases';
import {
  ReceivePaymentEvent,
  ReceivePaymentEventHandler,
} from '../../billing/src/commands/receive-payment-event/receive-payment-event';
import { verify } from '../../billing/src/domain/entry-chain';
import type { PaymentProvider } from '../src';
import { StripeProvider } from '../src/stripe/stripe-provider';

const SECRET = 'whsec_test_of_ours';
const OTHERS = 'whsec_of_another_account';
const CENTS = 4_500;
/** The credits that the tier includes. */
const INCLUDED = 50;

const metadata = { purchaseId: 'pur_1', organizationId: ORGANIZATION };
const event = (type: string, object: object, more = {}) => ({
  id: `evt_${type}_${JSON.stringify(object).length}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  type,
  data: { object },
  ...more,
});

const session = { object: 'checkout.session', metadata, payment_status: 'paid', amount_total: CENTS, currency: 'usd' };
const intent = { object: 'payment_intent', metadata, amount_received: CENTS, currency: 'usd' };
const completed = event('checkout.session.completed', session);
const unpaid = event('checkout.session.completed', { ...session, payment_status: 'unpaid' });
const asyncPaid = event('checkout.session.async_payment_succeeded', session);
const asyncFailed = event('checkout.session.async_payment_failed', { ...session, payment_status: 'unpaid' });
const expired = event('checkout.session.expired', { ...session, payment_status: 'unpaid' });
const succeeded = event('payment_intent.succeeded', intent);
const failedOnPage = event('payment_intent.payment_failed', {
  ...intent,
  last_payment_error: { code: 'card_declined' },
});
const refunded = (cents: number) =>
  event('charge.refunded', { metadata, amount_refunded: cents, payment_intent: null });
const dispute = (status: string, cents = CENTS) =>
  event(`charge.dispute.${status === 'needs_response' ? 'created' : 'closed'}`, {
    id: 'dp_1',
    amount: cents,
    status,
    payment_intent: 'pi_1',
  });
const unknownType = event('invoice.paid', { metadata });
const ofAnotherPurchase = event('payment_intent.succeeded', {
  ...intent,
  metadata: { ...metadata, purchaseId: 'pur_9' },
});
const ofAnotherOrganization = event('payment_intent.succeeded', {
  ...intent,
  metadata: { ...metadata, organizationId: 'org_eve' },
});
const withoutMetadata = event('payment_intent.succeeded', { ...intent, metadata: {} });
const ofAnotherSum = event('payment_intent.succeeded', { ...intent, amount_received: 1 });
const ofAnotherCurrency = event('payment_intent.succeeded', { ...intent, currency: 'jpy' });

type Sent = { readonly of: object; readonly secret?: string; readonly seconds?: number; readonly cut?: boolean };
const by = (of: object): Sent => ({ of });
const forged = { of: completed, secret: OTHERS };
const old = { of: completed, seconds: -301 };
const changed = { of: completed, cut: true };

/** The sent events, in this order, and the credits afterwards. */
const DELIVERIES: [string, readonly Sent[], number][] = [
  ['a payment', [completed].map(by), 500],
  ['a payment, twice', [completed, completed].map(by), 500],
  ['a payment, ten times', Array.from({ length: 10 }, () => by(completed)), 500],
  ['both events of a payment', [completed, succeeded].map(by), 500],
  ['both, the other way', [succeeded, completed].map(by), 500],
  ['both, twice, mixed', [succeeded, completed, completed, succeeded].map(by), 500],
  ['a payment that takes its time', [unpaid, asyncPaid].map(by), 500],
  ['the same, the other way', [asyncPaid, unpaid].map(by), 500],
  ['one that failed after its time', [unpaid, asyncFailed].map(by), 0],
  ['a decline on the page, then a payment', [failedOnPage, completed].map(by), 500],
  ['a payment, then a late decline', [completed, failedOnPage, asyncFailed].map(by), 500],
  ['an expiry', [expired].map(by), 0],
  ['an expiry, and the payment late', [expired, completed].map(by), 500],
  ['a payment, and the expiry late', [completed, expired].map(by), 500],
  ['a refund of all', [completed, refunded(CENTS)].map(by), 0],
  ['the refund before the payment', [refunded(CENTS), completed].map(by), 0],
  ['a refund of a part', [completed, refunded(900)].map(by), 400],
  ['two refunds of parts', [completed, refunded(900), refunded(1_800)].map(by), 300],
  ['the same, the later one first', [completed, refunded(1_800), refunded(900)].map(by), 300],
  ['all of it twice and backwards', [refunded(900), refunded(900), succeeded, completed].map(by), 400],
  ['a dispute', [completed, dispute('needs_response')].map(by), 0],
  ['a dispute that is won', [completed, dispute('needs_response'), dispute('won')].map(by), 500],
  ['the same, its end first', [completed, dispute('won'), dispute('needs_response')].map(by), 500],
  ['a dispute that is lost, twice', [completed, dispute('lost'), dispute('lost')].map(by), 0],
  ['a dispute before the payment', [dispute('needs_response'), succeeded].map(by), 0],
  ['a warning', [completed, dispute('warning_needs_response')].map(by), 500],
  ['a wrong signature', [forged], 0],
  ['an old timestamp', [old], 0],
  ['a body that was changed', [changed], 0],
  ['a wrong signature, an old one, and the right one', [forged, old, by(completed)], 500],
  ['an event of another kind', [unknownType].map(by), 0],
  ['another purchase, of another service at the same account', [ofAnotherPurchase].map(by), 0],
  ['another organization', [ofAnotherOrganization].map(by), 0],
  ['a payment that is not ours', [withoutMetadata].map(by), 0],
  ['another sum, then the right one', [ofAnotherSum, completed].map(by), 500],
  ['another sum', [ofAnotherSum].map(by), 0],
  ['another currency', [ofAnotherCurrency].map(by), 0],
];

/** The real adapter, except for requests: the payment intent of a dispute is answered here. */
class Shop {
  private constructor(
    readonly world: BillingWorld,
    readonly purchases: Purchases,
    private readonly provider: PaymentProvider,
  ) {}

  static async begin(): Promise<Shop> {
    const world = await BillingWorld.begin();
    const provider = new StripeProvider({ secretKey: 'sk_test_x', webhookSecret: SECRET });
    Object.assign(provider, { metadataOf: () => Promise.resolve(metadata) });
    Object.assign(provider, {
      openCheckout: () => Promise.resolve({ url: 'https://checkout.example/cs_1', reference: 'cs_1' }),
    });
    const booking = new PurchaseBooking(world.accounts, world.store);
    const shop = new Shop(world, new Purchases(world.store, world.clock, provider, booking), provider);
    await shop.purchases.checkout({
      purchaseId: 'pur_1',
      organizationId: ORGANIZATION,
      packageId: 'credits-500',
      quantity: 1,
      credits: credits(500),
      cents: CENTS,
      origin: 'checkout',
      provider: 'stripe',
      customer: 'cus_1',
      returnTo: { success: 'https://app.example/', cancel: 'https://app.example/' },
      expiresAt: '2027-01-01T00:00:00.000Z',
    });
    return shop;
  }

  /** Sends an event as Stripe does. @returns whether it was accepted */
  async send({ of, secret = SECRET, seconds = 0, cut = false }: Sent): Promise<boolean> {
    const payload = JSON.stringify(of);
    const timestamp = Math.floor(Date.now() / 1000) + seconds;
    const signature = StripeApi.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const body = Buffer.from(cut ? payload.replace(String(CENTS), '9999') : payload);
    const handler = new ReceivePaymentEventHandler(this.purchases, this.provider);
    try {
      await handler.execute(new ReceivePaymentEvent({ body, signature }));
      return true;
    } catch (error) {
      expect(error).toMatchObject({ refusal: { code: 'INVALID_SIGNATURE' } });
      return false;
    }
  }

  async standing(): Promise<{ remaining: number; owed: number }> {
    expect(verify(await this.world.entries()).broken).toBeUndefined();
    const { ledger } = await this.world.accounts.post(ORGANIZATION, () => []);
    const remaining = ledger.lots.reduce((sum, lot) => sum + lot.remaining, 0);
    return { remaining: remaining - credits(INCLUDED), owed: ledger.owed };
  }
}

describe('events of Stripe', () => {
  it('are tried in at least 30 orders of delivery', () => expect(DELIVERIES.length).toBeGreaterThanOrEqual(30));

  it.each(DELIVERIES)('%s', async (_, deliveries, remaining) => {
    const shop = await Shop.begin();
    const taken: boolean[] = [];
    for (const delivery of deliveries) taken.push(await shop.send(delivery));
    expect(taken).toEqual(deliveries.map((delivery) => ![forged, old, changed].includes(delivery as never)));
    expect(await shop.standing()).toEqual({ remaining: credits(remaining), owed: 0 });
  });

  it.each(DELIVERIES.filter(([, deliveries]) => deliveries.length > 1))(
    '%s, all at once',
    async (_, deliveries, remaining) => {
      const shop = await Shop.begin();
      await Promise.all(deliveries.map((delivery) => shop.send(delivery)));
      expect(await shop.standing()).toEqual({ remaining: credits(remaining), owed: 0 });
    },
  );

  it('64 at once credit one balance once', async () => {
    const shop = await Shop.begin();
    await Promise.all(Array.from({ length: 64 }, (_, n) => shop.send(by(n % 2 === 0 ? completed : succeeded))));
    expect(await shop.standing()).toEqual({ remaining: credits(500), owed: 0 });
  });

  it('are not taken without a signature, without a secret, and where they are no JSON', async () => {
    const provider = new StripeProvider({ secretKey: 'sk_test_x', webhookSecret: SECRET });
    const body = Buffer.from('{');
    const signature = StripeApi.webhooks.generateTestHeaderString({ payload: '{', secret: SECRET });
    await expect(provider.readEvent({ body, signature: undefined })).rejects.toThrow('signature');
    await expect(provider.readEvent({ body, signature })).rejects.toThrow('no JSON');
    const unset = new StripeProvider({ secretKey: 'sk_test_x', webhookSecret: undefined });
    await expect(unset.readEvent({ body, signature })).rejects.toThrow('ASSAY_STRIPE_WEBHOOK_SECRET');
  });
});
