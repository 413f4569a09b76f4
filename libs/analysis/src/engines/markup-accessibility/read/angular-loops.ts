import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** The list that a loop of a template goes over. */
interface Loop {
  readonly list: string;
  /** The name, or the names, that get an entry. */
  readonly pattern: string;
  readonly position: string | undefined;
}

/** `@for (tea of teas; track tea.id; let i = $index) {` at the end of a text. */
const FOR = /@for\s*\(\s*(\w+)\s+of\s+([^;{}]{1,1000});([^{}]{0,300})\)\s*\{\s*$/;
/** `*ngFor="let tea of teas; let i = index"` */
const NG_FOR = /^\s*let\s+(\w+)\s+of\s+([^;|]{1,1000})(?:$|;([^]*)$)/;

/** The loop that makes an element. */
export function loopOf(node: Tree.ChildNode): Loop | undefined {
  const directive = 'attrs' in node ? node.attrs.find(({ name }) => name === '*ngfor')?.value : undefined;
  const [, pattern = '', list = '', rest = ''] = (directive && NG_FOR.exec(directive)) || [];
  return pattern === '' ? undefined : { list, pattern, position: /let\s+(\w+)\s*=\s*index\b/.exec(rest)?.[1] };
}

/** The nodes that a block of a loop has, without those of the block itself. */
interface Block {
  readonly all: readonly Tree.ChildNode[];
  readonly nodes: readonly Tree.ChildNode[];
  readonly loop: Loop;
}

/** The nodes of an element, with what lies in a block of a loop taken together. */
export function loopsIn(nodes: readonly Tree.ChildNode[]): readonly (Tree.ChildNode | Block)[] {
  const parts: (Tree.ChildNode | Block)[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const begin = textOf(nodes[at]!);
    const [, pattern = '', list = '', rest = ''] = FOR.exec(begin) ?? [];
    const end = pattern === '' ? -1 : endOf(nodes, at + 1);
    if (end === -1) parts.push(nodes[at]!);
    else {
      const position = /let\s+(\w+)\s*=\s*\$index\b/.exec(rest)?.[1];
      const all = nodes.slice(at, end + 1);
      parts.push({ all, nodes: nodes.slice(at + 1, end), loop: { list, pattern, position } });
      at = end;
    }
  }
  return parts;
}

const textOf = (node: Tree.ChildNode): string => (node.nodeName === '#text' && 'value' in node ? node.value : '');

/** The node in which a block ends; -1 for one that has another branch. */
function endOf(nodes: readonly Tree.ChildNode[], begin: number): number {
  let depth = 1;
  for (let at = begin; at < nodes.length; at += 1) {
    const text = textOf(nodes[at]!);
    for (const sign of text.match(/[{}]/g) ?? []) {
      depth += sign === '{' ? 1 : -1;
      if (depth === 0) return /^\s*\}\s*$/.test(text) ? at : -1;
    }
  }
  return -1;
}
