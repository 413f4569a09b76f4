/** The current time, injected. Domain code receives it as a value, and tests can stop it. */
export interface Clock {
  now(): Date;
}

export const CLOCK = Symbol('Clock');
export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 UTC with milliseconds. */
export const timestamp = (clock: Clock): string => clock.now().toISOString();

/**
 * Returns a time strictly after `previous` and not before `now`. So the order is kept even if the clock stands still or
 * steps back.
 */
export function strictlyAfter(previous: string | undefined, now: string): string {
  if (previous === undefined || now > previous) return now;
  return new Date(Date.parse(previous) + 1).toISOString();
}
