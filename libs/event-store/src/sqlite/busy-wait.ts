/**
 * Decides whether to poll for a moment before sleeping. Waking a sleeping thread takes 40 to 100 µs, up to half of an
 * append; but on a slow disk or a crowded machine the answer comes later than any such moment, and polling takes the
 * processor from the writing thread. So each consecutive failed poll doubles the number of polls that are left out.
 */
export class BusyWait {
  #skip = 0;
  #inVain = 0;

  /** Answers for the next wait; ask once for each. */
  worthIt(): boolean {
    if (this.#skip === 0) return true;
    this.#skip -= 1;
    return false;
  }

  ended(found: boolean): void {
    this.#inVain = found ? 0 : Math.min(this.#inVain + 1, 8);
    this.#skip = 2 ** this.#inVain - 1;
  }
}
