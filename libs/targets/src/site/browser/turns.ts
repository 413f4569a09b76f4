/** Lets at most a number of tasks run at once in this process; the others wait, in order. */
export interface Turns {
  /** @throws the signal's reason while it waits, what the task throws */
  take<Value>(task: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
}

export function createTurns(atOnce: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted();
      if (running < atOnce) {
        running += 1;
        return resolve();
      }
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal!.reason as Error);
      };
      waiting.push(go);
      signal?.addEventListener('abort', leave, { once: true });
    });
  // A place is handed on, so that nobody who comes later is first.
  const exit = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    async take(task, signal) {
      await enter(signal);
      try {
        return await task();
      } finally {
        exit();
      }
    },
  };
}
