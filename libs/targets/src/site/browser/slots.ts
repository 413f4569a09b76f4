/** Limits the number of tasks that run at once in this process. The others wait in order. */
interface Slots {
  /** Runs the task in the next free slot. @throws the signal's reason while it waits, what the task throws */
  run<Value>(task: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
}

export function createSlots(limit: number): Slots {
  let running = 0;
  const waiting: (() => void)[] = [];
  const acquire = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted();
      if (running < limit) {
        running += 1;
        return resolve();
      }
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal!.reason as Error);
      };
      waiting.push(start);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  // The slot is passed to the first task that waits, so that no later task overtakes it.
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    async run(task, signal) {
      await acquire(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}
