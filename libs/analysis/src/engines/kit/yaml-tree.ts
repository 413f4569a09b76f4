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
 * Documents of one YAML file, read by path and with their lines. Aliases are followed one at a time as a rule asks for
 * what is behind them and never expanded, so that a file of nested aliases ("billion laughs") costs what it weighs.
 */
export interface YamlTree {
  readonly document: Document;
  readonly root: Node | undefined;
  readonly lineOf: (node: Node | undefined) => number;
  readonly columnOf: (node: Node | undefined) => number;
}

/** @throws Unreadable when the text is no YAML. */
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

/** The parser recurses for every level, and fails in ways that differ with the depth: the answer is given before it. */
function refuseDeepYaml(text: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (depth > MAX_DEPTH) throw new Unreadable(`nested more than ${MAX_DEPTH} deep`);
  }
  if (/^ {1000}/m.test(text) || /(?:- ){200}/.test(text)) throw new Unreadable(`nested more than ${MAX_DEPTH} deep`);
}

const MAX_HOPS = 10;

/** What a node stands for: the anchor's node behind an alias, however many hops. */
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

/** The pairs of a map, `<<` merged maps included; nothing for any other node. */
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

/** What lies at a path of keys below a node. The first of two equal keys that is the map's own wins. */
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
