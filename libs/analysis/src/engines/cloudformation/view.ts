import { type Node, isMap, isSeq } from 'yaml';
import type { Blocks, Found, Place, View } from '../infrastructure/view';
import { type Entry, entriesOf, itemsOf } from '../kit/yaml-tree';
import { type Evaluator, isRemoved } from './evaluate';
import { addsEntries, callOf } from './functions';

/** The maximum number of judged entries of a list. */
const MOST_ITEMS = 2_000;

/** A map of a template, in the form in which rules query it. */
export interface NodeView extends View {
  /** The node of a property's value. */
  node(name: string): Node | undefined;
}

/** @param nodes maps about the same resource; the first one wins, and the others add to it */
export function nodeView(nodes: readonly Node[], evaluator: Evaluator, at: Place): NodeView {
  const { entries, open } = entriesIn(nodes, evaluator);
  const first = (name: string): Entry | undefined => entries.get(name)?.[0];
  const values = new Map<string, Found | undefined>();
  const value = (name: string): Found | undefined => {
    if (!values.has(name)) {
      const entry = first(name);
      values.set(name, entry && foundIn(entry, evaluator));
    }
    return values.get(name);
  };
  const known = new Map<string, Blocks>();
  return {
    at,
    open,
    value,
    names: () => [...entries.keys()],
    node: (name) => first(name)?.value,
    blocks: (name) => {
      const blocks = known.get(name) ?? blocksOf(entries.get(name) ?? [], evaluator);
      known.set(name, blocks);
      evaluator.budget.spend(blocks.views.length);
      return blocks;
    },
  };
}

interface Entries {
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  /** Whether more may be there than is written. */
  readonly open: boolean;
}

/** The entries of all maps, by name: those of the first map come first. */
function entriesIn(nodes: readonly Node[], { template: { tree } }: Evaluator): Entries {
  const entries = new Map<string, Entry[]>();
  let open = false;
  for (const node of nodes)
    for (const entry of entriesOf(tree, node)) {
      if (addsEntries(entry.key)) open = true;
      else entries.set(entry.key, [...(entries.get(entry.key) ?? []), entry]);
    }
  return { entries, open };
}

const foundIn = ({ keyNode, value: node }: Entry, evaluator: Evaluator): Found => ({
  value: evaluator.value(node),
  at: placeOf(keyNode, evaluator),
  byDefault: evaluator.isAskedFor(node),
});

/** @param entries those of one name */
function blocksOf(entries: readonly Entry[], evaluator: Evaluator): Blocks {
  const { tree } = evaluator.template;
  const chosen = entries.map((entry) => (entry.value ? evaluator.chosen(entry.value) : ('removed' as const)));
  const [main] = chosen;
  if (main === undefined || main === 'removed') return { views: [], open: false };
  const here = placeOf(entries[0]!.keyNode, evaluator);
  if (main === 'unknown') return { views: [], open: true };
  const maps = chosen.filter((node): node is Node => isMap(node) && callOf(tree, node) === undefined);
  if (maps[0] === main) return { views: [nodeView(maps, evaluator, here)], open: false };
  if (!isSeq(main) || callOf(tree, main) !== undefined) return { views: [], open: !isRemoved(main) };
  return itemsIn(main, evaluator, here);
}

function itemsIn(list: Node, evaluator: Evaluator, here: Place): Blocks {
  const { tree } = evaluator.template;
  const items = itemsOf(tree, list);
  const shown = items.slice(0, MOST_ITEMS).map((item) => evaluator.chosen(item));
  if (shown.length < items.length) evaluator.budget.leaveOut();
  const maps = shown.filter((node): node is Node => isMap(node) && callOf(tree, node) === undefined);
  const unknown = shown.some((node) => node === 'unknown' || (typeof node === 'object' && callOf(tree, node)));
  return {
    views: maps.map((node) => nodeView([node], evaluator, placeOfMap(node, evaluator) ?? here)),
    open: unknown || shown.length < items.length,
  };
}

const placeOf = (node: Node, { template: { tree, file } }: Evaluator): Place => ({
  file,
  line: tree.lineOf(node),
  column: tree.columnOf(node),
});

function placeOfMap(node: Node, evaluator: Evaluator): Place | undefined {
  const [entry] = entriesOf(evaluator.template.tree, node);
  return entry && placeOf(entry.keyNode, evaluator);
}
