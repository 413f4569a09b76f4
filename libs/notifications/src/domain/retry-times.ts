/** Milliseconds. */
const FIRST_DELAY = 5_000;
const LONGEST_DELAY = 6 * 3_600_000;
/** A receiver that asks for more than a day is asked again after a day. */
const LONGEST_WISH = 24 * 3_600_000;

/** Milliseconds from the request after which no further attempt is made. */
const GIVE_UP_AFTER = 72 * 3_600_000;

/** Attempts of one request at most, whatever the clock does: the growing delays reach the three days in about 20. */
const MOST_ATTEMPTS = 40;

/**
 * When to attempt it again after an attempt that failed; undefined once it is given up. Delays triple from 5 seconds to
 * 6 hours. Up to half of each is taken off at random, so that what failed together does not come back together.
 *
 * @param failed how many attempts have failed since it was requested, from 1
 * @param asked milliseconds that the receiver asked for (`Retry-After`)
 * @param random from 0 to 1
 */
export function nextAttempt({
  failed,
  requestedAt,
  now,
  asked = 0,
  random,
}: {
  readonly failed: number;
  readonly requestedAt: string;
  readonly now: string;
  readonly asked?: number | undefined;
  readonly random: number;
}): string | undefined {
  const full = Math.min(LONGEST_DELAY, FIRST_DELAY * 3 ** Math.min(failed - 1, 30));
  const delay = Math.max(full * (1 - random / 2), Math.min(Math.max(asked, 0), LONGEST_WISH));
  const next = Date.parse(now) + Math.round(delay);
  if (failed >= MOST_ATTEMPTS || next > Date.parse(requestedAt) + GIVE_UP_AFTER) return undefined;
  return new Date(next).toISOString();
}
