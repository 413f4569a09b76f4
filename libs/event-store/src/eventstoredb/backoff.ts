export interface Backoff {
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

/** The delay after so many failures in a row: twice the one before, with jitter, so that many do not come back at once. */
export function delayAfter(failures: number, { initialDelayMs, maxDelayMs }: Backoff): number {
  const full = Math.min(maxDelayMs, initialDelayMs * 2 ** Math.min(failures - 1, 30));
  return full * (0.5 + Math.random() / 2);
}
