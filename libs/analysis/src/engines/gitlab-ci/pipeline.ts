import { type Node, isMap, isScalar, isSeq } from 'yaml';
import { IMAGE, INCLUDE, JOB, LINE, VARIABLES } from '../../catalogue/gitlab-rules/index';
import { TOP_KEYWORDS } from '../../catalogue/gitlab-rules/keywords';
import type { Judged } from '../infrastructure/resource';
import type { Source } from '../infrastructure/source';
import { UNKNOWN, bounded } from '../infrastructure/value';
import type { Found, Place, View } from '../infrastructure/view';
import { withNames, yamlView } from '../infrastructure/yaml-view';
import { at, entriesOf, itemsOf, textOf } from '../kit/yaml-tree';

/** Keys at the top that are no jobs. */
const TOP: ReadonlySet<string> = new Set(TOP_KEYWORDS);
const SCRIPTS = ['before_script', 'script', 'after_script'] as const;
const DEEPEST = 10;

/** The parts of a pipeline document that rules judge; empty if the document is not a mapping. */
export function pipelineIn(source: Source): Judged[] {
  const { tree } = source;
  if (!isMap(tree.root)) return [];
  const top = tree.root;
  const jobs = entriesOf(tree, top).filter(({ key, value }) => !TOP.has(key) && isMap(value));
  return [
    ...includesIn(source, at(tree, top, 'include')),
    ...partsOf(source, 'pipeline', top),
    ...partsOf(source, 'default', at(tree, top, 'default')),
    ...jobs.flatMap(({ key, keyNode, value }) => [
      { type: JOB, name: shown(key), view: viewOf(source, value!, source.placeOf(keyNode)) },
      ...partsOf(source, shown(key), value),
    ]),
  ];
}

const shown = (name: string): string => name.replaceAll(/[^\w .:/-]/g, '').slice(0, 60);
const viewOf = (source: Source, node: Node, place: Place): View =>
  yamlView(source, [node], { at: place, open: false, doubts: 0 });

function partsOf(source: Source, name: string, node: Node | undefined): Judged[] {
  const { tree } = source;
  if (!isMap(node)) return [];
  return [
    ...variablesIn(source, name, at(tree, node, 'variables')),
    ...[at(tree, node, 'image'), ...itemsOf(tree, at(tree, node, 'services'))].flatMap((image) =>
      imageIn(source, name, image),
    ),
    ...SCRIPTS.flatMap((script) => linesOf(source, name, at(tree, node, script), 0)),
  ];
}

/** Variables with the values that are written there. One that refers to another is not known. */
function variablesIn(source: Source, name: string, node: Node | undefined): Judged[] {
  const { tree } = source;
  if (!isMap(node)) return [];
  const values = new Map<string, Found>();
  for (const { key, keyNode, value } of entriesOf(tree, node)) {
    const written = isMap(value) ? at(tree, value, 'value') : value;
    if (!isScalar(written)) continue;
    const plain = written.value;
    const known = typeof plain === 'string' ? (plain.includes('$') ? UNKNOWN : bounded(plain)) : undefined;
    const other = typeof plain === 'boolean' || typeof plain === 'number' ? plain : UNKNOWN;
    values.set(key, { value: known ?? other, at: source.placeOf(keyNode) });
  }
  const place = source.placeOf(node);
  const own = constants(values, place);
  return [{ type: VARIABLES, name, view: withNames(own, {}, { own: { views: [own], open: false } }) }];
}

const constants = (values: ReadonlyMap<string, Found>, place: Place): View => ({
  at: place,
  open: false,
  value: (name) => values.get(name),
  names: () => [...values.keys()],
  blocks: () => ({ views: [], open: false }),
});

function imageIn(source: Source, name: string, node: Node | undefined): Judged[] {
  const written = isMap(node) ? at(source.tree, node, 'name') : node;
  const text = textOf(written);
  if (text === undefined) return [];
  const place = source.placeOf(written);
  return [{ type: IMAGE, name, view: constants(new Map([['name', { value: bounded(text), at: place }]]), place) }];
}

function includesIn(source: Source, node: Node | undefined): Judged[] {
  const items = isSeq(node) ? itemsOf(source.tree, node) : node === undefined ? [] : [node];
  return items.map((item) => {
    const place = source.placeOf(item);
    const text = textOf(item);
    if (text === undefined) return { type: INCLUDE, name: 'include', view: viewOf(source, item, place) };
    const kind = /^https?:\/\//.test(text) ? 'remote' : 'local';
    const values = new Map([[kind, { value: bounded(text), at: place }]]);
    return { type: INCLUDE, name: 'include', view: constants(values, place) };
  });
}

/** Each line of a script with its place. A text of several lines begins below its mark. */
function linesOf(source: Source, name: string, node: Node | undefined, depth: number): Judged[] {
  const { tree, budget } = source;
  if (isSeq(node))
    return depth > DEEPEST ? [] : itemsOf(tree, node).flatMap((item) => linesOf(source, name, item, depth + 1));
  const text = isScalar(node) ? textOf(node) : undefined;
  if (text === undefined || !isScalar(node)) return [];
  const place = source.placeOf(node);
  const first = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED' ? place.line + 1 : place.line;
  return text.split('\n').flatMap((line, index): Judged[] => {
    if (/^\s*(?:#|$)/.test(line) || !budget.spend(1)) return [];
    const here: Place = { ...place, line: first + index };
    return [{ type: LINE, name, view: constants(new Map([['text', { value: bounded(line), at: here }]]), here) }];
  });
}
