/**
 * Tells readers that the log has grown. It carries no events: a reader that wakes looks for itself, so that nothing
 * is buffered for a slow one, and one that was not waiting sees from the count that it has something to look for.
 */
export class Changes {
  #count = 0;
  readonly #wake = new Set<() => void>();

  get count(): number {
    return this.#count;
  }

  get waiting(): number {
    return this.#wake.size;
  }

  readonly announce = (): void => {
    this.#count += 1;
    for (const wake of this.#wake) wake();
  };

  /** Resolves once the count is not `seen` any more, or when the signal is aborted. */
  after(seen: number, signal?: AbortSignal): Promise<void> {
    if (this.#count !== seen || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#wake.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#wake.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }
}
