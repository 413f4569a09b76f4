import {
  type Document,
  LineCounter,
  type Node,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseAllDocuments,
} from 'yaml';
import { Unreadable } from './per-file';

const MAX_DEPTH = 200;

/**
 * A document of a YAML file that can be read by path, with line numbers. Aliases are never expanded, but followed one
 * at a time when a rule reads them. So the cost of a file with nested aliases ("billion laughs") is proportional to its
 * size.
 */
export interface YamlTree {
  readonly document: Document;
  readonly root: Node | undefined;
  readonly lineOf: (node: Node | undefined) => number;
  readonly columnOf: (node: Node | undefined) => number;
}

/** @throws Unreadable if the text is not YAML */
export function parseYaml(text: string): YamlTree[] {
  refuseDeepYaml(text);
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false, merge: true, logLevel: 'silent' });
  if ('empty' in documents) return [];
  return documents.map((document) => {
    const [error] = document.errors;
    if (error) throw new Unreadable(`line ${error.linePos?.[0].line ?? 1}: ${error.message.split('\n')[0]}`);
    const place = (node: Node | undefined) => lines.linePos(node?.range?.[0] ?? 0);
    return {
      document,
      root: document.contents ?? undefined,
      lineOf: (node) => place(node).line,
      columnOf: (node) => place(node).col,
    };
  });
}

/**
 * Refuses deep nesting before parsing. The parser recurses for each level, and fails in different ways at different
 * depths.
 */
function refuseDeepYaml(text: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (depth > MAX_DEPTH) throw new Unreadable(`nested more than ${MAX_DEPTH} deep`);
  }
  if (/^ {1000}/m.test(text) || /(?:- ){200}/.test(text)) throw new Unreadable(`nested more than ${MAX_DEPTH} deep`);
}

const MAX_HOPS = 10;

/** Follows aliases to the node of the anchor, over up to ten steps. */
export function resolved(tree: YamlTree, node: unknown): Node | undefined {
  let at = node;
  for (let hop = 0; isAlias(at) && hop < MAX_HOPS; hop += 1) at = at.resolve(tree.document);
  return isNode(at) && !isAlias(at) ? at : undefined;
}

export interface Entry {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node | undefined;
}

/** The pairs of a map, including maps merged by `<<`; empty for any other node. */
export function entriesOf(tree: YamlTree, node: unknown, depth = 0): Entry[] {
  const map = resolved(tree, node);
  if (!isMap(map) || depth > MAX_HOPS) return [];
  return map.items.flatMap(({ key, value }): Entry[] => {
    if (!isScalar(key)) return [];
    if (key.value === '<<' || typeof key.value === 'symbol') {
      const merged = resolved(tree, value);
      return (isSeq(merged) ? merged.items : [merged]).flatMap((each) => entriesOf(tree, each, depth + 1));
    }
    return [{ key: String(key.value), keyNode: key, value: resolved(tree, value) }];
  });
}

/** The node at a path of keys. Of equal keys, the first one of the map itself counts, before merged ones. */
export function at(tree: YamlTree, node: unknown, ...path: readonly string[]): Node | undefined {
  let here = resolved(tree, node);
  for (const key of path) here = entriesOf(tree, here).find((entry) => entry.key === key)?.value;
  return here;
}

export function itemsOf(tree: YamlTree, node: unknown): Node[] {
  const list = resolved(tree, node);
  return isSeq(list) ? list.items.map((item) => resolved(tree, item)).filter((item) => item !== undefined) : [];
}

/** A scalar's value, or undefined. */
export const valueOf = (node: unknown): unknown => (isScalar(node) ? node.value : undefined);

export const textOf = (node: unknown): string | undefined =>
  isScalar(node) && (typeof node.value === 'string' || typeof node.value === 'number') ? String(node.value) : undefined;
