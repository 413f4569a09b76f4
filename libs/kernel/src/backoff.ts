import { pause } from './pause';

export interface BackoffOptions {
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

/**
 * Delays that double with each consecutive failure and start again after a success. Jitter prevents many callers from
 * retrying at the same time.
 */
export class Backoff {
  private consecutiveFailures = 0;

  constructor(private readonly options: BackoffOptions) {}

  /** The number of failures since the last success. */
  get failures(): number {
    return this.consecutiveFailures;
  }

  reset(): void {
    this.consecutiveFailures = 0;
  }

  /** The milliseconds to wait after one more failure. */
  next(): number {
    this.consecutiveFailures += 1;
    const { initialDelayMs, maxDelayMs } = this.options;
    const full = Math.min(maxDelayMs, initialDelayMs * 2 ** Math.min(this.consecutiveFailures - 1, 30));
    return full * (0.5 + Math.random() / 2);
  }

  /** Resolves after the next delay, or at once when the signal aborts. */
  wait(signal: AbortSignal): Promise<void> {
    return pause(this.next(), signal);
  }
}
