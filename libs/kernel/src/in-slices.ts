import { setImmediate } from 'node:timers/promises';

/** Entries that are worked on in one go: a millisecond or two. */
const SLICE = 50;

/** Passes items on and lets everything else that waits for the loop run after each slice of them. */
export async function* inSlices<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  yieldTurn: () => Promise<unknown> = () => setImmediate(),
): AsyncGenerator<Item> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken % SLICE === 0) await yieldTurn();
  }
}
