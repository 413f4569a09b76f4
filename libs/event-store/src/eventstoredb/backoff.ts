export interface Backoff {
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

/** The delay after so many failures in a row: twice the one before, with jitter, so that many do not come back at once. */
export function delayAfter(failures: number, { initialDelayMs, maxDelayMs }: Backoff): number {
  const full = Math.min(maxDelayMs, initialDelayMs * 2 ** Math.min(failures - 1, 30));
  return full * (0.5 + Math.random() / 2);
}

/** Resolves after the delay, or at once when the signal says so. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
