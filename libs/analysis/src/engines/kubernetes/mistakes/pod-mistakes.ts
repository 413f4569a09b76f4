import { type Node, isMap, isScalar, isSeq } from 'yaml';
import type { Source } from '../../infrastructure/source';
import { isWhole } from '../../infrastructure/value';
import { type Manifest, PODS } from '../objects';
import { at, entriesOf, itemsOf } from '../../kit/yaml-tree';
import { type Mistakes, MistakesFound, firstTwice, knownText } from './found';
import { quantityOf } from './quantity';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;
const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'] as const;

/** The items of a list that are there for certain: of two branches of a template one is printed. */
const sureItems = (source: Source, list: Node | undefined, doubts: number): Node[] =>
  itemsOf(source.tree, list).filter((item) => source.doubtsOf(item) <= doubts);

/** Mistakes of a container together with its pod. */
export function containerMistakes(manifest: Manifest, spec: Node, container: Node, doubts: number): Mistakes {
  const { source, partial } = manifest;
  const { tree } = source;
  const found = new MistakesFound(source);
  const env = sureItems(source, at(tree, container, 'env'), doubts);
  const twice = firstTwice(env.map((each) => [knownText(source, each, 'name'), each]));
  if (twice !== undefined) found.add('variable', twice.name, twice.node);
  for (const each of env) {
    const value = at(tree, each, 'value');
    if (isOtherThanText(source, value)) found.add('text', knownText(source, each, 'name') ?? 'a variable', value);
  }
  const ports = sureItems(source, at(tree, container, 'ports'), doubts);
  const samePort = firstTwice(ports.map((each) => [knownText(source, each, 'name'), each]));
  if (samePort !== undefined) found.add('port', samePort.name, samePort.node);
  if (!partial) {
    addMounts(manifest, spec, container, doubts, found);
    addProbes(source, container, doubts, found);
  }
  addRequests(source, at(tree, container, 'resources'), found);
  return found.all;
}

/** A number or truth value where the server takes texts alone. */
export function isOtherThanText(source: Source, node: Node | undefined): boolean {
  if (!isScalar(node) || node.type !== 'PLAIN' || source.doubtsOf(node) > 0) return false;
  // The server reads YAML 1.1.
  if (typeof node.value === 'string') return /^(?:yes|no|on|off)$/i.test(node.value);
  return typeof node.value === 'number' || typeof node.value === 'boolean' || typeof node.value === 'bigint';
}

function addMounts(manifest: Manifest, spec: Node, container: Node, doubts: number, found: MistakesFound): void {
  const { source, kind, root } = manifest;
  const { tree } = source;
  const volumes = itemsOf(tree, at(tree, spec, 'volumes'));
  const claims = kind === 'StatefulSet' ? itemsOf(tree, at(tree, root, 'spec', 'volumeClaimTemplates')) : [];
  const written = at(tree, spec, 'volumes');
  const names = new Set([
    ...volumes.map((each) => knownText(source, each, 'name')),
    ...claims.map((each) => knownText(source, each, 'metadata', 'name')),
  ]);
  // More volumes may be there than are known.
  if (names.has(undefined) || (written !== undefined && volumes.length === 0 && isScalar(written))) return;
  if (!isWholeMap(source, spec)) return;
  for (const mount of sureItems(source, at(tree, container, 'volumeMounts'), doubts)) {
    const name = knownText(source, mount, 'name');
    if (name !== undefined && !names.has(name)) found.add('mount', name, mount);
  }
}

/** Whether every key of a map is known, so that none is missing that a template adds. */
const isWholeMap = ({ tree }: Source, node: Node): boolean =>
  isMap(node) && entriesOf(tree, node).every(({ key }) => isWhole(key));

function addProbes(source: Source, container: Node, doubts: number, found: MistakesFound): void {
  const { tree } = source;
  const list = at(tree, container, 'ports');
  const ports = new Set(itemsOf(tree, list).map((each) => knownText(source, each, 'name') ?? nameless(source, each)));
  const isKnown = isWholeMap(source, container) && !isScalar(list) && !ports.has(undefined);
  for (const probe of isKnown ? PROBES : []) {
    const node = at(tree, container, probe);
    if (node === undefined || source.doubtsOf(node) > doubts) continue;
    const port = at(tree, node, 'httpGet', 'port') ?? at(tree, node, 'tcpSocket', 'port');
    const name = knownText(source, port);
    if (name !== undefined && /[a-z]/i.test(name) && !ports.has(name)) found.add('probe', name, port);
  }
  const [live, ready] = [at(tree, container, 'livenessProbe'), at(tree, container, 'readinessProbe')];
  if (isMap(live) && isMap(ready) && areAlike(source, live, ready)) found.add('probes', 'livenessProbe', live);
}

/** A port that has no name for certain has an empty one. */
const nameless = (source: Source, port: Node): string | undefined =>
  isWholeMap(source, port) && at(source.tree, port, 'name') === undefined ? '' : undefined;

/**
 * Whether two nodes say the same, whatever aliases they are written with. Nested aliases ("billion laughs") are read as
 * far as the budget goes, and the file is then reported as not judged to its end.
 */
function areAlike(source: Source, one: Node | undefined, other: Node | undefined): boolean {
  if (one === other) return true;
  const { tree, budget } = source;
  return budget.within(false, () => {
    if (isScalar(one) && isScalar(other)) return one.value === other.value;
    if (isSeq(one) && isSeq(other)) {
      const [items, others] = [itemsOf(tree, one), itemsOf(tree, other)];
      return items.length === others.length && items.every((item, index) => areAlike(source, item, others[index]));
    }
    if (!isMap(one) || !isMap(other)) return false;
    const [entries, others] = [entriesOf(tree, one), entriesOf(tree, other)];
    const values = new Map(others.map(({ key, value }) => [key, value]));
    return (
      entries.length === others.length &&
      entries.every(({ key, value }) => values.has(key) && areAlike(source, value, values.get(key)))
    );
  });
}

function addRequests(source: Source, resources: Node | undefined, found: MistakesFound): void {
  for (const name of RESOURCES) {
    const node = at(source.tree, resources, 'requests', name);
    const amount = (side: string): number | undefined => {
      const written = at(source.tree, resources, side, name);
      const plain = isScalar(written) && typeof written.value === 'number' ? String(written.value) : undefined;
      return quantityOf(plain ?? knownText(source, written) ?? '?');
    };
    const [request, limit] = [amount('requests'), amount('limits')];
    if (request !== undefined && limit !== undefined && request > limit) found.add('request', name, node);
  }
}

/** Mistakes of a pod as a whole. */
export function podMistakes(manifest: Manifest, spec: Node, doubts: number): Mistakes {
  const { source } = manifest;
  const { tree } = source;
  const found = new MistakesFound(source);
  const named = (lists: readonly string[]) =>
    firstTwice(
      lists
        .flatMap((list) => sureItems(source, at(tree, spec, list), doubts))
        .map((each) => [knownText(source, each, 'name'), each] as const),
    );
  const container = named(['containers', 'initContainers']);
  if (container !== undefined) found.add('container', container.name, container.node);
  const volume = named(['volumes']);
  if (volume !== undefined) found.add('volume', volume.name, volume.node);
  return found.all;
}

/** Where the labels of the pods of a workload stand, and what they are; undefined if they are not known. */
export function podLabels({ source, root, kind }: Manifest): ReadonlyMap<string, string> | undefined {
  const path = Object.hasOwn(PODS, kind) ? PODS[kind]!.slice(0, -1) : undefined;
  return path === undefined ? undefined : labelsAt(source, at(source.tree, root, ...path, 'metadata', 'labels'));
}

/** Undefined if one is not known. */
export function labelsAt(source: Source, node: Node | undefined): ReadonlyMap<string, string> | undefined {
  if (node !== undefined && !isMap(node)) return undefined;
  const labels = new Map<string, string>();
  for (const { key, keyNode, value } of entriesOf(source.tree, node)) {
    const text = knownText(source, value);
    if (text === undefined || !/^[\w./-]+$/.test(key) || source.doubtsOf(keyNode) > 0) return undefined;
    labels.set(key, text);
  }
  return labels;
}
