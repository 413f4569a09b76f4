import { type Condition, absent, all, any, below, differs, is, isnt, matches, not, present, some } from '../infrastructure/condition';
import { type InfrastructureRule, type Words, rule } from '../infrastructure/rule';
import { CONTAINER, OBJECT, POD, grants, pair, truthy } from './rule';

const CORE = /^(?:\*|)$/;
const granted = (group: string, resource: string, ...verbs: readonly string[]) => `rules:\n  - apiGroups: ['${group}']\n    resources: ['${resource}']\n    verbs: [${verbs.map((verb) => `'${verb}'`).join(', ')}]`;
const HARMLESS = granted('', 'configmaps', 'get', 'list');
const EVERYTHING = some('rules', all(matches('verbs', /^\*$/), matches('resources', /^\*$/), matches('apiGroups', CORE)));
const context = (line: string) => `securityContext:\n  ${line}`;
const settings = (line: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ingress-nginx-controller\ndata:\n  ${line}`;
const bound = (name: string) => `roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: ClusterRole\n  name: ${name}\nsubjects:\n  - kind: ServiceAccount\n    name: app\n    namespace: app`;

const role = (id: string, severity: InfrastructureRule['severity'], words: Words, breaks: Condition, bad: string, more: Pick<InfrastructureRule, 'benchmark' | 'optional'> = {}): InfrastructureRule =>
  rule(id, ['ClusterRole', 'Role'], severity, 'CWE-269', words, all(breaks, not(EVERYTHING), absent('aggregationRule')), [bad, HARMLESS], more);

/** Rules of the hardening guides beyond the Pod Security Standards. */
export const hardening: readonly InfrastructureRule[] = [
  rule('low-user-id', CONTAINER, 'info', 'CWE-250', ['User that a node may have, too', 'Ids below 10000 are often those of accounts of the node.', 'Take a number from 10000.'], all(below('effective.runAsUser', 10_000), differs('effective.runAsUser', 0)), [context('runAsUser: 1000'), context('runAsUser: 10001')], {
    optional: true,
  }),
  rule(
    'no-apparmor-profile',
    CONTAINER,
    'info',
    'CWE-693',
    ['Container that names no AppArmor profile', 'The runtime’s own profile applies where the node has AppArmor, and nothing where it has not.', 'Set `appArmorProfile: { type: RuntimeDefault }`.'],
    all(absent('effective.appArmorProfile.type'), not(truthy('securityContext.privileged'))),
    ['args: [serve]', context('appArmorProfile: { type: RuntimeDefault }')],
    { optional: true },
  ),
  rule('mounts-reach-the-node', CONTAINER, 'low', 'CWE-668', ['Mounts of a container that appear on the node', 'What the container mounts is mounted for the node and other containers, too.', 'Leave `mountPropagation` out, or use `HostToContainer`.'], matches('volumeMounts.mountPropagation', /^Bidirectional$/), [
    'securityContext: { privileged: true }\nvolumeMounts:\n  - name: data\n    mountPath: /data\n    mountPropagation: Bidirectional',
    'volumeMounts:\n  - name: data\n    mountPath: /data',
  ]),
  rule('open-terminal', CONTAINER, 'info', 'CWE-489', ['Container with a terminal', 'A shell for trying things out has stayed in the manifest.', 'Remove `stdin` and `tty`.'], all(truthy('tty'), truthy('stdin')), ['stdin: true\ntty: true', 'args: [serve]'], { optional: true }),
  rule(
    'account-mounts-token',
    'ServiceAccount',
    'info',
    'CWE-250',
    ['Service account whose token every pod gets', 'A program that never asks the API has a token for it.', 'Set `automountServiceAccountToken: false`, and `true` in the pods that need it.'],
    isnt('automountServiceAccountToken', false),
    ['imagePullSecrets: [{ name: registry }]', 'automountServiceAccountToken: false'],
    { optional: true, benchmark: 'CIS Kubernetes 5.1.6' },
  ),
  rule(
    'object-in-system-namespace',
    ['Deployment', 'StatefulSet', 'DaemonSet', 'Pod'],
    'info',
    'CWE-653',
    ['Program in the cluster’s own namespace', 'Roles and exceptions for the cluster’s parts hold for it.', 'Give the program a namespace of its own.'],
    is('metadata.namespace', 'kube-system', 'kube-public'),
    [
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\n  namespace: kube-public\nspec:\n  containers:\n    - name: app\n      image: registry.example.com/app:1.4.2',
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\n  namespace: shop\nspec:\n  containers:\n    - name: app\n      image: registry.example.com/app:1.4.2',
    ],
    { optional: true },
  ),
  role(
    'rbac-adds-secrets-to-view',
    'medium',
    ['Role that lets everybody with `view` read secrets', 'The role `view` has no Secrets on purpose: their tokens give the rights of others.', 'Aggregate it to `admin` alone.'],
    all(grants(CORE, /^(?:secrets|\*)$/, /^(?:get|list|watch|\*)$/), pair('labels', /^rbac\.authorization\.k8s\.io\/aggregate-to-view$/, /^true$/)),
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: example\n  labels:\n    rbac.authorization.k8s.io/aggregate-to-view: 'true'\n${granted('', 'secrets', 'get', 'list')}`,
  ),
  role('rbac-forwards-ports', 'low', ['Role that forwards ports of pods', 'It reaches what listens in pods past every network policy.', 'Leave it to people, for the time that they need it.'], grants(CORE, /^pods\/(?:portforward|\*)$/, /^(?:create|get|\*)$/), granted('', 'pods/portforward', 'create')),
  role('rbac-deletes-events', 'info', ['Role that deletes events', 'Events show what somebody did.', 'Let it create and patch them.'], grants(/^(?:\*||events\.k8s\.io)$/, /^events$/, /^(?:delete|deletecollection|\*)$/), granted('', 'events', 'delete'), { optional: true }),
  role(
    'rbac-labels-namespaces',
    'info',
    ['Role that changes namespaces', 'By a label a namespace takes privileged pods again.', 'Name the namespaces with `resourceNames`.'],
    some('rules', all(matches('verbs', /^(?:update|patch|\*)$/), matches('resources', /^namespaces$/), absent('resourceNames'))),
    granted('', 'namespaces', 'patch'),
    { optional: true, benchmark: 'CIS Kubernetes 5.2.1' },
  ),
  role(
    'rbac-changes-nodes',
    'low',
    ['Role that changes nodes', 'With labels and taints it decides which pods run where, and with `status` what a node has.', 'Leave nodes to the kubelets and the controllers of the cluster.'],
    some('rules', all(matches('verbs', /^(?:update|patch|delete|\*)$/), matches('resources', /^nodes(?:\/status)?$/), matches('apiGroups', CORE), absent('resourceNames'))),
    granted('', 'nodes', 'patch'),
    { optional: true },
  ),
  rule(
    'rbac-changes-cluster-dns',
    'Role',
    'low',
    'CWE-269',
    ['Role that changes settings of the cluster’s own parts', 'Names are resolved as a ConfigMap of `kube-system` says.', 'Name the ConfigMaps with `resourceNames`.'],
    all(some('rules', all(matches('verbs', /^(?:update|patch|\*)$/), matches('resources', /^(?:configmaps|\*)$/), matches('apiGroups', CORE), absent('resourceNames'))), is('metadata.namespace', 'kube-system')),
    [`apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: example\n  namespace: kube-system\n${granted('', 'configmaps', 'update')}`, HARMLESS],
  ),
  rule(
    'edits-everywhere',
    'ClusterRoleBinding',
    'low',
    'CWE-250',
    ['Account that changes every namespace', '`edit` reads Secrets and starts pods as any account of each namespace, the cluster’s own among them; `admin` also gives roles.', 'Bind it in the namespaces that need it.'],
    is('roleRef.name', 'admin', 'edit'),
    [bound('edit'), bound('view')],
    { benchmark: 'CIS Kubernetes 5.1.1' },
  ),
  rule('ingress-old-tls', 'ConfigMap', 'medium', 'CWE-327', ['Ingress controller that speaks old TLS', 'TLS 1.0 and 1.1 are broken since 2021 by RFC 8996, SSL 3 long before.', 'Set `ssl-protocols: TLSv1.2 TLSv1.3`.'], matches('data.ssl-protocols', /SSLv[23]|TLSv1(?:\.[01])?(?![.\d])/), [
    settings('ssl-protocols: TLSv1 TLSv1.1 TLSv1.2'),
    settings('ssl-protocols: TLSv1.2 TLSv1.3'),
  ]),
  rule('ingress-critical-annotations', 'ConfigMap', 'medium', 'CWE-94', ['Ingress controller that takes annotations of critical risk', 'Who may write an Ingress puts configuration into the controller, and reads its Secrets.', 'Leave `annotations-risk-level` at `High`.'], is('data.annotations-risk-level', 'Critical'), [
    settings('annotations-risk-level: Critical'),
    settings('annotations-risk-level: High'),
  ]),
  rule(
    'ingress-login-in-the-open',
    'Ingress',
    'medium',
    'CWE-319',
    ['Login of an Ingress that is asked for in the open', 'Cookies and tokens of users pass to the server that checks them as they are.', 'Use `https://` in `auth-url`.'],
    pair('annotations', /^nginx\.ingress\.kubernetes\.io\/auth-url$/, /^http:\/\/(?!127\.|[^/:.]+(?:[:/]|$)|[^/:]+\.(?:svc|local|internal)(?:[:/]|$))[^/]+\./),
    [
      'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: example\n  annotations:\n    nginx.ingress.kubernetes.io/auth-url: http://login.example.com/check\nspec:\n  tls: [{ secretName: app }]',
      'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: example\n  annotations:\n    nginx.ingress.kubernetes.io/auth-url: https://login.example.com/check\nspec:\n  tls: [{ secretName: app }]',
    ],
  ),
  rule(
    'network-policy-without-bounds',
    'NetworkPolicy',
    'info',
    'CWE-668',
    ['Network policy that lets everything in', 'A rule without `from` and `ports` is what there was without the policy.', 'Name pods, namespaces, networks or ports.'],
    some('spec.ingress', all(absent('from'), absent('ports'))),
    ['spec:\n  podSelector: {}\n  ingress:\n    - {}', 'spec:\n  podSelector: {}\n  ingress:\n    - from:\n        - podSelector: {}'],
    { optional: true },
  ),
  rule('image-never-pulled', CONTAINER, 'info', 'CWE-1357', ['Image that must be on the node already', 'What lies there under the name runs, whoever put it there.', 'Use `IfNotPresent`, with a digest.'], is('imagePullPolicy', 'Never'), ['imagePullPolicy: Never', 'imagePullPolicy: IfNotPresent'], { optional: true }),
  rule(
    'service-leads-to-own-host',
    'Service',
    'low',
    'CWE-441',
    ['Service that leads to the host of whoever asks', 'Its name stands for `localhost` or a service of the cloud, past network policies that go by pods.', 'Name the host that is meant.'],
    matches('spec.externalName', /^(?:localhost|metadata\.google\.internal|127\.|169\.254\.)/),
    ['spec:\n  type: ExternalName\n  externalName: localhost', 'spec:\n  type: ExternalName\n  externalName: db.example.com'],
  ),
  rule(
    'credentials-of-cloud-in-pod',
    POD,
    'low',
    'CWE-522',
    ['Pod that reads credentials of the node’s cloud', 'The file has the rights of the node, or of a person.', 'Give the service account an identity of the cloud.'],
    matches('volumes.hostPath.path', /^\/(?:etc\/kubernetes\/(?:azure|cloud)[\w.-]*\.(?:json|conf)|root\/\.aws|home\/[\w-]+\/\.(?:aws|azure|kube|config\/gcloud)|root\/\.config\/gcloud)/),
    ['volumes:\n  - name: cloud\n    hostPath: { path: /etc/kubernetes/azure.json }', 'serviceAccountName: app'],
  ),
  rule(
    'deletion-without-a-word',
    OBJECT,
    'info',
    'CWE-1188',
    ['Volume that is deleted with its claim', 'Whoever deletes the claim, or its namespace, loses the data.', 'Set `reclaimPolicy: Retain`.'],
    all(is('reclaimPolicy', 'Delete'), is('kind', 'StorageClass'), present('provisioner')),
    ['apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: example\nprovisioner: ebs.csi.aws.com\nreclaimPolicy: Delete', 'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: example\nprovisioner: ebs.csi.aws.com\nreclaimPolicy: Retain'],
    { optional: true },
  ),
  rule(
    'waits-for-nobody',
    ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
    'info',
    'CWE-636',
    ['Webhook for the cluster’s own namespace', 'While the webhook does not answer, the parts of the cluster that would mend it do not start.', 'Leave `kube-system` out with `namespaceSelector`.'],
    some('webhooks', all(is('failurePolicy', 'Fail'), absent('namespaceSelector'), absent('objectSelector'), matches('rules.resources', /^(?:pods|\*|\*\/\*)$/), any(matches('rules.operations', /^(?:CREATE|\*)$/)))),
    [
      'webhooks:\n  - name: check.example.com\n    failurePolicy: Fail\n    rules:\n      - operations: [CREATE]\n        apiGroups: [""]\n        resources: [pods]',
      'webhooks:\n  - name: check.example.com\n    failurePolicy: Fail\n    namespaceSelector: { matchLabels: { check: "true" } }\n    rules:\n      - operations: [CREATE]\n        apiGroups: [""]\n        resources: [pods]',
    ],
    { optional: true },
  ),
];
