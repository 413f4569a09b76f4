/**
 * Items by small numbers. A copy of a table is the same table: the first one to write copies the few parts that lead to
 * the item, and shares all others. Two tables that came from one are compared by the parts that differ.
 */
export type Table<Item> = Part<Item> | undefined;

const BITS = 4;
const WIDTH = 1 << BITS;
const LAST = WIDTH - 1;

/** The items of a range of numbers, or the parts of sixteen smaller ranges. */
class Part<Item> {
  constructor(
    /** Who may write into it: everybody else makes a copy. */
    readonly owner: number,
    /** How many bits of a number lie below the slots: none where they hold items. */
    readonly shift: number,
    readonly slots: (Part<Item> | Item | undefined)[],
  ) {}
}

let lastOwner = 0;

/** A number that owns no part yet. */
export const newOwner = (): number => (lastOwner += 1);

const noSlots = (): undefined[] => [
  ...[undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined],
  ...[undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined],
];

export function itemAt<Item>(table: Table<Item>, index: number): Item | undefined {
  if (table === undefined || index >>> table.shift >= WIDTH) return undefined;
  let part = table;
  while (part.shift > 0) {
    const below = part.slots[(index >>> part.shift) & LAST] as Table<Item>;
    if (below === undefined) return undefined;
    part = below;
  }
  return part.slots[index & LAST] as Item | undefined;
}

/** The table with another item at a number. Parts of the owner are written to, others are copied. */
export function withItem<Item>(table: Table<Item>, index: number, item: Item, owner: number): Part<Item> {
  let root: Part<Item> = table === undefined ? new Part<Item>(owner, 0, noSlots()) : ownedBy(owner, table);
  while (index >>> root.shift >= WIDTH) {
    const above = new Part<Item>(owner, root.shift + BITS, noSlots());
    above.slots[0] = root;
    root = above;
  }
  let part = root;
  while (part.shift > 0) {
    const slot = (index >>> part.shift) & LAST;
    const below = part.slots[slot] as Table<Item>;
    const owned =
      below === undefined ? new Part<Item>(owner, part.shift - BITS, noSlots()) : ownedBy<Item>(owner, below);
    part.slots[slot] = owned;
    part = owned;
  }
  part.slots[index & LAST] = item;
  return root;
}

const ownedBy = <Item>(owner: number, part: Part<Item>): Part<Item> =>
  part.owner === owner ? part : new Part(owner, part.shift, part.slots.slice());

export function forEachItem<Item>(table: Table<Item>, visit: (index: number, item: Item) => void, from = 0): void {
  if (table === undefined) return;
  for (let slot = 0; slot < WIDTH; slot += 1) {
    const below = table.slots[slot];
    const index = from + (slot << table.shift);
    if (below === undefined) continue;
    if (table.shift > 0) forEachItem(below as Table<Item>, visit, index);
    else visit(index, below as Item);
  }
}

/** How many items a table holds; more than `most` are not counted. */
export function countItems<Item>(table: Table<Item>, most: number): number {
  let count = 0;
  for (const slot of table?.slots ?? []) {
    if (count > most) return count;
    if (slot !== undefined) count += table!.shift > 0 ? countItems(slot as Table<Item>, most - count) : 1;
  }
  return count;
}

/** @param items the different items of the other tables, in the order of the first table that has each */
type Visit<Item> = (index: number, before: Item | undefined, items: readonly (Item | undefined)[]) => void;

/**
 * Visits the numbers whose item is not the same one in all tables. Parts that are the same are passed over, so that
 * the work grows with what was written, not with the number of tables times what they hold.
 */
export function forEachDifference<Item>(before: Table<Item>, others: readonly Table<Item>[], visit: Visit<Item>): void {
  const different = [...new Set(others)];
  if (different.length === 1 && different[0] === before) return;
  let shift = before?.shift ?? 0;
  for (const other of different) if (other !== undefined && other.shift > shift) shift = other.shift;
  compare(before, different, shift, 0, visit);
}

function compare<Item>(
  before: Table<Item>,
  others: readonly Table<Item>[],
  shift: number,
  from: number,
  visit: Visit<Item>,
): void {
  for (let slot = 0; slot < WIDTH; slot += 1) {
    const old = inSlot(before, shift, slot);
    const first = inSlot(others[0], shift, slot);
    let different: Set<Part<Item> | Item | undefined> | undefined;
    for (let place = 1; place < others.length; place += 1) {
      const each = inSlot(others[place], shift, slot);
      if (each !== first) (different ??= new Set([first])).add(each);
    }
    if (different === undefined && first === old) continue;
    const all = different === undefined ? [first] : [...different];
    const index = from + (slot << shift);
    if (shift > 0) compare(old as Table<Item>, all as Table<Item>[], shift - BITS, index, visit);
    else visit(index, old as Item | undefined, all as (Item | undefined)[]);
  }
}

/** The part or the item in a slot. A table that has grown less holds all of its items in the first one. */
function inSlot<Item>(table: Table<Item>, shift: number, slot: number): Part<Item> | Item | undefined {
  if (table === undefined) return undefined;
  if (table.shift === shift) return table.slots[slot];
  return slot === 0 ? table : undefined;
}
