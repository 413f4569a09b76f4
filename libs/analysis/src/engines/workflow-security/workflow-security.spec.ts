import { workflowSecurityTools } from '../../catalogue/github-actions';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { findings, rulesOf, workflowWith } from '../../../test/workflow-findings';
import { profileOf } from '../engine-table';

const profile = profileOf('workflow-security');

describeToolSamples(profile, workflowSecurityTools);

describeHostileFiles(profile, {
  tools: workflowSecurityTools,
  extension: '.github/workflows/build.yml',
  flawed: 'on: push\npermissions: write-all\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n',
  malformed: 'a: [\n',
  longLine: `on: push\nname: ${'x'.repeat(2_000_000)}`,
  deep: '{a: '.repeat(3_000),
});

describe('the workflow rules', () => {
  it('know the jobs that never start, because GitHub has no such runner any more', async () => {
    const text = (one: string, other: string) =>
      `on: push\njobs:\n  a:\n    runs-on: ${one}\n    steps:\n      - uses: others/tag@v1\n` +
      `  b:\n    runs-on: ${other}\n    steps:\n      - uses: others/tag@v1\n      - run: 'curl -k https://a.com'\n`;
    const found = async (one: string, other: string) =>
      (await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text(one, other) }))
        .tool('github-actions-security')
        .findings.map(({ rule, line, severity }) => `${line} ${rule} ${severity ?? 'as the rule says'}`);
    expect(await found('macos-12', 'ubuntu-20.04')).toEqual([
      '6 unpinned-action low',
      '10 unpinned-action low',
      '11 tls-checks-off low',
    ]);
    expect(await found('macos-12', '[self-hosted, ubuntu-20.04]')).toEqual([
      '1 default-permissions info',
      '6 unpinned-action low',
      '10 unpinned-action as the rule says',
      '11 tls-checks-off as the rule says',
    ]);
  });

  it('make less of a certificate that only an old version of a program does not check', async () => {
    const text = (condition: string, end: string) =>
      'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: |\n' +
      `          if ${condition}; then\n            make\n          ${end}\n` +
      '            npm config set strict-ssl false\n          fi\n';
    const of = async (condition: string, end: string) =>
      (await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text(condition, end) }))
        .tool('github-actions-security')
        .findings.filter(({ rule }) => rule === 'tls-checks-off')
        .map(({ severity }) => severity ?? 'as the rule says');
    const old = '[[ "${{ matrix.node-version }}" == 0.* ]]';
    expect(await of(old, ':')).toEqual(['low']);
    expect(await of(old, 'else')).toEqual(['as the rule says']);
    expect(await of(old, 'fi; if true; then')).toEqual(['as the rule says']);
    expect(await of('[[ "$OS" == linux ]]', ':')).toEqual(['as the rule says']);
  });

  it('are mild about workflows of a folder where the root has its own', async () => {
    const [text] = Object.values(workflowWith('push', 'uses: owner/action@main'));
    const severities = async (...paths: readonly string[]) => {
      const tree = Object.fromEntries(paths.map((path) => [path, text!]));
      const { findings } = (await runOn(profile, workflowSecurityTools, tree)).tool('github-actions-security');
      return findings.map(({ file, rule, severity }) => `${file} ${rule} ${severity ?? 'as the rule says'}`);
    };
    const copied = 'libraries/a/.github/workflows/a.yml';
    expect(await severities(copied)).toEqual([`${copied} unpinned-action high`]);
    expect(await severities('.github/workflows/a.yml', copied)).toEqual([
      '.github/workflows/a.yml unpinned-action high',
      `${copied} unpinned-action low`,
    ]);
  });

  it.each([
    ['a file of the machine', 'curl -sS file://$PWD/install.sh | sh', 0],
    ['a file of the machine, quoted', 'curl "file://$PWD/install.sh" | sh', 0],
    ['a download', 'curl https://example.com/i.sh | sh # file://', 1],
  ])('tell a download from %s', async (_, run, count) =>
    expect(await findings('push', `run: '${run}'`)).toHaveLength(count),
  );

  it('weigh a download by the machine on which it runs', async () => {
    const text = (machine: string, url: string) =>
      `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n` +
      `  b:\n    runs-on: ${machine}\n    steps:\n      - run: curl ${url} | sh\n`;
    const severities = async (...given: Parameters<typeof text>) => {
      const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text(...given) });
      const { findings } = run.tool('github-actions-security');
      return findings.filter(({ rule }) => rule === 'download-piped-to-shell').map(({ severity }) => severity);
    };
    expect(await severities('ubuntu-latest', 'https://example.com/i.sh')).toEqual([undefined]);
    expect(await severities('[self-hosted, linux]', 'https://example.com/i.sh')).toEqual(['medium']);
    expect(await severities('ubuntu-latest', 'http://example.com/i.sh')).toEqual(['high']);
  });

  it('see through an anchor', async () => {
    expect(await findings('push', '&s { run: "curl https://example.com/i.sh | sh" }\n      - *s')).toMatchObject([
      { rule: 'download-piped-to-shell', line: 7 },
      { rule: 'download-piped-to-shell', line: 7 },
    ]);
  });

  it.each([
    'run: echo "${{ secrets.KEY }}" > key.pem',
    "run: login $(printf '%s' ${{ secrets.KEY }})",
    'run: echo "${{ github.event.issue.number }}"',
    'run: echo "${{ github.event.workflow_run.head_commit.id }}"',
    'uses: docker://example/lint@sha256:0123',
    'uses: $/.github/actions/lint',
  ])('leave alone what is harmless: %s', async (step) => {
    expect(await findings('issues', step)).toEqual([]);
  });

  it('call a script that anybody on the way can change a high risk', async () => {
    const severities = async (address: string) =>
      (await findings('push', `run: curl ${address} | sh`)).map(({ severity }) => severity);
    expect(await severities('http://example.com/i.sh')).toEqual(['high']);
    expect(await severities('https://example.com/i.sh')).toEqual([undefined]);
  });

  it('say less of the workflows of a copied library in a clone: GitHub runs none of them', async () => {
    const text = workflowWith('push', 'uses: someone/action@main')['.github/workflows/a.yml']!;
    const severity = async (repository?: string) => {
      const target = { kind: 'repository' as const, leftOut: [], ...(repository !== undefined && { repository }) };
      const run = await runOn(profile, workflowSecurityTools, { 'modules/a/.github/workflows/a.yml': text }, target);
      return run.tool('github-actions-security').findings.find(({ rule }) => rule === 'unpinned-action')?.severity;
    };
    expect(await severity('acme/shop')).toBe('low');
    expect(await severity()).toBe('high');
  });

  it('take a sample less seriously than what runs', async () => {
    const text =
      'on: push\njobs:\n  a:\n    runs-on: x\n    permissions: write-all\n    steps:\n      - uses: others/tag@v1\n';
    const severity = async (path: string) =>
      (await runOn(profile, workflowSecurityTools, { [path]: text }))
        .tool('github-actions-security')
        .findings.filter(({ rule }) => rule === 'unpinned-action')
        .map((each) => each.severity);
    expect(await severity('examples/shop/.github/workflows/ci.yml')).toEqual(['low']);
    const sample = await runOn(profile, workflowSecurityTools, { 'examples/shop/.github/workflows/ci.yml': text });
    expect(sample.found.filter((each) => each.includes('default-permissions'))).toEqual([]);
    expect(await severity('.github/workflows/ci.yml')).toEqual([undefined]);
  });

  it('find nothing in YAML that is no workflow', async () => {
    const run = await runOn(profile, workflowSecurityTools, {
      '.github/workflows/a.yml': '- one\n- two\n',
      '.github/workflows/b.yml': 'jobs: *missing\n',
      '.github/workflows/c.yml': 'jobs: 3\n',
    });
    expect(run.found).toEqual([]);
    expect(run.tool('github-actions-security').outcome).toEqual({ status: 'completed' });
  });

  it('know a condition that always holds from one that is a whole expression', async () => {
    const conditions = async (condition: string) =>
      (await rulesOf('push', 'run: make', `if: ${condition}`)).filter((rule) => rule === 'condition-always-true');
    for (const condition of ["github.ref == 'a'", "${{ github.ref == 'a' }}", '>-\n          ${{ always() }}', 'true'])
      expect(await conditions(condition)).toEqual([]);
    for (const condition of [
      'success() && ${{ inputs.a }}',
      '${{ inputs.a }} || ${{ inputs.b }}',
      '|\n          ${{ inputs.a }}',
    ])
      expect(await conditions(condition)).toHaveLength(1);
  });
});
