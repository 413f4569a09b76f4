import type { Tree } from 'web-tree-sitter';

/**
 * A node of the parser's tree as a plain object. Each question to the parser itself goes into WebAssembly and back: 541
 * files took 6 s that way.
 */
export interface SyntaxNode {
  readonly type: string;
  readonly isNamed: boolean;
  /** Whether it or anything in it could not be read. */
  readonly hasError: boolean;
  /** Counted from 0. */
  readonly row: number;
  readonly column: number;
  /** Without comments. */
  readonly children: readonly SyntaxNode[];
  readonly text: string;
}

export const namedChildren = (node: SyntaxNode): SyntaxNode[] => node.children.filter(({ isNamed }) => isNamed);

interface Building {
  readonly type: string;
  readonly isNamed: boolean;
  hasError: boolean;
  readonly row: number;
  readonly column: number;
  readonly children: SyntaxNode[];
  readonly text: string;
}

/** Copies the whole tree, without recursion: a hostile file is nested as deeply as it is long. */
export function plainTree(tree: Tree, text: string): SyntaxNode {
  const cursor = tree.walk();
  const made = (): Building => {
    const { row, column } = cursor.startPosition;
    return {
      type: cursor.nodeType,
      isNamed: cursor.nodeIsNamed,
      hasError: cursor.nodeIsMissing || cursor.nodeType === 'ERROR',
      row,
      column,
      children: [],
      text: text.slice(cursor.startIndex, cursor.endIndex),
    };
  };
  const enter = (): Building => {
    const node = made();
    if (node.type !== 'comment') open.at(-1)?.children.push(node);
    open.push(node);
    return node;
  };
  const open: Building[] = [];
  const root = enter();
  while (open.length > 0) {
    if (cursor.gotoFirstChild()) {
      enter();
      continue;
    }
    while (open.length > 0) {
      const done = open.pop()!;
      const parent = open.at(-1);
      if (parent !== undefined && done.hasError) parent.hasError = true;
      if (cursor.gotoNextSibling()) {
        enter();
        break;
      }
      cursor.gotoParent();
    }
  }
  cursor.delete();
  return root;
}
