import { type Condition, all, is, matches, secret, some } from '../infrastructure/condition';
import type { InfrastructureRule } from '../infrastructure/rule';

/** Subjects of rules besides the kinds of objects: any object, a pod, its containers, parts of a control plane. */
export const OBJECT = 'Object';
export const POD = 'PodSpec';
export const CONTAINER = 'Container';
/** A container that runs as long as its pod, so no init container. */
export const MAIN_CONTAINER = 'MainContainer';
export const API_SERVER = 'ApiServer';
export const CONTROLLER_MANAGER = 'ControllerManager';
export const SCHEDULER = 'Scheduler';
export const ETCD = 'Etcd';
export const KUBELET = 'Kubelet';

/** The programs whose flags are attributes. */
export const COMPONENT_FLAGS: Readonly<Record<string, string>> = {
  'kube-apiserver': API_SERVER,
  'kube-controller-manager': CONTROLLER_MANAGER,
  'kube-scheduler': SCHEDULER,
  etcd: ETCD,
  kubelet: KUBELET,
};

const VERSIONS: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  StatefulSet: 'apps/v1',
  DaemonSet: 'apps/v1',
  Job: 'batch/v1',
  CronJob: 'batch/v1',
  Ingress: 'networking.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  Role: 'rbac.authorization.k8s.io/v1',
  ClusterRole: 'rbac.authorization.k8s.io/v1',
  RoleBinding: 'rbac.authorization.k8s.io/v1',
  ClusterRoleBinding: 'rbac.authorization.k8s.io/v1',
  ValidatingWebhookConfiguration: 'admissionregistration.k8s.io/v1',
  ValidatingAdmissionPolicyBinding: 'admissionregistration.k8s.io/v1',
  APIService: 'apiregistration.k8s.io/v1',
  StorageClass: 'storage.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  KubeletConfiguration: 'kubelet.config.k8s.io/v1beta1',
  KubeProxyConfiguration: 'kubeproxy.config.k8s.io/v1alpha1',
  EncryptionConfiguration: 'apiserver.config.k8s.io/v1',
  Policy: 'audit.k8s.io/v1',
  Kustomization: 'kustomize.config.k8s.io/v1beta1',
};

const indented = (text: string, spaces: number): string => text.replace(/^(?=.)/gm, ' '.repeat(spaces));
const object = (apiVersion: string, kind: string, body: string): string => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: example\n${body}\n`;
const podWith = (spec: string): string => object('v1', 'Pod', `spec:\n${indented(spec, 2)}`);
const IMAGE = 'image: registry.example.com/app:1.4.2';
const containersWith = (body: string): string => `containers:\n  - name: app\n${indented(body, 4)}`;

/** An example as a whole manifest. */
export function exampleText(rule: InfrastructureRule, side: 'bad' | 'good'): string {
  const text = rule[side];
  if (/^apiVersion:/m.test(text)) return `${text}\n`;
  const on = typeof rule.on === 'string' ? rule.on : rule.on[0]!;
  const program = Object.entries(COMPONENT_FLAGS).find(([, type]) => type === on)?.[0];
  if (program !== undefined) {
    const flags = text.split('\n').map((flag) => `  - ${JSON.stringify(flag)}\n`);
    return podWith(containersWith(`${IMAGE}\ncommand:\n  - ${program}\n${flags.join('')}`));
  }
  if (on === POD) return podWith(/^containers:/m.test(text) ? text : `${text}\n${containersWith(IMAGE)}`);
  if (on === CONTAINER || on === MAIN_CONTAINER) return podWith(containersWith(/^image:/m.test(text) ? text : `${IMAGE}\n${text}`));
  return object(VERSIONS[on] ?? 'v1', on, text);
}

/** Names of secrets. */
export const SECRET_NAME = /(?:passw(?:or)?d|passphrase|secret|(?<!public[-_.]?)token|api[-_.]?key|private[-_.]?key|access[-_.]?key|credentials?)s?$/i;

/** An entry of a list of names and values has a secret under such a name. */
export const secretAmong = (path: string): Condition => some(path, all(secret('value'), matches('name', SECRET_NAME)));

/** An entry of a list of names and values has a matching name and value. */
export const pair = (path: string, name: RegExp, value: RegExp): Condition => some(path, all(matches('value', value), matches('name', name)));

/** A word of the container's command matches. */
export const runs = (pattern: RegExp): Condition => matches('command', pattern);

export const truthy = (path: string): Condition => is(path, true, 'true');

/** A rule of a role allows one of the verbs on one of the resources of one of the groups. */
export const grants = (groups: RegExp, resources: RegExp, verbs: RegExp): Condition => some('rules', all(matches('verbs', verbs), matches('resources', resources), matches('apiGroups', groups)));
