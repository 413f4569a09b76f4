import { kubernetesTools } from '../../catalogue/kubernetes';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('kubernetes');

describeToolSamples(profile, kubernetesTools);

const pod = (spec: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: p }\nspec:\n  automountServiceAccountToken: false\n${spec}`;

describeHostileFiles(profile, {
  tools: kubernetesTools,
  extension: '.yaml',
  flawed: pod('  hostNetwork: true\n  containers: []\n'),
  malformed: 'apiVersion: v1\nkind: [\n',
  longLine: `apiVersion: v1\nkind: Pod\nnote: ${'x'.repeat(2_000_000)}`,
  deep: `apiVersion: v1\nspec: ${'{a: '.repeat(3_000)}`,
});

describe('the Kubernetes rules', () => {
  const run = (files: Record<string, string>) => runOn(profile, kubernetesTools, files);

  it('judge every document of a file, with its own lines', async () => {
    const flawed = pod('  hostNetwork: true\n');
    expect((await run({ 'a.yaml': `${flawed}---\n${flawed}` })).found).toEqual([
      'a.yaml:6 host-network',
      'a.yaml:13 host-network',
    ]);
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

  it('cost a file of nested aliases no more than it weighs', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghijkl'.split('').map((name, level) => `${name}: &${name} [${`*${'abcdefghijk'[level]},`.repeat(9)}]`),
    ].join('\n');
    const result = await run({ 'a.yaml': `${pod('  hostPID: true\n  containers: *l\n')}${bomb}\n` });
    expect(result.tool('kubernetes-security').outcome).toEqual({ status: 'completed' });
  });

  it('survive an anchor that holds itself', async () => {
    const result = await run({ 'a.yaml': pod('  containers: &c\n    - *c\n'), 'b.yaml': pod('  hostPID: true\n') });
    expect(result.found).toContain('b.yaml:6 host-process-namespace');
  });

  it('take a setting of the pod for its containers, and a container’s own before it', async () => {
    const container = (context: string) =>
      pod(
        '  securityContext: { runAsNonRoot: true, runAsUser: 1000 }\n  containers:\n    - name: ' +
          'c\n      image: a:1\n      resources: { limits: { memory: 1Mi } }\n      ' +
          `securityContext: { allowPrivilegeEscalation: false${context} }\n`,
      );
    expect((await run({ 'a.yaml': container('') })).found).toEqual([]);
    expect((await run({ 'a.yaml': container(', runAsUser: 0') })).found).toEqual(['a.yaml:11 runs-as-root']);
  });
});
