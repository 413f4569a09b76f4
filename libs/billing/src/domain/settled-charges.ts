import type { ChargeAccount } from './charge';

/** A charge that is final, remembered so that a late retry of its commands changes nothing. */
export interface SettledCharge {
  readonly sessionId: string;
  readonly at: string;
  readonly account: ChargeAccount;
}

/**
 * By day, then by session. A flat map would be copied whole on each settlement, which makes replaying a period of ten
 * thousand sessions fifty million copies; a day's map is some hundreds.
 */
export type SettledCharges = ReadonlyMap<string, ReadonlyMap<string, SettledCharge>>;

const dayOf = (at: string): string => at.slice(0, 10);

export function withSettled(all: SettledCharges, settled: SettledCharge): SettledCharges {
  const day = dayOf(settled.at);
  return new Map(all).set(day, new Map(all.get(day)).set(settled.sessionId, settled));
}

export function findSettled(all: SettledCharges, sessionId: string): SettledCharge | undefined {
  for (const day of all.values()) {
    const found = day.get(sessionId);
    if (found) return found;
  }
  return undefined;
}

const DAY = 24 * 60 * 60 * 1000;

/** Those of the last day before `at`. Idempotency keys are kept 24 hours, so no client repeats anything older. */
export function recentlySettled(all: SettledCharges, at: string): SettledCharge[] {
  const since = new Date(Date.parse(at) - DAY).toISOString();
  return [...all]
    .filter(([day]) => day >= dayOf(since))
    .flatMap(([, day]) => [...day.values()])
    .filter((settled) => settled.at >= since);
}
