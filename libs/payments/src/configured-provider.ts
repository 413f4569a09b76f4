import type { EventStore } from '@assay/event-store';
import type { Clock, Settings } from '@assay/kernel';
import type { PaymentProvider } from './payment-provider';
import { SandboxProvider } from './sandbox/sandbox-provider';

/** The provider that the settings choose. The client of Stripe is loaded only where it is that. */
export function paymentProvider(
  events: EventStore,
  clock: Clock,
  { stripe }: Pick<Settings, 'stripe'>,
): PaymentProvider {
  if (stripe === undefined) return new SandboxProvider(events, clock);
  const { StripeProvider } = require('./stripe/stripe-provider') as typeof import('./stripe/stripe-provider');
  return new StripeProvider(stripe);
}
