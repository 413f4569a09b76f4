import { InfrastructureError, retry } from '@assay/kernel';

/** How often, and after which delays, an activity is repeated. */
export interface RetryPolicy {
  readonly maxAttempts: number;
  /** Milliseconds. */
  readonly initialDelay: number;
  readonly maxDelay: number;
}

/**
 * About two minutes in all: long enough for a store or a disk to come back, short enough for a client to learn of it.
 */
export const DEFAULT_RETRY: RetryPolicy = { maxAttempts: 12, initialDelay: 200, maxDelay: 30_000 };

/** Called for each fault that another attempt follows; `attempt` counts from 1. */
export type OnRetry = (error: unknown, attempt: number) => void;

/**
 * Runs an activity, and again when something underneath it failed. An error of the activity itself is thrown at once.
 * Once the signal is aborted, its reason is thrown, whatever the activity said.
 */
export const withRetries = <Value>(
  run: () => Promise<Value>,
  policy: RetryPolicy,
  signal: AbortSignal,
  onRetry?: OnRetry,
): Promise<Value> =>
  retry(run, {
    delays: delaysOf(policy),
    isRetryable: (error, attempt) => error instanceof InfrastructureError && attempt <= policy.maxAttempts,
    onRetry,
    signal,
  });

/**
 * For work that must be done in the end, such as a refund: repeats after any fault, without a limit, until it is done
 * or the signal is aborted.
 */
export const untilDone = <Value>(
  run: () => Promise<Value>,
  policy: RetryPolicy,
  signal: AbortSignal,
  onRetry?: OnRetry,
): Promise<Value> => retry(run, { delays: delaysOf(policy), isRetryable: () => true, onRetry, signal });

const delaysOf = ({ initialDelay, maxDelay }: RetryPolicy) => ({ initialDelayMs: initialDelay, maxDelayMs: maxDelay });
