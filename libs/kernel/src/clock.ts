/** The time, injected: domain code gets it as a value, tests hold it still. */
export interface Clock {
  now(): Date;
}

export const CLOCK = Symbol('Clock');
export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 UTC with milliseconds. */
export const timestamp = (clock: Clock): string => clock.now().toISOString();

/**
 * A time strictly after `previous` and not before `now`, so that order survives a clock that stands still or steps
 * back.
 */
export function strictlyAfter(previous: string | undefined, now: string): string {
  if (previous === undefined || now > previous) return now;
  return new Date(Date.parse(previous) + 1).toISOString();
}
