interface Waiter {
  /** True when it is over, however it ended. */
  settle(): boolean;
}

/** Who waits for positions; asked again each time that one moves. */
export class PositionWaiters {
  private readonly waiters = new Set<Waiter>();

  /**
   * Resolves when `reached` says so; rejects with what `impossible` gives, or with what `late` gives after the timeout.
   */
  wait({
    reached,
    impossible,
    late,
    timeoutMs,
  }: {
    reached: () => boolean;
    impossible: () => Error | undefined;
    late: () => Error;
    timeoutMs: number;
  }): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        settle: () => {
          const error = reached() ? undefined : impossible();
          if (error === undefined && !reached()) return false;
          clearTimeout(timer);
          this.waiters.delete(waiter);
          if (error) reject(error);
          else resolve();
          return true;
        },
      };
      const timer = setTimeout(() => {
        this.waiters.delete(waiter);
        reject(late());
      }, timeoutMs);
      if (!waiter.settle()) this.waiters.add(waiter);
    });
  }

  /** A position moved, or something failed. */
  notify(): void {
    for (const waiter of [...this.waiters]) waiter.settle();
  }
}
