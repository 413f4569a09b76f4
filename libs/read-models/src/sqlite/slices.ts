/** Documents that an embedded store reads or writes before it looks how long that took. */
export const SLICE = 50;

/** Parts of so many items; a list without items is one part. */
export function slicesOf<Item>(items: readonly Item[]): (readonly Item[])[] {
  if (items.length <= SLICE) return [items];
  return Array.from({ length: Math.ceil(items.length / SLICE) }, (_, index) =>
    items.slice(index * SLICE, (index + 1) * SLICE),
  );
}
