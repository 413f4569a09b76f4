import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work in one go. */
const LIMIT = 10;

/** Documents that an embedded store reads or writes before is looked how long that took. */
export const SLICE = 50;

interface LoopTurnsOptions {
  readonly now?: () => number;
  /** Resolves when all else that waited for the loop has had its turn. */
  readonly turn?: () => Promise<unknown>;
  /** Calls back at the next turn of the loop, whoever brings it about. */
  readonly atNextTurn?: (done: () => void) => void;
}

/**
 * Lets everything else that waits for the event loop run once work has taken a while. SQLite answers at once, and a
 * resolved promise continues before any timer, request or answer. So a caller that asks for one document after the
 * other would keep everybody waiting until the last.
 */
export class LoopTurns {
  readonly #now: () => number;
  readonly #turn: () => Promise<unknown>;
  readonly #atNextTurn: (done: () => void) => void;
  /** When the work of this turn of the loop began. */
  #since: number | undefined;

  constructor({
    now = () => performance.now(),
    turn: next = () => turn(),
    atNextTurn = (done) => void setImmediate(done),
  }: LoopTurnsOptions = {}) {
    this.#now = now;
    this.#turn = next;
    this.#atNextTurn = atNextTurn;
  }

  /** Works, and answers after a turn of the loop where one is due. */
  async after<Result>(work: () => Result): Promise<Result> {
    if (this.#since === undefined) {
      this.#since = this.#now();
      this.#atNextTurn(() => (this.#since = undefined));
    }
    const result = work();
    if (this.#now() - this.#since > LIMIT) await this.#turn();
    return result;
  }
}

/** Parts of so many items; a list without items is one part. */
export function slicesOf<Item>(items: readonly Item[]): (readonly Item[])[] {
  if (items.length <= SLICE) return [items];
  return Array.from({ length: Math.ceil(items.length / SLICE) }, (_, index) =>
    items.slice(index * SLICE, (index + 1) * SLICE),
  );
}
