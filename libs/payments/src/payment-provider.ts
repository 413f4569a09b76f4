import { InfrastructureError } from '@assay/kernel';

/** Dependency injection token of the {@link PaymentProvider}. */
export const PAYMENT_PROVIDER = Symbol('PaymentProvider');

/** What is to be paid. Amounts are whole cents of US dollars. */
export interface Order {
  /** Our id of the purchase, and the idempotency key: whatever is repeated under it happens once. */
  readonly purchaseId: string;
  readonly organizationId: string;
  /** As {@link PaymentProvider.customer} named the organization. */
  readonly customer: string;
  /** What the customer reads on the page and on the receipt: `500 credits`. */
  readonly description: string;
  readonly cents: number;
}

export interface CheckoutOrder extends Order {
  /** Where the browser goes afterwards. Nothing follows from its arrival there. */
  readonly returnTo: { readonly success: string; readonly cancel: string };
  /** Until when it can be paid, ISO 8601: at least half an hour and less than a day ahead. */
  readonly expiresAt: string;
}

/** A page of the provider on which an order is paid. */
export interface Checkout {
  /** An address, or the path of a page of this service. */
  readonly url: string;
  /** The provider's name for it. */
  readonly reference: string;
}

/** A customer's bank took money back, or wants to. `won`: it has been returned to us. */
export interface Dispute {
  readonly disputeId: string;
  readonly cents: number;
  readonly status: 'open' | 'lost' | 'won';
}

/**
 * What a provider says of a payment. None of it depends on the order in which it arrives: `refunded` is the sum of all
 * refunds so far, and a payment that was declined or has expired may still turn out to be paid.
 */
export type PaymentFact =
  | { readonly type: 'paid'; readonly cents: number }
  | { readonly type: 'declined'; readonly reason: string }
  | { readonly type: 'expired' }
  | { readonly type: 'refunded'; readonly cents: number }
  | ({ readonly type: 'disputed' } & Dispute);

/** How an order stands at the provider. */
export interface Payment {
  readonly status: 'open' | 'pending' | 'paid' | 'declined' | 'expired';
  readonly reference: string;
  /** Why it was declined. */
  readonly reason?: string;
  /** All that is known of it; empty while it is open or pending. */
  readonly facts: readonly PaymentFact[];
}

/** What an off-session charge came to. `pending`: an event or a question tells the rest. */
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

/** Takes money. The port: `sandbox` takes none and is for trying out, `stripe` is Stripe. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** The version of the provider's interface that is spoken. */
  readonly apiVersion: string;
  /** The customer that stands for an organization, made where there is none; always the same one. */
  customer(organization: { readonly organizationId: string; readonly name: string }): Promise<string>;
  /** A page on which the order is paid; the same page for the same order. The card is kept for later charges. */
  openCheckout(order: CheckoutOrder): Promise<Checkout>;
  /** Charges the method on file without the customer. A repetition gets the outcome of the first call. */
  charge(order: Order): Promise<OffSessionCharge>;
  /** Whether there is a method that {@link charge} can use. */
  hasMethodOnFile(customer: string): Promise<boolean>;
  /** How an order stands; undefined if the provider does not know it. Without a reference it is searched for. */
  payment(
    sought: Pick<Order, 'purchaseId' | 'customer'> & { readonly reference?: string },
  ): Promise<Payment | undefined>;
  /**
   * Reads a message that claims to come from the provider.
   *
   * @param delivery the body byte by byte as it came, and the header with its signature
   * @returns nothing for a message that is genuine and none of our business
   * @throws UnverifiedEvent if it is not genuine, or too old
   */
  readEvent(delivery: {
    readonly body: Buffer;
    readonly signature: string | undefined;
  }): Promise<ProviderEvent | undefined>;
}

/** The provider cannot be reached, or does not do what it is asked for. What was asked for may have happened. */
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
