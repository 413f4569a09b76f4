import { type Node, isMap, isScalar, isSeq } from 'yaml';
import { HOLE, UNKNOWN, type Value, bounded, isText, isWhole, listOf, objectOf } from './value';
import type { Blocks, Found, Place, View } from './view';
import { type Entry, entriesOf, itemsOf } from '../kit/yaml-tree';
import type { Source } from './source';

/** As many entries of a list are judged. */
const MOST_ITEMS = 2_000;
/**
 * Placeholders that another program fills in before the cluster sees them: `${NAME}` of envsubst and Flux, `{{ name }}`
 * of others.
 */
const FILLED_IN = /\$\{[^{}]{0,200}\}|\{\{[^{}]{0,200}\}\}/g;

interface Above {
  readonly at: Place;
  /** Whether more may be there than is written, as in a patch. */
  readonly open: boolean;
  /** How many unknown conditions the whole map is under. */
  readonly doubts: number;
}

/** @param nodes maps that say something of the same thing; the first one counts, and the others add to it */
export function yamlView(source: Source, nodes: readonly (Node | undefined)[], above: Above): View {
  const { entries, perhaps, open } = entriesIn(source, nodes, above);
  const values = new Map<string, Found>();
  const value = (name: string): Found | undefined => {
    const entry = entries.get(name);
    if (entry === undefined) return perhaps.has(name) ? { value: UNKNOWN, at: above.at } : undefined;
    const found = values.get(name) ?? {
      value: isDoubtful(source, entry) ? UNKNOWN : valueOf(source, entry.value, above.open),
      at: source.placeOf(entry.keyNode, entry.value),
    };
    values.set(name, found);
    return found;
  };
  const known = new Map<string, Blocks>();
  return {
    at: above.at,
    open,
    value,
    names: () => [...entries.keys()],
    blocks: (name) => {
      const entry = entries.get(name);
      if (entry === undefined) return { views: [], open: open || perhaps.has(name) };
      const blocks = known.get(name) ?? blocksOf(source, entry, above.open);
      known.set(name, blocks);
      source.budget.spend(blocks.views.length);
      return blocks;
    },
  };
}

interface Entries {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Names that are there only under conditions that do not hold by default: nobody knows whether they are missing. */
  readonly perhaps: ReadonlySet<string>;
  /** Whether more may be there than is written. */
  readonly open: boolean;
}

function entriesIn(source: Source, nodes: readonly (Node | undefined)[], above: Above): Entries {
  const entries = new Map<string, Entry>();
  const perhaps = new Set<string>();
  let { open } = above;
  for (const node of nodes) {
    if (node !== undefined && !isMap(node) && isUnknownNode(source, node)) open = true;
    for (const entry of entriesOf(source.tree, node)) {
      if (!isWhole(entry.key)) open = true;
      else if (source.doubtsOf(entry.keyNode) > above.doubts) perhaps.add(entry.key);
      else if (!entries.has(entry.key)) entries.set(entry.key, entry);
      else if (node === nodes[0]) open = true; // a key that is there twice, in a template
    }
  }
  return { entries, perhaps, open };
}

const isDoubtful = (source: Source, { keyNode, value }: Entry): boolean =>
  value !== undefined && source.doubtsOf(value) > source.doubtsOf(keyNode);

/** @param open whether more may be there than is written */
function blocksOf(source: Source, { keyNode, value: node }: Entry, open: boolean): Blocks {
  const at = source.placeOf(keyNode);
  if (node === undefined) return { views: [], open: false };
  const doubts = source.doubtsOf(keyNode);
  if (isMap(node)) return { views: [yamlView(source, [node], { at, open, doubts })], open: false };
  if (!isSeq(node)) return { views: [], open: isUnknownNode(source, node) };
  const items = itemsOf(source.tree, node);
  const shown = items.slice(0, MOST_ITEMS);
  if (shown.length < items.length) source.budget.leaveOut();
  const sure = shown.filter((item) => isMap(item) && source.doubtsOf(item) <= doubts);
  const unsure = shown.some((item) => source.doubtsOf(item) > doubts || isUnknownNode(source, item));
  return {
    views: sure.map((item) =>
      yamlView(source, [item], { at: source.placeOf(item), open, doubts: source.doubtsOf(item) }),
    ),
    open: open || unsure || shown.length < items.length,
  };
}

function isUnknownNode(source: Source, node: Node): boolean {
  const value = isScalar(node) ? valueOf(source, node, false) : undefined;
  return value !== undefined && (value === UNKNOWN || (isText(value) && !isWhole(value)));
}

function valueOf(source: Source, node: Node | undefined, open: boolean): Value {
  if (node === undefined) return null;
  return source.budget.within<Value>(UNKNOWN, () => {
    if (isScalar(node)) return scalarOf(source, node.value);
    const doubts = source.doubtsOf(node);
    if (isSeq(node)) {
      const items = itemsOf(source.tree, node);
      const sure = items.filter((item) => source.doubtsOf(item) <= doubts);
      const values = sure.map((item) => valueOf(source, item, open));
      return listOf(values, open || sure.length < items.length);
    }
    if (!isMap(node)) return UNKNOWN;
    const entries = entriesOf(source.tree, node);
    const sure = entries.filter(({ key, keyNode }) => isWhole(key) && source.doubtsOf(keyNode) <= doubts);
    return objectOf(
      sure.map(({ key, value }) => [key, valueOf(source, value, open)] as const),
      open || sure.length < entries.length,
    );
  });
}

function scalarOf({ budget }: Source, value: unknown): Value {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value !== 'string') return UNKNOWN;
  budget.spend(value.length >> 6);
  if (value === HOLE) return UNKNOWN;
  const text = value.replace(FILLED_IN, HOLE);
  return text === HOLE ? UNKNOWN : bounded(text);
}

/** A view that knows some more names than are written. */
export const withNames = (
  view: View,
  values: Readonly<Record<string, Found>>,
  blocks: Readonly<Record<string, Blocks>>,
): View => ({
  ...view,
  value: (name) => (Object.hasOwn(values, name) ? values[name] : view.value(name)),
  blocks: (name) => (Object.hasOwn(blocks, name) ? blocks[name]! : view.blocks(name)),
});

/** The entries of a map as a list of `name` and `value`: a path cannot say names that have dots. */
export function pairsOf(view: View): Blocks {
  const views = view.names().map((name): View => {
    const found = view.value(name)!;
    const parts: Readonly<Record<string, Found>> = { name: { value: name, at: found.at }, value: found };
    return {
      at: found.at,
      open: false,
      value: (part) => (Object.hasOwn(parts, part) ? parts[part] : undefined),
      names: () => Object.keys(parts),
      blocks: () => ({ views: [], open: false }),
    };
  });
  return { views, open: view.open };
}
