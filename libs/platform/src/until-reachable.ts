import { InfrastructureError, messageOf, retry } from '@assay/kernel';
import type { Logger } from 'pino';

export interface ReachableOptions {
  /** As a sentence names it: `the event store`. */
  readonly what: string;
  /** Milliseconds. 0 asks once. */
  readonly patience: number;
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the waiting with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between two attempts, at most. */
  readonly interval?: number;
}

/** A dependency that did not answer in time at the start. */
export class Unreachable extends InfrastructureError {
  constructor(what: string, patience: number, last: unknown) {
    super(
      `${what} did not answer within ${patience / 1000} s: ${messageOf(last)}. Start it, or correct its address (assay doctor shows the settings)`,
      { cause: last },
    );
    this.name = 'Unreachable';
  }
}

/** Milliseconds between two lines of the log about the same dependency. */
const LOG_EVERY = 5_000;

/**
 * Opens something that may not be there yet: services of one deployment start in any order. Only an
 * {@link InfrastructureError} is worth waiting for.
 *
 * @throws Unreachable after the patience; anything else at once
 */
export async function untilReachable<Value>(
  open: () => Promise<Value>,
  { what, patience, log, signal, interval = 500 }: ReachableOptions,
): Promise<Value> {
  const started = performance.now();
  let loggedAt = Number.NEGATIVE_INFINITY;
  const waited = () => performance.now() - started;
  const isInTime = () => waited() + interval <= patience;
  try {
    return await retry(open, {
      delays: { initialDelayMs: interval, maxDelayMs: interval },
      isRetryable: (error) => error instanceof InfrastructureError && isInTime(),
      onRetry: (error) => {
        if (waited() - loggedAt < LOG_EVERY) return;
        loggedAt = waited();
        log.warn({ err: error, waited: Math.round(loggedAt), patience }, `${what} does not answer yet; waiting for it`);
      },
      signal,
    });
  } catch (error) {
    if (signal?.aborted || patience === 0 || !(error instanceof InfrastructureError)) throw error;
    throw new Unreachable(what, patience, error);
  }
}
