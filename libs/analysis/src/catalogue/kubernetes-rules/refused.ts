import { type Condition, above, absent, all, any, below, fewerThan, is, isnt, matches, not, present, some } from '../infrastructure/condition';
import { type InfrastructureRule, rule } from '../infrastructure/rule';
import { missing } from '../infrastructure/missing';
import { MISTAKES, made } from './mistake';
import { CONTAINER, MAIN_CONTAINER, OBJECT, POD } from './rule';

const REFUSED = 'The server refuses the object, so that nothing of it changes.';
const IMAGE = 'image: registry.example.com/app:1.4.2';

/** A field that servers of every version refuse. */
const refused = (id: string, on: InfrastructureRule['on'], title: string, fix: string, breaks: Condition, example: readonly [bad: string, good: string], why = REFUSED): InfrastructureRule => rule(id, on, 'medium', 'CWE-710', [title, why, fix], breaks, example);

const deployment = (labels: string, rest = '', top = '') => `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: app\nspec:\n${top}  selector:\n    matchLabels: { app: app }\n  template:\n    metadata:\n      labels: { ${labels} }\n    spec:\n${rest}      containers:\n        - name: app\n          ${IMAGE}`;
const cronJob = (schedule: string) => `spec:\n  schedule: '${schedule}'\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          restartPolicy: Never\n          containers:\n            - name: app\n              ${IMAGE}`;
const job = (policy: string) => `spec:\n  template:\n    spec:\n${policy}      containers:\n        - name: app\n          ${IMAGE}`;
const scaler = (fewest: number, most: number) => `spec:\n  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: app }\n  minReplicas: ${fewest}\n  maxReplicas: ${most}`;
const ingress = (path: string) => `spec:\n  tls: [{ secretName: app }]\n  rules:\n    - host: app.example.com\n      http:\n        paths:\n          - path: /\n${path}`;
const BACKEND = '            backend: { service: { name: app, port: { number: 80 } } }';

const ranges = (value: string) => String.raw`(?:\*|${value}(?:-${value})?)(?:\/\d{1,3})?(?:,(?:\*|${value}(?:-${value})?)(?:\/\d{1,3})?)*`;
const FIELDS = [ranges(String.raw`[0-5]?\d`), ranges(String.raw`(?:[01]?\d|2[0-3])`), String.raw`(?:\?|${ranges(String.raw`(?:0?[1-9]|[12]\d|3[01])`)})`, ranges(String.raw`(?:0?[1-9]|1[0-2]|[a-zA-Z]{3})`), String.raw`(?:\?|${ranges(String.raw`(?:[0-7]|[a-zA-Z]{3})`)})`];
/** Schedules that the parser of the controller accepts. */
const SCHEDULE = new RegExp(String.raw`^\s*(?:@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)|@every\s+\S+|${FIELDS.join(String.raw`\s+`)})\s*$`);

const RESOURCES = ['limits', 'requests'].flatMap((side) => ['memory', 'ephemeral-storage'].map((name) => `resources.${side}.${name}`));
const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Names as people write them. A name in capitals is a placeholder. */
const NAME = /^(?=[^a-z]*[a-z])(?!.*(?:PLACEHOLDER|REPLACE|CHANGE|YOUR|TODO|XXX|__))[A-Za-z0-9._-]*[A-Z_][A-Za-z0-9._-]*$/;

/** Objects that the API server refuses, or that never start. */
export const refusals: readonly InfrastructureRule[] = [
  refused('selector-misses-its-pods', ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'], 'Selector that does not match the pods of its own template', 'Give the template the labels of the selector.', made('selector'), [deployment('app: other'), deployment('app: app')]),
  refused(
    'kustomization-file-missing',
    'Kustomization',
    'Kustomization that names a file that is not there',
    'Correct the name, add the file, or delete the entry.',
    missing(MISTAKES.file),
    ['resources:\n  - removed.yaml', 'resources:\n  - https://example.com/install.yaml'],
    '`kustomize build` ends with an error, so that nothing of it is applied.',
  ),
  refused('variable-is-no-text', CONTAINER, 'Variable of the environment that is a number or a truth value', 'Put the value into quotes.', made('text'), ['env:\n  - name: PORT\n    value: 8080', 'env:\n  - name: PORT\n    value: "8080"']),
  refused('label-is-no-text', OBJECT, 'Label or annotation that is a number or a truth value', 'Put the value into quotes.', made('label'), [
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: example\n  labels:\n    enabled: true',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: example\n  labels:\n    enabled: "true"',
  ]),
  refused('label-of-other-characters', OBJECT, 'Label with characters that labels cannot have', 'Use letters, digits, dots, dashes and underscores, 63 of them at most, or an annotation.', some('labels', matches('value', /^(?![^a-zA-Z0-9]*[<{%$])(?:.*[^A-Za-z0-9._-].*|[-._].*|.*[-._]|.{64,})$/)), [
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: example\n  labels:\n    owner: shop team',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: example\n  labels:\n    owner: shop-team',
  ]),
  refused('invalid-name', ['Pod', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Service', 'ConfigMap', 'Secret', 'Namespace', 'Ingress', 'PersistentVolumeClaim', 'ServiceAccount'], 'Name with capitals or underscores', 'Use small letters, digits and dashes.', matches('metadata.name', NAME), [
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shop_settings',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shop-settings',
  ]),
  refused('invalid-container-name', CONTAINER, 'Name of a container with capitals, underscores or dots', 'Use small letters, digits and dashes.', matches('name', /^(?=[^a-z]*[a-z])(?!.*(?:PLACEHOLDER|REPLACE|CHANGE|YOUR|TODO|XXX|__))[A-Za-z0-9._-]*[A-Z_.][A-Za-z0-9._-]*$/), [
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\nspec:\n  containers:\n    - name: shop_app\n      ${IMAGE}`,
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\nspec:\n  containers:\n    - name: shop-app\n      ${IMAGE}`,
  ]),
  refused('same-container-name', POD, 'Two containers of one name', 'Give each container of a pod a name of its own.', made('container'), [
    `containers:\n  - name: app\n    ${IMAGE}\n  - name: app\n    image: registry.example.com/log:1.4.2`,
    `containers:\n  - name: app\n    ${IMAGE}\n  - name: log\n    image: registry.example.com/log:1.4.2`,
  ]),
  refused('same-volume-name', POD, 'Two volumes of one name', 'Give each volume of a pod a name of its own.', made('volume'), ['volumes:\n  - name: data\n    emptyDir: {}\n  - name: data\n    emptyDir: {}', 'volumes:\n  - name: data\n    emptyDir: {}\n  - name: cache\n    emptyDir: {}']),
  refused('same-port-name', CONTAINER, 'Two ports of one name', 'Give each port of a pod a name of its own.', made('port'), ['ports:\n  - name: http\n    containerPort: 80\n  - name: http\n    containerPort: 81', 'ports:\n  - name: http\n    containerPort: 80\n  - name: admin\n    containerPort: 81']),
  refused('mount-without-volume', CONTAINER, 'Mount of a volume that the pod does not have', 'Add the volume to the pod, or correct the name.', made('mount'), [
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\nspec:\n  volumes:\n    - name: data\n      emptyDir: {}\n  containers:\n    - name: app\n      ${IMAGE}\n      volumeMounts:\n        - name: date\n          mountPath: /data`,
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\nspec:\n  volumes:\n    - name: data\n      emptyDir: {}\n  containers:\n    - name: app\n      ${IMAGE}\n      volumeMounts:\n        - name: data\n          mountPath: /data`,
  ]),
  refused(
    'probe-of-unknown-port',
    MAIN_CONTAINER,
    'Probe of a port that the container does not name',
    'Name the port, or ask for its number.',
    made('probe'),
    ['ports:\n  - name: http\n    containerPort: 8080\nlivenessProbe:\n  httpGet: { path: /, port: web }', 'ports:\n  - name: http\n    containerPort: 8080\nlivenessProbe:\n  httpGet: { path: /, port: http }'],
    'The kubelet finds no port of the name, so the probe fails: the container is stopped again and again, or never ready.',
  ),
  refused('liveness-with-successes', MAIN_CONTAINER, 'Liveness or startup probe that must succeed more than once', 'Leave `successThreshold` at 1; only readiness probes may have more.', any(above('livenessProbe.successThreshold', 1), above('startupProbe.successThreshold', 1)), [
    'livenessProbe:\n  tcpSocket: { port: 80 }\n  successThreshold: 2',
    'livenessProbe:\n  tcpSocket: { port: 80 }\n  failureThreshold: 2',
  ]),
  refused('probe-of-initial-container', CONTAINER, 'Probe of an initial container', 'Remove the probe, or make it a sidecar with `restartPolicy: Always`.', all(any(...PROBES.map((probe) => present(probe))), is('container', 'initContainers'), isnt('restartPolicy', 'Always')), [
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\nspec:\n  initContainers:\n    - name: wait\n      ${IMAGE}\n      livenessProbe:\n        tcpSocket: { port: 80 }\n  containers:\n    - name: app\n      ${IMAGE}`,
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\nspec:\n  initContainers:\n    - name: wait\n      ${IMAGE}\n  containers:\n    - name: app\n      ${IMAGE}`,
  ]),
  refused('request-above-limit', CONTAINER, 'Request that is above its limit', 'Raise the limit, or ask for less.', made('request'), ['resources:\n  requests:\n    memory: 1Gi\n  limits:\n    memory: 512Mi', 'resources:\n  requests:\n    memory: 512Mi\n  limits:\n    memory: 1Gi']),
  refused(
    'memory-in-thousandths',
    CONTAINER,
    'Memory in thousandths of a byte',
    'Write `Mi`: `512Mi`.',
    any(...RESOURCES.map((path) => matches(path, /^\d+m$/))),
    ['resources:\n  limits:\n    memory: 512m', 'resources:\n  limits:\n    memory: 512Mi'],
    '`m` is a thousandth: `512m` is half a byte. The container does not start, or a request says nothing.',
  ),
  refused('invalid-quantity', CONTAINER, 'Quantity with a unit that Kubernetes does not know', 'Write `M`, `Mi`, `G` or `Gi`.', any(...RESOURCES.map((path) => matches(path, /^\d+(?:\.\d+)?(?:[kKmMgGtT][bB]|[kKmMgGtT]i[bB]|[mgtKMGT]?[bB]|mi|gi|ki|KI|MI|GI|g|K)$/))), [
    'resources:\n  limits:\n    memory: 512MB',
    'resources:\n  limits:\n    memory: 512M',
  ]),
  refused('port-out-of-range', CONTAINER, 'Port that does not exist', 'Name one from 1 to 65535.', any(above('ports.containerPort', 65_535), below('ports.containerPort', 1), above('ports.hostPort', 65_535)), ['ports:\n  - containerPort: 80800', 'ports:\n  - containerPort: 8080']),
  refused('invalid-schedule', 'CronJob', 'Schedule that is none', 'Write five fields: minute, hour, day, month and day of the week. The time zone belongs into `timeZone`.', all(matches('spec.schedule', /./), not(matches('spec.schedule', SCHEDULE))), [cronJob('0 25 * * *'), cronJob('0 5 * * *')]),
  refused('job-restarts-always', POD, 'Job whose pods are always started again', 'Set `restartPolicy: OnFailure`, or `Never`.', all(isnt('restartPolicy', 'OnFailure', 'Never'), is('workload', 'Job', 'CronJob')), [
    `apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: example\n${job('      restartPolicy: Always\n')}`,
    `apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: example\n${job('      restartPolicy: Never\n')}`,
  ]),
  refused('workload-restarts-never', POD, 'Workload whose pods are not started again', 'Leave `restartPolicy` out, or make it a Job.', all(is('restartPolicy', 'OnFailure', 'Never'), is('workload', 'Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet')), [
    deployment('app: app', '      restartPolicy: Never\n'),
    deployment('app: app'),
  ]),
  refused('autoscaler-bounds', 'HorizontalPodAutoscaler', 'Autoscaler whose least is above its most', 'Set `minReplicas` to `maxReplicas` at most.', made('bounds'), [scaler(5, 3), scaler(3, 5)]),
  refused('budget-with-both', 'PodDisruptionBudget', 'Disruption budget with both of its bounds', 'Set `minAvailable` or `maxUnavailable`.', all(present('spec.minAvailable'), present('spec.maxUnavailable')), ['spec:\n  minAvailable: 1\n  maxUnavailable: 1', 'spec:\n  maxUnavailable: 1']),
  refused('update-without-room', 'Deployment', 'Update that may neither add nor remove a pod', 'Let `maxSurge` or `maxUnavailable` be 1.', all(is('spec.strategy.rollingUpdate.maxSurge', 0, '0%'), is('spec.strategy.rollingUpdate.maxUnavailable', 0, '0%')), [
    deployment('app: app', '', '  strategy:\n    rollingUpdate: { maxSurge: 0, maxUnavailable: 0 }\n'),
    deployment('app: app', '', '  strategy:\n    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }\n'),
  ]),
  refused('service-ports-without-names', 'Service', 'Several ports, of which one has no name', 'Name each port.', all(some('spec.ports', absent('name')), not(fewerThan('spec.ports', 2)), present('spec.ports')), [
    'spec:\n  ports:\n    - port: 80\n    - port: 443',
    'spec:\n  ports:\n    - name: http\n      port: 80\n    - name: https\n      port: 443',
  ]),
  refused(
    'node-port-out-of-range',
    'Service',
    'Port of nodes outside of their range',
    'Take one from 30000 to 32767, or leave it out.',
    some('spec.ports', any(all(below('nodePort', 30_000), above('nodePort', 0)), above('nodePort', 32_767))),
    ['spec:\n  type: NodePort\n  ports:\n    - port: 80\n      nodePort: 8080', 'spec:\n  type: NodePort\n  ports:\n    - port: 80\n      nodePort: 30080'],
    'Servers refuse it, unless they were told of another range.',
  ),
  refused('ingress-path-without-type', 'Ingress', 'Path of an Ingress without its type', 'Set `pathType: Prefix`, or `Exact`.', all(some('spec.rules.http.paths', absent('pathType')), is('apiVersion', 'networking.k8s.io/v1')), [ingress(BACKEND), ingress(`            pathType: Prefix\n${BACKEND}`)]),
  refused('ingress-backend-of-old-version', 'Ingress', 'Backend as it was written before Ingress was stable', 'Write `service: { name: …, port: { number: … } }`.', all(any(present('spec.rules.http.paths.backend.serviceName'), present('spec.backend.serviceName')), is('apiVersion', 'networking.k8s.io/v1')), [
    ingress('            pathType: Prefix\n            backend: { serviceName: app, servicePort: 80 }'),
    ingress(`            pathType: Prefix\n${BACKEND}`),
  ]),
  refused(
    'removed-volume-driver',
    POD,
    'Volume of a driver that Kubernetes removed',
    'Use the CSI driver of the storage, by a PersistentVolumeClaim.',
    any(present('volumes.glusterfs'), present('volumes.rbd'), present('volumes.cephfs'), present('volumes.quobyte'), present('volumes.storageos'), present('volumes.flocker')),
    ['volumes:\n  - name: data\n    glusterfs:\n      endpoints: storage\n      path: data', 'volumes:\n  - name: data\n    persistentVolumeClaim:\n      claimName: data'],
    'GlusterFS, Flocker, Quobyte and StorageOS are gone since 1.25 and 1.26, Ceph’s since 1.31: pods with them do not start.',
  ),
  refused(
    'removed-provisioner',
    'StorageClass',
    'Storage of a driver that Kubernetes removed',
    'Use the CSI driver of the storage.',
    is('provisioner', 'kubernetes.io/glusterfs', 'kubernetes.io/rbd', 'kubernetes.io/quobyte', 'kubernetes.io/storageos', 'kubernetes.io/scaleio'),
    ['provisioner: kubernetes.io/rbd', 'provisioner: rbd.csi.ceph.com'],
    'Volumes of the class are never made.',
  ),
  refused(
    'policy-rules-that-do-not-count',
    'NetworkPolicy',
    'Rules of a direction that the policy is not about',
    'Add the direction to `policyTypes`.',
    any(all(matches('spec.policyTypes', /^Ingress$/), not(matches('spec.policyTypes', /^Egress$/)), some('spec.egress', any(present('to'), present('ports')))), all(matches('spec.policyTypes', /^Egress$/), not(matches('spec.policyTypes', /^Ingress$/)), some('spec.ingress', any(present('from'), present('ports'))))),
    ['spec:\n  podSelector: {}\n  policyTypes: [Ingress]\n  egress:\n    - to:\n        - podSelector: {}', 'spec:\n  podSelector: {}\n  policyTypes: [Egress]\n  egress:\n    - to:\n        - podSelector: {}'],
    'The rules are taken and never applied: all that they were to hold back passes.',
  ),
];
