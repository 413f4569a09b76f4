import { type Condition, absent, all, any, differs, is, matches, milder, not, present, some } from '../infrastructure/condition';
import type { InfrastructureRule } from '../infrastructure/rule';
import { made } from './mistake';
import { grants } from './rule';

const CORE = /^(?:\*|)$/;
const RBAC = /^(?:\*|rbac\.authorization\.k8s\.io)$/;
const granted = (group: string, resource: string, ...verbs: readonly string[]) => `rules:\n  - apiGroups: ['${group}']\n    resources: ['${resource}']\n    verbs: [${verbs.map((verb) => `'${verb}'`).join(', ')}]`;
const HARMLESS = granted('', 'configmaps', 'get', 'list');

/** Roles that allow everything have a rule of their own, and only that reports them. */
const unlessEverything = (condition: Condition): Condition => all(condition, not(some('rules', EVERYTHING)), absent('aggregationRule'));
const EVERYTHING = all(matches('verbs', /^\*$/), matches('resources', /^\*$/), matches('apiGroups', CORE));

/** A rule for a role that somebody has, about a permission beyond its work. */
const role = (id: string, severity: InfrastructureRule['severity'], cwe: string, [title, why, fix]: readonly [title: string, why: string, fix: string], breaks: Condition, bad: string, more: Partial<InfrastructureRule> = {}): InfrastructureRule => ({
  id,
  on: ['ClusterRole', 'Role'],
  severity,
  cwe,
  title,
  why,
  fix,
  breaks: unlessEverything(breaks),
  bad,
  good: HARMLESS,
  ...more,
});

const bound = (name: string, subject: string) => `roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: ClusterRole\n  name: ${name}\nsubjects:\n  - ${subject}`;
const ACCOUNT = 'kind: ServiceAccount\n    name: app\n    namespace: app';
const BINDINGS = ['ClusterRoleBinding', 'RoleBinding'] as const;
/** Roles that Kubernetes makes for everybody. */
const PUBLIC_ROLES = /^(?:system:public-info-viewer|system:discovery|system:basic-user|kubeadm:bootstrap-signer-clusterinfo|system:service-account-issuer-discovery)$/;
const notPublic: Condition = not(matches('roleRef.name', PUBLIC_ROLES));
const group = (pattern: RegExp): Condition => some('subjects', all(matches('name', pattern), is('kind', 'Group')));

/** The files of the target tell something graver of the holder than the role by itself, which is said instead. */
const GRAVE_HOLDER: Condition = any(made('runner'), made('defaultAccount'), made('image'), made('writtenUser'));

const whole = (apiVersion: string, kind: string, name: string, body: string): string => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${body}`;
const given = (role: string, subject: string): string => whole('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'example', bound(role, subject));
const roleThat = (rules: string): string => whole('rbac.authorization.k8s.io/v1', 'ClusterRole', 'example', rules);
const DEFAULT_ACCOUNT = 'kind: ServiceAccount\n    name: default\n    namespace: kube-system';
const hashed = (user: string): string => whole('v1', 'Secret', 'users', `stringData:\n  htpasswd: '${user}:$2y$05$exampleexampleexampleuqZkRt7'`);

const inPods = (body: string): string => `spec:\n  template:\n    spec:\n      serviceAccountName: app\n${body}`;
const jobOf = (image: string): string => whole('batch/v1', 'Job', 'certificates', inPods(`      restartPolicy: Never\n      containers:\n        - name: app\n          image: ${image}`));
const runnerOn = (event: string): string => `on: ${event}\njobs:\n  test:\n    runs-on: own-runner\n    steps:\n      - run: make test\n---\n${whole('actions.summerwind.dev/v1alpha1', 'RunnerDeployment', 'own-runner', inPods('      repository: example/example'))}`;

export const access: readonly InfrastructureRule[] = [
  {
    id: 'default-account-is-powerful',
    on: 'ClusterRoleBinding',
    severity: 'high',
    cwe: 'CWE-250',
    benchmark: 'CIS Kubernetes 5.1.5',
    title: 'Default account of many pods has the whole cluster',
    why: 'Every pod of the namespace that names no account has the role, whoever wrote it.',
    fix: 'Make an account for the program that needs the role, and name it in its pods.',
    breaks: made('defaultAccount'),
    bad: `${roleThat(granted('', 'secrets', 'get', 'list'))}\n---\n${given('example', DEFAULT_ACCOUNT)}`,
    good: `${roleThat(HARMLESS)}\n---\n${given('example', ACCOUNT)}`,
  },
  {
    id: 'changing-image-is-powerful',
    on: 'ClusterRoleBinding',
    severity: 'high',
    cwe: 'CWE-829',
    title: 'Image of others that changes has the whole cluster',
    why: 'Whoever may push to that tag decides what runs next, with this role.',
    fix: 'Name the image by its digest, or make one of your own, and bind a role with what is needed.',
    breaks: made('image'),
    bad: `${jobOf('someone/certificates:latest')}\n---\n${given('cluster-admin', ACCOUNT)}`,
    good: given('view', ACCOUNT),
  },
  {
    id: 'runner-is-powerful',
    on: 'ClusterRoleBinding',
    severity: 'high',
    cwe: 'CWE-653',
    title: 'Runner that takes pull requests has the whole cluster',
    why: 'Whoever may run a workflow by a pull request runs commands in its pod, and has its role.',
    fix: 'Run pull requests on other runners, and bind a role with what the jobs need.',
    breaks: made('runner'),
    bad: `${runnerOn('pull_request')}\n---\n${given('cluster-admin', ACCOUNT)}`,
    good: `${runnerOn('pull_request')}\n---\n${given('view', ACCOUNT)}`,
  },
  {
    id: 'written-administrator',
    on: 'ClusterRoleBinding',
    severity: 'high',
    cwe: 'CWE-522',
    title: 'Administrator of the cluster whose password is in the files',
    why: 'Whoever reads the repository guesses the password by its hash for as long as he likes, and others take it over as it is.',
    fix: 'Leave the file of users out, and let each cluster make its own.',
    breaks: made('writtenUser'),
    bad: `${hashed('admin')}\n---\n${given('cluster-admin', 'kind: User\n    name: admin')}`,
    good: given('view', 'kind: User\n    name: admin'),
  },
  {
    id: 'rbac-everything',
    on: 'ClusterRole',
    severity: 'medium',
    cwe: 'CWE-250',
    benchmark: 'CIS Kubernetes 5.1.3',
    title: 'Role that may do everything with everything',
    why: 'Who has it is an administrator of the cluster, and new kinds of resources are his, too.',
    fix: 'List the resources and verbs that are needed.',
    breaks: some('rules', EVERYTHING),
    bad: granted('*', '*', '*'),
    good: HARMLESS,
  },
  {
    id: 'rbac-namespace-everything',
    on: 'Role',
    severity: 'low',
    cwe: 'CWE-250',
    benchmark: 'CIS Kubernetes 5.1.3',
    title: 'Role that may do everything in its namespace',
    why: 'It reads every Secret of the namespace and starts pods as any of its service accounts.',
    fix: 'List the resources and verbs that are needed.',
    breaks: some('rules', EVERYTHING),
    bad: granted('*', '*', '*'),
    good: HARMLESS,
  },
  role(
    'rbac-wildcard',
    'low',
    'CWE-250',
    ['Role with a wildcard', 'A wildcard over the core resources has Secrets, tokens and commands in pods in it.', 'List the resources and verbs that are needed.'],
    some('rules', all(any(matches('resources', /^\*$/), all(matches('verbs', /^\*$/), matches('resources', /^(?:\*|secrets|pods|nodes|serviceaccounts|namespaces)$/))), matches('apiGroups', /^(?:\*||rbac\.authorization\.k8s\.io)$/), matches('verbs', /^(?:\*|create|update|patch|delete)$/))),
    granted('', '*', 'create'),
    { benchmark: 'CIS Kubernetes 5.1.3' },
  ),
  role('rbac-wildcard-verbs', 'info', 'CWE-250', ['Role with every verb', 'Verbs of later versions are in it, too.', 'List the verbs that are needed.'], some('rules', all(matches('verbs', /^\*$/), not(matches('resources', /^\*$/)))), granted('apps', 'deployments', '*'), {
    benchmark: 'CIS Kubernetes 5.1.3',
    optional: true,
  }),
  role(
    'rbac-escalation',
    'medium',
    'CWE-269',
    ['Role that can give itself more', '`escalate` and `bind` pass over the check that nobody gives what he does not have.', 'Remove `escalate`, `bind` and `impersonate`.'],
    some('rules', all(matches('verbs', /^(?:escalate|bind)$/), matches('apiGroups', RBAC), absent('resourceNames'))),
    granted('rbac.authorization.k8s.io', 'clusterroles', 'bind'),
    { benchmark: 'CIS Kubernetes 5.1.8' },
  ),
  role(
    'rbac-impersonation',
    'medium',
    'CWE-269',
    ['Role that can act as others', 'Who impersonates a user or a group, such as `system:masters`, has its rights.', 'Name the users with `resourceNames`, or remove `impersonate`.'],
    some('rules', all(matches('verbs', /^impersonate$/), absent('resourceNames'))),
    granted('', 'users', 'impersonate'),
    { benchmark: 'CIS Kubernetes 5.1.8' },
  ),
  {
    id: 'rbac-secrets',
    on: 'ClusterRole',
    severity: 'low',
    cwe: 'CWE-522',
    benchmark: 'CIS Kubernetes 5.1.2',
    title: 'Role that reads every secret',
    why: 'Among the Secrets of all namespaces are the tokens of other accounts.',
    fix: 'Grant it in one namespace and name the secrets with `resourceNames`.',
    breaks: unlessEverything(some('rules', all(matches('verbs', /^(?:get|list|watch|\*)$/), matches('resources', /^secrets$/), matches('apiGroups', CORE), absent('resourceNames')))),
    bad: granted('', 'secrets', 'get', 'list'),
    good: HARMLESS,
  },
  role(
    'rbac-pods-exec',
    'low',
    'CWE-250',
    ['Role that runs commands in pods', 'In a pod, its Secrets and the token of its account can be read.', 'Leave it to people, for the time that they need it.'],
    grants(CORE, /^pods\/(?:exec|attach|ephemeralcontainers|\*)$/, /^(?:create|get|update|patch|\*)$/),
    granted('', 'pods/exec', 'create'),
  ),
  role('rbac-nodes-proxy', 'low', 'CWE-250', ['Role that speaks to kubelets', 'The kubelet runs commands in any pod of its node, and no audit log of the API has it.', 'Grant `nodes/metrics` or `nodes/stats` instead.'], grants(CORE, /^nodes\/(?:proxy|\*)$/, /./), granted('', 'nodes/proxy', 'get'), {
    benchmark: 'CIS Kubernetes 5.1.10',
  }),
  {
    id: 'rbac-tokens',
    on: 'ClusterRole',
    severity: 'low',
    cwe: 'CWE-269',
    benchmark: 'CIS Kubernetes 5.1.13',
    title: 'Role that makes tokens of any account',
    why: 'It takes the rights of any service account of the cluster.',
    fix: 'Name the accounts with `resourceNames`.',
    breaks: unlessEverything(some('rules', all(matches('resources', /^serviceaccounts\/token$/), matches('verbs', /^(?:create|\*)$/), absent('resourceNames')))),
    bad: granted('', 'serviceaccounts/token', 'create'),
    good: HARMLESS,
  },
  role(
    'rbac-changes-roles',
    'low',
    'CWE-269',
    ['Role that changes roles', 'It can hand on every right that it has itself.', 'Leave roles to what installs the program.'],
    grants(RBAC, /^(?:cluster)?role(?:binding)?s$|^\*$/, /^(?:create|update|patch|\*)$/),
    granted('rbac.authorization.k8s.io', 'rolebindings', 'create'),
    { benchmark: 'CIS Kubernetes 5.1.8' },
  ),
  {
    id: 'rbac-creates-pods',
    on: 'ClusterRole',
    severity: 'low',
    cwe: 'CWE-269',
    optional: true,
    benchmark: 'CIS Kubernetes 5.1.4',
    title: 'Role that starts pods in every namespace',
    why: 'A pod runs as any service account of its namespace, and mounts any of its Secrets.',
    fix: 'Grant it in the namespaces where it is needed.',
    breaks: unlessEverything(any(grants(CORE, /^(?:pods|replicationcontrollers)$/, /^(?:create|\*)$/), grants(/^(?:apps|batch|\*)$/, /^(?:deployments|daemonsets|statefulsets|replicasets|jobs|cronjobs)$/, /^(?:create|\*)$/))),
    bad: granted('', 'pods', 'create'),
    good: HARMLESS,
  },
  {
    id: 'rbac-creates-volumes',
    on: 'ClusterRole',
    severity: 'low',
    cwe: 'CWE-269',
    optional: true,
    benchmark: 'CIS Kubernetes 5.1.9',
    title: 'Role that makes volumes of nodes’ folders',
    why: 'A PersistentVolume may be any folder of a node.',
    fix: 'Leave volumes to the driver of the storage.',
    breaks: unlessEverything(grants(CORE, /^persistentvolumes$/, /^(?:create|\*)$/)),
    bad: granted('', 'persistentvolumes', 'create'),
    good: HARMLESS,
  },
  {
    id: 'rbac-webhooks',
    on: 'ClusterRole',
    severity: 'low',
    cwe: 'CWE-269',
    benchmark: 'CIS Kubernetes 5.1.12',
    title: 'Role that changes admission webhooks',
    why: 'A webhook reads and changes every object that is created, Secrets too.',
    fix: 'Name the configurations with `resourceNames`.',
    breaks: unlessEverything(some('rules', all(matches('resources', /^(?:validating|mutating)webhookconfigurations$/), matches('verbs', /^(?:create|update|patch|\*)$/), absent('resourceNames')))),
    bad: granted('admissionregistration.k8s.io', 'mutatingwebhookconfigurations', 'update'),
    good: HARMLESS,
  },
  {
    id: 'rbac-approves-certificates',
    on: 'ClusterRole',
    severity: 'medium',
    cwe: 'CWE-269',
    benchmark: 'CIS Kubernetes 5.1.11',
    title: 'Role that approves certificates of clients',
    why: 'With a certificate for `system:masters` or a node somebody is that to the API.',
    fix: 'Name the signers with `resourceNames`.',
    breaks: unlessEverything(all(some('rules', all(matches('resources', /^certificatesigningrequests\/approval$/), matches('verbs', /^(?:update|patch|\*)$/))), some('rules', all(matches('resources', /^signers$/), matches('verbs', /^(?:approve|\*)$/), absent('resourceNames'))))),
    bad: `${granted('certificates.k8s.io', 'certificatesigningrequests/approval', 'update')}\n${granted('certificates.k8s.io', 'signers', 'approve').replace('rules:\n', '')}`,
    good: HARMLESS,
  },
  {
    id: 'cluster-admin',
    on: 'ClusterRoleBinding',
    severity: 'medium',
    cwe: 'CWE-250',
    benchmark: 'CIS Kubernetes 5.1.1',
    title: 'Binding to cluster-admin',
    why: 'Whoever gets into one pod of the account has the whole cluster.',
    fix: 'Bind a role with what is needed.',
    breaks: all(is('roleRef.name', 'cluster-admin'), not(GRAVE_HOLDER)),
    bad: bound('cluster-admin', ACCOUNT),
    good: bound('view', ACCOUNT),
  },
  {
    id: 'namespace-admin',
    on: 'RoleBinding',
    severity: 'low',
    cwe: 'CWE-250',
    title: 'Binding to cluster-admin in a namespace',
    why: 'The account does everything in the namespace, and changes its quota and roles.',
    fix: 'Bind `edit`, or a role with what is needed.',
    breaks: is('roleRef.name', 'cluster-admin'),
    bad: bound('cluster-admin', ACCOUNT),
    good: bound('edit', ACCOUNT),
  },
  {
    id: 'anonymous-access',
    on: BINDINGS,
    severity: 'critical',
    cwe: 'CWE-306',
    benchmark: 'CIS Kubernetes 5.1.7',
    title: 'Role for anyone',
    why: 'Whoever reaches the API has the role, without a login.',
    fix: 'Remove the subject; no request without a login should have a role.',
    // The one is a user, the other a group: a group of the user's name has no members.
    breaks: all(any(some('subjects', all(is('name', 'system:anonymous'), is('kind', 'User'))), group(/^system:unauthenticated$/)), notPublic),
    bad: bound('view', 'kind: User\n    name: system:anonymous'),
    good: bound('view', ACCOUNT),
  },
  {
    id: 'role-for-everybody',
    on: BINDINGS,
    severity: 'high',
    cwe: 'CWE-862',
    title: 'Role for everybody with a login',
    why: 'Every service account is in these groups, so every pod of the cluster has the role.',
    fix: 'Name the accounts.',
    // The role of `sealed-secrets-service-proxier` leads to one service only.
    breaks: milder(all(group(/^system:(?:authenticated|serviceaccounts)$/), notPublic), matches('roleRef.name', /-service-(?:proxier|proxy)$/)),
    bad: bound('edit', 'kind: Group\n    name: system:serviceaccounts'),
    good: bound('edit', ACCOUNT),
  },
  {
    id: 'masters-group',
    on: BINDINGS,
    severity: 'high',
    cwe: 'CWE-250',
    benchmark: 'CIS Kubernetes 5.1.7',
    title: 'Binding of system:masters',
    why: 'The API lets this group do everything, whatever roles say, and nobody can take it back from a certificate.',
    fix: 'Make a group of your own.',
    breaks: all(group(/^system:masters$/), differs('roleRef.name', 'cluster-admin')),
    bad: bound('admin', 'kind: Group\n    name: system:masters'),
    good: bound('admin', 'kind: Group\n    name: platform-team'),
  },
  {
    id: 'default-account-has-role',
    on: BINDINGS,
    severity: 'medium',
    cwe: 'CWE-250',
    benchmark: 'CIS Kubernetes 5.1.5',
    title: 'Role for the default service account',
    why: 'Every pod of the namespace that names no account has the role.',
    fix: 'Make an account for the program.',
    breaks: all(some('subjects', all(is('name', 'default'), is('kind', 'ServiceAccount'))), present('roleRef.name'), not(made('defaultAccount'))),
    bad: bound('view', 'kind: ServiceAccount\n    name: default\n    namespace: app'),
    good: bound('view', ACCOUNT),
  },
];
