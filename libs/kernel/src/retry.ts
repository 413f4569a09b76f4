import { setMaxListeners } from 'node:events';
import { Backoff, type BackoffOptions } from './backoff';

interface RetryOptions {
  readonly delays: BackoffOptions;
  /** Whether an error is worth another attempt. `attempt` counts from 1. */
  readonly isRetryable: (error: unknown, attempt: number) => boolean;
  /** Called before each delay. */
  readonly onRetry?: ((error: unknown, attempt: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const NEVER_ABORTED = new AbortController().signal;
setMaxListeners(0, NEVER_ABORTED); // everything that waits without a signal listens to it

/**
 * Runs work again, after growing delays, as long as its error is retryable. Libraries for this sleep through an abort
 * (cockatiel) or never repeat a TypeError (p-retry), which a refund must survive.
 *
 * @throws the error that is not retryable; the signal's reason once it is aborted, whatever the work said
 */
export async function retry<Value>(
  work: () => Promise<Value>,
  { delays, isRetryable, onRetry, signal = NEVER_ABORTED }: RetryOptions,
): Promise<Value> {
  const backoff = new Backoff(delays);
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isRetryable(error, attempt)) throw error;
      onRetry?.(error, attempt);
    }
    await backoff.wait(signal);
  }
}
