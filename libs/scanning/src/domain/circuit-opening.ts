const MINUTE = 60_000;

/**
 * When a circuit opens, and for how long; times in milliseconds. No settings: the state must be the same, no matter
 * which process folds it.
 *
 * One target breaks a tool more often than the tool is broken, so several targets must fail. The failures of one
 * organization count for at most `ofOne`.
 */
export const CIRCUIT = {
  failures: 5,
  targets: 3,
  ofOne: 3,
  window: 60 * MINUTE,
  firstWait: 5 * MINUTE,
  longestWait: 60 * MINUTE,
} as const;

/** The most organizations for which a circuit can be open separately. The latest ones stay. */
const MOST_OPENINGS = 100;

export interface CircuitOpening {
  /** ISO 8601: from then on the tool is tried again. */
  readonly until: string;
  /** Milliseconds from the failure that opened it, or opened it again. */
  readonly wait: number;
}

export const openedAt = (at: number, wait: number): CircuitOpening => ({
  wait,
  until: new Date(at + wait).toISOString(),
});

/** Opens again, for twice as long, after the wait. A failure of a run that began before does not extend the wait. */
export const openedAgain = (opening: CircuitOpening, at: number): CircuitOpening =>
  at < Date.parse(opening.until) ? opening : openedAt(at, Math.min(2 * opening.wait, CIRCUIT.longestWait));

/** Whether the tool was not tried for so long that the opening is out of date. */
export const isStale = ({ until }: CircuitOpening, now: number): boolean => now >= Date.parse(until) + CIRCUIT.window;

export function withOpening(
  openings: Readonly<Record<string, CircuitOpening>>,
  organizationId: string,
  opening: CircuitOpening | undefined,
): Readonly<Record<string, CircuitOpening>> {
  if (!opening) return openings;
  const { [organizationId]: _, ...others } = openings;
  const latest = Object.entries(others)
    .sort(([, a], [, b]) => (a.until < b.until ? 1 : -1))
    .slice(0, MOST_OPENINGS - 1);
  return Object.fromEntries([...latest, [organizationId, opening]]);
}
