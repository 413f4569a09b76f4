/** Of one processor. The background work of a service takes about a thousandth. */
const IDLE_BELOW = 0.02;

/** Notices when a process stops working. */
export class Idleness {
  #last: { readonly worked: number; readonly at: number } | undefined;
  #wasBusy = true;

  /**
   * @param worked milliseconds of processor time that the process has taken so far
   * @param at milliseconds of a clock
   * @returns whether it has been idle since the last look, for the first time since it was busy
   */
  look(worked: number, at: number): boolean {
    const last = this.#last;
    this.#last = { worked, at };
    if (last === undefined) return false;
    const isBusy = worked - last.worked >= IDLE_BELOW * (at - last.at);
    const becameIdle = this.#wasBusy && !isBusy;
    this.#wasBusy = isBusy;
    return becameIdle;
  }
}
