import type Stripe from 'stripe';
import type { CheckoutOrder, Order } from '../payment-provider';

/** By which everything at Stripe is found again. */
const metadataOf = ({ purchaseId, organizationId }: Order) => ({ purchaseId, organizationId });

/** A page for one payment. The card is set up for later charges without the customer. */
export const checkoutFields = (order: CheckoutOrder): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  customer: order.customer,
  client_reference_id: order.purchaseId,
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: order.cents, product_data: { name: order.description } },
    },
  ],
  metadata: metadataOf(order),
  payment_intent_data: {
    metadata: metadataOf(order),
    description: order.description,
    setup_future_usage: 'off_session',
  },
  success_url: order.returnTo.success,
  cancel_url: order.returnTo.cancel,
  expires_at: Math.floor(Date.parse(order.expiresAt) / 1000),
});

/** A charge without the customer. */
export const chargeFields = (order: Order, method: string): Stripe.PaymentIntentCreateParams => ({
  amount: order.cents,
  currency: 'usd',
  customer: order.customer,
  payment_method: method,
  description: order.description,
  metadata: { ...metadataOf(order), withoutCustomer: 'true' },
  confirm: true,
  off_session: true,
});
