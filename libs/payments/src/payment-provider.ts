import { InfrastructureError } from '@assay/kernel';

/** Dependency injection token of the {@link PaymentProvider}. */
export const PAYMENT_PROVIDER = Symbol('PaymentProvider');

/** An order to be paid. Amounts are whole cents of US dollars. */
export interface Order {
  /** Our id of the purchase, and the idempotency key: a repeated call with it has one effect. */
  readonly purchaseId: string;
  readonly organizationId: string;
  /** The name that {@link PaymentProvider.customer} gave to the organization. */
  readonly customer: string;
  /** The description on the page and on the receipt: `500 credits`. */
  readonly description: string;
  readonly cents: number;
}

export interface CheckoutOrder extends Order {
  /** The pages to which the browser returns. Its arrival there proves nothing. */
  readonly returnTo: { readonly success: string; readonly cancel: string };
  /** The end of the time to pay, ISO 8601: at least half an hour and less than a day ahead. */
  readonly expiresAt: string;
}

/** A page of the provider on which an order is paid. */
export interface Checkout {
  /** An address, or the path of a page of this service. */
  readonly url: string;
  /** The provider's name for the checkout. */
  readonly reference: string;
}

/** A customer's bank took money back, or wants to. `won`: the money has been returned to us. */
export interface Dispute {
  readonly disputeId: string;
  readonly cents: number;
  readonly status: 'open' | 'lost' | 'won';
}

/**
 * A provider's statement about a payment. The order of arrival does not matter: `refunded` is the sum of all refunds so
 * far, and a payment that was declined or has expired may still turn out to be paid.
 */
export type PaymentFact =
  | { readonly type: 'paid'; readonly cents: number }
  | { readonly type: 'declined'; readonly reason: string }
  | { readonly type: 'expired' }
  | { readonly type: 'refunded'; readonly cents: number }
  | ({ readonly type: 'disputed' } & Dispute);

/** The state of an order at the provider. */
export interface Payment {
  readonly status: 'open' | 'pending' | 'paid' | 'declined' | 'expired';
  readonly reference: string;
  /** Why it was declined. */
  readonly reason?: string;
  /** All known facts about it; empty while it is open or pending. */
  readonly facts: readonly PaymentFact[];
}

/** The outcome of an off-session charge. `pending`: a later event or query has the outcome. */
export type OffSessionCharge =
  | { readonly status: 'paid' | 'pending'; readonly reference: string }
  | { readonly status: 'declined'; readonly reference: string | null; readonly reason: string };

/** A provider's message about a payment of ours. */
export interface ProviderEvent {
  /** The provider's id of the message. */
  readonly eventId: string;
  readonly purchaseId: string;
  readonly organizationId: string;
  readonly fact: PaymentFact;
}

/** The port to payment providers: `sandbox` takes no money and is for trying out, `stripe` is Stripe. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** The version of the provider's API in use. */
  readonly apiVersion: string;
  /** The customer of an organization, created if missing; always the same one. */
  customer(organization: { readonly organizationId: string; readonly name: string }): Promise<string>;
  /** The page on which the order is paid, always the same one for an order. The card is kept for later charges. */
  openCheckout(order: CheckoutOrder): Promise<Checkout>;
  /** Charges the stored payment method without the customer. A repeated call gets the outcome of the first. */
  charge(order: Order): Promise<OffSessionCharge>;
  /** Whether there is a payment method that {@link charge} can use. */
  hasMethodOnFile(customer: string): Promise<boolean>;
  /** The state of an order; undefined if the provider does not know it. Without a reference it searches. */
  payment(
    sought: Pick<Order, 'purchaseId' | 'customer'> & { readonly reference?: string },
  ): Promise<Payment | undefined>;
  /**
   * Reads a message that claims to come from the provider.
   *
   * @param delivery the body as the received bytes, and the header with its signature
   * @returns undefined for a genuine message that is not about a payment of ours
   * @throws UnverifiedEvent if it is not genuine, or too old
   */
  readEvent(delivery: {
    readonly body: Buffer;
    readonly signature: string | undefined;
  }): Promise<ProviderEvent | undefined>;
}

/** The provider cannot be reached, or rejects the request. The request may have taken effect nevertheless. */
export class PaymentProviderUnavailable extends InfrastructureError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, {
      ...options,
      refusal: {
        code: 'UNAVAILABLE',
        message: 'The payment provider does not answer. Nothing is charged twice; try again in a minute.',
      },
    });
    this.name = 'PaymentProviderUnavailable';
  }
}

/** A message whose signature is missing, wrong or too old. */
export class UnverifiedEvent extends Error {
  override readonly name = 'UnverifiedEvent';
}
