import { actionlintTools } from '../../catalogue/github-actions';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('actionlint');

describeToolSamples(profile, actionlintTools);

describeHostileFiles(profile, {
  tools: actionlintTools,
  extension: '.github/workflows/build.yml',
  flawed: 'on: pussh\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n',
  malformed: 'a: [\n',
  longLine: `on: push\nname: ${'x'.repeat(2_000_000)}`,
  deep: '{a: '.repeat(3_000),
});

it('finds nothing in what GitHub allows and this version does not know', async () => {
  const text =
    'on:\n  workflow_dispatch:\n    inputs:\n      size:\n        type: number\n' +
    '  schedule:\n    - cron: "0 8 * * 1"\n      timezone: Europe/Berlin\n' +
    'permissions:\n  attestations: write\n  models: read\n' +
    'jobs:\n  a:\n    runs-on: ubuntu-latest\n' +
    '    environment:\n      name: release\n      deployment: false\n    steps:\n' +
    '      - name: nothing\n        run: ""\n' +
    '      - uses: actions/checkout@v4\n        with:\n          newest: true\n' +
    '      - run: make server\n        background: true\n        env:\n' +
    "          ${{ inputs.size && 'SIZE' || 'NO_SIZE' }}: 1\n" +
    '      - parallel:\n          - id: size\n            run: make size\n          - run: make test\n' +
    '      - run: echo "${{ steps.size.outputs.bytes }} ${{ join(steps.size.outputs.*, 1) }}"\n';
  expect((await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text })).found).toEqual([]);
});

it('knows what GitHub has added since, as its own grammar of workflows has it', async () => {
  const text = (permission: string, type: string, property: string, step: string) =>
    `on:\n  issues:\n    types: [opened, ${type}]\n  image_version:\n    names: [large]\n` +
    `permissions:\n  ${permission}: read\njobs:\n  a:\n    runs-on: { group: large }\n    snapshot: large\n` +
    '    services:\n      redis: { image: redis, command: redis-server }\n    steps:\n' +
    `      - run: make \${{ ${property} }} \${{ case(runner.debug, 'a', 'b') }}\n` +
    '      - { id: server, run: make server, background: true }\n' +
    `      - ${step}: server\n`;
  const of = async (permission: string, type: string, property: string, step: string) =>
    (await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text(permission, type, property, step) }))
      .found;
  expect(await of('vulnerability-alerts', 'typed', 'runner.environment', 'wait')).toEqual([]);
  expect(await of('copilot-requests', 'field_added', 'job.check_run_id', 'cancel')).toEqual([]);
  const others = await of('copilot', 'fielded', 'job.check_run', 'waits');
  expect(others.map((each) => each.split(':')[1])).toEqual([
    '3 events',
    '7 permissions',
    '15 expression',
    '17 syntax-check',
    '17 syntax-check',
  ]);
});

it('is mild about workflows of a copied library, which GitHub does not run', async () => {
  const text =
    'on:\n  push:\n    branches: ["a b"]\njobs:\n  b:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n';
  const severitiesOf = async (paths: readonly string[]) =>
    (await runOn(profile, actionlintTools, Object.fromEntries(paths.map((path) => [path, text]))))
      .tool('github-actions-lint')
      .findings.map(({ file, severity }) => [file, severity]);
  expect(await severitiesOf(['.github/workflows/a.yml', 'src/lib/.github/workflows/a.yml'])).toEqual([
    ['.github/workflows/a.yml', undefined],
    ['src/lib/.github/workflows/a.yml', 'low'],
  ]);
  expect(await severitiesOf(['one/.github/workflows/a.yml'])).toEqual([['one/.github/workflows/a.yml', undefined]]);
});

it('reports a replaced command only where the shell runs it', async () => {
  const text = (script: string) =>
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: |\n${script}      - run: make\n`;
  const of = async (script: string) =>
    (await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text(script) })).found;
  const [comment, command] = ['          # echo ::set-output name=a::b\n', '          echo ::set-output name=a::b\n'];
  expect(await of(`${comment}          make\n`)).toEqual([]);
  expect(await of(command)).toEqual(['.github/workflows/a.yml:6 deprecated-commands']);
});

it('takes an expression for a section, and a key that is like no other for one that GitHub has gained', async () => {
  const text = (strategy: string, key: string) =>
    `on: push\nconcurrency:\n  group: a\n  ${key}: max\njobs:\n  a:\n    runs-on: ubuntu-latest\n` +
    `    strategy: ${strategy}\n    steps:\n      - run: make\n`;
  const of = async (strategy: string, key: string) => {
    const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text(strategy, key) });
    return run.tool('github-actions-lint').findings.map(({ line, severity }) => [line, severity]);
  };
  expect(await of('${{ fromJSON(needs.b.outputs.strategy) }}', 'queue')).toEqual([]);
  expect(await of('${{ fromJSON(vars.STRATEGY) }}', 'waiting-room')).toEqual([[4, 'low']]);
  expect(await of('fast', 'groups')).toEqual([
    [4, undefined],
    [8, undefined],
  ]);
});

it('is mild about a value that no row of a matrix has, unless its name is mistyped or a default follows', async () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n' +
    '    strategy: { matrix: { include: [{ python: 3, versions: a }] } }\n' +
    '    steps:\n      - run: make ${{ matrix.flags }}\n      - run: make ${{ matrix.version }}\n' +
    "      - run: make ${{ matrix.tox || 'py' }}\n      - run: |\n          make\n          make ${{ matrix.flags }}\n";
  const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(run.tool('github-actions-lint').findings.map(({ line, severity }) => [line, severity])).toEqual([
    [7, 'low'],
    [8, undefined],
    [10, 'low'],
  ]);
  const outcommented = `# - { version: 3 }\n${text}`;
  const { findings } = (await runOn(profile, actionlintTools, { '.github/workflows/a.yml': outcommented })).tool(
    'github-actions-lint',
  );
  expect(findings.map(({ line, severity }) => [line, severity])).toEqual([
    [8, 'low'],
    [9, 'low'],
    [11, 'low'],
  ]);
});

it('lets a value be missing that a workflow asks for, or that a script uses beside one of a like name', async () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n' +
    '    strategy: { matrix: { include: [{ python: 3, versions: a }] } }\n    steps:\n' +
    '      - run: make ${{ matrix.versions }} ${{ matrix.version }}\n' +
    '      - run: make ${{ matrix.pythons }}\n        if: matrix.pythons\n' +
    '      - run: |\n          if [[ -n "${{ matrix.tox }}" ]]; then\n' +
    '            make ${{ matrix.tox }}\n          fi\n' +
    "      - run: make ${{ matrix.version }}\n        if: matrix.other == 'a'\n";
  const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(run.tool('github-actions-lint').findings.map(({ line, severity }) => [line, severity])).toEqual([
    [7, 'low'],
    [14, undefined],
    [15, 'low'],
  ]);
});

it('is mild about a missing field of a value of the matrix as well', async () => {
  const text = (field: string) =>
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n' +
    '    strategy: { matrix: { job: [{ target: arm, os: linux }] } }\n' +
    `    steps:\n      - run: make \${{ matrix.job.target }} \${{ matrix.job.${field} }}\n`;
  const of = async (field: string) =>
    (await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text(field) }))
      .tool('github-actions-lint')
      .findings.map(({ severity }) => severity);
  expect(await of('use-cross')).toEqual(['low']);
  expect(await of("use-cross || 'no'")).toEqual([]);
  expect(await of('oss')).toEqual([undefined]);
});

it('tells of texts of others in a script where they stand, and is mild where the job has nothing to lose', async () => {
  const text = (permissions: string, on = 'pull_request') =>
    `on: ${on}\n${permissions === '' ? '' : `permissions: ${permissions}\n`}` +
    `jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n` +
    '      - run: |\n          make\n          echo "${{ github.head_ref }}"\n          cd "${{ github.head_ref }}"\n';
  const of = async (permissions: string, on?: string) => {
    const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text(permissions, on) });
    return run.tool('github-actions-lint').findings.map(({ rule, line, severity }) => [rule, line, severity]);
  };
  expect(await of('{ contents: write }')).toEqual([
    ['untrusted-in-script', 9, undefined],
    ['untrusted-in-script', 10, undefined],
  ]);
  const severities = async (permissions: string, on?: string) =>
    (await of(permissions, on)).map(([, , severity]) => severity);
  expect(await severities('{ contents: read }')).toEqual(['low', 'low']);
  expect(await severities('', '[pull_request, push]')).toEqual(['low', 'low']);
  expect(await severities('', '[pull_request, issues]')).toEqual([undefined, undefined]);
});

it.each([
  ['macos-12', ['macos-12']],
  ['[MacOS-13-xlarge]', ['MacOS-13-xlarge']],
  ['windows-2022', []],
  ['[self-hosted, ubuntu-20.04]', []],
  ['{ group: own, labels: ubuntu-20.04 }', []],
  ['ubuntu-20.04-16-cores', []],
  ['${{ matrix.os }}', ['windows-2019', 'ubuntu-18.04']],
  ['${{ matrix.row.os }}', ['macos-11']],
  ['${{ matrix.os }}-large', []],
  ['${{ matrix.computed }}', []],
])('finds runners that are no more, wherever a job names them: %s', async (runsOn, labels) => {
  const text =
    `on: push\njobs:\n  a:\n    runs-on: ${runsOn}\n    strategy:\n      matrix:\n` +
    '        os: [ubuntu-latest, windows-2019]\n        row: [{ os: macos-11 }, { os: macos-26 }]\n' +
    '        computed: ${{ fromJSON(vars.ROWS) }}\n        include:\n          - { os: ubuntu-18.04 }\n' +
    '    steps:\n      - run: make\n';
  const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  const found = run.tool('github-actions-lint').findings.filter(({ rule }) => rule === 'retired-runner');
  expect(found.map(({ message }) => /had no (\S+) since/.exec(message)?.[1])).toEqual(labels);
});

it('misses the time of a schedule, and no schedule with a time zone', async () => {
  const text = (entry: string) =>
    `on:\n  schedule:\n    - ${entry}\n  push:\n` +
    'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n';
  const of = async (entry: string) =>
    (await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text(entry) })).found;
  expect(await of("timezone: Europe/Berlin\n      cron: '0 8 * * 1'")).toEqual([]);
  expect(await of("{ cron: '0 8 * * 1', timezone: Europe/Berlin }")).toEqual([]);
  expect(await of('timezone: Europe/Berlin')).toHaveLength(1);
  expect(await of("cron: '0 8 * * 1'\n      zone: Europe/Berlin")).toHaveLength(1);
});

it.each([
  ['without any', ''],
  ['with others', ' { inputs: { level: { type: string } } }'],
])('knows the inputs of a workflow that is called, if people may start it %s', async (_, inputs) => {
  const text =
    'on:\n  workflow_call:\n    inputs:\n      NIGHTLY: { type: boolean }\n' +
    `  workflow_dispatch:${inputs}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n` +
    '      - run: |\n          make ${{ inputs.NIGHTLY }}\n      - run: make ${{ inputs.DAILY }}\n';
  const { found } = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(found).toEqual(['.github/workflows/a.yml:12 expression']);
});

describe('a condition that asks for an input which the workflow does not have', () => {
  const severities = async (condition: string, others: Readonly<Record<string, string>> = {}) => {
    const text =
      'on:\n  workflow_call:\n    inputs:\n      charts: { type: string }\njobs:\n  a:\n    runs-on: ubuntu-latest\n' +
      `    steps:\n      - run: exit 1\n        if: ${condition}\n`;
    const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text, ...others });
    return run
      .tool('github-actions-lint')
      .findings.map(({ rule, severity, message }) => [rule, severity, message.endsWith('never holds')]);
  };

  it.each([
    "inputs.chart != '' && failure()",
    "inputs.chart == 'all'",
    'inputs.chart',
    ">-\n          ${{\n            (inputs.chart != '') &&\n            contains(github.ref, 'a')\n          }}",
  ])('is grave where it never holds: %s', async (condition) =>
    expect(await severities(condition)).toEqual([['expression', 'high', true]]),
  );

  it.each(["inputs.chart != '' || failure()", '${{ !inputs.chart }}', "inputs.chart == ''", "inputs.chart != 'all'"])(
    'is a mistake like others where it may hold: %s',
    async (condition) => expect(await severities(condition)).toEqual([['expression', undefined, false]]),
  );

  it.each([
    ['workflow_dispatch: { inputs: { chart: { type: string } } }', 'low'],
    ['workflow_dispatch: { inputs: { charts: { type: string } } }', 'high'],
    ['push: { branches: [chart] }', 'high'],
  ])('is of little matter where people give it to the caller: %s', async (trigger, severity) => {
    const caller = `on: { ${trigger} }\njobs:\n  a:\n    uses: ./.github/workflows/a.yml\n`;
    expect(
      (await severities("inputs.chart != ''", { '.github/workflows/b.yml': caller })).map((each) => each[1]),
    ).toEqual([severity]);
  });

  it('is judged although another workflow is no YAML', async () => {
    const broken = 'on: [workflow_dispatch\njobs: { a: { uses: ./.github/workflows/a.yml }\n';
    const told = await severities("inputs.chart != ''", { '.github/workflows/b.yml': broken });
    expect(told).toContainEqual(['expression', 'high', true]);
  });
});

it('says less of a schedule of each minute than of one that there is not', async () => {
  const severity = async (cron: string) => {
    const text =
      `on:\n  schedule:\n    - cron: '${cron}'\n` +
      'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n';
    const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
    return run.tool('github-actions-lint').findings.map((each) => [each.rule, each.severity]);
  };
  expect(await severity('* */6 * * *')).toEqual([['events', 'medium']]);
  expect(await severity('61 * * * *')).toEqual([['events', undefined]]);
  expect(await severity('0 */6 * * *')).toEqual([]);
});

it('reads truth values as YAML does, and takes a scope that is like no other for a newer one', async () => {
  const text =
    'on: push\npermissions:\n  weather: read\n  content: read\n' +
    'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n' +
    "      - run: make\n        if: False\n      - run: make\n        if: True && github.actor == ''\n";
  const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(run.tool('github-actions-lint').findings.map(({ line, severity }) => [line, severity])).toEqual([
    [3, 'low'],
    [4, undefined],
    [12, undefined],
  ]);
});

it('reads what aliases stand for, and the variables of a repository', async () => {
  const text =
    'on:\n  workflow_call:\n    inputs:\n      size:\n        ' +
    'type: string\n        required: true\n        default: a\n' +
    'jobs:\n  a: &job\n    runs-on: ubuntu-latest\n    env: &env\n      NAME: ${{ vars.NAME }}\n    steps:\n' +
    '      - uses: &checkout actions/checkout@v4\n      - uses: *checkout\n' +
    '      - uses: &bad actions/cache\n      - uses: *bad\n' +
    '  b: *job\n  c:\n    runs-on: ubuntu-latest\n    env: *env\n    steps:\n      - run: echo "${{ env.SIZE.a }}"\n';
  const { found } = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(found).toEqual(['.github/workflows/a.yml:16 action', '.github/workflows/a.yml:23 expression']);
});

it('knows the filter of branches of a merge queue, and no filter of another event', async () => {
  const text = (event: string) =>
    `on:\n  ${event}:\n    branches: [main]\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n`;
  const of = async (event: string) =>
    (await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text(event) })).found;
  expect(await of('merge_group')).toEqual([]);
  expect(await of('issues')).not.toEqual([]);
});

it('knows that a pull request may get a milestone or a place in a merge queue', async () => {
  const text = (types: string) =>
    `on:\n  pull_request:\n    types: [${types}]\n` +
    'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n';
  const of = async (types: string) =>
    (await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text(types) })).found;
  expect(await of('opened, milestoned, demilestoned, enqueued, dequeued')).toEqual([]);
  expect(await of('mileposted')).toEqual(['.github/workflows/a.yml:3 events']);
});

it('knows what the context has gained, and that a job without needs may ask for them', async () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n' +
    "    if: github.repository_visibility == 'public' && !contains(needs.*.result, 'failure')\n" +
    '    env: { a: "${{ github.secret_source }}" }\n' +
    '    steps:\n      - run: echo "${{ github.repository_view }}"\n';
  const { found } = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(found).toEqual(['.github/workflows/a.yml:8 expression']);
});

it('knows the files for commands of the runner, and no other object with a field of that name', async () => {
  const step = (expression: string) => `      - run: echo "\${{ ${expression} }}"\n`;
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    outputs: { size: a }\n    steps:\n' +
    step('github.output') +
    step('github.step_summary') +
    '  b:\n    needs: a\n    runs-on: ubuntu-latest\n    steps:\n' +
    step('github.state') +
    step('needs.a.output.size');
  const { found } = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(found).toEqual(['.github/workflows/a.yml:14 expression']);
});

it('says once what is wrong in an anchor that stands where nothing is judged', async () => {
  const text =
    'on: push\nx-steps: &steps\n  - run: echo "${{ nothing.a }}"\njobs:\n' +
    '  a:\n    runs-on: ubuntu-latest\n    steps: *steps\n  b:\n    runs-on: ubuntu-latest\n    steps: *steps\n';
  const { found } = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(found.filter((each) => each.endsWith(' expression'))).toEqual(['.github/workflows/a.yml:7 expression']);
});

it('asks for no differing field in a matrix, and takes the values of any object', async () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    strategy:\n      matrix:\n        config:\n' +
    '          - {arch: x64, server: 2022}\n          - {arch: x64, server: 2022, sanitizer: address}\n' +
    '    steps:\n      - run: echo "${{ join(matrix.config.*, \'-\') }}"\n';
  expect((await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text })).found).toEqual([]);
});

it('finds a step that does nothing, and an id that no step has', async () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - name: nothing\n' +
    '      - parallel:\n          - run: make\n      - run: echo "${{ steps.size.outputs.bytes }}"\n';
  const { found } = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(found).toEqual(['.github/workflows/a.yml:6 syntax-check', '.github/workflows/a.yml:9 expression']);
});

describe('actionlint on a hostile target', () => {
  const flawed = 'on: pussh\njobs:\n  a:\n    runs-on: nobody-knows\n    steps:\n      - run: make\n';

  it('reads no configuration of the target', async () => {
    const run = await runOn(profile, actionlintTools, {
      '.github/workflows/a.yml': flawed,
      '.github/actionlint.yaml': 'paths:\n  "**":\n    ignore: [".*"]\n',
    });
    expect(run.found).toEqual(['.github/workflows/a.yml:1 events']);
  });

  it.each([
    [
      'a raw escape character',
      'on: push\nname: "a\u001b[31mb"\n',
      'not YAML: line 2 holds the control character U+001B',
    ],
    ['one in a comment', '# \u001b[31m\non: push\n', 'not YAML: line 1 holds the control character U+001B'],
    ['a control character of C1', 'on: push\nname: a\u0080\n', 'not YAML: line 2 holds the control character U+0080'],
    [
      'half a character',
      'on: push\nname: "\\ud800"\n',
      expect.stringMatching(/^actionlint breaks on this file/) as string,
    ],
  ])('leaves out a file with %s, says why, and fails no tool by it', async (_, content, reason) => {
    const unreadable = [{ file: '.github/workflows/a.yml', reason }];
    const alone = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': content });
    expect(alone.tool('github-actions-lint')).toMatchObject({ outcome: { status: 'completed' }, unreadable });
    const run = await runOn(profile, actionlintTools, {
      '.github/workflows/a.yml': content,
      '.github/workflows/b.yml': flawed,
    });
    expect(run.found).toContain('.github/workflows/b.yml:1 events');
    expect(run.tool('github-actions-lint')).toMatchObject({ outcome: { status: 'completed' }, unreadable });
  });

  it('goes on after a file that makes the module panic', async () => {
    const bomb = `on: push\nname: &a ${'[x]'}\nenv: ${'&b {}'}\njobs: &c\n  a: *c\n`;
    const run = await runOn(profile, actionlintTools, {
      '.github/workflows/a.yml': bomb,
      '.github/workflows/b.yml': flawed,
    });
    expect(run.found).toContain('.github/workflows/b.yml:1 events');
    expect(run.tool('github-actions-lint').outcome).toEqual({ status: 'completed' });
  });
});

it('takes a condition that asks for a secret seriously, because GitHub refuses the workflow', async () => {
  const workflow = (condition: string) =>
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n' +
    `    steps:\n      - if: \${{ ${condition} }}\n        run: make\n`;
  const severity = async (condition: string) => {
    const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': workflow(condition) });
    return run.tool(actionlintTools[0]!.id).findings.map((each) => each.severity ?? 'of the rule');
  };
  expect(await severity("secrets.KEY != ''")).toEqual(['high']);
  expect(await severity("nothing.KEY != ''")).toEqual(['of the rule']);
  expect(await severity("env.KEY != ''")).toEqual([]);
  expect(await severity('env.KEY != "a"')).toEqual(['high']);
  expect(await severity("env.KEY != 'a' && ")).toEqual(['high']);
});

it('sees settings of a strategy beside it', async () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    fail-fast: false\n    weather: fair\n' +
    '    steps:\n      - run: make\n';
  const run = await runOn(profile, actionlintTools, { '.github/workflows/a.yml': text });
  expect(run.tool(actionlintTools[0]!.id).findings.map(({ line, severity }) => [line, severity])).toEqual([
    [5, 'medium'],
    [6, 'low'],
  ]);
});
