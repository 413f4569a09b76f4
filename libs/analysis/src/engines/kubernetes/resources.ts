import type { Node } from 'yaml';
import { MISTAKES, TOLD_ELSEWHERE } from '../../catalogue/kubernetes-rules/mistake';
import { CONTAINER, MAIN_CONTAINER, OBJECT, POD } from '../../catalogue/kubernetes-rules/rule';
import type { Judged } from '../infrastructure/resource';
import { isText, isWhole } from '../infrastructure/value';
import type { Blocks, Found, View } from '../infrastructure/view';
import { at, entriesOf, itemsOf, textOf } from '../kit/yaml-tree';
import { componentsOf } from './components';
import { objectMistakes } from './mistakes/object-mistakes';
import { containerMistakes, podMistakes } from './mistakes/pod-mistakes';
import { type Manifest, PODS } from './objects';
import type { Holders } from './roles/holders';
import { pairsOf, withNames, yamlView } from '../infrastructure/yaml-view';

/**
 * The subjects of rules about an object: itself, its pod, each container, and the parts of a control plane that it
 * starts.
 * @param together the objects of its file
 * @param holders what the target says of those who have the role of a binding
 */
export function resourcesOf(
  manifest: Manifest,
  together: readonly Manifest[] = [],
  holders?: Pick<Holders, 'evidence'>,
): Judged[] {
  const { source, root, kind, name, partial } = manifest;
  const entries = entriesOf(source.tree, root);
  const doubts = Math.min(...entries.map(({ keyNode }) => source.doubtsOf(keyNode)));
  const top = entries.find(({ key }) => key === 'kind')?.keyNode ?? root;
  const view = yamlView(source, [root], { at: source.placeOf(top), open: partial, doubts });
  const metadata = view.blocks('metadata');
  const none = Object.fromEntries(TOLD_ELSEWHERE.map((kind) => [MISTAKES[kind], { value: null, at: view.at }]));
  const mistakes = { ...none, ...objectMistakes(manifest, together), ...holders?.evidence(manifest) };
  const object = withNames(view, mistakes, {
    annotations: mapIn(metadata, 'annotations'),
    labels: mapIn(metadata, 'labels'),
  });
  const own = kind === 'Secret' ? withDecoded(object) : object;
  return [
    { type: OBJECT, name: `${kind}.${name}`, view: object },
    { type: kind, name, view: own },
    ...podResources(manifest, metadata, doubts),
    ...componentsOf(manifest, object),
  ];
}

function mapIn(blocks: Blocks, name: string): Blocks {
  const [first] = blocks.views;
  if (first === undefined) return { views: [], open: blocks.open };
  const inner = first.blocks(name);
  const [map] = inner.views;
  return map === undefined ? { views: [], open: inner.open || first.open } : pairsOf(map);
}

const KINDS_OF_CONTAINERS = ['containers', 'initContainers', 'ephemeralContainers'] as const;

function podResources(manifest: Manifest, metadata: Blocks, doubts: number): Judged[] {
  const { source, root, kind, name, partial } = manifest;
  const { tree } = source;
  const path = Object.hasOwn(PODS, kind) ? PODS[kind]! : undefined;
  const holder = path && at(tree, root, ...path.slice(0, -1));
  const key = entriesOf(tree, holder).find((entry) => entry.key === 'spec');
  if (path === undefined || key?.value === undefined) return [];
  const depth = Math.max(doubts, source.doubtsOf(key.keyNode));
  const pod = yamlView(source, [key.value], { at: source.placeOf(key.keyNode), open: partial, doubts: depth });
  const own =
    path.length === 1
      ? metadata
      : yamlView(source, [holder], { at: pod.at, open: partial, doubts: depth }).blocks('metadata');
  const constant = (value: string): Found => ({ value, at: pod.at });
  const replicas =
    path.length === 1
      ? undefined
      : yamlView(source, [at(tree, root, 'spec')], { at: pod.at, open: partial, doubts: depth }).value('replicas');
  const names = { workload: constant(kind), ...(replicas !== undefined && { replicas }) };
  const known = withNames(pod, names, {
    metadata,
    annotations: mapIn(own, 'annotations'),
    nodeLabels: mapIn({ views: [pod], open: pod.open }, 'nodeSelector'),
  });
  const windows = isForWindows(manifest, key.value);
  return [
    {
      type: POD,
      name,
      view: withNames(
        known,
        { windows: { value: windows, at: pod.at }, ...podMistakes(manifest, key.value, depth) },
        {},
      ),
    },
    ...(windows ? [] : KINDS_OF_CONTAINERS.flatMap((field) => containers(manifest, key.value!, field, known, depth))),
  ];
}

function containers(manifest: Manifest, spec: Node, field: string, pod: View, doubts: number): Judged[] {
  const { source, partial } = manifest;
  const { tree } = source;
  const ofPod = at(tree, spec, 'securityContext');
  return itemsOf(tree, at(tree, spec, field)).flatMap((node): Judged[] => {
    const name = textOf(at(tree, node, 'name')) ?? 'container';
    const base = Math.max(doubts, source.doubtsOf(node));
    const above = { at: source.placeOf(node), open: partial, doubts: base };
    const view = yamlView(source, [node], above);
    const context = at(tree, node, 'securityContext');
    const effective = yamlView(source, context === undefined ? [ofPod] : [context, ofPod], {
      ...above,
      // Either may be somewhere that is not known.
      open: partial || (view.open && context === undefined) || (pod.open && ofPod === undefined),
    });
    const known = withNames(
      view,
      {
        container: { value: field, at: view.at },
        command: wholeCommand(view),
        ...containerMistakes(manifest, spec, node, base),
      },
      { pod: { views: [pod], open: false }, effective: { views: [effective], open: false } },
    );
    const shown = name.replaceAll(/[^\w.-]/g, '');
    return [
      { type: CONTAINER, name: shown, view: known },
      ...(field === 'containers' ? [{ type: MAIN_CONTAINER, name: shown, view: known }] : []),
    ];
  });
}

/** The command line of a container: `command` and `args` in one list. */
function wholeCommand(view: View): Found {
  const [command, args] = [view.value('command'), view.value('args')];
  const parts = [command, args].filter((part) => part !== undefined);
  const lists = parts.map(({ value }) => value);
  const items = lists.flatMap((list) => (typeof list === 'object' && list?.kind === 'list' ? list.items : []));
  const open = view.open || lists.some((list) => typeof list !== 'object' || list?.kind !== 'list' || list.open);
  return { value: { kind: 'list', items, open }, at: parts.at(-1)?.at ?? view.at };
}

/** Most settings of containers are not there on Windows. */
function isForWindows({ source: { tree } }: Manifest, spec: Node): boolean {
  const labels = entriesOf(tree, at(tree, spec, 'nodeSelector'));
  return (
    textOf(at(tree, spec, 'os', 'name')) === 'windows' ||
    entriesOf(tree, at(tree, spec, 'securityContext', 'windowsOptions')).length > 0 ||
    labels.some(({ key, value }) => key.endsWith('kubernetes.io/os') && textOf(value) === 'windows')
  );
}

/** `data` of a Secret as what it stands for. Base64 hides nothing. */
function withDecoded(view: View): View {
  const { views, open } = view.blocks('data');
  const decoded = views.map((map) => ({ ...map, value: (name: string) => decodedValue(map.value(name)) }));
  return withNames(view, {}, { data: { views: decoded, open } });
}

function decodedValue(found: Found | undefined): Found | undefined {
  if (found === undefined || !isText(found.value) || !isWhole(found.value)) return found;
  const text = Buffer.from(found.value, 'base64').toString('utf8');
  // Bytes that are no text, such as a key store, stay as they are written.
  return /^[\t\n\r\x20-\x7e\u{a0}-\u{ffef}]*$/u.test(text) && !text.includes('\u{fffd}')
    ? { ...found, value: text }
    : found;
}
