import { posix } from 'node:path';
import type { Node } from 'yaml';
import { missingPath } from '../../catalogue/infrastructure/missing';
import { MISTAKES } from '../../catalogue/kubernetes-rules/mistake';
import type { Judged } from '../infrastructure/resource';
import type { Source } from '../infrastructure/source';
import { withNames, yamlView } from '../infrastructure/yaml-view';
import { mayBePath } from '../kit/may-be-path';
import { isRenderedElsewhere } from '../kit/rendered-folders';
import type { IsThere } from '../kit/there';
import { at, itemsOf, textOf } from '../kit/yaml-tree';

/** The lists of a kustomization that name files and folders. Those of generators name files that nobody commits. */
const LISTS = ['resources', 'bases', 'components', 'crds', 'transformers', 'patchesStrategicMerge'];

/** A kustomization for each of the files that it names and that are not there. */
export function kustomizationsIn(source: Source, file: string, isThere: IsThere): Judged[] {
  const { tree } = source;
  const { root } = tree;
  const kind = textOf(at(tree, root, 'kind'));
  const group = textOf(at(tree, root, 'apiVersion'))?.split('/')[0];
  if (root === undefined || group !== 'kustomize.config.k8s.io') return [];
  if ((kind !== 'Kustomization' && kind !== 'Component') || isRenderedElsewhere(file)) return [];
  const folder = posix.dirname(file);
  const above = { at: source.placeOf(root), open: false, doubts: source.doubtsOf(root) };
  return named(source, root).flatMap((node): Judged[] => {
    const path = textOf(node) ?? '';
    const found = !isOfTarget(path, folder) || isThere(posix.join(folder, path));
    if (found === true) return [];
    const value = missingPath(path, found);
    const missing = { [MISTAKES.file]: { value, at: source.placeOf(node) } };
    return [{ type: 'Kustomization', name: folder, view: withNames(yamlView(source, [root], above), missing, {}) }];
  });
}

function named({ tree }: Source, root: Node): Node[] {
  const patches = itemsOf(tree, at(tree, root, 'patches')).map((patch) => at(tree, patch, 'path'));
  return [...LISTS.flatMap((list) => itemsOf(tree, at(tree, root, list))), ...patches].filter(
    (node) => node !== undefined,
  );
}

/** Whether a path leads to a place in the target: no address, no text with a mark to be filled in, no way out. */
function isOfTarget(path: string, folder: string): boolean {
  if (
    !mayBePath(path) ||
    !/^[\w./-]+$/.test(path) ||
    path.startsWith('/') ||
    /^(?:[\w-]+\.)+(?:com|org|io|net|dev)\//.test(path)
  )
    return false;
  return !posix.join(folder, path).startsWith('..');
}
