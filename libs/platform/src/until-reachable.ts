import { InfrastructureError, messageOf, retry } from '@assay/kernel';
import type { Logger } from 'pino';

interface ReachableOptions {
  /** The name in a sentence: `the event store`. */
  readonly what: string;
  /** How long to try, in milliseconds. 0 tries once. */
  readonly patience: number;
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the wait with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between two attempts, at most. */
  readonly interval?: number;
}

/** A dependency did not answer in time at the start. */
export class Unreachable extends InfrastructureError {
  constructor(what: string, patience: number, last: unknown) {
    super(
      `${what} did not answer within ${patience / 1000} s: ${messageOf(last)}. ` +
        'Start it, or correct its address (assay doctor shows the settings)',
      { cause: last },
    );
    this.name = 'Unreachable';
  }
}

/** Milliseconds between two log lines about the same dependency. */
const LOG_INTERVAL = 5_000;

/**
 * Opens a dependency that may not be available yet, because the services of a deployment start in any order. It retries
 * only after an {@link InfrastructureError}.
 *
 * @throws Unreachable when the time is over; any other error at once
 */
export async function untilReachable<Value>(
  open: () => Promise<Value>,
  { what, patience, log, signal, interval = 500 }: ReachableOptions,
): Promise<Value> {
  const started = performance.now();
  let lastLogged = Number.NEGATIVE_INFINITY;
  const waited = () => performance.now() - started;
  const isInTime = () => waited() + interval <= patience;
  try {
    return await retry(open, {
      delays: { initialDelayMs: interval, maxDelayMs: interval },
      isRetryable: (error) => error instanceof InfrastructureError && isInTime(),
      onRetry: (error) => {
        if (waited() - lastLogged < LOG_INTERVAL) return;
        lastLogged = waited();
        log.warn(
          { error: messageOf(error), waited: Math.round(lastLogged), patience },
          `${what} does not answer yet; waiting for it`,
        );
      },
      signal,
    });
  } catch (error) {
    if (signal?.aborted || patience === 0 || !(error instanceof InfrastructureError)) throw error;
    throw new Unreachable(what, patience, error);
  }
}
