import { all, above, absent, any, below, is, isnt, matches, not, present, some } from '../infrastructure/condition';
import { type InfrastructureRule, rule } from '../infrastructure/rule';
import { made } from './mistake';
import { serving } from './reliability';
import { CONTAINER, MAIN_CONTAINER, OBJECT, POD } from './rule';

const IMAGE = 'image: registry.example.com/app:1.4.2';
const deployment = (top: string, container = '', pod = '') =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: app\nspec:\n${top}  selector:\n    matchLabels: { app: app }\n  template:\n    metadata:\n      labels: { app: app }\n    spec:\n${pod}      containers:\n        - name: app\n          ${IMAGE}\n${container}`;
const service = (selector: string, target: string) => `---\napiVersion: v1\nkind: Service\nmetadata:\n  name: app\nspec:\n  selector: { app: ${selector} }\n  ports:\n    - port: 80\n      targetPort: ${target}`;
const scaler = (metric: string) =>
  `---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: app\nspec:\n  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: app }\n  maxReplicas: 5\n  metrics:\n    - type: Resource\n      resource:\n        name: ${metric}\n        target: { type: Utilization, averageUtilization: 80 }`;
const budget = (staying: number) => `---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: app\nspec:\n  minAvailable: ${staying}\n  selector:\n    matchLabels: { app: app }`;
const PORTS = '          ports:\n            - name: http\n              containerPort: 8080\n';
const CPU = '          resources:\n            requests: { cpu: 100m }\n';
const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
const cron = (more: string) => `spec:\n  schedule: '0 * * * *'\n${more}  jobTemplate:\n    spec:\n      template:\n        spec:\n          restartPolicy: Never\n          containers:\n            - name: app\n              ${IMAGE}`;
const annotated = (line: string) => `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: example\n  annotations:\n    ${line}\nspec:\n  accessModes: [ReadWriteOnce]`;

/** Objects that the API server accepts but that work otherwise than intended. */
export const surprises: readonly InfrastructureRule[] = [
  rule('object-given-twice', OBJECT, 'medium', 'CWE-710', ['Object that stands in its file twice', 'The last one of a name counts; what only the earlier ones say is lost.', 'Give them names of their own, or remove one.'], made('object'), [`${map('app')}---\n${map('app')}`, `${map('app')}---\n${map('other')}`]),
  rule('variable-given-twice', CONTAINER, 'low', 'CWE-710', ['Variable of the environment that is set twice', 'The last one counts.', 'Remove one.'], made('variable'), ['env:\n  - name: MODE\n    value: fast\n  - name: MODE\n    value: safe', 'env:\n  - name: MODE\n    value: safe']),
  rule('service-selects-nothing', 'Service', 'medium', 'CWE-710', ['Service that selects none of the pods beside it', 'Nothing answers behind its address: the labels of the pods of its name in the same file differ.', 'Give pods and selector the same labels.'], made('backend'), [
    `${deployment('', PORTS)}${service('shop', 'http')}`,
    `${deployment('', PORTS)}${service('app', 'http')}`,
  ]),
  rule('service-of-unknown-port', 'Service', 'medium', 'CWE-710', ['Service that leads to a port which its pods do not name', 'Nothing answers on the port.', 'Name the port in the container, or give its number.'], made('targetPort'), [
    `${deployment('', PORTS)}${service('app', 'web')}`,
    `${deployment('', PORTS)}${service('app', 'http')}`,
  ]),
  rule('autoscaler-without-request', 'HorizontalPodAutoscaler', 'medium', 'CWE-710', ['Autoscaler that measures a container without a request', 'Utilisation is a part of the request. Without one the autoscaler never acts.', 'Set the request of each container of the pods.'], made('measured'), [
    `${deployment('')}${scaler('cpu')}`,
    `${deployment('', CPU)}${scaler('cpu')}`,
  ]),
  rule('autoscaler-and-replicas', 'HorizontalPodAutoscaler', 'low', 'CWE-710', ['Number of replicas beside an autoscaler', 'Each time the workload is applied it falls back to its number, whatever the load.', 'Leave `replicas` out.'], made('scaled'), [
    `${deployment('  replicas: 2\n', CPU)}${scaler('cpu')}`,
    `${deployment('', CPU)}${scaler('cpu')}`,
  ]),
  rule('budget-of-all-replicas', 'PodDisruptionBudget', 'medium', 'CWE-1188', ['Disruption budget that lets no pod go', 'As many pods must stay as there are, so that updates of nodes wait for ever.', 'Add a replica, or let one go.'], made('budget'), [
    `${deployment('  replicas: 2\n')}${budget(2)}`,
    `${deployment('  replicas: 3\n')}${budget(2)}`,
  ]),
  rule(
    'same-probes',
    MAIN_CONTAINER,
    'info',
    'CWE-1188',
    ['Liveness probe that is the readiness probe', 'A pod that is busy is stopped where it should only get no requests.', 'Give the liveness probe more failures, or a path that asks for the process alone.'],
    made('probes'),
    [serving('readinessProbe: &probe', '  httpGet: { path: /, port: 8080 }', 'livenessProbe:', '  httpGet: { path: /, port: 8080 }').replace(' &probe', ''), serving('readinessProbe:', '  httpGet: { path: /ready, port: 8080 }', 'livenessProbe:', '  httpGet: { path: /alive, port: 8080 }')],
    { optional: true },
  ),
  rule('update-stops-everything', 'Deployment', 'low', 'CWE-1188', ['Update that may stop all pods at once', 'While the new ones start, nothing answers.', 'Set `maxUnavailable` below 100%.'], is('spec.strategy.rollingUpdate.maxUnavailable', '100%'), [
    deployment("  strategy:\n    rollingUpdate: { maxUnavailable: '100%' }\n"),
    deployment("  strategy:\n    rollingUpdate: { maxUnavailable: '25%' }\n"),
  ]),
  rule(
    'update-by-stopping',
    'Deployment',
    'info',
    'CWE-1188',
    ['Update that stops the old pods first', 'While the new ones start, nothing answers.', 'Use `RollingUpdate`, unless two versions cannot run side by side.'],
    is('spec.strategy.type', 'Recreate'),
    [deployment('  strategy: { type: Recreate }\n'), deployment('')],
    { optional: true },
  ),
  rule(
    'update-by-hand',
    ['DaemonSet', 'StatefulSet'],
    'info',
    'CWE-1188',
    ['Pods that nobody updates', 'With `OnDelete` a new version runs only where somebody deletes the pod.', 'Use `RollingUpdate`.'],
    is('spec.updateStrategy.type', 'OnDelete'),
    [deployment('  updateStrategy: { type: OnDelete }\n').replace('Deployment', 'DaemonSet'), deployment('').replace('Deployment', 'DaemonSet')],
    { optional: true },
  ),
  rule('single-replica', 'Deployment', 'info', 'CWE-1188', ['Workload of one pod', 'While its node is updated nothing answers.', 'Run two or more.'], is('spec.replicas', 1), [deployment('  replicas: 1\n'), deployment('  replicas: 2\n')], { optional: true }),
  rule(
    'replicas-on-one-node',
    POD,
    'info',
    'CWE-1188',
    ['Replicas that may all be on one node', 'With the node all of them end.', 'Set `topologySpreadConstraints`, or anti-affinity.'],
    all(absent('topologySpreadConstraints'), absent('affinity.podAntiAffinity'), above('replicas', 1), is('workload', 'Deployment', 'StatefulSet')),
    [deployment('  replicas: 3\n'), deployment('  replicas: 3\n', '', '      topologySpreadConstraints:\n        - { maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: { matchLabels: { app: app } } }\n')],
    { optional: true },
  ),
  rule('no-history-kept', 'Deployment', 'low', 'CWE-1188', ['Deployment that cannot be rolled back', 'With `revisionHistoryLimit: 0` no earlier version is kept.', 'Keep some.'], is('spec.revisionHistoryLimit', 0), [deployment('  revisionHistoryLimit: 0\n'), deployment('  revisionHistoryLimit: 3\n')]),
  rule(
    'budget-of-every-pod',
    'PodDisruptionBudget',
    'low',
    'CWE-1188',
    ['Disruption budget for every pod of the namespace', 'An empty selector selects all, also those of other programs.', 'Select the pods of the program.'],
    all(present('spec.selector'), absent('spec.selector.matchLabels'), absent('spec.selector.matchExpressions')),
    ['spec:\n  maxUnavailable: 1\n  selector: {}', 'spec:\n  maxUnavailable: 1\n  selector:\n    matchLabels: { app: app }'],
  ),
  rule('start-missed', 'CronJob', 'low', 'CWE-1188', ['Deadline that is shorter than the controller looks', 'The controller looks every 10 seconds, so that some runs or all of them never start.', 'Set `startingDeadlineSeconds` to 10 or more.'], below('spec.startingDeadlineSeconds', 10), [
    cron('  startingDeadlineSeconds: 5\n'),
    cron('  startingDeadlineSeconds: 60\n'),
  ]),
  rule(
    'probe-longer-than-its-period',
    MAIN_CONTAINER,
    'info',
    'CWE-1188',
    ['Probe that waits longer than until the next one', 'Probes of a slow container come on top of each other late.', 'Set `timeoutSeconds` below `periodSeconds`.'],
    any(...['livenessProbe', 'readinessProbe'].map((probe) => all(above(`${probe}.timeoutSeconds`, 10), absent(`${probe}.periodSeconds`)))),
    ['livenessProbe:\n  tcpSocket: { port: 80 }\n  timeoutSeconds: 30', 'livenessProbe:\n  tcpSocket: { port: 80 }\n  timeoutSeconds: 5'],
    { optional: true },
  ),
  rule(
    'memory-volume-without-limit',
    POD,
    'info',
    'CWE-1188',
    ['Volume in memory without a limit', 'What is written there counts as memory of the containers, up to half of the node’s.', 'Set `sizeLimit`.'],
    some('volumes', all(is('emptyDir.medium', 'Memory'), absent('emptyDir.sizeLimit'))),
    ['volumes:\n  - name: cache\n    emptyDir: { medium: Memory }', 'volumes:\n  - name: cache\n    emptyDir: { medium: Memory, sizeLimit: 64Mi }'],
    { optional: true },
  ),
  rule(
    'no-ephemeral-limit',
    MAIN_CONTAINER,
    'info',
    'CWE-1188',
    ['Container that may fill the disk of its node', 'Where the disk is full, other pods are evicted.', 'Set `resources.limits.ephemeral-storage`.'],
    absent('resources.limits.ephemeral-storage'),
    ['args: [serve]', 'resources:\n  limits:\n    ephemeral-storage: 1Gi'],
    { optional: true },
  ),
  rule(
    'job-without-end',
    'Job',
    'info',
    'CWE-1188',
    ['Job that may run for ever', 'One that hangs keeps its resources until somebody looks.', 'Set `activeDeadlineSeconds`.'],
    absent('spec.activeDeadlineSeconds'),
    [`spec:\n  template:\n    spec:\n      restartPolicy: Never\n      containers:\n        - name: app\n          ${IMAGE}`, `spec:\n  activeDeadlineSeconds: 3600\n  template:\n    spec:\n      restartPolicy: Never\n      containers:\n        - name: app\n          ${IMAGE}`],
    { optional: true },
  ),
  rule('recycled-volume', 'PersistentVolume', 'low', 'CWE-1188', ['Volume that is emptied by a way that is given up', '`Recycle` is deprecated, and works for NFS and folders of nodes alone.', 'Use `Delete`, or `Retain`.'], is('spec.persistentVolumeReclaimPolicy', 'Recycle'), [
    'spec:\n  persistentVolumeReclaimPolicy: Recycle\n  nfs: { server: nfs.example.com, path: /data }',
    'spec:\n  persistentVolumeReclaimPolicy: Retain\n  nfs: { server: nfs.example.com, path: /data }',
  ]),
  rule(
    'old-annotation-of-storage',
    OBJECT,
    'info',
    'CWE-1188',
    ['Annotation for which there is a field', 'The annotation is deprecated since 1.6.', 'Use `storageClassName`.'],
    some('annotations', matches('name', /^volume\.beta\.kubernetes\.io\/(?:storage-class|mount-options)$/)),
    [annotated('volume.beta.kubernetes.io/storage-class: fast'), annotated('example.com/team: shop')],
    { optional: true },
  ),
  rule(
    'old-annotation-of-services',
    'Service',
    'low',
    'CWE-1188',
    ['Annotation that has no effect any more', 'Endpoints of pods that are not ready are given by a field since 1.11.', 'Set `publishNotReadyAddresses`.'],
    all(some('annotations', matches('name', /^service\.alpha\.kubernetes\.io\/tolerate-unready-endpoints$/)), isnt('spec.publishNotReadyAddresses', true)),
    ["apiVersion: v1\nkind: Service\nmetadata:\n  name: example\n  annotations:\n    service.alpha.kubernetes.io/tolerate-unready-endpoints: 'true'\nspec:\n  ports: [{ port: 80 }]", 'apiVersion: v1\nkind: Service\nmetadata:\n  name: example\nspec:\n  publishNotReadyAddresses: true\n  ports: [{ port: 80 }]'],
  ),
  rule(
    'address-in-service',
    'Service',
    'info',
    'CWE-1188',
    ['Address of a load balancer in a field that is given up', '`loadBalancerIP` is deprecated since 1.24.', 'Use the annotation of the load balancer’s controller.'],
    matches('spec.loadBalancerIP', /./),
    ['spec:\n  type: LoadBalancer\n  loadBalancerIP: 203.0.113.7\n  ports: [{ port: 80 }]', 'spec:\n  type: LoadBalancer\n  ports: [{ port: 80 }]'],
    { optional: true },
  ),
  rule('old-field-of-account', POD, 'info', 'CWE-1188', ['Field of the service account that is given up', '`serviceAccount` is an alias since 1.0.', 'Use `serviceAccountName`.'], all(present('serviceAccount'), absent('serviceAccountName')), ['serviceAccount: app', 'serviceAccountName: app'], { optional: true }),
  rule(
    'ingress-for-every-host',
    'Ingress',
    'info',
    'CWE-1188',
    ['Ingress for whatever host is asked for', 'It takes requests that are meant for another one.', 'Name the host.'],
    some('spec.rules', absent('host')),
    ['spec:\n  tls: [{ secretName: app }]\n  rules:\n    - http: { paths: [] }', 'spec:\n  tls: [{ secretName: app }]\n  rules:\n    - host: app.example.com'],
    { optional: true },
  ),
  rule('frozen-registry', CONTAINER, 'low', 'CWE-1104', ['Image of a registry that gets no more images', '`k8s.gcr.io` was frozen in 2023: no mend of a hole comes there.', 'Use `registry.k8s.io`, and a version of today.'], matches('image', /^(?:k8s\.gcr\.io|gcr\.io\/google[-_]containers)\//), [
    'image: k8s.gcr.io/pause:3.5',
    'image: registry.k8s.io/pause:3.10',
  ]),
  rule(
    'abandoned-image',
    CONTAINER,
    'low',
    'CWE-1104',
    ['Image of a program that nobody keeps any more', 'No mend of a hole comes there.', 'Use the program that followed it.'],
    matches(
      'image',
      /^(?:quay\.io\/kubernetes-ingress-controller\/nginx-ingress-controller|quay\.io\/jetstack\/cert-manager-[\w-]+:v0\.|(?:docker\.io\/)?bitnamilegacy\/[\w-]+|quay\.io\/coreos\/(?:kube-state-metrics|prometheus-operator|etcd-operator)|gcr\.io\/kubernetes-helm\/tiller|(?:docker\.io\/)?openjdk)(?=[:@]|$)/,
    ),
    ['image: quay.io/kubernetes-ingress-controller/nginx-ingress-controller:0.33.0', 'image: registry.k8s.io/ingress-nginx/controller:v1.12.1'],
  ),
  rule(
    'cron-history-of-none',
    'CronJob',
    'info',
    'CWE-1188',
    ['Failed runs that are not kept', 'Nobody sees why one failed.', 'Set `failedJobsHistoryLimit` to 1 or more.'],
    all(is('spec.failedJobsHistoryLimit', 0), not(present('metadata.ownerReferences'))),
    [cron('  failedJobsHistoryLimit: 0\n'), cron('  failedJobsHistoryLimit: 1\n')],
    { optional: true },
  ),
];
