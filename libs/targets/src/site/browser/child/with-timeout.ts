import pTimeout from 'p-timeout';

/** The page did not answer in time. */
class TookTooLong extends Error {
  constructor(what: string, time: number) {
    super(`${what} was not done within ${Math.round(time).toLocaleString('en')} ms`);
    this.name = 'TookTooLong';
  }
}

/**
 * Waits for a promise for a limited time. A page in an endless loop never answers, and a question to it cannot be
 * canceled. The question ends when its browser ends.
 * @throws TookTooLong, what the promise rejects with
 */
export const withTimeout = <Value>(time: number, what: string, promise: Promise<Value>): Promise<Value> =>
  // p-timeout refuses 0.
  pTimeout(promise, { milliseconds: Math.max(1, time), message: new TookTooLong(what, Math.max(0, time)) });

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
