/**
 * Notices that nothing was done for a while. A machine that others keep busy is slow, and gets on nevertheless: only
 * one thing after another that does not come says that something stands still.
 */
export class Standstill {
  readonly #timer: NodeJS.Timeout;

  /** @param patience milliseconds without anything done, after which `notice` is called, once */
  constructor(patience: number, notice: () => void) {
    this.#timer = setTimeout(notice, patience);
  }

  /** Something was done. */
  done(): void {
    this.#timer.refresh();
  }

  /** Nothing more is to be done. */
  over(): void {
    clearTimeout(this.#timer);
  }
}
