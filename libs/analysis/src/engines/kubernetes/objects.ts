import { type Node, isMap } from 'yaml';
import { isWhole } from '../infrastructure/value';
import { at, entriesOf, itemsOf, textOf } from '../kit/yaml-tree';
import type { Source } from '../infrastructure/source';

/** An object of Kubernetes as it is written. */
export interface Manifest {
  readonly source: Source;
  readonly root: Node;
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  /** Whether it is a part of one, such as a patch: what it does not say may be said elsewhere. */
  readonly partial: boolean;
}

/** Which groups the kinds that rules know are of. The same kind in another group is somebody's own resource. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  '': [
    'Pod ReplicationController Service Secret ConfigMap ServiceAccount Namespace PersistentVolume',
    'PersistentVolumeClaim Endpoints ComponentStatus PodTemplate LimitRange ResourceQuota',
  ],
  apps: ['Deployment StatefulSet DaemonSet ReplicaSet'],
  extensions: ['Deployment DaemonSet ReplicaSet Ingress NetworkPolicy PodSecurityPolicy'],
  batch: ['Job CronJob'],
  policy: ['PodDisruptionBudget PodSecurityPolicy'],
  autoscaling: ['HorizontalPodAutoscaler'],
  'networking.k8s.io': ['Ingress NetworkPolicy IngressClass'],
  'rbac.authorization.k8s.io': ['Role ClusterRole RoleBinding ClusterRoleBinding'],
  'storage.k8s.io': ['StorageClass CSIDriver CSINode VolumeAttachment CSIStorageCapacity'],
  'admissionregistration.k8s.io': [
    'ValidatingWebhookConfiguration MutatingWebhookConfiguration ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
  ],
  'apiregistration.k8s.io': ['APIService'],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'scheduling.k8s.io': ['PriorityClass'],
  'discovery.k8s.io': ['EndpointSlice'],
  'events.k8s.io': ['Event'],
  'node.k8s.io': ['RuntimeClass'],
  'coordination.k8s.io': ['Lease'],
  'certificates.k8s.io': ['CertificateSigningRequest'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema PriorityLevelConfiguration'],
  'kubelet.config.k8s.io': ['KubeletConfiguration'],
  'kubeproxy.config.k8s.io': ['KubeProxyConfiguration'],
  'kubeadm.k8s.io': ['ClusterConfiguration'],
  'apiserver.config.k8s.io': ['EncryptionConfiguration'],
  'audit.k8s.io': ['Policy'],
};
const KINDS = new Set(
  Object.entries(GROUPS).flatMap(([group, kinds]) =>
    kinds
      .join(' ')
      .split(' ')
      .map((kind) => `${group}/${kind}`),
  ),
);
const NAMES = new Set([...KINDS].map((kind) => kind.slice(kind.indexOf('/') + 1)));

/** Whether a text may have an object that rules know: one of another kind may be written as its owner likes. */
export function mayHaveObject(text: string): boolean {
  const kinds = [...text.matchAll(/^[ \t-]*["']?kind["']?\s*:[ \t]*([^\n#]*)/gm)].map(([, kind = '']) =>
    kind.trim().replaceAll(/["']/g, ''),
  );
  return kinds.some((kind) => NAMES.has(kind) || kind.endsWith('List') || !/^\w+$/.test(kind));
}
const MOST_OBJECTS = 20_000;
const DEEPEST_LIST = 3;

/** The objects of a document, of those kinds that rules know. A List counts as its items. */
export function manifestsIn(source: Source, isPatch: boolean): Manifest[] {
  const found: Manifest[] = [];
  collect(source, source.tree.root, isPatch, 0, found);
  return found;
}

function collect(source: Source, root: Node | undefined, isPatch: boolean, depth: number, found: Manifest[]): void {
  const { tree, budget } = source;
  const kind = textOf(at(tree, root, 'kind'));
  const apiVersion = textOf(at(tree, root, 'apiVersion'));
  if (root === undefined || kind === undefined || apiVersion === undefined) return;
  // By default a chart has no such object.
  if (source.doubtsOf(root) > 0 || isTest(source, root)) return;
  if (found.length >= MOST_OBJECTS) return budget.leaveOut();
  if (kind === 'List' || (kind.endsWith('List') && at(tree, root, 'items') !== undefined)) {
    if (depth >= DEEPEST_LIST) return budget.leaveOut();
    for (const item of itemsOf(tree, at(tree, root, 'items'))) collect(source, item, isPatch, depth + 1, found);
    return;
  }
  const version = apiVersion.split('/');
  if (isWhole(apiVersion) && !KINDS.has(`${version.length === 1 ? '' : version[0]}/${kind}`)) return;
  const name = textOf(at(tree, root, 'metadata', 'name'))?.replaceAll(/[^\w.-]/g, '') ?? '';
  const partial = isPatch || isPart(source, root, kind);
  found.push({ source, root, kind, apiVersion, name: name === '' ? kind.toLowerCase() : name, partial });
}

/** `helm test` runs it and takes it away. */
function isTest({ tree }: Source, root: Node): boolean {
  const hooks = textOf(at(tree, root, 'metadata', 'annotations', 'helm.sh/hook'));
  return hooks !== undefined && hooks.split(',').every((hook) => hook.trim().startsWith('test'));
}

/** Where the specification of a pod stands. */
export const PODS: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  PodTemplate: ['template', 'spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  ...Object.fromEntries(
    ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController', 'Job'].map((kind) => [
      kind,
      ['spec', 'template', 'spec'],
    ]),
  ),
};
const SELECTED = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);

/**
 * Whether required fields are not there: kustomize merges such a document with another one. Nobody can apply it by
 * itself.
 */
function isPart({ tree }: Source, root: Node, kind: string): boolean {
  const path = Object.hasOwn(PODS, kind) ? PODS[kind] : undefined;
  if (path === undefined) return hasPatchMark(root);
  if (SELECTED.has(kind) && at(tree, root, 'spec', 'selector') === undefined) return true;
  const spec = at(tree, root, ...path);
  const containers = itemsOf(tree, at(tree, spec, 'containers'));
  const without = containers.some((container) => isMap(container) && at(tree, container, 'image') === undefined);
  return containers.length === 0 || without || hasPatchMark(root);

  function hasPatchMark(node: Node): boolean {
    return entriesOf(tree, node).some(({ key }) => key.startsWith('$'));
  }
}
