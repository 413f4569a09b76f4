import { posix } from 'node:path';
import { at, itemsOf, parseYaml, textOf } from '../kit/yaml-tree';

const NAMES = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/;

export const isKustomization = (file: string): boolean => NAMES.test(file);

/** The files that a kustomization merges into others: what they do not say is said there. */
export function patchesOf(file: string, text: string): string[] {
  const folder = posix.dirname(file);
  return parseYaml(text).flatMap((tree) =>
    [
      ...itemsOf(tree, at(tree, tree.root, 'patches')).map((patch) => at(tree, patch, 'path')),
      ...itemsOf(tree, at(tree, tree.root, 'patchesJson6902')).map((patch) => at(tree, patch, 'path')),
      ...itemsOf(tree, at(tree, tree.root, 'patchesStrategicMerge')),
    ]
      .map((node) => textOf(node))
      .filter((path) => path !== undefined && !path.includes('\n'))
      .map((path) => posix.join(folder, path!)),
  );
}
