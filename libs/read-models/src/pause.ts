import { Backoff, type BackoffOptions, InfrastructureError, pause } from '@assay/kernel';
import type { Log } from './log';

export const DEFAULT_BACKOFF: BackoffOptions = { initialDelayMs: 100, maxDelayMs: 30_000 };

/**
 * Tries again, with growing delays, as long as something underneath is away. @throws the fault when the signal ends it;
 * anything else at once
 */
export async function whileUnavailable<Result>(
  work: () => Promise<Result>,
  { backoff: options, log, signal }: { backoff: BackoffOptions; log: Log; signal: AbortSignal },
): Promise<Result> {
  const backoff = new Backoff(options);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !(error instanceof InfrastructureError)) throw error;
      log.warn({ error }, 'a store is away; trying again');
      await backoff.wait(signal);
    }
  }
}

/** One after the other with a pause before each, until the signal ends it. */
export async function repeatedly(
  work: () => Promise<void>,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    await work();
  }
}
