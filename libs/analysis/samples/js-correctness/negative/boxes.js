export class Box {}

export class Crate extends Box {
  constructor(size) {
    super();
    this.size = size;
  }
}

export function first(items) {
  let item;
  if ((item = items[0])) return item;
  if (item === items[1]) return item;
  outer: for (const each of items) {
    for (const part of each) if (part) continue outer;
  }
  return /\t/.test(items);
}

export const name = 'box';
