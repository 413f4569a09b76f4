/**
 * Bytes of JSON in one event. This is far below the limit of every store, and large enough that thousands of findings
 * of a tool become few events.
 */
const EVENT_BYTES = 256 * 1024;

/** Divides a list, in order, into batches of at most about 256 KB of JSON. A larger item gets a batch of its own. */
export function batchesOf<Item>(items: readonly Item[], limit = EVENT_BYTES): Item[][] {
  const batches: Item[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const bytes = Buffer.byteLength(JSON.stringify(item));
    if (size + bytes > limit) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)!.push(item);
    size += bytes;
  }
  return batches;
}
