import { kubernetesTools } from '../../../catalogue/kubernetes';
import { runOn } from '../../../../test/run-on';
import type { WholeTarget } from '../../engine';
import { profileOf } from '../../engine-table';

const security = kubernetesTools.filter(({ id }) => id === 'kubernetes-security');
const OURS: WholeTarget = { kind: 'repository', leftOut: [], repository: 'acme/cluster' };
const GRAVE =
  /^(?:default-account-is-powerful|changing-image-is-powerful|runner-is-powerful|written-administrator|cluster-admin)$/;

/** The findings about who has a role. */
const told = async (files: Record<string, string>, target = OURS) =>
  (await runOn(profileOf('kubernetes'), security, files, target)).found.filter((each) =>
    GRAVE.test(each.split(' ')[1]!),
  );

const binding = (role: string, subject: string, kind = 'ClusterRoleBinding') =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: { name: b }\n` +
  `roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role} }\nsubjects:\n  - ${subject}\n`;
const account = (name: string, namespace = 'jobs') =>
  `{ kind: ServiceAccount, name: ${name}, namespace: ${namespace} }`;
const role = (name: string, rule: string) =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: ${name} }\nrules:\n  - { ${rule} }\n`;
const SECRETS = "apiGroups: [''], resources: [secrets], verbs: [get, list]";
const workload = (image: string, more = 'serviceAccountName: app', metadata = '{ name: w }') =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: ${metadata}\nspec:\n  template:\n    spec:\n      ${more}\n` +
  `      restartPolicy: Never\n      containers: [{ name: c, image: '${image}' }]\n`;

describe('an image of others', () => {
  const of = (image: string, more: Record<string, string> = {}, power = binding('cluster-admin', account('app'))) =>
    told({ 'certs/job.yaml': workload(image), 'certs/rbac.yaml': power, ...more });
  const GRAVEST = ['certs/rbac.yaml:4 changing-image-is-powerful'];

  it.each(['quay.io/someone/certs:latest', 'someone/certs', 'localhost:5000/someone/certs:main'])(
    'that changes under its name is told of where it has the whole cluster: %s',
    async (image) => expect(await of(image)).toEqual(GRAVEST),
  );

  it.each([
    'quay.io/someone/certs:1.2.3',
    `someone/certs:latest@sha256:${'0'.repeat(64)}`,
    'ghcr.io/acme/certs:latest',
    'controller:latest',
    'image-registry.openshift-image-registry.svc:5000/openshift/cli:latest',
    '${IMAGE}',
  ])('that stays, is the project’s own, or is not known is not: %s', async (image) =>
    expect(await of(image)).toEqual(['certs/rbac.yaml:4 cluster-admin']),
  );

  it.each([
    ['meteorlab/certs:main', ['certs/rbac.yaml:4 cluster-admin']],
    ['somemeteor/certs:main', GRAVEST],
  ])('of an owner whose name begins like that of the project’s is its own: %s', async (image, expected) => {
    const files = {
      'certs/job.yaml': workload(image),
      'certs/rbac.yaml': binding('cluster-admin', account('app')),
    };
    expect(await told(files, { ...OURS, repository: 'meteor/cluster' })).toEqual(expected);
  });

  it('that a kustomization gives a version is none', async () => {
    const images = 'images: [{ name: someone/certs, newTag: 1.2.3 }]\n';
    const kustomization = `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${images}`;
    expect(await of('someone/certs:latest', { 'kustomization.yaml': kustomization })).toEqual([
      'certs/rbac.yaml:4 cluster-admin',
    ]);
  });

  it.each([
    ['a Makefile', { Makefile: 'IMG ?= someone/certs:latest\nimage:\n\tdocker build -t $(IMG) .\n' }],
    ['a task', { 'mise.toml': '[tasks.image]\nrun = "docker image push someone/certs:latest"\n' }],
    ['a workflow', { '.github/workflows/a.yaml': 'steps: [{ run: docker push someone/certs:latest }]\n' }],
    ['a file of Tilt', { 'deploy/Tiltfile': "docker_build('someone/certs', '.')\n" }],
    ['one of Bake', { 'docker-bake.hcl': 'target "image" {\n  tags = ["someone/certs:latest"]\n}\n' }],
    ['one of Skaffold', { 'skaffold.yaml': 'build:\n  artifacts:\n    - image: someone/certs\n' }],
  ])('that the project builds or pushes by %s is its own', async (_, files) =>
    expect(await of('someone/certs:latest', files)).toEqual(['certs/rbac.yaml:4 cluster-admin']),
  );

  it.each([
    ['takes it', { Makefile: 'image:\n\tdocker pull someone/certs\n\tdocker build -t ours .\n' }],
    ['starts from it', { 'run.sh': 'docker build - <<E\nFROM someone/certs\nE\n' }],
    ['builds one of a longer name', { Makefile: 'image:\n\tdocker build -t someone/certs-ui .\n' }],
    ['names it and builds nothing', { Makefile: 'IMG = someone/certs\nstart:\n\tkubectl apply -f .\n' }],
  ])('is none of the project that only %s', async (_, files) =>
    expect(await of('someone/certs:latest', files)).toEqual(GRAVEST),
  );

  it('that has the name of the project is its own where the project builds images', async () => {
    const recipe = { Dockerfile: 'FROM scratch\n' };
    expect(await of('someone/cluster:latest', recipe)).toEqual(['certs/rbac.yaml:4 cluster-admin']);
    expect(await of('someone/cluster:latest')).toEqual(GRAVEST);
    expect(await of('someone/certs:latest', recipe)).toEqual(GRAVEST);
    expect(await of('someone/certs', { ...recipe, 'go.mod': 'module code.example/certs/v2\n' })).toEqual([
      'certs/rbac.yaml:4 cluster-admin',
    ]);
  });

  it('is not told of in a folder of what is tried', async () => {
    const files = (folder: string) => ({
      [`${folder}/job.yaml`]: workload('someone/certs'),
      [`${folder}/rbac.yaml`]: binding('cluster-admin', account('app')),
    });
    expect(await told(files('hack/resources'))).toEqual(['hack/resources/rbac.yaml:4 cluster-admin']);
    expect(await told(files('deploy/hack'))).toEqual(['deploy/hack/rbac.yaml:4 changing-image-is-powerful']);
  });

  it('is told of by what the role of the target allows', async () => {
    const bound = binding('reader', account('app'));
    const withRole = (rule: string) => of('someone/certs', { 'certs/role.yaml': role('reader', rule) }, bound);
    expect(await withRole(SECRETS)).toEqual(GRAVEST);
    expect(await withRole("apiGroups: [''], resources: [users], verbs: [impersonate]")).toEqual(GRAVEST);
    expect(await withRole("apiGroups: [''], resources: [pods], verbs: [get, list]")).toEqual([]);
    expect(await withRole("apiGroups: [''], resources: [secrets], resourceNames: [a], verbs: [get]")).toEqual([]);
    // Roles of the same name in folders of their own are not beside it.
    const others = { 'one/role.yaml': role('reader', SECRETS), 'two/role.yaml': role('reader', SECRETS) };
    expect(await of('someone/certs', others, bound)).toEqual([]);
  });

  it('of an account of the same name elsewhere is another one', async () => {
    const elsewhere = { 'other/rbac.yaml': binding('cluster-admin', account('app')) };
    const job = (metadata: string) => ({
      ...elsewhere,
      'certs/job.yaml': workload('someone/certs', undefined, metadata),
    });
    expect(await told(job('{ name: w }'))).toEqual(['other/rbac.yaml:4 cluster-admin']);
    expect(await told(job('{ name: w, namespace: web }'))).toEqual(['other/rbac.yaml:4 cluster-admin']);
    expect(await told(job('{ name: w, namespace: jobs }'))).toEqual(['other/rbac.yaml:4 changing-image-is-powerful']);
  });
});

describe('the default account', () => {
  const reader = { 'role.yaml': role('reader', SECRETS) };

  it('of a namespace that many share is told of', async () => {
    for (const namespace of ['kube-system', 'default'])
      expect(await told({ ...reader, 'a.yaml': binding('reader', account('default', namespace)) })).toEqual([
        'a.yaml:4 default-account-is-powerful',
      ]);
  });

  it('of another namespace is told of where several programs of the target run as it', async () => {
    const bound = { ...reader, 'a.yaml': binding('reader', account('default', 'jobs')) };
    const pods = (name: string, image: string) => workload(image, 'priority: 0', `{ name: ${name}, namespace: jobs }`);
    expect(await told({ ...bound, 'b.yaml': pods('b', 'a/b:1') })).toEqual([]);
    expect(await told({ ...bound, 'b.yaml': pods('b', 'a/b:1'), 'c.yaml': pods('c', 'a/b:2') })).toEqual([]);
    expect(await told({ ...bound, 'b.yaml': pods('b', 'a/b:1'), 'c.yaml': pods('c', 'a/c:1') })).toEqual([
      'a.yaml:4 default-account-is-powerful',
    ]);
  });

  it('of the namespace that Kustomize replaces is that of one operator and its sidecars', async () => {
    const pods = (name: string, image: string) =>
      workload(image, 'priority: 0', `{ name: ${name}, namespace: system }`);
    const bound = { ...reader, 'a.yaml': binding('reader', account('default', 'system')) };
    expect(await told({ ...bound, 'b.yaml': pods('b', 'a/b:1'), 'c.yaml': pods('b', 'a/c:1') })).toEqual([]);
  });

  it('is told of for what it may do in the whole cluster alone', async () => {
    const bound = binding('reader', account('default', 'kube-system'), 'RoleBinding');
    expect(await told({ ...reader, 'a.yaml': bound })).toEqual([]);
    expect(await told({ 'a.yaml': binding('view', account('default', 'kube-system')) })).toEqual([]);
  });
});

describe('a runner', () => {
  const release =
    'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: &name home-runner }\nspec:\n' +
    '  values:\n    githubConfigUrl: https://github.com/acme/cluster\n    template:\n      spec:\n' +
    '        containers: [{ name: runner, image: acme/runner:1 }]\n        serviceAccountName: *name\n';
  const workflow = (on: string, runsOn: string, condition = 'true') =>
    `on: ${on}\njobs:\n  a:\n    if: ${condition}\n    runs-on: ${runsOn}\n    steps: [{ run: make }]\n`;
  const of = (flow: string) =>
    told({
      'runners/release.yaml': release,
      'runners/rbac.yaml': binding('cluster-admin', account('home-runner')),
      '.github/workflows/a.yaml': flow,
    });

  it.each([
    'home-runner',
    '${{ github.event.repository.name }}-runner',
    "${{ format('{0}-runner', inputs.home) }}",
    '[self-hosted, linux]',
  ])('that takes pull requests is told of where it has the whole cluster: %s', async (runsOn) =>
    expect(await of(workflow('pull_request', runsOn))).toEqual(['runners/rbac.yaml:4 runner-is-powerful']),
  );

  it('whose name Flux fills is the same in both places', async () => {
    const files = {
      'runners/release.yaml': release.replaceAll('home-runner', "'home-runner-${CLUSTER}'"),
      'runners/rbac.yaml': binding('cluster-admin', account("'home-runner-${CLUSTER}'")),
      '.github/workflows/a.yaml': workflow('pull_request', "${{ format('home-runner-{0}', matrix.cluster) }}"),
    };
    expect(await told(files)).toEqual(['runners/rbac.yaml:4 runner-is-powerful']);
  });

  it.each([
    ['takes what is pushed alone', workflow('push', 'home-runner')],
    ['is not the one of the pull requests', workflow('pull_request', 'ubuntu-latest')],
    ['may be any', workflow('pull_request', '${{ inputs.runner }}')],
    [
      'takes no pull requests of forks',
      workflow('pull_request', 'home-runner', 'github.event.pull_request.head.repo.full_name == github.repository'),
    ],
  ])('that %s is not', async (_, flow) => expect(await of(flow)).toEqual(['runners/rbac.yaml:4 cluster-admin']));

  it('is compared with names that others choose in bounded time', async () => {
    const parts = Array(60).fill('${{ a }}a').join('');
    expect(await of(workflow('pull_request', parts))).toEqual(['runners/rbac.yaml:4 cluster-admin']);
  });
});

describe('an administrator', () => {
  const bound = { 'users/rbac.yaml': binding('cluster-admin', '{ kind: User, name: admin }') };
  const HASH = '$2y$05$l6ymiue6vX0yBPKdltfqu3vdUiiJM4aJWXSTsw9y8WBZuzXhxV5Oa';
  const secret = (user: string) =>
    'apiVersion: v1\nkind: Secret\nmetadata: { name: users }\ndata:\n' +
    `  htpasswd: ${Buffer.from(`guest:${HASH}\n${user}:${HASH}\n`).toString('base64')}\n`;
  const generated = (path: string) => ({
    'users/kustomization.yaml': `kind: Kustomization\nsecretGenerator: [{ files: ['htpasswd=${path}'] }]\n`,
    'users/files/list': `admin:${HASH}\n`,
  });
  const GRAVEST = ['users/rbac.yaml:4 written-administrator'];

  it('is told of where the hash of his password is in a Secret, or in the file of which one is made', async () => {
    expect(await told({ ...bound, 'users/secret.yaml': secret('admin') })).toEqual(GRAVEST);
    expect(await told({ ...bound, ...generated('files/list') })).toEqual(GRAVEST);
  });

  it('is not told of for others, for files elsewhere, and for files outside of the target', async () => {
    const plain = ['users/rbac.yaml:4 cluster-admin'];
    expect(await told({ ...bound, 'users/secret.yaml': secret('other') })).toEqual(plain);
    expect(await told({ ...bound, 'elsewhere/secret.yaml': secret('admin') })).toEqual(plain);
    expect(await told({ ...bound, ...generated('../../../../../../etc/passwd') })).toEqual(plain);
    expect(await told({ ...bound, ...generated('files') })).toEqual(plain);
  });
});

describe('a part of an object', () => {
  it('that a chart prints, or a patch, is told of by what it says itself', async () => {
    const chart = { 'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n' };
    const template = binding(
      'cluster-admin',
      '{ kind: ServiceAccount, name: app, namespace: {{ .Release.Namespace }} }',
    );
    const labelled = template.replace('{ name: b }', '{ name: b, labels: {{ toJson .Values.labels }} }');
    for (const text of [template, labelled, `${template}{{- with .Values.more }}\n{{ toYaml . }}\n{{- end }}\n`])
      expect(await told({ ...chart, 'chart/templates/rbac.yaml': text })).toEqual([
        'chart/templates/rbac.yaml:4 cluster-admin',
      ]);
    const kustomization = 'kind: Kustomization\npatches: [{ path: rbac.yaml }]\n';
    const patch = binding('cluster-admin', account('app'));
    expect(await told({ 'kustomization.yaml': kustomization, 'rbac.yaml': patch })).toEqual([
      'rbac.yaml:4 cluster-admin',
    ]);
  });
});

describe('the password of an administrator', () => {
  const secret = (key: string, value: string) => ({
    'sso/secret.yaml': `apiVersion: v1\nkind: Secret\nmetadata: { name: login }\nstringData:\n  ${key}: ${value}\n`,
  });
  const pods = {
    'sso/pods.yaml':
      'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: sso }\nspec:\n' +
      '  selector: { matchLabels: { app: sso } }\n' +
      '  template:\n    metadata: { labels: { app: sso, part: web } }\n    spec:\n      containers:\n' +
      '        - name: sso\n          image: sso:1\n          env:\n            - name: P\n' +
      '              valueFrom: { secretKeyRef: { name: login, key: ADMIN_PASSWORD } }\n',
  };
  const service = (type: string, app = 'sso', annotations = '{}') => ({
    'sso/service.yaml':
      `apiVersion: v1\nkind: Service\nmetadata: { name: web, annotations: ${annotations} }\nspec:\n` +
      `  type: ${type}\n  selector: { app: ${app} }\n`,
  });
  const route = {
    'sso/route.yaml':
      'apiVersion: route.openshift.io/v1\nkind: Route\nmetadata: { name: r }\nspec: { to: { name: web } }\n',
  };
  const ingress = {
    'sso/ingress.yaml':
      'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: i }\nspec:\n  rules:\n    - http:\n' +
      '        paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }]\n',
  };
  const of = async (files: Record<string, string>) =>
    (await runOn(profileOf('kubernetes'), security, files, OURS)).found.filter((each) =>
      / (?:open-administrator-password|committed-secret)$/.test(each),
    );
  const OPEN = ['sso/secret.yaml:5 open-administrator-password'];
  const WRITTEN = secret('ADMIN_PASSWORD', 'ssoadmin');

  it('is told of where a way leads to the pods that have it', async () => {
    expect(await of({ ...WRITTEN, ...pods, ...service('ClusterIP'), ...route })).toEqual(OPEN);
    expect(await of({ ...WRITTEN, ...pods, ...service('ClusterIP'), ...ingress })).toEqual(OPEN);
    expect(await of({ ...WRITTEN, ...pods, ...service('LoadBalancer') })).toEqual(OPEN);
  });

  it('is a written secret like others where no way does, and where it is no administrator’s', async () => {
    const plain = ['sso/secret.yaml:5 committed-secret'];
    expect(await of({ ...WRITTEN, ...pods, ...service('ClusterIP') })).toEqual(plain);
    expect(await of({ ...WRITTEN, ...pods, ...service('LoadBalancer', 'other') })).toEqual(plain);
    expect(await of({ ...WRITTEN, ...service('LoadBalancer') })).toEqual(plain);
    const internal = service('LoadBalancer', 'sso', '{ networking.gke.io/load-balancer-type: Internal }');
    expect(await of({ ...WRITTEN, ...pods, ...internal })).toEqual(plain);
    const other = secret('ROOT_PASSWORD', 'ssoadmin');
    expect(await of({ ...other, ...pods, ...service('LoadBalancer') })).toEqual(plain);
    expect(await of({ ...secret('USER_PASSWORD', 'kRt7-pw'), ...pods, ...service('LoadBalancer') })).toEqual(plain);
    expect(await of({ ...secret('ADMIN_PASSWORD', 'changeme'), ...pods, ...service('LoadBalancer') })).toEqual([]);
  });
});

describe('a hostile target', () => {
  it('costs no more where its aliases are nested, and its broken files are left out', async () => {
    const bomb = Array.from(
      { length: 12 },
      (_, level) => `a${level}: &a${level} [${Array(9).fill(level === 0 ? 'x' : `*a${level - 1}`)}]`,
    ).join('\n');
    const found = await told({
      'rbac.yaml': binding('cluster-admin', account('app')),
      'bomb.yaml': `${bomb}\nkind: Pod\nspec: { serviceAccountName: app, containers: *a11 }\n`,
      'broken.yaml': 'kind: [\nserviceAccountName: app\n',
      'job.yaml': workload('someone/certs'),
    });
    expect(found).toEqual(['rbac.yaml:4 changing-image-is-powerful']);
  });
});
