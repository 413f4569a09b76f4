/**
 * Milliseconds: a projector in the next process is that far behind, and one that is busy is not asked more often than
 * ten times a second.
 */
const SHORTEST = 5;
const LONGEST = 100;
const GROWTH = 1.5;

/** Pauses between looks that grow while nothing happens. */
export class GrowingPause {
  private duration = SHORTEST;
  private begun: { readonly end: () => void; readonly timer: NodeJS.Timeout; readonly duration: number } | undefined;

  next(): Promise<void> {
    return new Promise((resolve) => {
      const { duration } = this;
      const end = () => {
        clearTimeout(this.begun?.timer);
        this.begun = undefined;
        resolve();
      };
      this.begun = { end, timer: setTimeout(end, duration), duration };
      this.duration = Math.min(LONGEST, duration * GROWTH);
    });
  }

  /** Begins again with the shortest, and ends a longer one at once: somebody new waits. */
  shorten(): void {
    this.duration = SHORTEST;
    if (this.begun && this.begun.duration > SHORTEST) this.begun.end();
  }
}
