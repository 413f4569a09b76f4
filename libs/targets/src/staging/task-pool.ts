/** Runs at most `limit` tasks at once. The first task that fails makes the pool fail. */
export interface TaskPool {
  /** Waits for a free slot, then starts the task. @throws what an earlier task threw */
  add(task: () => Promise<void>): Promise<void>;
  /** Waits for all started tasks. @throws what the first failed task threw */
  drain(): Promise<void>;
  /** Waits for all started tasks and throws nothing. */
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
