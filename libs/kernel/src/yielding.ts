import { setImmediate as nextRound } from 'node:timers/promises';

/** Lets everything else run that waits for the event loop: timers, requests, answers. */
export const yieldToLoop = (): Promise<void> => nextRound();

interface SliceOptions {
  /** Entries that are worked on in one go, which takes a millisecond or two. */
  readonly size?: number;
  readonly yielding?: () => Promise<unknown>;
}

/** Passes items on, and yields to the loop after each slice of them. */
export async function* inSlices<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { size = 50, yielding = yieldToLoop }: SliceOptions = {},
): AsyncGenerator<Item> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken % size === 0) await yielding();
  }
}

/** Runs steps to their end, and yields to the loop after each of them. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await yieldToLoop();
  }
}

/** Milliseconds of work in one go. */
const LIMIT = 10;

interface LoopYieldOptions {
  readonly now?: () => number;
  readonly yielding?: () => Promise<unknown>;
  /** Calls back as the loop goes round next, whatever the reason. */
  readonly atNextRound?: (done: () => void) => void;
}

/**
 * Yields to the loop once work has taken a while, for work in many small pieces. SQLite answers at once, and a promise
 * that is resolved continues before any timer, request or answer. So a caller that asks for one document after the
 * other would keep everybody waiting until the last.
 */
export class LoopYield {
  readonly #now: () => number;
  readonly #yielding: () => Promise<unknown>;
  readonly #atNextRound: (done: () => void) => void;
  /** When the work of this round of the loop began. */
  #since: number | undefined;

  constructor({
    now = () => performance.now(),
    yielding = yieldToLoop,
    atNextRound = (done) => void setImmediate(done),
  }: LoopYieldOptions = {}) {
    this.#now = now;
    this.#yielding = yielding;
    this.#atNextRound = atNextRound;
  }

  /** Works, and yields before it answers if that is due. */
  async after<Result>(work: () => Result): Promise<Result> {
    if (this.#since === undefined) {
      this.#since = this.#now();
      this.#atNextRound(() => (this.#since = undefined));
    }
    const result = work();
    if (this.#now() - this.#since > LIMIT) await this.#yielding();
    return result;
  }
}
