import { kubernetesTools } from '../../catalogue/kubernetes';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('kubernetes');

describeToolSamples(profile, kubernetesTools);

const security = kubernetesTools.filter(({ id }) => id === 'kubernetes-security');
const pod = (spec: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: p }\nspec:\n  automountServiceAccountToken: false\n${spec}`;
const CONTAINER = '  containers: [{ name: c, image: a:1 }]\n';

describeHostileFiles(profile, {
  tools: security,
  extension: '.yaml',
  flawed: pod('  hostNetwork: true\n  containers: []\n'),
  malformed: 'apiVersion: v1\nkind: [\n',
  longLine: `apiVersion: v1\nkind: Pod\nnote: ${'x'.repeat(2_000_000)}`,
  deep: `apiVersion: v1\nspec: ${'{a: '.repeat(3_000)}`,
});

describe('the Kubernetes rules', () => {
  const run = (files: Record<string, string>) => runOn(profile, security, files);
  /** The findings of rules that ask for something that is there. */
  const told = async (files: Record<string, string>, ...rules: readonly string[]) =>
    (await run(files)).found.filter((found) => rules.includes(found.split(' ')[1]!));

  it('judge every document of a file, with its own lines', async () => {
    const flawed = pod('  hostNetwork: true\n');
    expect((await run({ 'a.yaml': `${flawed}---\n${flawed}` })).found).toEqual([
      'a.yaml:6 host-network',
      'a.yaml:13 host-network',
    ]);
  });

  it('judge the items of a list, and no kinds of others', async () => {
    const item = (apiVersion: string) =>
      `  - apiVersion: ${apiVersion}\n    kind: ClusterRole\n    rules:\n` +
      "      - { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }\n";
    const items = `${item('rbac.authorization.k8s.io/v1')}${item('roles.example.com/v1')}`;
    const list = `apiVersion: v1\nkind: List\nitems:\n${items}`;
    expect(await told({ 'a.yaml': list }, 'rbac-everything')).toEqual(['a.yaml:7 rbac-everything']);
  });

  it('list a Helm template as unreadable and go on', async () => {
    const result = await run({
      'templates/a.yaml': 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\n',
      'b.yaml': pod('  hostPID: true\n'),
    });
    expect(result.tool('kubernetes-security').unreadable).toEqual([
      { file: 'templates/a.yaml', reason: expect.stringContaining('Helm') as string },
    ]);
    expect(result.found).toEqual(['b.yaml:6 host-process-namespace']);
  });

  it('judge a patch by what it says, and not by what it leaves out', async () => {
    const patch = (image: string) =>
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: d }\nspec:\n  selector: {}\n  template:\n    spec:\n' +
      `      hostPID: true\n      containers:\n        - name: c\n${image}`;
    const rules = ['host-process-namespace', 'may-run-as-root', 'default-service-account'];
    // By its own look, and because a kustomization says so.
    expect(await told({ 'a.yaml': patch('') }, ...rules)).toEqual(['a.yaml:8 host-process-namespace']);
    const named = 'kind: Kustomization\npatches:\n  - path: ../b.yaml\n';
    expect(
      await told({ 'overlay/kustomization.yaml': named, 'b.yaml': patch('          image: a:1\n') }, ...rules),
    ).toEqual(['b.yaml:8 host-process-namespace']);
    expect(await told({ 'c.yaml': patch('          image: a:1\n') }, ...rules)).toHaveLength(3);
  });

  it('leave open what envsubst or another program fills in', async () => {
    const text = pod(
      '  hostNetwork: ${HOST}\n  containers:\n    - name: c\n' +
        '      image: a:${TAG}\n      securityContext: ${CONTEXT}\n',
    );
    expect(await told({ 'a.yaml': text }, 'host-network', 'unpinned-image', 'may-run-as-root')).toEqual([]);
  });

  it('read the values of a Secret as what they stand for', async () => {
    const head = 'apiVersion: v1\nkind: Secret\nmetadata: { name: s }\n';
    const secret = (value: string) => `${head}data:\n  password: ${Buffer.from(value).toString('base64')}\n`;
    const placeholders = { 'b.yaml': secret('changeme'), 'c.yaml': secret('<password>') };
    const files = { 'a.yaml': secret('kRt7-example-pw'), ...placeholders };
    expect((await run(files)).found).toEqual(['a.yaml:5 committed-secret']);
  });

  it('tell less of a key that the search for secrets finds where it stands, and of words in base64', async () => {
    const key = `-----BEGIN PRIVATE ${'KEY'}-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC`;
    const secret = (data: string) => `apiVersion: v1\nkind: Secret\nmetadata: { name: s }\n${data}`;
    const severity = async (data: string) =>
      (await run({ 'a.yaml': secret(data) })).tool('kubernetes-security').findings.map((each) => each.severity);
    expect(await severity(`stringData:\n  tls.key: |\n    ${key.replace('\n', '\n    ')}\n`)).toEqual(['low']);
    expect(await severity(`data:\n  tls.key: ${Buffer.from(key).toString('base64')}\n`)).toEqual([undefined]);
    expect(await severity('stringData:\n  clientSecret: ZXhhbXBsZS1hcHAtc2VjcmV0\n')).toEqual(['low']);
  });

  it('tell less of a role for everybody that leads to one service', async () => {
    const binding = (role: string) =>
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: { name: b, namespace: n }\n' +
      `roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: ${role} }\n` +
      'subjects:\n  - { apiGroup: rbac.authorization.k8s.io, kind: Group, name: system:authenticated }\n';
    const severity = async (role: string) =>
      (await run({ 'a.yaml': binding(role) }))
        .tool('kubernetes-security')
        .findings.filter(({ rule }) => rule === 'role-for-everybody')
        .map((each) => each.severity);
    expect(await severity('sealed-secrets-service-proxier')).toEqual(['low']);
    expect(await severity('sealed-secrets-unsealer')).toEqual([undefined]);
  });

  it.each([
    ['User', 'system:anonymous', 1],
    ['Group', 'system:unauthenticated', 1],
    ['Group', 'system:anonymous', 0],
    ['User', 'system:unauthenticated', 0],
  ])('know whether requests without a login have the role of a %s %s', async (kind, name, count) => {
    const binding =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: { name: b, namespace: n }\n' +
      'roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader }\n' +
      `subjects:\n  - { apiGroup: rbac.authorization.k8s.io, kind: ${kind}, name: ${name} }\n`;
    const { findings } = (await run({ 'a.yaml': binding })).tool('kubernetes-security');
    expect(findings.filter(({ rule }) => rule === 'anonymous-access')).toHaveLength(count);
  });

  it('tell less of a password that anybody guesses, and of one for a demonstration', async () => {
    const map = (...lines: readonly string[]) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: m }\ndata:\n${lines.map((line) => `  ${line}\n`).join('')}`;
    const severities = async (...lines: readonly string[]) =>
      (await run({ 'a.yaml': map(...lines) }))
        .tool('kubernetes-security')
        .findings.map(({ line, severity }) => [line, severity]);
    expect(await severities('DB_PASSWORD: accounts-pwd')).toEqual([[5, 'low']]);
    expect(await severities('DEMO_PASSWORD: kRt7-example-pw')).toEqual([[5, 'low']]);
    expect(await severities('DB_PASSWORD: accounts-pwd', 'API_TOKEN: kRt7-example-pw')).toEqual([[6, undefined]]);
  });

  it('know the flags of a control plane, wherever they stand', async () => {
    const server = (flags: string) =>
      pod(
        '  containers:\n    - name: c\n      image: a:1\n      command: [/usr/bin/kube-apiserver]\n' +
          `      args: [${flags}]\n`,
      );
    const rule = 'apiserver-allows-everything';
    expect(await told({ 'a.yaml': server('--profiling=false') }, rule)).toEqual([`a.yaml:7 ${rule}`]);
    expect(await told({ 'a.yaml': server("'--authorization-mode=RBAC'") }, rule)).toEqual([]);
    expect(await told({ 'a.yaml': server("'$(MORE)'") }, rule)).toEqual([]);
    const cluster = (flags: string) =>
      `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\napiServer:\n  extraArgs:\n${flags}`;
    const plain = 'apiserver-static-tokens';
    expect(await told({ 'a.yaml': cluster('    token-auth-file: /t\n') }, plain, rule)).toEqual([`a.yaml:5 ${plain}`]);
    expect(await told({ 'a.yaml': cluster('    - { name: token-auth-file, value: /t }\n') }, plain, rule)).toHaveLength(
      1,
    );
  });

  it('cost a file of nested aliases no more than it weighs', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghijkl'.split('').map((name, level) => `${name}: &${name} [${`*${'abcdefghijk'[level]},`.repeat(9)}]`),
    ].join('\n');
    const result = await run({
      'a.yaml': `${bomb}\n${pod('  hostPID: true\n  containers:\n    - { name: c, image: a:1, args: *l }\n')}`,
      'b.yaml': pod('  hostPID: true\n'),
    });
    expect(result.unreadable).toEqual(['a.yaml']);
    expect(result.found).toEqual(['b.yaml:6 host-process-namespace']);
  });

  const probed = (live: string, ready: string) =>
    `  containers:\n    - name: c\n      image: a:1\n      livenessProbe: ${live}\n      readinessProbe: ${ready}\n`;

  it('compare probes by what their aliases stand for', async () => {
    const reliability = kubernetesTools.filter(({ id }) => id === 'kubernetes-reliability');
    const of = async (live: string, ready: string) => {
      const text = `x-get: &get { path: /, port: 80 }\nx-port: &port 80\n${pod(probed(live, ready))}`;
      const result = await runOn(profile, reliability, { 'a.yaml': text });
      expect(result.unreadable).toEqual([]);
      return result.found.filter((each) => each.endsWith(' same-probes'));
    };
    expect(await of('{ httpGet: *get }', '{ httpGet: { port: *port, path: / } }')).toEqual(['a.yaml:11 same-probes']);
    expect(await of('{ httpGet: *get }', '{ httpGet: { path: /ready, port: *port } }')).toEqual([]);
  });

  it('name a file whose probes are nested aliases, and compare them no longer than others', async () => {
    const bomb = (mark: string) =>
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
        (level) => `${mark}${level}: &${mark}${level} [${Array(9).fill(level === 0 ? 'x' : `*${mark}${level - 1}`)}]`,
      );
    const text = `${[...bomb('a'), ...bomb('b')].join('\n')}\n${pod(probed('{ exec: *a8 }', '{ exec: *b8 }'))}`;
    const result = await runOn(profile, kubernetesTools, { 'a.yaml': text, 'b.yaml': pod('  hostPID: true\n') });
    expect(result.unreadable).toEqual(['a.yaml']);
    expect(result.found).toContain('b.yaml:6 host-process-namespace');
  });

  it('survive an anchor that holds itself', async () => {
    const result = await run({ 'a.yaml': pod('  containers: &c\n    - *c\n'), 'b.yaml': pod('  hostPID: true\n') });
    expect(result.found).toContain('b.yaml:6 host-process-namespace');
  });

  it('take a setting of the pod for its containers, and a container’s own before it', async () => {
    const container = (context: string) =>
      pod(
        '  securityContext: { runAsNonRoot: true, runAsUser: 1000 }\n  containers:\n    - name: ' +
          `c\n      image: a:1\n      securityContext: { allowPrivilegeEscalation: false${context} }\n`,
      );
    const rules = ['runs-as-root', 'may-run-as-root'];
    expect(await told({ 'a.yaml': container('') }, ...rules)).toEqual([]);
    expect(await told({ 'a.yaml': container(', runAsUser: 0') }, ...rules)).toEqual(['a.yaml:10 runs-as-root']);
  });

  it('ask no container of Windows for what Windows does not have', async () => {
    const windows = pod(`  os: { name: windows }\n${CONTAINER}`);
    expect((await run({ 'a.yaml': windows })).found).toEqual([]);
  });
});
