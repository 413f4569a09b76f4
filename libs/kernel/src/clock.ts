/** The current time, injected. Domain code receives it as a value, and tests can stop it. */
export interface Clock {
  now(): Date;
}

export const CLOCK = Symbol('Clock');
export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 UTC with milliseconds. */
export const timestamp = (clock: Clock): string => clock.now().toISOString();

/** Whether the day of an ISO 8601 date or time is in the calendar: to JavaScript, `2026-02-30` is a day in March. */
export function isRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/**
 * Returns a time strictly after `previous` and not before `now`. So the order is kept even if the clock stands still or
 * steps back.
 */
export function strictlyAfter(previous: string | undefined, now: string): string {
  if (previous === undefined || now > previous) return now;
  return new Date(Date.parse(previous) + 1).toISOString();
}
