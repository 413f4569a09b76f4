import type { Node } from 'yaml';
import { type YamlTree, at, itemsOf, textOf } from '../kit/yaml-tree';

export interface Manifest {
  readonly tree: YamlTree;
  readonly root: Node;
  readonly kind: string;
  readonly name: string;
}

export interface Container {
  readonly node: Node;
  readonly name: string;
  readonly initial: boolean;
}

/** A workload's pod template, or the pod itself. */
export interface Pod {
  readonly manifest: Manifest;
  readonly spec: Node;
  readonly containers: readonly Container[];
}

const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  ...Object.fromEntries(
    ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController', 'Job'].map((kind) => [
      kind,
      ['spec', 'template', 'spec'],
    ]),
  ),
};

/** The Kubernetes objects of a file; empty for other YAML. A List counts as its items. */
export function manifestsOf(trees: readonly YamlTree[]): Manifest[] {
  return trees.flatMap((tree) => objectsBelow(tree, tree.root, 0));
}

function objectsBelow(tree: YamlTree, root: Node | undefined, depth: number): Manifest[] {
  const kind = textOf(at(tree, root, 'kind'));
  if (!root || kind === undefined || textOf(at(tree, root, 'apiVersion')) === undefined) return [];
  if (kind === 'List' && depth === 0)
    return itemsOf(tree, at(tree, root, 'items')).flatMap((item) => objectsBelow(tree, item, 1));
  return [{ tree, root, kind, name: textOf(at(tree, root, 'metadata', 'name')) ?? 'without a name' }];
}

export function podOf(manifest: Manifest): Pod | undefined {
  const { tree, root, kind } = manifest;
  const path = Object.hasOwn(TEMPLATES, kind) ? TEMPLATES[kind] : undefined;
  const spec = path && at(tree, root, ...path);
  if (!spec) return undefined;
  const containers = (field: string) =>
    itemsOf(tree, at(tree, spec, field)).map((node) => ({
      node,
      name: textOf(at(tree, node, 'name')) ?? 'without a name',
      initial: field !== 'containers',
    }));
  return { manifest, spec, containers: [...containers('containers'), ...containers('initContainers')] };
}
