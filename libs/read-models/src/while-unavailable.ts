import { type BackoffOptions, InfrastructureError, retry, type Log } from '@assay/kernel';

export const DEFAULT_BACKOFF: BackoffOptions = { initialDelayMs: 100, maxDelayMs: 30_000 };

/**
 * Repeats work, with growing delays, while a store is unavailable.
 *
 * @throws any other error at once; the signal's reason once it is aborted
 */
export const whileUnavailable = <Result>(
  work: () => Promise<Result>,
  { backoff, log, signal }: { backoff: BackoffOptions; log: Log; signal: AbortSignal },
): Promise<Result> =>
  retry(work, {
    delays: backoff,
    isRetryable: (error) => error instanceof InfrastructureError,
    onRetry: (error) => log.warn({ error }, 'a store is away; trying again'),
    signal,
  });
