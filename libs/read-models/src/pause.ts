import { ExponentialBackoff, type IBackoff, type IBackoffFactory } from 'cockatiel';
import { InfrastructureError, pause } from '@assay/kernel';
import type { Log } from './log';

export interface BackoffOptions {
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

export const DEFAULT_BACKOFF: BackoffOptions = { initialDelayMs: 100, maxDelayMs: 30_000 };

/** Delays that grow with each failure in a row, with jitter, and begin anew after a success. */
export class Backoff {
  private readonly factory: IBackoffFactory<unknown>;
  private current: IBackoff<unknown> | undefined;

  constructor({ initialDelayMs, maxDelayMs }: BackoffOptions) {
    this.factory = new ExponentialBackoff({ initialDelay: initialDelayMs, maxDelay: maxDelayMs });
  }

  reset(): void {
    this.current = undefined;
  }

  /** Resolves after the next delay, or at once when the signal says so. */
  wait(signal: AbortSignal): Promise<void> {
    this.current = this.current ? this.current.next(undefined) : this.factory.next(undefined);
    return pause(this.current.duration, signal);
  }
}

/** Tries again, with growing delays, as long as something underneath is away. @throws the fault when the signal ends it; anything else at once */
export async function whileUnavailable<Result>(work: () => Promise<Result>, { backoff: options, log, signal }: { backoff: BackoffOptions; log: Log; signal: AbortSignal }): Promise<Result> {
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
export async function repeatedly(work: () => Promise<void>, { everyMs, signal }: { everyMs: number; signal: AbortSignal }): Promise<void> {
  for (;;) {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    await work();
  }
}
