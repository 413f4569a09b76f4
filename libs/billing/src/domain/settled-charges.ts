import type { ChargeAccount } from './charge';
import type { SessionMap } from './session-map';

/** A final charge, kept so that a late retry of its commands changes nothing. */
export interface SettledCharge {
  readonly sessionId: string;
  readonly at: string;
  readonly account: ChargeAccount;
  /** The quote that was paid. */
  readonly quoteId?: string;
}

export type SettledCharges = SessionMap<SettledCharge>;

export const withSettled = (all: SettledCharges, settled: SettledCharge): SettledCharges =>
  all.with(settled.sessionId, settled);

const DAY = 24 * 60 * 60 * 1000;

/**
 * The charges settled within the day before `at`. Idempotency keys are kept 24 hours, so no client repeats anything
 * older.
 */
export function recentlySettled(all: SettledCharges, at: string): SettledCharge[] {
  const since = new Date(Date.parse(at) - DAY).toISOString();
  return all.values().filter((settled) => settled.at >= since);
}
