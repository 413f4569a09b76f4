import {
  type Alias,
  type Document,
  LineCounter,
  type Node,
  type YAMLMap,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseAllDocuments,
  visit,
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

/** Follows an alias to the node of the anchor. */
export function resolved(tree: YamlTree, node: unknown): Node | undefined {
  const at = isAlias(node) ? anchoredBy(tree).get(node) : node;
  return isNode(at) && !isAlias(at) ? at : undefined;
}

const anchored = new WeakMap<YamlTree, Map<Alias, Node>>();

/** The node of each alias, found in one walk: the last node before it that has its anchor. */
function anchoredBy(tree: YamlTree): Map<Alias, Node> {
  const known = anchored.get(tree);
  if (known) return known;
  const found = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  visit(tree.document, {
    Node(_, node) {
      if (isAlias(node)) {
        const at = anchors.get(node.source);
        if (at) found.set(node, at);
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  anchored.set(tree, found);
  return found;
}

export interface Entry {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node | undefined;
}

/** Maps merge maps that merge others: real files do so one or two deep. */
const DEEPEST_MERGE = 50;
/** The most entries that merge keys may bring. A few lines can merge one map a thousand times. */
const MOST_MERGED = 1_000_000;

interface Merging {
  readonly known: Map<YAMLMap, readonly Entry[]>;
  readonly open: Set<YAMLMap>;
  merged: number;
}

const merging = new WeakMap<YamlTree, Merging>();

/**
 * The pairs of a map, and after each `<<` those of the maps that it merges, without what is there already; empty for
 * any other node.
 * @throws Unreadable if it merges more than anybody writes
 */
export function entriesOf(tree: YamlTree, node: unknown): readonly Entry[] {
  const map = resolved(tree, node);
  if (!isMap(map)) return [];
  const state = merging.get(tree) ?? { known: new Map(), open: new Set(), merged: 0 };
  merging.set(tree, state);
  return entriesIn(tree, map, state);
}

function entriesIn(tree: YamlTree, map: YAMLMap, state: Merging): readonly Entry[] {
  const known = state.known.get(map);
  if (known) return known;
  if (state.open.has(map)) return []; // it merges itself
  if (state.open.size >= DEEPEST_MERGE) throw new Unreadable(`maps are merged more than ${DEEPEST_MERGE} deep`);
  state.open.add(map);
  try {
    const entries = mergedIn(tree, map, state);
    state.known.set(map, entries);
    return entries;
  } finally {
    state.open.delete(map);
  }
}

function mergedIn(tree: YamlTree, map: YAMLMap, state: Merging): Entry[] {
  const taken = new Set(map.items.map(({ key }) => (isScalar(key) ? String(key.value) : '')));
  return map.items.flatMap(({ key, value }): Entry[] => {
    if (!isScalar(key)) return [];
    if (!isMerge(key.value)) return [{ key: String(key.value), keyNode: key, value: resolved(tree, value) }];
    const merged = resolved(tree, value);
    return (isSeq(merged) ? merged.items : [merged])
      .map((each) => resolved(tree, each))
      .filter((each) => isMap(each))
      .flatMap((each) =>
        entriesIn(tree, each, state).filter((entry) => {
          state.merged += 1;
          if (state.merged > MOST_MERGED) throw new Unreadable(`maps merge more than ${MOST_MERGED} entries`);
          return !taken.has(entry.key) && taken.add(entry.key);
        }),
      );
  });
}

const isMerge = (key: unknown): boolean => key === '<<' || typeof key === 'symbol';

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

/** The items of a list, or the one text in its place: `needs: build` is `needs: [build]`. */
export function oneOrMore(tree: YamlTree, node: unknown): Node[] {
  const single = resolved(tree, node);
  return single !== undefined && textOf(single) !== undefined ? [single] : itemsOf(tree, node);
}

/** The same as texts. */
export const textsOf = (tree: YamlTree, node: unknown): string[] =>
  oneOrMore(tree, node).map((each) => textOf(each) ?? '');

/** A scalar's value, or undefined. */
export const valueOf = (node: unknown): unknown => (isScalar(node) ? node.value : undefined);

export const textOf = (node: unknown): string | undefined =>
  isScalar(node) && (typeof node.value === 'string' || typeof node.value === 'number') ? String(node.value) : undefined;
