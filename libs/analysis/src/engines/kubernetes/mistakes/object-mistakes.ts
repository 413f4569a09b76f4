import { type Node, isMap, isScalar } from 'yaml';
import { type Manifest, PODS } from '../objects';
import { at, entriesOf, itemsOf } from '../../kit/yaml-tree';
import { type Mistakes, MistakesFound, knownText } from './found';
import { isOtherThanText, labelsAt, podLabels } from './pod-mistakes';

const SELECTING = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);

/** Mistakes of an object by itself, and with those of the same file. */
export function objectMistakes(manifest: Manifest, together: readonly Manifest[]): Mistakes {
  const found = new MistakesFound(manifest.source);
  addLabels(manifest, found);
  addTwin(manifest, together, found);
  if (manifest.partial) return found.all;
  if (SELECTING.has(manifest.kind)) addSelector(manifest, found);
  if (manifest.kind === 'Service') addBackends(manifest, together, found);
  if (manifest.kind === 'HorizontalPodAutoscaler') addScaling(manifest, together, found);
  if (manifest.kind === 'PodDisruptionBudget') addBudget(manifest, together, found);
  return found.all;
}

function addLabels({ source, root, kind }: Manifest, found: MistakesFound): void {
  const { tree } = source;
  const pod = Object.hasOwn(PODS, kind) ? PODS[kind]!.slice(0, -1) : [];
  const holders = [at(tree, root, 'metadata'), ...(pod.length > 0 ? [at(tree, root, ...pod, 'metadata')] : [])];
  for (const holder of holders)
    for (const map of ['labels', 'annotations'])
      for (const { key, value } of entriesOf(tree, at(tree, holder, map)))
        if (isOtherThanText(source, value)) found.add('label', key, value);
}

const namespaceOf = ({ source, root }: Manifest): string | undefined => {
  const node = at(source.tree, root, 'metadata', 'namespace');
  return node === undefined ? '' : knownText(source, node);
};
const nameOf = ({ source, root }: Manifest): string | undefined => knownText(source, root, 'metadata', 'name');

/** kubectl applies one after the other, so that the last one counts. */
function addTwin(manifest: Manifest, together: readonly Manifest[], found: MistakesFound): void {
  const [name, namespace] = [nameOf(manifest), namespaceOf(manifest)];
  if (name === undefined || name === '' || namespace === undefined || manifest.partial) return;
  if (manifest.source.doubtsOf(manifest.root) > 0) return;
  const twin = together
    .slice(0, together.indexOf(manifest))
    .some(
      (other) =>
        other.kind === manifest.kind &&
        other.apiVersion === manifest.apiVersion &&
        nameOf(other) === name &&
        namespaceOf(other) === namespace &&
        !other.partial,
    );
  if (twin) found.add('object', `${manifest.kind} ${name}`, at(manifest.source.tree, manifest.root, 'metadata'));
}

function addSelector(manifest: Manifest, found: MistakesFound): void {
  const { source, root } = manifest;
  const selector = at(source.tree, root, 'spec', 'selector', 'matchLabels');
  const [wanted, given] = [labelsAt(source, selector), podLabels(manifest)];
  if (wanted === undefined || given === undefined) return;
  for (const [key, value] of wanted) if (given.get(key) !== value) found.add('selector', `${key}: ${value}`, selector);
}

interface Pods {
  readonly manifest: Manifest;
  readonly labels: ReadonlyMap<string, string> | undefined;
}

const podsIn = (together: readonly Manifest[], namespace: string | undefined): Pods[] =>
  together
    .filter((other) => Object.hasOwn(PODS, other.kind) && !/^(?:Job|CronJob|PodTemplate)$/.test(other.kind))
    .filter((other) => namespaceOf(other) === namespace)
    .map((manifest) => ({ manifest, labels: manifest.partial ? undefined : podLabels(manifest) }));

const areSelected = (labels: ReadonlyMap<string, string>, selector: ReadonlyMap<string, string>): boolean =>
  [...selector].every(([key, value]) => labels.get(key) === value);

/**
 * Pods of a Service that stand in other files are not known. So a Service that selects no pod is reported only if the
 * file has pods with the same keys, of which one value differs.
 */
function addBackends(manifest: Manifest, together: readonly Manifest[], found: MistakesFound): void {
  const { source, root } = manifest;
  const { tree } = source;
  const node = at(tree, root, 'spec', 'selector');
  const selector = labelsAt(source, node);
  if (node === undefined || selector === undefined || selector.size === 0) return;
  const pods = podsIn(together, namespaceOf(manifest));
  if (pods.some(({ labels }) => labels === undefined)) return;
  const selected = pods.filter(({ labels }) => areSelected(labels!, selector));
  if (selected.length === 0) {
    const near = pods.find(
      ({ labels, manifest: { name } }) =>
        name === manifest.name && [...selector.keys()].every((key) => labels!.has(key)),
    );
    if (near !== undefined) found.add('backend', 'none', node);
    return;
  }
  const ports = new Set(selected.flatMap(({ manifest: each }) => portNames(each)));
  if (ports.has(undefined)) return;
  for (const port of itemsOf(tree, at(tree, root, 'spec', 'ports'))) {
    const target = at(tree, port, 'targetPort');
    const name = knownText(source, target);
    if (name !== undefined && /[a-z]/i.test(name) && !ports.has(name)) found.add('targetPort', name, target);
  }
}

const podOf = ({ source, root, kind }: Manifest): Node | undefined => at(source.tree, root, ...PODS[kind]!);

function portNames(manifest: Manifest): (string | undefined)[] {
  const { source } = manifest;
  const { tree } = source;
  return ['containers', 'initContainers']
    .flatMap((list) => itemsOf(tree, at(tree, podOf(manifest), list)))
    .flatMap((container) => {
      const ports = at(tree, container, 'ports');
      if (isScalar(ports) && ports.value !== null) return [undefined];
      return itemsOf(tree, ports).map((port) => {
        const name = at(tree, port, 'name');
        return name === undefined ? '' : knownText(source, name);
      });
    });
}

const numberAt = ({ source, root }: Manifest, ...path: readonly string[]): number | undefined => {
  const node = at(source.tree, root, ...path);
  return isScalar(node) && typeof node.value === 'number' && source.doubtsOf(node) === 0 ? node.value : undefined;
};

function addScaling(manifest: Manifest, together: readonly Manifest[], found: MistakesFound): void {
  const { source, root } = manifest;
  const { tree } = source;
  const [fewest, most] = [numberAt(manifest, 'spec', 'minReplicas'), numberAt(manifest, 'spec', 'maxReplicas')];
  if (fewest !== undefined && most !== undefined && fewest > most)
    found.add('bounds', `${fewest} above ${most}`, at(tree, root, 'spec', 'minReplicas'));
  const reference = at(tree, root, 'spec', 'scaleTargetRef');
  const [kind, name] = [knownText(source, reference, 'kind'), knownText(source, reference, 'name')];
  const scaled = together.find((other) => other.kind === kind && nameOf(other) === name && !other.partial);
  if (scaled === undefined || namespaceOf(scaled) !== namespaceOf(manifest)) return;
  if (numberAt(scaled, 'spec', 'replicas') !== undefined) found.add('scaled', `${kind} ${name}`, reference);
  for (const resource of measuredIn(manifest))
    for (const container of itemsOf(tree, at(scaled.source.tree, podOf(scaled), 'containers'))) {
      const resources = at(scaled.source.tree, container, 'resources');
      if (resources !== undefined && !isMap(resources)) continue;
      const lacks = ['requests', 'limits'].every(
        (side) => at(scaled.source.tree, resources, side, resource) === undefined,
      );
      const open = ['requests', 'limits'].some((side) => isScalar(at(scaled.source.tree, resources, side)));
      if (lacks && !open)
        found.add('measured', `${knownText(scaled.source, container, 'name') ?? 'container'}: ${resource}`, reference);
    }
}

/** Resources whose utilisation an autoscaler compares with requests. */
function measuredIn({ source, root }: Manifest): string[] {
  const { tree } = source;
  const metrics = itemsOf(tree, at(tree, root, 'spec', 'metrics'))
    .filter((metric) => at(tree, metric, 'resource', 'target', 'averageUtilization') !== undefined)
    .map((metric) => knownText(source, metric, 'resource', 'name'));
  const old = at(tree, root, 'spec', 'targetCPUUtilizationPercentage') === undefined ? [] : ['cpu'];
  return [...metrics, ...old].filter((name) => name === 'cpu' || name === 'memory');
}

function addBudget(manifest: Manifest, together: readonly Manifest[], found: MistakesFound): void {
  const { source, root } = manifest;
  const selector = labelsAt(source, at(source.tree, root, 'spec', 'selector', 'matchLabels'));
  const staying = numberAt(manifest, 'spec', 'minAvailable');
  if (selector === undefined || selector.size === 0 || staying === undefined) return;
  const kept = podsIn(together, namespaceOf(manifest)).filter(
    ({ labels, manifest: { kind } }) =>
      labels !== undefined && areSelected(labels, selector) && /^(?:Deployment|StatefulSet)$/.test(kind),
  );
  const [only] = kept;
  if (only === undefined || kept.length > 1) return;
  const written = at(only.manifest.source.tree, only.manifest.root, 'spec', 'replicas');
  const replicas = written === undefined ? 1 : numberAt(only.manifest, 'spec', 'replicas');
  const scales = together.some(({ kind }) => kind === 'HorizontalPodAutoscaler');
  if (replicas !== undefined && staying >= replicas && replicas > 0 && !scales)
    found.add('budget', `${replicas}`, at(source.tree, root, 'spec', 'minAvailable'));
}
