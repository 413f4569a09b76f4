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
  const { tree, budget } = source;
  const entries = new Map<string, Entry>();
  /** Names that are there only under conditions that do not hold by default: nobody knows whether they are missing. */
  const perhaps = new Set<string>();
  let open = above.open;
  for (const node of nodes) {
    const unknown = node !== undefined && !isMap(node) && isUnknownNode(source, node);
    if (unknown) open = true;
    for (const entry of entriesOf(tree, node)) {
      if (!isWhole(entry.key)) open = true;
      else if (source.doubtsOf(entry.keyNode) > above.doubts) perhaps.add(entry.key);
      else if (!entries.has(entry.key)) entries.set(entry.key, entry);
      else if (node === nodes[0]) open = true; // a key that is there twice, in a template
    }
  }
  const doubtful = ({ keyNode, value }: Entry): boolean =>
    value !== undefined && source.doubtsOf(value) > source.doubtsOf(keyNode);

  const values = new Map<string, Found>();
  const value = (name: string): Found | undefined => {
    const entry = entries.get(name);
    if (entry === undefined) return perhaps.has(name) ? { value: UNKNOWN, at: above.at } : undefined;
    const found = values.get(name) ?? {
      value: doubtful(entry) ? UNKNOWN : valueOf(source, entry.value, above.open),
      at: source.placeOf(entry.keyNode, entry.value),
    };
    values.set(name, found);
    return found;
  };

  const below = (node: Node, at: Place): View =>
    yamlView(source, [node], { at, open: above.open, doubts: source.doubtsOf(node) });
  const blocksOf = (entry: Entry): Blocks => {
    const { value: node } = entry;
    const at = source.placeOf(entry.keyNode);
    if (node === undefined) return { views: [], open: false };
    const doubts = source.doubtsOf(entry.keyNode);
    if (isMap(node)) return { views: [yamlView(source, [node], { at, open: above.open, doubts })], open: false };
    if (!isSeq(node)) return { views: [], open: isUnknownNode(source, node) };
    const items = itemsOf(tree, node);
    const shown = items.slice(0, MOST_ITEMS);
    if (shown.length < items.length) budget.leaveOut();
    const sure = shown.filter((item) => isMap(item) && source.doubtsOf(item) <= doubts);
    const unsure = shown.some((item) => source.doubtsOf(item) > doubts || isUnknownNode(source, item));
    return {
      views: sure.map((item) => below(item, source.placeOf(item))),
      open: above.open || unsure || shown.length < items.length,
    };
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
      const blocks = known.get(name) ?? blocksOf(entry);
      known.set(name, blocks);
      budget.spend(blocks.views.length);
      return blocks;
    },
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
