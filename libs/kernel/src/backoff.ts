import { pause } from './pause';

export interface BackoffOptions {
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

/**
 * Delays that double with each failure in a row, with jitter, so that many do not come back at once, and begin anew
 * after a success.
 */
export class Backoff {
  private inARow = 0;

  constructor(private readonly options: BackoffOptions) {}

  /** Since the last success. */
  get failures(): number {
    return this.inARow;
  }

  reset(): void {
    this.inARow = 0;
  }

  /** The milliseconds to wait after one more failure. */
  next(): number {
    this.inARow += 1;
    const { initialDelayMs, maxDelayMs } = this.options;
    const full = Math.min(maxDelayMs, initialDelayMs * 2 ** Math.min(this.inARow - 1, 30));
    return full * (0.5 + Math.random() / 2);
  }

  /** Resolves after the next delay, or at once when the signal says so. */
  wait(signal: AbortSignal): Promise<void> {
    return pause(this.next(), signal);
  }
}
