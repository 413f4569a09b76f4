/**
 * Bytes of JSON in one event: far below every store's limit, and few enough events for a tool with thousands of
 * findings.
 */
const EVENT_BYTES = 256 * 1024;

/** Cuts a list into batches of at most about 256 KB of JSON each, in order. An item that is larger stands alone. */
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
