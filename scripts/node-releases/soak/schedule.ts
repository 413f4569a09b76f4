const SECOND = 1_000;
/** Milliseconds of work in every minute. In the rest V8 finds the heap idle, 8 seconds after the last collection. */
const BUSY = 40 * SECOND;
const MINUTE = 60 * SECOND;
const COLLECT_EVERY = 2 * SECOND;
/** Sessions per audit. */
const SESSIONS_PER_AUDIT = 4;

/** An action on the service, and its time. */
export interface Appointment {
  /** Milliseconds since the soak began. */
  readonly at: number;
  readonly action: 'session' | 'audit' | 'collect';
}

/** The amount of load on the service. */
export interface Load {
  readonly minutes: number;
  readonly sessions: number;
}

/** Spreads the actions evenly over the busy part of each minute, in the order of time. */
export function scheduleOf({ minutes, sessions }: Load): readonly Appointment[] {
  const busy = minutes * BUSY;
  const spread = (action: Appointment['action'], count: number): Appointment[] =>
    Array.from({ length: count }, (_, n) => ({ action, at: onTheClock(((n + 0.5) / count) * busy) }));
  return [
    ...spread('session', sessions),
    ...spread('audit', Math.floor(sessions / SESSIONS_PER_AUDIT)),
    ...spread('collect', busy / COLLECT_EVERY),
  ].sort((a, b) => a.at - b.at);
}

/** Milliseconds of a soak, its pauses included. */
export const lengthOf = ({ minutes }: Load): number => minutes * MINUTE;

const onTheClock = (busy: number): number => Math.floor(busy / BUSY) * MINUTE + (busy % BUSY);
