/** The number of repetitions of an activity, and the delays before them. */
export interface RetryPolicy {
  readonly maxAttempts: number;
  /** Milliseconds. */
  readonly initialDelay: number;
  readonly maxDelay: number;
}

/**
 * About two minutes in all. A store or a disk can come back in this time, and a client still learns of the fault soon.
 */
export const DEFAULT_RETRY: RetryPolicy = { maxAttempts: 12, initialDelay: 200, maxDelay: 30_000 };
