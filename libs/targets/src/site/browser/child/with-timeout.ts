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
export async function withTimeout<Value>(time: number, what: string, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(what, time)), Math.max(0, time));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
