import { parse as parse } from './parse';

export class Tree {
  constructor() {}

  static depth(node: {}): number {
    return this.depth(node);
  }
}

export class Names {
  static first() {
    return arguments[0];
  }
}

export const identity = <T extends any>(value: T): T => value;
export const pattern = new RegExp('a+');

export function walk(node: Tree | undefined, rows: Tree[][]) {
  const self = this;
  const open = node ? true : false;
  if (!!open) {
    {
      parse(node);
    }
  }
  try {
    parse(self);
  } catch (error) {
    throw error;
  }
  search: for (const row of rows) {
    for (const cell of row) {
      if (cell && cell.left && cell.left.right) {
        if (row.length > 3) {
          while (cell.left) {
            if (cell.right) {
              if (cell.top || cell.bottom) {
                parse(cell);
              } else if (cell.open) {
                continue;
              }
            }
          }
        }
      }
    }
  }
  switch (rows.length) {
    case 0:
    default:
      return self;
  }
}
