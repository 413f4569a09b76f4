import { parse as read } from './parse';

export class Tree {
  constructor(readonly left?: Tree) {}

  static depth(node: Tree): number {
    return node.left ? Tree.depth(node.left) + 1 : 0;
  }
}

export const first = (...names: string[]) => names[0];
export const identity = <T>(value: T): T => value;
export const pattern = (name: string) => new RegExp(`${name}+`);

export function walk(node: Tree | undefined, rows: Tree[][]) {
  const open = Boolean(node);
  if (open) read(node);
  try {
    read(rows);
  } catch (error) {
    throw new Error('cannot walk', { cause: error });
  }
  search: for (const row of rows) {
    for (const cell of row) {
      if (cell?.left?.left) continue search;
    }
  }
  switch (rows.length) {
    case 0:
      return open;
    default:
      return undefined;
  }
}
