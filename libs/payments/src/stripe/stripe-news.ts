import type Stripe from 'stripe';
import type { PaymentFact } from '../payment-provider';

/** Our metadata of a payment at Stripe. */
export interface StripePayment {
  readonly purchaseId?: string;
  readonly organizationId?: string;
}

interface News {
  readonly fact: PaymentFact;
  /** The payment's metadata, or the id of the payment intent that has them. */
  readonly payment: StripePayment | string;
}

/** The news of a payment in an event; undefined if the event is about something else. */
export function newsOf(event: Stripe.Event): News | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { payment_status: paid, metadata, amount_total: cents, currency } = event.data.object;
      if (paid !== 'paid' || cents === null || currency !== 'usd') return undefined;
      return { fact: { type: 'paid', cents }, payment: metadata ?? {} };
    }
    case 'checkout.session.async_payment_failed':
      return { fact: { type: 'declined', reason: 'async_payment_failed' }, payment: event.data.object.metadata ?? {} };
    case 'checkout.session.expired':
      return { fact: { type: 'expired' }, payment: event.data.object.metadata ?? {} };
    case 'payment_intent.succeeded': {
      const { amount_received: cents, currency, metadata } = event.data.object;
      return currency === 'usd' ? { fact: { type: 'paid', cents }, payment: metadata } : undefined;
    }
    case 'payment_intent.payment_failed': {
      const { metadata } = event.data.object;
      // On a page the customer can try another card.
      if (metadata['withoutCustomer'] !== 'true') return undefined;
      return { fact: { type: 'declined', reason: declineOf(event.data.object) }, payment: metadata };
    }
    case 'charge.refunded': {
      const { amount_refunded: cents, metadata, payment_intent: intent } = event.data.object;
      return { fact: { type: 'refunded', cents }, payment: intentId(intent) ?? metadata };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { payment_intent: intent, status } = event.data.object;
      const payment = intentId(intent);
      // A warning takes no money, and may become a dispute of the same id.
      return payment === undefined || status.startsWith('warning')
        ? undefined
        : { fact: disputeOf(event.data.object), payment };
    }
    default:
      return undefined;
  }
}

/** All facts in a payment intent and its newest charge. */
export function factsOfIntent(intent: Stripe.PaymentIntent): PaymentFact[] {
  const { status, amount_received: cents, latest_charge: charge } = intent;
  if (status === 'succeeded') {
    const refunded = charge !== null && typeof charge === 'object' ? charge.amount_refunded : 0;
    return [{ type: 'paid', cents }, ...(refunded > 0 ? [{ type: 'refunded', cents: refunded } as const] : [])];
  }
  if (status === 'canceled') return [{ type: 'declined', reason: 'canceled' }];
  if (status === 'processing' || intent.metadata['withoutCustomer'] !== 'true') return [];
  return [{ type: 'declined', reason: declineOf(intent) }];
}

const declineOf = ({ last_payment_error: error }: Stripe.PaymentIntent): string =>
  error?.code ?? error?.decline_code ?? 'card_declined';

const disputeOf = ({ id: disputeId, amount: cents, status }: Stripe.Dispute): PaymentFact => ({
  type: 'disputed',
  disputeId,
  cents,
  status: status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open',
});

const intentId = (intent: string | Stripe.PaymentIntent | null): string | undefined =>
  intent === null ? undefined : typeof intent === 'string' ? intent : intent.id;
