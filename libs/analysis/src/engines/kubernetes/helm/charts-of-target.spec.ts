import { kubernetesTools } from '../../../catalogue/kubernetes';
import { runOn } from '../../../../test/run-on';
import { profileOf } from '../../engine-table';

const profile = profileOf('kubernetes');
const security = kubernetesTools.filter(({ id }) => id === 'kubernetes-security');
const CHART = { 'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n' };

const workload = (pod: string, container = '') =>
  'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Release.Name }}\n' +
  'spec:\n  selector: {}\n  template:\n' +
  `    spec:\n      serviceAccountName: shop\n${pod}` +
  `      containers:\n        - name: app\n          image: app:1\n${container}`;

describe('the objects of a chart', () => {
  const run = (files: Record<string, string>) => runOn(profile, security, { ...CHART, ...files });
  const told = async (files: Record<string, string>, ...rules: readonly string[]) => {
    const result = await run(files);
    return result.found.filter((found) => rules.includes(found.split(' ')[1]!));
  };

  it('are judged as the default values make them, at the line of the template, with what decides', async () => {
    const files = {
      'shop/templates/a.yaml': workload('      hostNetwork: {{ .Values.net }}\n'),
      'shop/values.yaml': '# how it runs\nnet: true\n',
    };
    expect(await told(files, 'host-network')).toEqual(['shop/templates/a.yaml:10 host-network']);
    const finding = (await run(files))
      .tool('kubernetes-security')
      .findings.find(({ rule }) => rule === 'host-network')!;
    expect(finding.message).toContain('(decided by net in shop/values.yaml, line 2)');
    expect(await told({ ...files, 'shop/values.yaml': 'net: false\n' }, 'host-network')).toEqual([]);
  });

  it('are shown in the helper that writes them', async () => {
    const files = {
      'shop/templates/_pod.tpl': '{{- define "pod" -}}\nhostPID: true\n{{- end }}\n',
      'shop/templates/a.yaml': workload('      {{- include "pod" . | nindent 6 }}\n'),
    };
    expect(await told(files, 'host-process-namespace')).toEqual(['shop/templates/_pod.tpl:2 host-process-namespace']);
  });

  it('lack nothing that users are meant to set, and what nobody can set', async () => {
    const context = '          securityContext:\n            {{- toYaml .Values.context | nindent 12 }}\n';
    const open = { 'shop/templates/a.yaml': workload('', context), 'shop/values.yaml': 'context: {}\n' };
    const rules = ['may-run-as-root', 'privilege-escalation'];
    expect(await told(open, ...rules)).toEqual([]);
    const block =
      '          {{- with .Values.context }}\n          securityContext:\n' +
      '            {{- toYaml . | nindent 12 }}\n          {{- end }}\n';
    expect(await told({ ...open, 'shop/templates/a.yaml': workload('', block) }, ...rules)).toEqual([]);
    expect(await told({ 'shop/templates/a.yaml': workload('') }, ...rules)).toHaveLength(2);
    expect(await told({ ...open, 'shop/values.yaml': 'context: { runAsNonRoot: true }\n' }, ...rules)).toEqual([
      'shop/templates/a.yaml:13 privilege-escalation',
    ]);
  });

  it('have no finding for what no default value turns on, and for tests of the chart', async () => {
    const off = `{{ if .Values.on }}\n${workload('      hostPID: true\n')}{{ end }}\n`;
    const test = workload('      hostPID: true\n').replace(
      'metadata:\n',
      'metadata:\n  annotations: { helm.sh/hook: test }\n',
    );
    const files = { 'shop/templates/a.yaml': off, 'shop/templates/b.yaml': test, 'shop/values.yaml': 'on: false\n' };
    expect((await run(files)).found).toEqual([]);
  });

  it('tell of a password that installations have by default, and of no made-up token', async () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData:\n' +
      '  password: {{ .Values.password }}\n  token: {{ .Values.token }}\n';
    const result = await run({
      'shop/templates/a.yaml': secret,
      'shop/values.yaml': 'password: Shop-12345\ntoken: abc-def-ghi\n',
    });
    expect(result.tool('kubernetes-security').findings).toMatchObject([
      { rule: 'committed-secret', line: 5, severity: 'low' },
    ]);
    const empty = { 'shop/templates/a.yaml': secret, 'shop/values.yaml': "password: ''\ntoken: ''\n" };
    expect((await run(empty)).found).toEqual([]);
  });

  it('are less where a setting of the chart decides what it is for', async () => {
    const role =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: c }\nrules:\n' +
      '{{- if .Values.rules }}\n{{ toYaml .Values.rules }}\n{{- else }}\n' +
      "- apiGroups: ['*']\n  resources: ['*']\n  verbs: ['*']\n{{- end }}\n";
    const service =
      'apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: { name: v1.shop }\nspec:\n' +
      '  {{- if not .Values.ca }}\n  insecureSkipTLSVerify: true\n  {{- end }}\n';
    const windows = workload(
      '      nodeSelector: { kubernetes.io/os: windows }\n' +
        '      securityContext: {{ toYaml .Values.context | nindent 8 }}\n',
    );
    const files = {
      'shop/templates/a.yaml': role,
      'shop/templates/b.yaml': service,
      'shop/templates/c.yaml': windows,
      'shop/values.yaml': "rules: []\nca: ''\ncontext:\n  windowsOptions:\n    hostProcess: true\n",
    };
    const rules = ['rbac-everything', 'api-service-unchecked', 'windows-host-process'];
    const severities = async (all: Record<string, string>) =>
      (await run(all))
        .tool('kubernetes-security')
        .findings.filter(({ rule }) => rules.includes(rule))
        .map(({ rule, severity }) => `${rule} ${severity}`);
    expect((await severities(files)).sort()).toEqual(rules.map((rule) => `${rule} low`).sort());
    const fixed = service.replace(/.*{{.*\n/g, '');
    expect(await severities({ 'shop/templates/b.yaml': fixed })).toEqual(['api-service-unchecked undefined']);
  });

  it('name a template that cannot be rendered, and go on', async () => {
    const result = await run({
      'shop/templates/a.yaml': '{{ if }}\n',
      'shop/templates/b.yaml': workload('      hostPID: true\n'),
      'shop/templates/c.yaml': workload('      {{- include "common.pod" . | nindent 6 }}\n'),
      'shop/Chart.yaml': `${CHART['shop/Chart.yaml']}dependencies: [{ name: common, version: 1.x.x }]\n`,
    });
    expect(result.found.filter((found) => found.includes('host-process'))).toEqual([
      'shop/templates/b.yaml:10 host-process-namespace',
    ]);
    expect(result.tool('kubernetes-security').unreadable).toEqual([
      { file: 'shop/templates/a.yaml', reason: expect.stringContaining('no template: line 1') as string },
      { file: 'shop/templates/c.yaml', reason: expect.stringContaining('charts that are not in the target') as string },
    ]);
  });

  it('use a chart of the same target that they depend on', async () => {
    const result = await run({
      'shop/templates/a.yaml': workload('      {{- include "common.pod" . | nindent 6 }}\n'),
      'shop/Chart.yaml': `${CHART['shop/Chart.yaml']}dependencies: [{ name: common, version: 1.x.x }]\n`,
      'common/Chart.yaml': 'apiVersion: v2\nname: common\nversion: 1.4.0\ntype: library\n',
      'common/templates/_pod.tpl': '{{ define "common.pod" }}hostPID: true{{ end }}',
    });
    expect(result.unreadable).toEqual([]);
    expect(result.found).toContain('common/templates/_pod.tpl:1 host-process-namespace');
  });

  it('survive charts that are none', async () => {
    const result = await run({
      'a/Chart.yaml': '[',
      'b/Chart.yaml':
        'name: b\ndependencies: [{ name: b, repository: "file://." }, { name: x, repository: "file://../../.." }]\n',
      'b/values.yaml': '- a\n',
      'shop/templates/b.yaml': workload('      hostPID: true\n'),
    });
    expect(result.unreadable).toEqual(['a/Chart.yaml', 'b/Chart.yaml']);
    expect(result.found).toContain('shop/templates/b.yaml:10 host-process-namespace');
  });
});
