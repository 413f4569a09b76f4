import { kubernetesRules } from '../../../catalogue/kubernetes-rules/index';
import { rulesByType } from '../../infrastructure/judge-resources';
import { findFaults } from '../find-faults';
import { quantityOf } from './quantity';

const rules = rulesByType(kubernetesRules);
const told = (text: string, ...wanted: readonly string[]): string[] =>
  findFaults('a.yaml', text, rules)
    .faults.filter(({ rule }) => wanted.includes(rule))
    .map(({ rule, at }) => `${rule}:${at.line}`);

const pod = (...lines: readonly string[]) =>
  ['apiVersion: v1', 'kind: Pod', 'metadata: { name: a }', 'spec:', ...lines.map((line) => `  ${line}`), ''].join('\n');
const workload = (kind: string, spec: readonly string[], container: readonly string[] = []) =>
  [
    'apiVersion: apps/v1',
    `kind: ${kind}`,
    'metadata: { name: a }',
    'spec:',
    '  selector: { matchLabels: { app: a } }',
    ...spec.map((line) => `  ${line}`),
    '  template:',
    '    metadata: { labels: { app: a } }',
    '    spec:',
    '      containers:',
    '        - name: a',
    '          image: a:1',
    ...container.map((line) => `          ${line}`),
    '',
  ].join('\n');

describe('mistakes that no single value shows', () => {
  it.each([
    ['of a claim of a StatefulSet', ['volumeClaimTemplates: [{ metadata: { name: data } }]'], 'data'],
    ['whose name another program fills in', [], '${VOLUME}'],
    ['whose name Kubernetes fills in', [], '$(VOLUME)'],
  ])('leave a mount alone %s', (_, spec, name) =>
    expect(
      told(
        workload('StatefulSet', spec, [`volumeMounts: [{ name: '${name}', mountPath: /a }]`]),
        'mount-without-volume',
      ),
    ).toEqual([]),
  );

  it('tell of a mount without its volume, but not in a part of an object', () => {
    const mounts = ['volumeMounts: [{ name: data, mountPath: /a }]'];
    expect(told(workload('StatefulSet', [], mounts), 'mount-without-volume')).toEqual(['mount-without-volume:12']);
    const patch = workload('Deployment', [], mounts).replace('          image: a:1\n', '');
    expect(told(patch, 'mount-without-volume')).toEqual([]);
  });

  it.each([
    ['8080', true],
    ['true', true],
    ['yes', true],
    ['1.5', true],
    ['"8080"', false],
    ['!!str 8080', false],
    ['text', false],
    ['', false],
    ['${PORT}', false],
  ])('know a variable that is no text: %s', (value, isWrong) =>
    expect(
      told(
        pod(
          'containers:',
          '  - name: a',
          '    image: a:1',
          `    env: [{ name: A, value: ${value.startsWith('$') ? `'${value}'` : value} }]`,
        ),
        'variable-is-no-text',
      ),
    ).toEqual(isWrong ? ['variable-is-no-text:8'] : []),
  );

  it('compare quantities of any unit', () => {
    const asked = (request: string, limit: string) =>
      told(
        pod(
          'containers:',
          '  - name: a',
          '    image: a:1',
          `    resources: { requests: { cpu: ${request} }, limits: { cpu: ${limit} } }`,
        ),
        'request-above-limit',
      );
    expect(asked('1', '500m')).toHaveLength(1);
    expect(asked('500m', '0.5')).toEqual([]);
    expect(asked('"${CPU}"', '500m')).toEqual([]);
    expect([quantityOf('1Ki'), quantityOf('1e3'), quantityOf('1kb'), quantityOf('')]).toEqual([
      1024,
      1000,
      undefined,
      undefined,
    ]);
  });

  it('know a probe’s port by the names of the container alone', () => {
    const probed = (...more: readonly string[]) =>
      told(
        workload('Deployment', [], ['livenessProbe: { httpGet: { path: /, port: http } }', ...more]),
        'probe-of-unknown-port',
      );
    expect(probed()).toHaveLength(1);
    expect(probed('ports: [{ name: http, containerPort: 80 }]')).toEqual([]);
    expect(probed('ports: [{ name: "${PORT}", containerPort: 80 }]')).toEqual([]);
  });

  const service = (selector: string, name = 'a') =>
    `---\napiVersion: v1\nkind: Service\nmetadata: { name: ${name} }\nspec:\n` +
    `  selector: ${selector}\n  ports: [{ port: 80, targetPort: web }]\n`;

  it.each([
    ['of other keys', '{ team: a }', 'a'],
    ['of another name, whose pods are elsewhere', '{ app: b }', 'b'],
    ['without a selector', '{}', 'a'],
  ])('say nothing of a Service %s', (_, selector, name) =>
    expect(
      told(workload('Deployment', []) + service(selector, name), 'service-selects-nothing', 'service-of-unknown-port'),
    ).toEqual([]),
  );

  it('tell of a Service whose pods have other labels or no such port', () => {
    const both = ['service-selects-nothing', 'service-of-unknown-port'];
    expect(told(workload('Deployment', []) + service('{ app: b }'), ...both)).toEqual(['service-selects-nothing:17']);
    expect(told(workload('Deployment', []) + service('{ app: a }'), ...both)).toEqual(['service-of-unknown-port:18']);
    const named = workload('Deployment', [], ['ports: [{ name: web, containerPort: 80 }]']);
    expect(told(named + service('{ app: a }'), ...both)).toEqual([]);
  });

  it('take objects of other namespaces, versions and unknown names for others', () => {
    const map = (metadata: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: ${metadata}\n---\n`;
    const twice = (one: string, other: string) => told(map(one) + map(other), 'object-given-twice');
    expect(twice('{ name: a }', '{ name: a }')).toHaveLength(1);
    expect(twice('{ name: a, namespace: x }', '{ name: a, namespace: y }')).toEqual([]);
    expect(twice('{ name: "${A}" }', '{ name: "${A}" }')).toEqual([]);
    expect(twice('{ generateName: a- }', '{ generateName: a- }')).toEqual([]);
  });

  const budget =
    '---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: a }\nspec:\n' +
    '  minAvailable: 1\n  selector: { matchLabels: { app: a } }\n';
  const scaler =
    '---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: a }\nspec:\n' +
    '  scaleTargetRef: { kind: Deployment, name: a }\n  maxReplicas: 3\n';

  it('compare a budget with the replicas that there are, unless their number changes', () => {
    expect(told(workload('Deployment', []) + budget, 'budget-of-all-replicas')).toHaveLength(1);
    expect(told(workload('Deployment', ['replicas: 2']) + budget, 'budget-of-all-replicas')).toEqual([]);
    expect(told(workload('Deployment', ['replicas: "${N}"']) + budget, 'budget-of-all-replicas')).toEqual([]);
    expect(told(workload('Deployment', []) + budget + scaler, 'budget-of-all-replicas')).toEqual([]);
  });

  it.each([
    ['*/5 * * * *', false],
    ['0 0 1 JAN MON-FRI', false],
    ['@daily', false],
    ['@every 1h30m', false],
    ['0 0 ? * *', false],
    ['60 * * * *', true],
    ['* * * *', true],
    ['0 0 * * * *', true],
    ['TZ=UTC 0 0 * * *', true],
    ['${SCHEDULE}', false],
  ])('know a schedule: %s', (schedule, isWrong) => {
    const text = `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: a }\nspec:\n  schedule: '${schedule}'\n`;
    const job =
      '  jobTemplate:\n    spec:\n      template:\n        spec:\n          restartPolicy: Never\n' +
      '          containers: [{ name: a, image: "a:1" }]\n';
    expect(told(text + job, 'invalid-schedule')).toEqual(isWrong ? ['invalid-schedule:5'] : []);
  });

  it('leave placeholders in names alone', () => {
    const named = (name: string) =>
      told(`apiVersion: v1\nkind: ConfigMap\nmetadata: { name: '${name}' }\n`, 'invalid-name');
    expect(named('my_map')).toHaveLength(1);
    expect([...named('NAME'), ...named('<name>'), ...named('__name__'), ...named('YOUR_name')]).toEqual([]);
  });
});
