import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { type YamlTree, at, entriesOf, itemsOf, textOf, valueOf } from '../kit/yaml-tree';
import type { Container, Pod } from './manifest';

type PodRule = (pod: Pod) => Problem[];
type ContainerRule = (container: Container, pod: Pod) => Problem[];

const problem = (rule: string, { lineOf, columnOf }: YamlTree, node: Node | undefined, message: string): Problem => ({
  rule,
  line: lineOf(node),
  column: columnOf(node),
  message,
});

const hostNamespaces: PodRule = ({ manifest: { tree }, spec }) =>
  (['hostNetwork', 'hostPID', 'hostIPC'] as const).flatMap((field) => {
    const node = at(tree, spec, field);
    return valueOf(node) === true
      ? [problem(field === 'hostNetwork' ? 'host-network' : 'host-process-namespace', tree, node, `${field}: true`)]
      : [];
  });

const SENSITIVE_PATH = new RegExp(
  [
    String.raw`^\/(?:$|etc(?:\/|$)|proc|sys(?:\/|$)|root|boot|dev(?:\/|$)|var\/run\/(?:docker|containerd|`,
    String.raw`crio)|run\/(?:docker|containerd|crio)|var\/lib\/(?:kubelet|docker))`,
  ].join(''),
);

const hostPath: PodRule = ({ manifest: { tree }, spec }) =>
  itemsOf(tree, at(tree, spec, 'volumes')).flatMap((volume) => {
    const path = at(tree, volume, 'hostPath', 'path');
    const text = textOf(path);
    return text === undefined
      ? []
      : [
          {
            ...problem('host-path', tree, path, `The node’s ${text} is mounted`),
            ...(SENSITIVE_PATH.test(text) ? { severity: 'high' as const } : {}),
          },
        ];
  });

/** A pod without an account runs as `default`. It gets the account's token unless the pod or the account forbids it. */
const accountToken: PodRule = ({ manifest: { tree, name }, spec }) => {
  const account = textOf(at(tree, spec, 'serviceAccountName')) ?? textOf(at(tree, spec, 'serviceAccount')) ?? 'default';
  const mounted = valueOf(at(tree, spec, 'automountServiceAccountToken')) !== false;
  return mounted && account === 'default'
    ? [problem('default-service-account', tree, spec, `${name} gets the token of the default service account`)]
    : [];
};

const privileged: ContainerRule = ({ node, name }, { manifest: { tree } }) => {
  const flag = at(tree, node, 'securityContext', 'privileged');
  return valueOf(flag) === true ? [problem('privileged-container', tree, flag, `Container ${name} is privileged`)] : [];
};

const runAsRoot: ContainerRule = ({ node, name }, { manifest: { tree }, spec }) => {
  const setting = (field: string) =>
    at(tree, node, 'securityContext', field) ?? at(tree, spec, 'securityContext', field);
  const user = setting('runAsUser');
  if (valueOf(user) === 0) return [problem('runs-as-root', tree, user, `Container ${name} runs as user 0`)];
  const safe =
    valueOf(setting('runAsNonRoot')) === true || typeof valueOf(user) === 'number' || textOf(user) !== undefined;
  return safe ? [] : [problem('may-run-as-root', tree, node, `Nothing keeps container ${name} from running as root`)];
};

const privilegeEscalation: ContainerRule = ({ node, name }, { manifest: { tree } }) => {
  const flag = at(tree, node, 'securityContext', 'allowPrivilegeEscalation');
  if (valueOf(flag) === false) return [];
  const explicit = valueOf(flag) === true;
  return [
    {
      ...problem('privilege-escalation', tree, flag ?? node, `Container ${name} may gain privileges`),
      ...(explicit ? { severity: 'medium' as const } : {}),
    },
  ];
};

const DANGEROUS = new Set([
  'ALL',
  'SYS_ADMIN',
  'SYS_PTRACE',
  'SYS_MODULE',
  'SYS_RAWIO',
  'NET_ADMIN',
  'DAC_READ_SEARCH',
  'DAC_OVERRIDE',
  'BPF',
  'SYS_BOOT',
  'SYS_TIME',
]);

const capabilities: ContainerRule = ({ node, name }, { manifest: { tree } }) =>
  itemsOf(tree, at(tree, node, 'securityContext', 'capabilities', 'add')).flatMap((item) => {
    const capability = (textOf(item) ?? '').toUpperCase().replace(/^CAP_/, '');
    return DANGEROUS.has(capability)
      ? [problem('dangerous-capability', tree, item, `Container ${name} is given ${capability}`)]
      : [];
  });

const image: ContainerRule = ({ node, name }, { manifest: { tree } }) => {
  const reference = at(tree, node, 'image');
  const text = textOf(reference);
  if (text === undefined || text === '' || text.includes('@sha256:')) return [];
  const tag = /:([^/:]+)$/.exec(text)?.[1];
  if (tag !== undefined && tag !== 'latest') return [];
  return [
    problem(
      'unpinned-image',
      tree,
      reference,
      tag === undefined ? `Container ${name} uses ${text} without a version` : `Container ${name} uses ${text}`,
    ),
  ];
};

const limits: ContainerRule = ({ node, name, initial }, { manifest: { tree } }) => {
  if (initial) return [];
  const memory = at(tree, node, 'resources', 'limits', 'memory');
  return memory === undefined
    ? [problem('no-memory-limit', tree, node, `Container ${name} may take all the memory of its node`)]
    : [];
};

const SECRET_NAME = /(?:passw(?:or)?d|passphrase|secret|token|api_?key|private_?key|access_?key|credential)s?$/i;
const PLACEHOLDER = /^(?:|true|false|none|null|changeme|<.*>|\$\(.*\)|\$\{.*\}|\d+|\/.*)$/i;

const secretLiterals: ContainerRule = ({ node, name }, { manifest: { tree } }) =>
  itemsOf(tree, at(tree, node, 'env')).flatMap((variable) => {
    const key = textOf(at(tree, variable, 'name')) ?? '';
    const value = at(tree, variable, 'value');
    const text = textOf(value);
    return text !== undefined && SECRET_NAME.test(key) && !PLACEHOLDER.test(text)
      ? [problem('secret-in-environment', tree, value, `The value of ${key} is written in container ${name}`)]
      : [];
  });

const hostPort: ContainerRule = ({ node, name }, { manifest: { tree } }) =>
  itemsOf(tree, at(tree, node, 'ports')).flatMap((port) => {
    const number = at(tree, port, 'hostPort');
    return number === undefined || valueOf(number) === 0
      ? []
      : [problem('host-port', tree, number, `Container ${name} listens on port ${textOf(number)} of its node`)];
  });

const unconfined: ContainerRule = ({ node, name }, { manifest: { tree }, spec }) => {
  const type =
    at(tree, node, 'securityContext', 'seccompProfile', 'type') ??
    at(tree, spec, 'securityContext', 'seccompProfile', 'type');
  const mount = at(tree, node, 'securityContext', 'procMount');
  return [
    ...(textOf(type) === 'Unconfined'
      ? [problem('unconfined-profile', tree, type, `Container ${name} runs without seccomp`)]
      : []),
    ...(textOf(mount) === 'Unmasked'
      ? [problem('unconfined-profile', tree, mount, `Container ${name} sees all of /proc`)]
      : []),
  ];
};

const POD_RULES: readonly PodRule[] = [hostNamespaces, hostPath, accountToken];
const CONTAINER_RULES: readonly ContainerRule[] = [
  privileged,
  runAsRoot,
  privilegeEscalation,
  capabilities,
  image,
  limits,
  secretLiterals,
  hostPort,
  unconfined,
];

export function judgePod(pod: Pod): Problem[] {
  // Windows containers have none of these settings.
  if (
    textOf(at(pod.manifest.tree, pod.spec, 'os', 'name')) === 'windows' ||
    entriesOf(pod.manifest.tree, at(pod.manifest.tree, pod.spec, 'securityContext', 'windowsOptions')).length > 0
  )
    return [];
  return [
    ...POD_RULES.flatMap((rule) => rule(pod)),
    ...pod.containers.flatMap((container) => CONTAINER_RULES.flatMap((rule) => rule(container, pod))),
  ];
}
