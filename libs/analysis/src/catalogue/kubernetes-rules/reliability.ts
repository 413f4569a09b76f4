import { type Condition, absent, all, any, is, matches, not, present, some } from '../infrastructure/condition';
import { type InfrastructureRule, rule } from '../infrastructure/rule';
import { CONTAINER, MAIN_CONTAINER, OBJECT, POD } from './rule';

const SERVES: Condition = all(present('ports.containerPort'), is('pod.workload', 'Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController'));
export const serving = (...lines: readonly string[]) =>
  [
    'apiVersion: apps/v1',
    'kind: Deployment',
    'metadata:',
    '  name: example',
    'spec:',
    '  selector:',
    '    matchLabels: { app: example }',
    '  template:',
    '    metadata:',
    '      labels: { app: example }',
    '    spec:',
    '      containers:',
    '        - name: app',
    '          image: registry.example.com/app:1.4.2',
    '          ports:',
    '            - containerPort: 8080',
    ...lines.map((line) => `          ${line}`),
  ].join('\n');
const PROBE = ['readinessProbe:', '  httpGet: { path: /healthz, port: 8080 }'];
const each = (line: string) => `spec:\n  schedule: '0 * * * *'\n${line}  jobTemplate:\n    spec:\n      template:\n        spec:\n          restartPolicy: Never\n          containers:\n            - name: app\n              image: registry.example.com/app:1.4.2`;
const object = (apiVersion: string, kind: string, body = 'spec: {}') => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: example\n${body}`;

/** A rule for an API version that servers lack from a release on. */
const removed = (release: string, rows: readonly (readonly [apiVersion: string, kinds: readonly string[]])[], [now, kind]: readonly [now: string, kind: string]): InfrastructureRule => ({
  id: `removed-in-${release.replace('.', '-')}`,
  on: OBJECT,
  severity: 'medium',
  cwe: 'CWE-477',
  title: `Version of an API that Kubernetes ${release} removed`,
  why: `Servers from ${release} on refuse the object.`,
  fix: `Use the version that replaced it, such as ${now}; some fields have other names there.`,
  breaks: any(...rows.map(([apiVersion, kinds]) => all(is('apiVersion', apiVersion), is('kind', ...kinds)))),
  bad: object(rows[0]![0], rows[0]![1][0]!),
  good: object(now, kind),
});

export const reliability: readonly InfrastructureRule[] = [
  removed(
    '1.16',
    [
      ['extensions/v1beta1', ['Deployment', 'DaemonSet', 'ReplicaSet', 'NetworkPolicy', 'PodSecurityPolicy']],
      ['apps/v1beta1', ['Deployment', 'StatefulSet', 'ReplicaSet']],
      ['apps/v1beta2', ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']],
    ],
    ['apps/v1', 'Deployment'],
  ),
  removed(
    '1.22',
    [
      ['extensions/v1beta1', ['Ingress']],
      ['networking.k8s.io/v1beta1', ['Ingress', 'IngressClass']],
      ['rbac.authorization.k8s.io/v1beta1', ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding']],
      ['rbac.authorization.k8s.io/v1alpha1', ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding']],
      ['admissionregistration.k8s.io/v1beta1', ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']],
      ['apiextensions.k8s.io/v1beta1', ['CustomResourceDefinition']],
      ['apiregistration.k8s.io/v1beta1', ['APIService']],
      ['certificates.k8s.io/v1beta1', ['CertificateSigningRequest']],
      ['coordination.k8s.io/v1beta1', ['Lease']],
      ['scheduling.k8s.io/v1beta1', ['PriorityClass']],
      ['storage.k8s.io/v1beta1', ['StorageClass', 'CSIDriver', 'CSINode', 'VolumeAttachment']],
    ],
    ['networking.k8s.io/v1', 'Ingress'],
  ),
  removed(
    '1.25',
    [
      ['batch/v1beta1', ['CronJob']],
      ['policy/v1beta1', ['PodDisruptionBudget']],
      ['discovery.k8s.io/v1beta1', ['EndpointSlice']],
      ['events.k8s.io/v1beta1', ['Event']],
      ['autoscaling/v2beta1', ['HorizontalPodAutoscaler']],
      ['node.k8s.io/v1beta1', ['RuntimeClass']],
    ],
    ['batch/v1', 'CronJob'],
  ),
  removed(
    '1.26',
    [
      ['autoscaling/v2beta2', ['HorizontalPodAutoscaler']],
      ['flowcontrol.apiserver.k8s.io/v1beta1', ['FlowSchema', 'PriorityLevelConfiguration']],
    ],
    ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  ),
  removed('1.27', [['storage.k8s.io/v1beta1', ['CSIStorageCapacity']]], ['storage.k8s.io/v1', 'CSIStorageCapacity']),
  removed('1.29', [['flowcontrol.apiserver.k8s.io/v1beta2', ['FlowSchema', 'PriorityLevelConfiguration']]], ['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema']),
  removed('1.32', [['flowcontrol.apiserver.k8s.io/v1beta3', ['FlowSchema', 'PriorityLevelConfiguration']]], ['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema']),
  rule('no-readiness-probe', MAIN_CONTAINER, 'info', 'CWE-1188', ['Container that gets requests before it is ready', 'Without a readiness probe a pod gets requests as soon as its process has started.', 'Add a `readinessProbe`.'], all(absent('readinessProbe'), SERVES), [serving('args: [serve]'), serving(...PROBE)], {
    optional: true,
  }),
  rule(
    'no-liveness-probe',
    MAIN_CONTAINER,
    'info',
    'CWE-1188',
    ['Container that nobody starts again when it hangs', 'Only the end of the process is noticed without a liveness probe.', 'Add a `livenessProbe` that asks for nothing but the process itself.'],
    all(absent('livenessProbe'), SERVES),
    [serving('args: [serve]'), serving('livenessProbe:', '  httpGet: { path: /healthz, port: 8080 }')],
    { optional: true },
  ),
  rule(
    'no-memory-request',
    MAIN_CONTAINER,
    'info',
    'CWE-1188',
    ['Container that asks for no memory', 'The scheduler puts it where there may be none, and it is the first to be stopped.', 'Set `resources.requests.memory`.'],
    all(absent('resources.requests.memory'), absent('resources.limits.memory')),
    ['args: [serve]', 'resources:\n  requests:\n    memory: 128Mi'],
    { optional: true },
  ),
  rule('no-cpu-request', MAIN_CONTAINER, 'info', 'CWE-1188', ['Container that asks for no processor time', 'It gets what others leave on a busy node.', 'Set `resources.requests.cpu`.'], all(absent('resources.requests.cpu'), absent('resources.limits.cpu')), ['args: [serve]', 'resources:\n  requests:\n    cpu: 100m'], {
    optional: true,
  }),
  rule('latest-not-pulled', CONTAINER, 'low', 'CWE-1188', ['Latest image that nodes do not look for', 'Each node runs the image that was `latest` when it first pulled it.', 'Name a version.'], all(is('imagePullPolicy', 'IfNotPresent', 'Never'), matches('image', /:latest$/)), [
    'image: registry.example.com/app:latest\nimagePullPolicy: IfNotPresent',
    'image: registry.example.com/app:1.4.2\nimagePullPolicy: IfNotPresent',
  ]),
  rule('budget-blocks-drain', 'PodDisruptionBudget', 'low', 'CWE-1188', ['Disruption budget that no node can be drained under', 'Updates of nodes wait for ever.', 'Leave one pod that may be away.'], any(is('spec.maxUnavailable', 0, '0%'), is('spec.minAvailable', '100%')), [
    'spec:\n  maxUnavailable: 0',
    'spec:\n  maxUnavailable: 1',
  ]),
  rule('killed-at-once', POD, 'low', 'CWE-1188', ['Pod that gets no time to end', 'Its processes are killed, so open requests and files are lost.', 'Leave `terminationGracePeriodSeconds` out.'], all(is('terminationGracePeriodSeconds', 0), is('workload', 'Deployment', 'StatefulSet')), [
    serving('args: [serve]').replace('    spec:\n', '    spec:\n      terminationGracePeriodSeconds: 0\n'),
    serving('args: [serve]'),
  ]),
  rule(
    'old-node-label',
    POD,
    'low',
    'CWE-1188',
    ['Label of nodes that is no longer set', 'Kubernetes deprecated these labels in 1.14, and the pod is not scheduled where they are missing.', 'Use `kubernetes.io/os` and `kubernetes.io/arch`.'],
    some('nodeLabels', matches('name', /^beta\.kubernetes\.io\/(?:os|arch|instance-type)$|^failure-domain\.beta\.kubernetes\.io\//)),
    ['nodeSelector:\n  beta.kubernetes.io/os: linux', 'nodeSelector:\n  kubernetes.io/os: linux'],
  ),
  rule(
    'old-annotation',
    POD,
    'low',
    'CWE-1188',
    ['Annotation that has no effect any more', 'Servers ignore it: seccomp profiles since 1.27, critical pods since 1.16.', 'Use `securityContext.seccompProfile` and `priorityClassName`.'],
    some('annotations', matches('name', /^(?:container\.)?seccomp\.security\.alpha\.kubernetes\.io\/|^scheduler\.alpha\.kubernetes\.io\/critical-pod$/)),
    [
      object('v1', 'Pod', 'spec:\n  containers:\n    - name: app\n      image: registry.example.com/app:1.4.2').replace('  name: example\n', "  name: example\n  annotations:\n    scheduler.alpha.kubernetes.io/critical-pod: ''\n"),
      object('v1', 'Pod', 'spec:\n  containers:\n    - name: app\n      image: registry.example.com/app:1.4.2'),
    ],
  ),
  rule(
    'old-ingress-class',
    'Ingress',
    'info',
    'CWE-1188',
    ['Class of an Ingress in an annotation', 'The annotation is deprecated since 1.18.', 'Use `spec.ingressClassName`.'],
    all(some('annotations', matches('name', /^kubernetes\.io\/ingress\.class$/)), absent('spec.ingressClassName')),
    ['apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: example\n  annotations:\n    kubernetes.io/ingress.class: nginx\nspec:\n  tls: [{ secretName: app }]', 'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: example\nspec:\n  ingressClassName: nginx\n  tls: [{ secretName: app }]'],
    { optional: true },
  ),
  rule(
    'finished-jobs-kept',
    'Job',
    'info',
    'CWE-1188',
    ['Finished job that is kept', 'Its pods and their logs stay until somebody deletes them.', 'Set `ttlSecondsAfterFinished`.'],
    all(absent('spec.ttlSecondsAfterFinished'), not(present('metadata.ownerReferences'))),
    [
      'spec:\n  template:\n    spec:\n      restartPolicy: Never\n      containers:\n        - name: app\n          image: registry.example.com/app:1.4.2',
      'spec:\n  ttlSecondsAfterFinished: 3600\n  template:\n    spec:\n      restartPolicy: Never\n      containers:\n        - name: app\n          image: registry.example.com/app:1.4.2',
    ],
    { optional: true },
  ),
  rule(
    'cron-jobs-overlap',
    'CronJob',
    'info',
    'CWE-1188',
    ['Runs that may overlap', 'A run starts while the one before it goes on, by default.', 'Set `concurrencyPolicy: Forbid`, or `Replace`.'],
    all(not(is('spec.concurrencyPolicy', 'Forbid', 'Replace')), present('spec.schedule')),
    [each(''), each('  concurrencyPolicy: Forbid\n')],
    { optional: true },
  ),
];
