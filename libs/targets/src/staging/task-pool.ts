/** Tasks of which at most `limit` run at once. The first that fails fails the pool. */
export interface TaskPool {
  /** Waits for room, then starts the task. @throws what an earlier task threw */
  add(task: () => Promise<void>): Promise<void>;
  /** Waits for all that were started. @throws what the first failed one threw */
  drain(): Promise<void>;
  /** Waits for all that were started and throws nothing. */
  quiesce(): Promise<void>;
}

export function createTaskPool(limit: number): TaskPool {
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  const check = () => {
    if (failure) throw failure.error;
  };
  const quiesce = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    async add(task) {
      while (running.size >= limit) await Promise.race(running);
      check();
      const run: Promise<void> = task()
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => running.delete(run));
      running.add(run);
    },
    async drain() {
      await quiesce();
      check();
    },
    quiesce,
  };
}
