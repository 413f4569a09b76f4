import type { ChargeMoment } from '../support/payments/stripe-stand-in';
import type { KillPoint } from './kill-point';
import type { Random } from './random';

/** When a service is killed: at a write, at the provider's charge, or so many milliseconds after it began to work. */
export type Moment = { readonly point: KillPoint } | { readonly charge: ChargeMoment } | { readonly afterMs: number };

/** What is interrupted. */
export type Kind = 'purchase' | 'provider event' | 'top-up' | 'period close';

type Write = KillPoint['write'];

const BOOKING: readonly Write[] = [{ event: 'CreditsPurchased' }, { readModel: 'credit-balance' }];

/** What is written on the way. */
const WRITES: Readonly<Record<Kind, readonly Write[]>> = {
  purchase: [
    { event: 'PurchaseStarted' },
    { event: 'SandboxCheckoutOpened' },
    { event: 'CheckoutOpened' },
    { event: 'SandboxCheckoutPaid' },
    { event: 'PurchasePaid' },
    { event: 'PurchaseBooked' },
    { readModel: 'purchases' },
    ...BOOKING,
  ],
  'provider event': [
    { event: 'PurchasePaid', stream: 'purchase-pur_' },
    { event: 'PurchaseBooked', stream: 'purchase-pur_' },
    { event: 'PurchaseRefunded' },
    { event: 'PurchaseReversed' },
    { readModel: 'purchases' },
    ...BOOKING,
  ],
  'top-up': [
    { event: 'AutoTopupChanged' },
    { event: 'TopupTriggered' },
    { event: 'PurchaseStarted', stream: 'purchase-top_' },
    { event: 'PurchasePaid', stream: 'purchase-top_' },
    { event: 'PurchaseBooked', stream: 'purchase-top_' },
    { event: 'TopupCredited' },
    { event: 'CreditsPurchased' },
  ],
  'period close': [
    { event: 'TimeRecorded' },
    { event: 'PeriodClosed' },
    { event: 'PeriodOpened' },
    { event: 'CreditsGranted' },
    { readModel: 'credit-balance' },
  ],
};

/** How often at least each of them is written by a service that is left alone, but for what comes once. */
const TIMES: Readonly<Record<Kind, number>> = {
  purchase: 3,
  'provider event': 2,
  'top-up': 2,
  'period close': 6,
};
const ONCE = new Set(['TimeRecorded', 'PurchaseRefunded', 'PurchaseReversed']);

/** Milliseconds in which what is asked for at once is done by a machine that has nothing else to do. */
const BUSY = 250;

export function momentOf(kind: Kind, { next, below, anyOf }: Random): Moment {
  const share = next();
  // A month is closed before the service listens: from outside nobody can tell when.
  if (kind !== 'period close' && share < 0.25) return { afterMs: below(BUSY) };
  if (kind === 'top-up' && share < 0.5) return { charge: anyOf(['before', 'after'] as const) };
  const write = anyOf(WRITES[kind]);
  const isSingle = !('event' in write) || ONCE.has(write.event);
  return { point: { when: anyOf(['before', 'after'] as const), write, nth: isSingle ? 1 : 1 + below(TIMES[kind]) } };
}
