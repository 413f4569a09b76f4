import type { ChargeMoment } from '../support/payments/stripe-stand-in';
import type { KillPoint } from './kill-point';
import type { Random } from './random';

/** The moment of a kill: at a write, at the provider's charge, or so many milliseconds after the work began. */
export type Moment = { readonly point: KillPoint } | { readonly charge: ChargeMoment } | { readonly afterMs: number };

/** The kind of work that is interrupted. */
export type Kind = 'purchase' | 'provider event' | 'top-up' | 'period close';

type Write = KillPoint['write'];

const BOOKING: readonly Write[] = [{ event: 'CreditsPurchased' }, { readModel: 'credit-balance' }];

/** The writes of each kind of work. */
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

/** How often a service without kills makes each of these writes at least, except for those that come once. */
const TIMES: Readonly<Record<Kind, number>> = {
  purchase: 3,
  'provider event': 2,
  'top-up': 2,
  'period close': 6,
};
const ONCE = new Set(['TimeRecorded', 'PurchaseRefunded', 'PurchaseReversed']);

/** Milliseconds in which an otherwise idle machine does the work of simultaneous requests. */
const BUSY = 250;

export function momentOf(kind: Kind, { next, below, anyOf }: Random): Moment {
  const share = next();
  // A month is closed before the service listens, so the time of that is not visible from outside.
  if (kind !== 'period close' && share < 0.25) return { afterMs: below(BUSY) };
  if (kind === 'top-up' && share < 0.5) return { charge: anyOf(['before', 'after'] as const) };
  const write = anyOf(WRITES[kind]);
  const isSingle = !('event' in write) || ONCE.has(write.event);
  return { point: { when: anyOf(['before', 'after'] as const), write, nth: isSingle ? 1 : 1 + below(TIMES[kind]) } };
}
