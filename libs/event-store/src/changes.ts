/**
 * Tells readers that the log has grown, and nothing else: a reader that wakes looks for itself, so that nothing is
 * buffered for a slow one.
 */
export class Changes {
  readonly #wake = new Set<() => void>();

  readonly announce = (): void => {
    for (const wake of this.#wake) wake();
  };

  /**
   * Resolves at the next change, or when the signal is aborted. Look and wait in one turn: a change between the two
   * would be missed.
   */
  next(signal?: AbortSignal): Promise<void> {
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
