import { InfrastructureError, retry } from '@assay/kernel';
import type { RetryPolicy } from '../retry-policy';

/** Called for each fault that is followed by another attempt. `attempt` counts from 1. */
export type OnRetry = (error: unknown, attempt: number) => void;

/**
 * Runs an activity, and repeats it after a fault of the infrastructure. An error of the activity itself is thrown at
 * once. After the signal was aborted, its reason is thrown instead of the activity's result or error.
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
 * Repeats work that must be done in the end, such as a refund. It repeats after any fault, without a limit, until the
 * work is done or the signal is aborted.
 */
export const untilDone = <Value>(
  run: () => Promise<Value>,
  policy: RetryPolicy,
  signal: AbortSignal,
  onRetry?: OnRetry,
): Promise<Value> => retry(run, { delays: delaysOf(policy), isRetryable: () => true, onRetry, signal });

const delaysOf = ({ initialDelay, maxDelay }: RetryPolicy) => ({ initialDelayMs: initialDelay, maxDelayMs: maxDelay });
