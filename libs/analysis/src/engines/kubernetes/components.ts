import { API_SERVER, COMPONENT_FLAGS, ETCD, KUBELET } from '../../catalogue/kubernetes-rules/rule';
import type { Judged } from '../infrastructure/resource';
import { HOLE, isList, isText } from '../infrastructure/value';
import type { Found, Place, View } from '../infrastructure/view';
import { at, itemsOf, textOf } from '../kit/yaml-tree';
import { type Manifest, PODS } from './objects';
import { withNames, yamlView } from '../infrastructure/yaml-view';

/** The programs of a control plane, by their names, as rules call them. */
const PROGRAMS: Readonly<Record<string, string>> = COMPONENT_FLAGS;

/** The parts of a control plane that an object starts or configures, with their flags as attributes. */
export function componentsOf(manifest: Manifest, object: View): Judged[] {
  if (manifest.kind === 'ClusterConfiguration') return ofCluster(object);
  const path = Object.hasOwn(PODS, manifest.kind) ? PODS[manifest.kind]! : undefined;
  return path === undefined ? [] : ofContainers(manifest, path);
}

function ofContainers(manifest: Manifest, path: readonly string[]): Judged[] {
  const { source, root } = manifest;
  const { tree } = source;
  return itemsOf(tree, at(tree, root, ...path, 'containers')).flatMap((node): Judged[] => {
    const words = ['command', 'args'].flatMap((field) => itemsOf(tree, at(tree, node, field)));
    const program = textOf(words[0])?.split('/').at(-1) ?? '';
    if (!Object.hasOwn(PROGRAMS, program)) return [];
    const view = yamlView(source, [node], { at: source.placeOf(node), open: false, doubts: source.doubtsOf(node) });
    const lists = ['command', 'args'].flatMap((field) => view.value(field) ?? []);
    const open = lists.some(({ value }) => !isList(value) || value.open || value.items.some((item) => !isText(item)));
    const flags = new Map<string, Found>();
    for (const word of words) {
      const [, flag, value = 'true'] = /^--([\w-]+)(?:=(.*))?$/s.exec(textOf(word) ?? '') ?? [];
      if (flag !== undefined && !flags.has(flag)) flags.set(flag, { value, at: source.placeOf(word) });
    }
    const partial = manifest.partial || open || words.some((word) => /^\$[({]/.test(textOf(word) ?? HOLE));
    return [{ type: PROGRAMS[program]!, name: manifest.name, view: flagView(flags, view.at, partial) }];
  });
}

/** kubeadm adds the flags that it knows, so what is not written is not known. */
function ofCluster(object: View): Judged[] {
  const parts = { apiServer: API_SERVER, etcd: ETCD, kubelet: KUBELET } as const;
  return Object.entries(parts).flatMap(([part, type]): Judged[] => {
    const holders = object.blocks(part).views.flatMap((view) => [view, ...view.blocks('local').views]);
    const given = holders.flatMap((view) => view.blocks('extraArgs').views);
    const flags = new Map<string, Found>();
    for (const view of given) {
      const [name, value] = [view.value('name'), view.value('value')];
      if (name !== undefined && value !== undefined && isText(name.value)) flags.set(name.value, value);
      else for (const each of view.names()) flags.set(each, view.value(each)!);
    }
    return flags.size === 0 ? [] : [{ type, name: part, view: flagView(flags, object.at, true) }];
  });
}

const flagView = (flags: ReadonlyMap<string, Found>, place: Place, open: boolean): View =>
  withNames(
    { at: place, open, value: () => undefined, names: () => [...flags.keys()], blocks: () => ({ views: [], open }) },
    Object.fromEntries(flags),
    {},
  );
