import { InfrastructureError } from '@assay/kernel';
import { ExponentialBackoff, handleAll, handleWhen, retry } from 'cockatiel';

export interface RetryOptions {
  readonly maxAttempts: number;
  /** Milliseconds. */
  readonly initialDelay: number;
  readonly maxDelay: number;
}

/** About four minutes in all: long enough for a store or a disk to come back, short enough for a client to learn of it. */
export const DEFAULT_RETRY: RetryOptions = { maxAttempts: 12, initialDelay: 200, maxDelay: 30_000 };

const infrastructureFaults = handleWhen((error) => error instanceof InfrastructureError);

/**
 * Runs an activity, again when something underneath it failed. What it refuses or breaks by itself is thrown at once.
 * Once the signal is aborted, its reason is thrown, whatever the activity said.
 */
export const withRetries = <Value>(run: () => Promise<Value>, options: RetryOptions, signal: AbortSignal): Promise<Value> =>
  attempt(run, retry(infrastructureFaults, { maxAttempts: options.maxAttempts, backoff: new ExponentialBackoff(options) }), signal);

/** For what must happen in the end, such as a refund: again after any fault, without giving up, until it is done or the signal is aborted. */
export const untilDone = <Value>(run: () => Promise<Value>, options: RetryOptions, signal: AbortSignal): Promise<Value> =>
  attempt(run, retry(handleAll, { maxAttempts: Number.POSITIVE_INFINITY, backoff: new ExponentialBackoff(options) }), signal);

async function attempt<Value>(run: () => Promise<Value>, policy: ReturnType<typeof retry>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  try {
    return await policy.execute(async () => {
      signal.throwIfAborted();
      return run();
    }, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
