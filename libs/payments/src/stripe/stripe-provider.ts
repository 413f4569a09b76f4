import StripeApi from 'stripe';
import {
  type OffSessionCharge,
  type Checkout,
  type CheckoutOrder,
  type Order,
  type Payment,
  type PaymentProvider,
  PaymentProviderUnavailable,
  type ProviderEvent,
  UnverifiedEvent,
} from '../payment-provider';
import { checkoutFields, chargeFields } from './stripe-fields';
import { type StripePayment, factsOfIntent, newsOf } from './stripe-news';

/** The version of Stripe's API for which this adapter is written; it overrides the account's default. */
const API_VERSION = '2026-10-28.endive';
/** How many seconds an event's signature is valid. */
const TOLERANCE = 300;
const TIMEOUT = 20_000;
/** The most payments that a search goes through; all are of one customer. */
const PAYMENTS = 100;

export interface StripeSettings {
  readonly secretKey: string;
  /** Undefined if no events are accepted. */
  readonly webhookSecret: string | undefined;
  /** The base address of Stripe's API. Default: Stripe's own. */
  readonly url?: string | undefined;
}

/** Stripe, through its own library. Every call that changes something carries an idempotency key. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly apiVersion = API_VERSION;
  private readonly stripe: StripeApi;
  private readonly customers = new Map<string, Promise<string>>();

  constructor(private readonly settings: StripeSettings) {
    const address = settings.url === undefined ? undefined : new URL(settings.url);
    this.stripe = new StripeApi(settings.secretKey, {
      apiVersion: API_VERSION,
      timeout: TIMEOUT,
      maxNetworkRetries: 2,
      telemetry: false,
      ...(address !== undefined && {
        protocol: address.protocol === 'http:' ? 'http' : 'https',
        host: address.hostname,
        ...(address.port !== '' && { port: Number(address.port) }),
      }),
    });
  }

  /**
   * A search finds a customer only about a minute after its creation. The idempotency key bridges that time, and found
   * customers are cached.
   */
  customer(organization: { readonly organizationId: string; readonly name: string }): Promise<string> {
    const { organizationId } = organization;
    const known = this.customers.get(organizationId) ?? this.findOrMakeCustomer(organization);
    this.customers.set(organizationId, known);
    return known.catch((error: unknown) => {
      this.customers.delete(organizationId);
      throw error;
    });
  }

  async openCheckout(order: CheckoutOrder): Promise<Checkout> {
    const session = await this.asked(() =>
      this.stripe.checkout.sessions.create(checkoutFields(order), { idempotencyKey: `checkout-${order.purchaseId}` }),
    );
    if (session.url === null) throw new PaymentProviderUnavailable(`Stripe gave the checkout ${session.id} no address`);
    return { url: session.url, reference: session.id };
  }

  async charge(order: Order): Promise<OffSessionCharge> {
    const method = await this.methodOf(order.customer);
    if (method === undefined) return { status: 'declined', reference: null, reason: 'no_payment_method' };
    try {
      return outcomeOf(
        await this.asked(() =>
          this.stripe.paymentIntents.create(chargeFields(order, method), {
            idempotencyKey: `charge-${order.purchaseId}`,
          }),
        ),
      );
    } catch (error) {
      if (isTooSmall(error)) return { status: 'declined', reference: null, reason: TOO_SMALL };
      if (isOtherRequest(error)) return this.chargedBefore(order, error);
      if (!(error instanceof StripeApi.errors.StripeCardError)) throw error;
      return { status: 'declined', reference: error.payment_intent?.id ?? null, reason: reasonOf(error) };
    }
  }

  /** The outcome of a charge whose answer was lost, and that another card was tried for than the customer has now. */
  private async chargedBefore({ customer, purchaseId }: Order, error: unknown): Promise<OffSessionCharge> {
    const intent = await this.asked(() => this.findIntent(customer, purchaseId));
    if (intent === undefined || intent.status === 'requires_confirmation') throw error;
    return outcomeOf(intent);
  }

  async hasMethodOnFile(customer: string): Promise<boolean> {
    return (await this.methodOf(customer)) !== undefined;
  }

  async payment({
    purchaseId,
    customer,
    reference,
  }: Pick<Order, 'purchaseId' | 'customer'> & { readonly reference?: string }): Promise<Payment | undefined> {
    if (reference?.startsWith('cs_')) return this.checkoutPayment(reference);
    const intent = await this.asked(() =>
      reference === undefined
        ? this.findIntent(customer, purchaseId)
        : this.stripe.paymentIntents.retrieve(reference, { expand: ['latest_charge'] }),
    );
    return intent && paymentOf(intent.id, factsOfIntent(intent), intent.status === 'processing');
  }

  async readEvent({
    body,
    signature,
  }: {
    readonly body: Buffer;
    readonly signature: string | undefined;
  }): Promise<ProviderEvent | undefined> {
    const event = this.verified(body, signature);
    const news = newsOf(event);
    if (news === undefined) return undefined;
    const { fact, payment } = news;
    const of = typeof payment === 'string' ? await this.metadataOf(payment) : payment;
    if (of?.purchaseId === undefined || of.organizationId === undefined) return undefined;
    return { eventId: event.id, purchaseId: of.purchaseId, organizationId: of.organizationId, fact };
  }

  private verified(body: Buffer, signature: string | undefined): StripeApi.Event {
    const { webhookSecret } = this.settings;
    if (webhookSecret === undefined)
      throw new UnverifiedEvent('No event is taken before ASSAY_STRIPE_WEBHOOK_SECRET is set to the signing secret.');
    try {
      return this.stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, TOLERANCE);
    } catch (error) {
      if (error instanceof StripeApi.errors.StripeSignatureVerificationError)
        throw new UnverifiedEvent(
          'The signature of the event is missing, wrong, or older than five minutes: check the signing secret and ' +
            'the clock.',
          { cause: error },
        );
      if (error instanceof SyntaxError) throw new UnverifiedEvent('The event is no JSON.', { cause: error });
      throw error;
    }
  }

  private async metadataOf(intent: string): Promise<StripePayment> {
    return (await this.asked(() => this.stripe.paymentIntents.retrieve(intent))).metadata;
  }

  private async checkoutPayment(reference: string): Promise<Payment> {
    const session = await this.asked(() =>
      this.stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge'] }),
    );
    const { payment_status: paid, status, payment_intent: intent } = session;
    if (paid === 'paid' && intent !== null && typeof intent === 'object')
      return paymentOf(session.id, factsOfIntent(intent), false);
    if (status === 'expired') return { status: 'expired', reference, facts: [{ type: 'expired' }] };
    return { status: status === 'complete' ? 'pending' : 'open', reference, facts: [] };
  }

  private async findIntent(customer: string, purchaseId: string): Promise<StripeApi.PaymentIntent | undefined> {
    const { data } = await this.stripe.paymentIntents.list({
      customer,
      limit: PAYMENTS,
      expand: ['data.latest_charge'],
    });
    return data.find(({ metadata }) => metadata['purchaseId'] === purchaseId);
  }

  private async findOrMakeCustomer({
    organizationId,
    name,
  }: {
    readonly organizationId: string;
    readonly name: string;
  }): Promise<string> {
    const query = `metadata['organizationId']:'${organizationId}'`;
    const [found] = (await this.asked(() => this.stripe.customers.search({ query, limit: 1 }))).data;
    if (found) return found.id;
    const idempotencyKey = `customer-${organizationId}`;
    return (
      await this.asked(() =>
        this.stripe.customers.create({ metadata: { organizationId }, name: name.slice(0, 256) }, { idempotencyKey }),
      )
    ).id;
  }

  private async methodOf(customer: string): Promise<string | undefined> {
    return (await this.asked(() => this.stripe.customers.listPaymentMethods(customer, { limit: 1 }))).data[0]?.id;
  }

  /** A decline is an answer. For any other refusal or failure of Stripe, the call can be repeated. */
  private async asked<Value>(ask: () => Promise<Value>): Promise<Value> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StripeApi.errors.StripeError) || error instanceof StripeApi.errors.StripeCardError)
        throw error;
      throw new PaymentProviderUnavailable(`Stripe: ${error.message}`, { cause: error });
    }
  }
}

/** The code of Stripe's refusal of an amount below half a dollar. A repeated call gets the same refusal. */
const TOO_SMALL = 'amount_too_small';
const isTooSmall = (error: unknown): boolean =>
  error instanceof PaymentProviderUnavailable &&
  error.cause instanceof StripeApi.errors.StripeError &&
  error.cause.code === TOO_SMALL;

/** The key was used for a request with other fields. One that is still being answered says nothing yet. */
const isOtherRequest = (error: unknown): boolean =>
  error instanceof PaymentProviderUnavailable &&
  error.cause instanceof StripeApi.errors.StripeIdempotencyError &&
  error.cause.code !== 'idempotency_key_in_use';

function outcomeOf({ id, status, last_payment_error: error }: StripeApi.PaymentIntent): OffSessionCharge {
  if (status === 'succeeded') return { status: 'paid', reference: id };
  if (status === 'processing') return { status: 'pending', reference: id };
  return { status: 'declined', reference: id, reason: error?.decline_code ?? error?.code ?? status };
}

const reasonOf = ({
  decline_code: declined,
  code,
}: {
  decline_code?: string | undefined;
  code?: string | undefined;
}) => (code === 'authentication_required' ? code : (code ?? declined ?? 'card_declined'));

function paymentOf(reference: string, facts: Payment['facts'], isPending: boolean): Payment {
  const last = facts.find(({ type }) => type === 'paid') ?? facts[0];
  if (last?.type === 'declined') return { status: 'declined', reference, reason: last.reason, facts };
  if (last?.type === 'paid') return { status: 'paid', reference, facts };
  return { status: isPending ? 'pending' : 'open', reference, facts };
}
