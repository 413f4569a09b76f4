import { type Fact, type FactTypes, type Model, passedOver } from '@assay/kernel';
import type { CheckoutOrder, Order, Payment, PaymentFact } from '../payment-provider';
import type { TestCard } from './test-cards';

/** The events of a `sandboxpayment-<purchase id>` stream (version 1): the state of a payment at the test provider. */
export type SandboxPaymentEvent =
  | Fact<
      'SandboxCheckoutOpened',
      {
        readonly at: string;
        /** The secret part of the page's address: without it, the page cannot be opened. */
        readonly token: string;
        readonly order: CheckoutOrder;
      }
    >
  | Fact<'SandboxCardDeclined', { readonly at: string; readonly reason: string }>
  | Fact<'SandboxCheckoutPaid', SandboxFact>
  | Fact<'SandboxCheckoutAbandoned', SandboxFact>
  | Fact<'SandboxCharged', SandboxFact & { readonly order: Order; readonly declined: string | null }>
  | Fact<'SandboxRefunded', SandboxFact & { readonly cents: number }>;

/** The fields of the facts that the buyer's side gets to know. */
interface SandboxFact {
  readonly at: string;
  readonly purchaseId: string;
  readonly organizationId: string;
}

export interface SandboxPayment {
  readonly order: Order;
  /** Undefined for a charge without a page. */
  readonly checkout: { readonly token: string; readonly order: CheckoutOrder } | undefined;
  readonly status: 'open' | 'paid' | 'declined' | 'abandoned';
  /** Why the last card was declined. */
  readonly declined: string | undefined;
  readonly refunded: number;
}

const SANDBOX_PAYMENT_PREFIX = 'sandboxpayment-';
export const sandboxPaymentStream = (purchaseId: string): string => `${SANDBOX_PAYMENT_PREFIX}${purchaseId}`;

export const sandboxPayment: Model<SandboxPayment | undefined, SandboxPaymentEvent> = {
  initial: undefined,
  evolve: (payment, event) => {
    switch (event.type) {
      case 'SandboxCheckoutOpened':
        return {
          order: event.data.order,
          checkout: event.data,
          status: 'open',
          declined: undefined,
          refunded: 0,
        };
      case 'SandboxCharged': {
        const { order, declined } = event.data;
        const status = declined === null ? 'paid' : 'declined';
        return { order, checkout: undefined, status, declined: declined ?? undefined, refunded: 0 };
      }
      case 'SandboxCardDeclined':
        return payment && { ...payment, declined: event.data.reason };
      case 'SandboxCheckoutPaid':
        return payment && { ...payment, status: 'paid', declined: undefined };
      case 'SandboxCheckoutAbandoned':
        return payment && { ...payment, status: 'abandoned' };
      case 'SandboxRefunded':
        return payment && { ...payment, refunded: event.data.cents };
      default:
        return passedOver(payment, event);
    }
  },
};

/** A page is opened once, also if the order is repeated. */
export const openSandboxCheckout = (
  command: { readonly at: string; readonly token: string; readonly order: CheckoutOrder },
  payment: SandboxPayment | undefined,
): SandboxPaymentEvent[] => (payment ? [] : [{ type: 'SandboxCheckoutOpened', data: command }]);

/** Pays an open payment. For one that is paid, abandoned or expired, nothing changes. */
export function payAtSandbox(
  { at, card }: { readonly at: string; readonly card: TestCard },
  payment: SandboxPayment | undefined,
): SandboxPaymentEvent[] {
  if (payment === undefined || !isPayable(payment, at)) return [];
  if (card.declinedAtOnce !== undefined)
    return [{ type: 'SandboxCardDeclined', data: { at, reason: card.declinedAtOnce } }];
  return [{ type: 'SandboxCheckoutPaid', data: { at, ...subject(payment) } }];
}

export const abandonAtSandbox = (at: string, payment: SandboxPayment | undefined): SandboxPaymentEvent[] =>
  payment?.status === 'open' ? [{ type: 'SandboxCheckoutAbandoned', data: { at, ...subject(payment) } }] : [];

/** Refunds the whole amount, once. */
export const refundAtSandbox = (at: string, payment: SandboxPayment | undefined): SandboxPaymentEvent[] =>
  payment?.status === 'paid' && payment.refunded === 0
    ? [{ type: 'SandboxRefunded', data: { at, ...subject(payment), cents: payment.order.cents } }]
    : [];

export function chargeAtSandbox(
  { at, order, card }: { readonly at: string; readonly order: Order; readonly card: TestCard | undefined },
  payment: SandboxPayment | undefined,
): SandboxPaymentEvent[] {
  if (payment) return [];
  const declined = card === undefined ? 'no_payment_method' : (card.declinedLater ?? null);
  return [{ type: 'SandboxCharged', data: { at, ...subject({ order }), order, declined } }];
}

const isPayable = ({ status, checkout }: SandboxPayment, at: string): boolean =>
  status === 'open' && checkout !== undefined && at < checkout.order.expiresAt;

/** The state of the payment at a time, because no event records that a page has expired. */
export function stateOf(payment: SandboxPayment, at: string): Payment {
  const { status, order, declined, refunded } = payment;
  const reference = `sandbox_${order.purchaseId}`;
  switch (status) {
    case 'paid': {
      const refunds: PaymentFact[] = refunded === 0 ? [] : [{ type: 'refunded', cents: refunded }];
      return { status, reference, facts: [{ type: 'paid', cents: order.cents }, ...refunds] };
    }
    case 'declined': {
      const reason = declined ?? 'declined';
      return { status, reference, reason, facts: [{ type: 'declined', reason }] };
    }
    case 'abandoned':
      return { status: 'expired', reference, facts: [{ type: 'expired' }] };
    case 'open':
      return isPayable(payment, at)
        ? { status, reference, facts: [] }
        : { status: 'expired', reference, facts: [{ type: 'expired' }] };
  }
}

const subject = ({ order: { purchaseId, organizationId } }: Pick<SandboxPayment, 'order'>) => ({
  purchaseId,
  organizationId,
});

/**
 * The facts that the sandbox sends as messages. A declined card on the page is not among them, because the customer can
 * try another one there.
 */
export type SandboxMessage = Extract<SandboxPaymentEvent, Fact<string, SandboxFact>>;

export const SANDBOX_MESSAGES: FactTypes<SandboxMessage> = {
  SandboxCheckoutPaid: true,
  SandboxCheckoutAbandoned: true,
  SandboxCharged: true,
  SandboxRefunded: true,
};
