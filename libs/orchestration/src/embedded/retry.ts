import { InfrastructureError } from '@assay/kernel';
import { ExponentialBackoff, type IBackoff, type IBackoffFactory } from 'cockatiel';
import { setTimeout as pause } from 'node:timers/promises';

export interface RetryOptions {
  readonly maxAttempts: number;
  /** Milliseconds. */
  readonly initialDelay: number;
  readonly maxDelay: number;
}

/**
 * About four minutes in all: long enough for a store or a disk to come back, short enough for a client to learn of it.
 */
export const DEFAULT_RETRY: RetryOptions = { maxAttempts: 12, initialDelay: 200, maxDelay: 30_000 };

/** Told of each fault that is followed by another attempt; `attempt` counts from 1. */
export type OnRetry = (error: unknown, attempt: number) => void;

/**
 * Runs an activity, again when something underneath it failed. What it refuses or breaks by itself is thrown at once.
 * Once the signal is aborted, its reason is thrown, whatever the activity said.
 */
export const withRetries = <Value>(
  run: () => Promise<Value>,
  options: RetryOptions,
  signal: AbortSignal,
  onRetry?: OnRetry,
): Promise<Value> =>
  attempt(
    run,
    options,
    (error, attempts) => error instanceof InfrastructureError && attempts <= options.maxAttempts,
    signal,
    onRetry,
  );

/**
 * For what must happen in the end, such as a refund: again after any fault, without giving up, until it is done or the
 * signal is aborted.
 */
export const untilDone = <Value>(
  run: () => Promise<Value>,
  options: RetryOptions,
  signal: AbortSignal,
  onRetry?: OnRetry,
): Promise<Value> => attempt(run, options, () => true, signal, onRetry);

/**
 * Cockatiel's policies sleep through an abort, here half a minute of a client's wish to cancel; so only its delays are
 * used.
 */
async function attempt<Value>(
  run: () => Promise<Value>,
  options: RetryOptions,
  again: (error: unknown, attempts: number) => boolean,
  signal: AbortSignal,
  onRetry?: OnRetry,
): Promise<Value> {
  const delays: IBackoffFactory<unknown> = new ExponentialBackoff(options);
  let delay: IBackoff<unknown> | undefined;
  for (let attempts = 1; ; attempts += 1) {
    signal.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      signal.throwIfAborted();
      if (!again(error, attempts)) throw error;
      onRetry?.(error, attempts);
    }
    delay = delay ? delay.next(undefined) : delays.next(undefined);
    // Only an abort makes it reject, and then the abort's own reason is what is thrown.
    await pause(delay.duration, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
