/**
 * Whether it pays to look again and again for a moment before sleeping. Waking a sleeping thread takes 40 to 100 µs,
 * up to half of an append; but on a slow disk or a crowded machine the answer is later than any such moment, and
 * looking takes the processor from who has to write it. So each moment in vain in a row doubles how many are not tried.
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
