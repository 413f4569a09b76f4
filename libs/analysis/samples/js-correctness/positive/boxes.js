export class Box {}

export class Crate extends Box {
  constructor(size) {
    this.size = size;
  }
}

export function first(items) {
  let item;
  if ((item = items[0])) return item;
  if (item = items[1]) return item;
  while (false) {
    items.pop();
  }
  outer: for (const each of items) {
    if (each) return each;
  }
  return /\x1f/.test(items);
}

export const name = 'box';
