import { workflowSecurityTools } from '../../catalogue/github-actions';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
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
  const workflow = (on: string, step: string) => ({
    '.github/workflows/a.yml': [
      `on: ${on}`,
      'permissions: { contents: write }',
      'jobs:',
      '  a:',
      '    runs-on: ubuntu-latest',
      '    steps:',
      `      - ${step}\n`,
    ].join('\n'),
  });
  const findings = async (on: string, step: string) =>
    (await runOn(profile, workflowSecurityTools, workflow(on, step))).tool('github-actions-security').findings;

  it('call an injection critical where a stranger’s event runs with the repository’s token', async () => {
    expect(await findings('issue_comment', 'run: echo ${{ github.event.comment.body }}')).toMatchObject([
      { rule: 'script-injection', severity: 'critical', line: 7 },
    ]);
    expect(await findings('pull_request', 'run: echo ${{ github.head_ref }}')).toEqual([
      expect.not.objectContaining({ severity: 'critical' }),
    ]);
  });

  it.each([
    ['a branch', 'github.head_ref', 'ubuntu-latest', 'medium'],
    ['a branch on a machine that stays', 'github.head_ref', 'self-hosted', undefined],
    ['a title', 'github.event.pull_request.title', 'ubuntu-latest', undefined],
  ])('weigh the text of a pull request in a job that may write: %s', async (_, text, machine, severity) => {
    const run = (step: string) =>
      runOn(profile, workflowSecurityTools, {
        '.github/workflows/a.yml': [
          'on: pull_request',
          'permissions: { contents: write }',
          'jobs:',
          '  a:',
          `    runs-on: ${machine}`,
          '    steps:',
          `      - ${step}\n`,
        ].join('\n'),
      });
    for (const step of [
      `run: echo \${{ ${text} }}`,
      `run: echo \${{ env.TEXT }}\n        env: { TEXT: '\${{ ${text} }}' }`,
    ]) {
      const { findings } = (await run(step)).tool('github-actions-security');
      const injections = findings.filter(({ rule }) => rule === 'script-injection');
      expect(injections.map((each) => each.severity)).toEqual([severity]);
    }
  });

  it.each([
    ['[pull_request, push]', 'github.head_ref', '', 'low'],
    ['[pull_request, push]', 'github.event.pull_request.title', '', 'as the rule says'],
    ['[pull_request, push]', 'github.head_ref', 'permissions: { contents: write }\n', 'medium'],
    ['[pull_request, push]', 'github.head_ref', 'env: { KEY: "${{ secrets.KEY }}" }\n', 'medium'],
    ['[pull_request, issues]', 'github.head_ref', '', 'critical'],
  ])('say little of a branch in a job that has nothing: on %s, %s, %j', async (on, text, more, severity) => {
    const job = `jobs:\n  a:\n    runs-on: x\n    steps:\n      - run: echo \${{ ${text} }}\n`;
    const run = await runOn(profile, workflowSecurityTools, {
      '.github/workflows/a.yml': `on: ${on}\n${more}${job}`,
    });
    const found = run.tool('github-actions-security').findings.filter(({ rule }) => rule === 'script-injection');
    expect(found.map((each) => each.severity ?? 'as the rule says')).toEqual([severity]);
  });

  it('call an injection mild where only members choose the text', async () => {
    const branch = 'run: gh pr merge ${{ github.event.workflow_run.head_branch }}';
    const severities = async (on: string, step: string) =>
      (await findings(on, step)).map(({ severity }) => severity ?? 'as the rule says');
    expect(await severities('{ workflow_run: { types: [completed] } }', branch)).toEqual(['critical']);
    const guarded = `if: github.event.workflow_run.head_repository.fork == false\n        ${branch}`;
    expect(await severities('{ workflow_run: { types: [completed] } }', guarded)).toEqual(['low']);
    expect(await severities('workflow_dispatch', 'run: echo ${{ github.head_ref }}')).toEqual(['low']);
    expect(await severities('workflow_call', 'run: echo ${{ github.head_ref }}')).toEqual(['medium']);
    const title =
      'if: github.event.pull_request.head.repo.fork == false\n        ' +
      'run: echo "${{ github.event.pull_request.title }}"';
    expect(await severities('pull_request_target', title)).toEqual(['critical']);
  });

  it('are milder about a checkout whose code is only read', async () => {
    const checkout = 'uses: actions/checkout@v1\n        with: { ref: "${{ github.event.pull_request.head.sha }}" }';
    const severity = async (step: string) =>
      (await findings('pull_request_target', `${checkout}\n      - ${step}`))
        .filter(({ rule }) => rule === 'untrusted-checkout')
        .map((each) => each.severity);
    expect(await severity('uses: others/clang-format-action@v4')).toEqual(['medium']);
    expect(await severity('uses: others/build-action@v4')).toEqual([undefined]);
    expect(await severity('run: make')).toEqual([undefined]);
  });

  it('call a checkout mild where no fork starts the job', async () => {
    const checkout = (condition: string) =>
      `uses: actions/checkout@v3.0.0\n        if: ${condition}\n` +
      `        with: { ref: "\${{ github.event.pull_request.head.sha }}" }`;
    const severities = async (condition: string) =>
      (await findings('pull_request_target', checkout(condition)))
        .filter(({ rule }) => rule === 'untrusted-checkout')
        .map(({ severity }) => severity);
    expect(await severities('github.event.pull_request.head.repo.fork == false')).toEqual(['low']);
    expect(await severities('github.event.pull_request.head.repo.fork == true')).toEqual([undefined]);
  });

  it.each([
    ['permissions: { contents: read }\n', '', []],
    ['', '    permissions: { contents: read }\n', []],
    ['', '', ['default-permissions']],
  ])('ask none of a job that calls a workflow with its own: %j, %j', async (ofWorkflow, ofJob, rules) => {
    const job = `jobs:\n  b:\n    runs-on: x\n${ofJob}    steps:\n      - run: npm ci\n`;
    const run = await runOn(profile, workflowSecurityTools, {
      '.github/workflows/a.yml': 'on: push\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n',
      '.github/workflows/called.yml': `on: workflow_call\n${ofWorkflow}${job}`,
    });
    expect(run.tool('github-actions-security').findings.map(({ rule }) => rule)).toEqual(rules);
  });

  it('ask no permissions of a workflow that only others call', async () => {
    const rules = async (on: string) => {
      const text = `on: ${on}\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: make\n`;
      const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
      return run.tool('github-actions-security').findings.map(({ rule }) => rule);
    };
    expect(await rules('workflow_call')).toEqual([]);
    expect(await rules('[workflow_call, push]')).toEqual(['default-permissions']);
  });

  it.each([
    ['git push', []],
    ['if [ "$A" = "${{ github.ref }}" ]; then echo "$(date)" | tee a; fi', []],
    ['A=1 gh pr list && exit 0', []],
    ['echo "$(make)"', ['default-permissions']],
    ['git pull | sh', ['default-permissions']],
    [`curl -H "Key: a" -X POST https://a.com/runs -d '{"type":"release"}'`, []],
    ['curl -X POST https://a.com/script -o run.sh && ./run.sh', ['default-permissions']],
    ["echo 'npm ci'; npm ci", ['default-permissions']],
    ['curl https://a.com/script | tee run.sh', ['default-permissions']],
    ['npm ci', ['default-permissions']],
  ])('ask no permissions of a job that runs nothing of others: %s', async (script, rules) => {
    const text =
      'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v4\n' +
      `      - run: |\n          ${script}\n`;
    const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
    expect(run.tool('github-actions-security').findings.map(({ rule }) => rule)).toEqual(rules);
  });

  it.each([
    ['pull_request', 'uses: others/tag@v1', undefined],
    ['pull_request', 'uses: others/tag@v1\n        with: { token: "${{ github.token }}" }', 'as the rule says'],
    ['[pull_request, push]', 'uses: others/tag@v1', 'info'],
    ['workflow_run', 'uses: others/tag@v1', 'as the rule says'],
    ['push', 'run: npm ci', 'info'],
    ['push', 'run: npm run pull-request\n        env: { GH_TOKEN: "${{ github.token }}" }', 'as the rule says'],
    ['push', 'run: npx coveralls\n        env: { COVERALLS_TOKEN: "${{ github.token }}" }', 'info'],
    ['push', 'run: npm ci\n        env: { KEY: "${{ secrets.KEY }}" }', 'info'],
    ['push', 'run: cmake -B build && cmake --build build && ctest', undefined],
  ])('say more of workflows without permissions where more is at stake: on %s, %s', async (trigger, step, severity) => {
    const run = await runOn(profile, workflowSecurityTools, {
      '.github/workflows/a.yml': `on: ${trigger}\njobs:\n  a:\n    runs-on: x\n    steps:\n      - ${step}\n`,
    });
    const found = run.tool('github-actions-security').findings.find(({ rule }) => rule === 'default-permissions');
    expect(found && (found.severity ?? 'as the rule says')).toBe(severity);
  });

  it.each([
    ['a release that is uploaded', '', 'uses: softprops/action-gh-release@v2', 'as the rule says', undefined],
    ['a push', '', 'run: git push', 'as the rule says', undefined],
    ['a push with a key of its own', '', 'run: git push\n        env: { KEY: "${{ secrets.KEY }}" }', 'info', 'low'],
    [
      'a token of its own',
      '',
      'uses: o/create-pull-request@v1\n        with: { token: "${{ secrets.P }}" }',
      'info',
      'low',
    ],
    ['a token for a setup', '', 'uses: o/setup-buf@v1\n        with: { token: "${{ github.token }}" }', 'info', 'low'],
    ['nothing', '', 'run: make', 'info', 'low'],
    ['reading elsewhere', 'permissions: { contents: read }\n', 'run: make', 'as the rule says', 'low'],
    ['a right elsewhere', 'permissions: { issues: write }\n', 'run: make', 'info', 'low'],
  ])('know the default token by the other workflows: %s', async (_, permissions, step, ofToken, ofAction) => {
    const run = await runOn(profile, workflowSecurityTools, {
      '.github/workflows/a.yml': 'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: others/tag@v1\n',
      '.github/workflows/b.yml': `on: push\n${permissions}jobs:\n  a:\n    runs-on: x\n    steps:\n      - ${step}\n`,
    });
    const found = run.tool('github-actions-security').findings.filter(({ file }) => file?.endsWith('a.yml'));
    const severityOf = (name: string) => found.find(({ rule }) => rule === name)?.severity;
    expect(severityOf('default-permissions') ?? 'as the rule says').toBe(ofToken);
    expect(severityOf('unpinned-action')).toBe(ofAction);
  });

  it('ask permissions of a job that calls a workflow of the project, which has what its caller gives', async () => {
    const run = await runOn(profile, workflowSecurityTools, {
      '.github/workflows/a.yml': 'on: push\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n',
    });
    expect(run.found).toHaveLength(1);
  });

  it.each([
    ['ruby/setup-ruby@v1', '', 'low'],
    ['ruby/setup-ruby@v1', '        with: { token: "${{ secrets.KEY }}" }\n', 'low'],
    ['goreleaser/goreleaser-action@v6', '        env: { GITHUB_TOKEN: "${{ github.token }}" }\n', 'as the rule says'],
    ['coverallsapp/github-action@v2', '        with: { github-token: "${{ github.token }}" }\n', 'low'],
    ['docker/login-action@v3', '    permissions: { contents: write }\n', 'as the rule says'],
    ['others/tag@v1', '', 'low'],
    ['others/tag@v1', '    permissions: { contents: write }\n', 'as the rule says'],
    ['ruby/setup-ruby@main', '', 'low'],
    ['others/setup-php@v2', '', 'low'],
    ['others/composer-install@v3', '', 'low'],
    ['others/setup-php@v2', '        env: { GITHUB_TOKEN: "${{ github.token }}" }\n', 'low'],
    ['others/test-php@v2', '        env: { GITHUB_TOKEN: "${{ github.token }}" }\n', 'as the rule says'],
    ['dependabot/fetch-metadata@v2', '    permissions: { contents: write }\n', undefined],
    ['others/setup-php@v2', '    env: { KEY: "${{ secrets.KEY }}" }\n', 'as the rule says'],
  ])('are mild about what sets up a language in a job that holds nothing: %s %s', async (used, more, severity) => {
    const text = `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: ${used}\n${more}`;
    const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
    const found = run.tool('github-actions-security').findings.find(({ rule }) => rule === 'unpinned-action');
    expect(found && (found.severity ?? 'as the rule says')).toBe(severity);
  });

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

  it('call a branch of an action grave where the job has something to lose', async () => {
    const text = (permissions: string, more: string) =>
      `on: push\npermissions: ${permissions}\njobs:\n  a:\n    runs-on: x\n    steps:\n` +
      `      - uses: others/tag@main\n${more}`;
    const severities = async (permissions: string, more = '') =>
      (await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text(permissions, more) }))
        .tool('github-actions-security')
        .findings.filter(({ rule }) => rule === 'unpinned-action')
        .map(({ severity }) => severity);
    expect(await severities('{ contents: write }')).toEqual(['high']);
    const ofForks = await runOn(profile, workflowSecurityTools, {
      '.github/workflows/a.yml': text('{}', '').replace('push', 'pull_request').replace('permissions: {}\n', ''),
      '.github/workflows/b.yml': text('{}', '')
        .replace('push', '[pull_request, push]')
        .replace('permissions: {}\n', ''),
    });
    const { findings: told } = ofForks.tool('github-actions-security');
    expect(told.filter(({ rule }) => rule === 'unpinned-action').map(({ severity }) => severity)).toEqual([
      'low',
      'low',
    ]);
    expect(await severities('{ contents: read }')).toEqual(['low']);
    expect(await severities('read-all', '        with: { token: "${{ secrets.GITHUB_TOKEN }}" }\n')).toEqual(['low']);
    expect(await severities('{ contents: read }', '        with: { token: "${{ secrets.TAG }}" }\n')).toEqual(['high']);
    const key = (value: string) => `        with: { token: "${value}" }\n`;
    expect(await severities('{ contents: read }', key('${{ secrets.CODECOV_TOKEN }}'))).toEqual(['low']);
    expect(await severities('{ contents: read }', key('${{ secrets.CODECOV_TOKEN || secrets.TAG }}'))).toEqual([
      'high',
    ]);
    expect(await severities('{}', '      - run: make\n        env: { KEY: "${{ secrets.KEY }}" }\n')).toEqual(['high']);
  });

  it('are mild about a job that gains nothing, unless another takes its files or its machine stays', async () => {
    const severities = async (first: string, second: string) => {
      const text =
        `on: push\njobs:\n  a:\n    runs-on: x\n    permissions: { contents: read }\n    steps:\n` +
        `      - uses: others/tag@v1\n${first}  b:\n    runs-on: x\n    permissions: { contents: write }\n` +
        `    steps:\n${second}`;
      const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
      const { findings } = run.tool('github-actions-security');
      return findings.filter(({ rule }) => rule === 'unpinned-action').map(({ severity }) => severity);
    };
    const [uploads, downloads] = ['upload', 'download'].map((each) => `      - uses: actions/${each}-artifact@v4\n`);
    expect(await severities('', downloads!)).toEqual(['low']);
    expect(await severities(uploads!, '      - run: make\n')).toEqual(['low']);
    expect(await severities(uploads!, downloads!)).toEqual([undefined]);
    const ofOwn =
      'permissions: {}\non: push\njobs:\n  a:\n    runs-on: [self-hosted]\n    steps:\n      - uses: o/tag@v1\n';
    const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': ofOwn });
    expect(run.tool('github-actions-security').findings.map(({ severity }) => severity)).toEqual([undefined]);
  });

  it('are mild about actions whose own instructions name a branch', async () => {
    const severity = async (used: string) => (await findings('push', `uses: ${used}`)).map((each) => each.severity);
    expect(await severity('dtolnay/rust-toolchain@stable')).toEqual(['low']);
    expect(await severity('google/oss-fuzz/infra/cifuzz/actions/run_fuzzers@master')).toEqual(['low']);
    expect(await severity('slsa-framework/slsa-github-generator/a@v2.1.0')).toEqual(['low']);
    expect(await severity('dtolnay/other@stable')).toEqual([undefined]);
  });

  it('take organisations whose names begin alike for parts of one project', async () => {
    const severity = async (used: string) => {
      const target = { kind: 'directory', leftOut: [], repository: 'jenkinsci/git-plugin' } as const;
      const run = await runOn(profile, workflowSecurityTools, workflow('push', `uses: ${used}`), target);
      return run.tool('github-actions-security').findings.map((each) => each.severity);
    };
    expect(await severity('jenkins-infra/release@v1')).toEqual(['low']);
    expect(await severity('jenga/release@v1')).toEqual([undefined]);
  });

  it('are mild about a variable in a script where no fork starts the job', async () => {
    const text = (condition: string) =>
      'on: pull_request\npermissions: { contents: write }\n' +
      'env: { NAME: "${{ github.head_ref }}" }\njobs:\n  a:\n    runs-on: x\n' +
      `    if: ${condition}\n    steps:\n      - run: echo \${{ env.NAME }}\n`;
    const severities = async (condition: string) =>
      (await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text(condition) }))
        .tool('github-actions-security')
        .findings.map(({ severity }) => severity);
    expect(await severities('${{ !github.event.pull_request.head.repo.fork }}')).toEqual(['low']);
    expect(await severities('${{ !github.event.pull_request.draft }}')).toEqual(['medium']);
  });

  it('know that whoever sets a label is the actor of that event', async () => {
    const rules = async (on: string) =>
      (await findings(on, 'run: make')).length === 0 &&
      (await findings(on, "run: make\n        if: github.actor == 'dependabot[bot]'")).map(({ rule }) => rule);
    expect(await rules('{ pull_request_target: { types: [labeled] } }')).toEqual([]);
    expect(await rules('{ pull_request_target: { types: [labeled, synchronize] } }')).toEqual(['spoofable-actor']);
  });

  it.each([
    ["cat << 'EOF'\n          ${{ toJSON(github.event.issue) }}\n          EOF", 'low'],
    ["cat << 'EOF'\n          a\n          EOF\n          echo '${{ toJSON(github.event.issue) }}'", 'high'],
    ['cat << EOF\n          ${{ toJSON(github.event.issue) }}\n          EOF', 'high'],
  ])('are mild about an event in a text of which the shell replaces nothing: %j', async (script, severity) => {
    const found = await findings('issues', `run: |\n          ${script}`);
    expect(found.filter(({ rule }) => rule === 'event-in-script').map((each) => each.severity)).toEqual([severity]);
  });

  it('are mild about who pushed last where the bot itself is asked for afterwards', async () => {
    const severity = async (used: string) =>
      (
        await findings(
          'pull_request_target',
          `uses: ${used}\n      - run: make\n        if: github.actor == 'dependabot[bot]'`,
        )
      )
        .filter(({ rule }) => rule === 'spoofable-actor')
        .map((each) => each.severity);
    expect(await severity('dependabot/fetch-metadata@v2')).toEqual(['low']);
    expect(await severity('actions/checkout@v4')).toEqual([undefined]);
  });

  it.each(['"pull_request_target"', '[push, pull_request_target]', '{ pull_request_target: { types: [opened] } }'])(
    'know the trigger however it is written: %s',
    async (on) => {
      expect(await findings(on, 'uses: actions/checkout@v4\n        with: { ref: "refs/pull/1/merge" }')).toMatchObject(
        [{ rule: 'untrusted-checkout', line: 8 }],
      );
    },
  );

  it('are mild about workflows of a folder where the root has its own', async () => {
    const [text] = Object.values(workflow('push', 'uses: owner/action@main'));
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

  it('read the name of a variable as a text, whatever characters it has', async () => {
    const step = (name: string, text: string) =>
      [`env: { "${name}": "\${{ github.event.comment.body }}" }`, `        run: ${text}`].join('\n');
    expect(await findings('issue_comment', step('A(B', 'echo "$A" >> $GITHUB_ENV'))).toEqual([]);
    expect(await findings('issue_comment', step('AB', 'echo "$AB" >> $GITHUB_ENV'))).toMatchObject([
      { rule: 'environment-injection', line: 8 },
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

  it.each([
    ['package.json', '{ "repository": { "type": "git", "url": "git+https://github.com/Acme/shop.git" } }'],
    ['package.json', '{ "repository": "acme/shop" }'],
    ['go.mod', 'module github.com/acme/shop/v2\n'],
    ['Cargo.toml', '[package]\nrepository = "https://github.com/acme/shop"\n'],
    ['pyproject.toml', '[project.urls]\nSource = "https://github.com/acme/shop"\n'],
    ['pom.xml', '<project>\n  <scm>\n    <url>https://github.com/acme/shop</url>\n  </scm>\n</project>\n'],
    ['Chart.yaml', 'name: shop\nsources:\n  - https://github.com/acme/shop\n'],
    ['galaxy.yml', 'namespace: shop\nrepository: https://github.com/acme/shop\n'],
    ['CODEOWNERS', '# @others/reviewers reviews\n*  @somebody @acme/shop-team\n'],
    ['.github/CODEOWNERS', '/docs/ @Acme/writers\n'],
    ['README.md', '![CI](https://github.com/acme/shop/actions/workflows/ci.yml/badge.svg)\n'],
  ])('count what the owner of the project has elsewhere as its own: %s %s', async (manifest, text) => {
    const used = [
      'uses: acme/release/.github/actions/tag@main',
      'uses: others/release@v1\n',
      'uses: acme-labs/release@v1\n',
    ].join('\n      - ');
    const run = await runOn(profile, workflowSecurityTools, { ...workflow('push', used), [manifest]: text });
    expect(run.tool('github-actions-security').findings.map(({ line }) => line)).toEqual([8, 10]);
  });

  it('say less of the workflows of a copied library in a clone: GitHub runs none of them', async () => {
    const text = workflow('push', 'uses: someone/action@main')['.github/workflows/a.yml']!;
    const severity = async (repository?: string) => {
      const target = { kind: 'repository' as const, leftOut: [], ...(repository !== undefined && { repository }) };
      const run = await runOn(profile, workflowSecurityTools, { 'modules/a/.github/workflows/a.yml': text }, target);
      return run.tool('github-actions-security').findings.find(({ rule }) => rule === 'unpinned-action')?.severity;
    };
    expect(await severity('acme/shop')).toBe('low');
    expect(await severity()).toBe('high');
  });

  it('count what the owner of the repository has elsewhere as its own', async () => {
    const used = 'uses: acme/release@main\n      - uses: acme-labs/release@main';
    const target = { kind: 'directory', leftOut: [], repository: 'Acme/group/shop' } as const;
    const run = await runOn(profile, workflowSecurityTools, workflow('push', used), target);
    expect(run.tool('github-actions-security').findings.map(({ line }) => line)).toEqual([8]);
  });

  it('are mild about a workflow that lies in the project itself and is named in full, and say why', async () => {
    const calls = (place: string) => `  a:\n    uses: ${place}\n    secrets: inherit\n`;
    const caller = (place: string) => `on: push\npermissions: {}\njobs:\n${calls(place)}`;
    const found = async (place: string, called = 'workflow_call') => {
      const run = await runOn(profile, workflowSecurityTools, {
        'README.md': '[Help](https://github.com/Acme/shop/issues), by [others](https://github.com/others).\n',
        '.github/workflows/ci.yml': caller(place),
        '.github/workflows/build.yml': `on: ${called}\npermissions: {}\njobs: {}\n`,
      });
      return run
        .tool('github-actions-security')
        .findings.map(({ line, rule, severity, message }) =>
          [line, rule, severity ?? 'as the rule says', ...(message.includes('may be your own') ? ['own?'] : [])].join(
            ' ',
          ),
        );
    };
    const ofOthers = ['5 unpinned-action high', '6 all-secrets-exposed as the rule says'];
    expect(await found('acme/shop/.github/workflows/build.yml@main')).toEqual([
      '5 unpinned-action low own?',
      '6 all-secrets-exposed low own?',
    ]);
    expect(await found('acme/shop/.github/workflows/build.yml@main', 'push')).toEqual(ofOthers);
    expect(await found('acme/shop/.github/workflows/build.yml@main', 'push # or workflow_call')).toEqual(ofOthers);
    expect(await found('acme/shop/.github/workflows/other.yml@main')).toEqual(ofOthers);
    expect(await found('others/shop/.github/workflows/build.yml@main')).toEqual(ofOthers);
  });

  it('are mild about what is of the owner to whose repositories a page links part by part, and say why', async () => {
    const used = 'uses: acme/tag@v1\n      - uses: others/tag@v1';
    const found = async (page: string) =>
      (await runOn(profile, workflowSecurityTools, { ...workflow('push', used), 'README.md': page }))
        .tool('github-actions-security')
        .findings.map(({ severity, message }) => [severity, message.includes('may be your own')]);
    const link = (owner: string, part: string) => `[a](https://github.com/${owner}/shop/${part})\n`;
    const own = link('Acme', 'wiki') + link('acme', 'issues') + link('acme', 'blob/main/LICENSE');
    expect(await found(own + link('others', 'issues'))).toEqual([
      ['low', true],
      [undefined, false],
    ]);
    expect(await found(own + ['wiki', 'issues', 'releases'].map((part) => link('others', part)).join(''))).toEqual([
      [undefined, false],
      [undefined, false],
    ]);
    expect(await found(link('acme', 'wiki') + link('acme', 'issues'))).toEqual([
      [undefined, false],
      [undefined, false],
    ]);
  });

  it.each([
    ['.github/CODEOWNERS', '*  @Acme @somebody\n/docs/ @others\n'],
    ['.github/CODEOWNERS', '* @somebody\n*\t@somebody/owners @acme # @others\n'],
    ['.github/FUNDING.yml', 'github: acme # others\nko_fi: others\n'],
    ['.github/FUNDING.yml', 'github:\n  - somebody\n  - Acme\nko_fi: others\n'],
    ['.github/funding.yml', 'github: [somebody, acme]\npatreon: others\n---\nbroken\n'],
    ['MAINTAINERS.md', '- A <a@others.com> [@acme](https://github.com/acme)\n- see https://github.com/others/shop\n'],
  ])('are mild about what is of those who keep the project, and say why: %s %j', async (file, text) => {
    const used = 'uses: acme/tag@main\n      - uses: others/tag@main\n      - uses: acme2/tag@main';
    const run = await runOn(profile, workflowSecurityTools, { ...workflow('push', used), [file]: text });
    const found = run.tool('github-actions-security').findings;
    expect(found.map(({ severity, message }) => [severity, message.includes('may be your own')])).toEqual([
      ['low', true],
      ['high', false],
      ['high', false],
    ]);
  });

  it('take a long list of people for those who have helped', async () => {
    const people = Array.from({ length: 60 }, (_, index) => `- @helper${index}\n`).join('');
    const run = await runOn(profile, workflowSecurityTools, {
      ...workflow('push', 'uses: helper1/tag@main'),
      'MAINTAINERS.md': people,
    });
    expect(run.tool('github-actions-security').findings).toMatchObject([{ severity: 'high' }]);
  });

  it('take an owner from what a workflow does in its own repository alone', async () => {
    expect(
      await findings(
        'push',
        "uses: acme/tag@v1\n        if: github.repository == 'Acme/shop'\n      - uses: others/tag@v1",
      ),
    ).toMatchObject([{ rule: 'unpinned-action', line: 9 }]);
    expect(await findings('push', "uses: acme/tag@v1\n        if: github.repository != 'acme/shop'")).toMatchObject([
      { rule: 'unpinned-action', line: 7 },
    ]);
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

  it('take the shared repository of an organisation as one’s own', async () => {
    const used = 'uses: acme/.github/actions/tag@main\n      - uses: acme/tag@main';
    expect(await findings('push', used)).toMatchObject([{ line: 8, severity: 'high' }]);
  });

  it('are milder where a step says that it tries a branch', async () => {
    const [tried, used] = await findings(
      'push',
      'name: Lint with the main branch\n        uses: acme/lint@main\n      - name: Lint\n        uses: acme/lint@main',
    );
    expect([tried?.severity, used?.severity]).toEqual([undefined, 'high']);
  });

  it('take an owner from what another workflow says, too', async () => {
    const run = await runOn(profile, workflowSecurityTools, {
      ...workflow('push', 'uses: acme/tag@v1'),
      '.github/workflows/b.yml':
        'on: push\npermissions: {}\njobs:\n  b:\n    runs-on: a\n    steps: []\n' +
        "    if: github.repository_owner == 'acme'\n",
    });
    expect(run.found).toEqual([]);
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

  const rulesOf = async (on: string, ...lines: readonly string[]) => {
    const found = await findings(on, lines.join('\n        '));
    return found.map(({ rule, severity }) => (severity === undefined ? rule : `${rule} ${severity}`));
  };

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

  it('lower it, too, where a job that it needs asks what somebody may do', async () => {
    const text = (step: string) =>
      `on: issue_comment\npermissions: {}\njobs:\n  asked:\n    runs-on: x\n    steps:\n      - ${step}\n` +
      '  last:\n    needs: asked\n    runs-on: x\n    steps:\n      - run: gh pr checkout 1\n      - run: npm test\n';
    const severities = async (step: string) =>
      (await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text(step) }))
        .tool('github-actions-security')
        .findings.flatMap(({ rule, severity }) => (rule === 'untrusted-code-by-command' ? [severity] : []));
    expect(await severities('uses: others/get-user-teams-membership@v3')).toEqual(['low']);
    expect(await severities('run: gh api repos/o/r/collaborators/$WHO/permission')).toEqual(['low']);
    expect(await severities('run: make')).toEqual([undefined]);
  });

  it('lower code that a command checks out where nothing of it runs, or where somebody with rights began', async () => {
    const checkout = 'run: gh pr checkout 1';
    expect(await rulesOf('issue_comment', `${checkout} && make`)).toEqual(['untrusted-code-by-command']);
    expect(await rulesOf('issue_comment', checkout)).toEqual(['untrusted-code-by-command low']);
    expect(
      await rulesOf('issue_comment', `${checkout} && make`, "if: github.event.comment.author_association == 'OWNER'"),
    ).toEqual(['untrusted-code-by-command low']);
    expect(await rulesOf('pull_request', `${checkout} && make`)).toEqual([]);
  });

  it('lower a checkout where who opened the pull request is asked for, less so where somebody looks', async () => {
    const checkout = 'uses: actions/checkout@v4.2.2';
    const ref = 'with: { ref: "${{ github.event.pull_request.head.sha }}" }';
    const rules = (condition: string) => rulesOf('pull_request_target', checkout, ref, `if: ${condition}`);
    expect(await rules("github.event.pull_request.user.login == 'dependabot[bot]'")).toEqual([
      'untrusted-checkout low',
    ]);
    expect(await rules('github.event.pull_request.head.repo.full_name == github.repository')).toEqual([
      'untrusted-checkout low',
    ]);
    expect(await rules("contains(github.event.pull_request.labels.*.name, 'safe')")).toEqual([
      'untrusted-checkout medium',
    ]);
    expect(await rules("github.event.pull_request.user.login != 'a'")).toEqual(['untrusted-checkout']);
  });

  it.each([
    ['ref: "${{ github.event.workflow_run.head_branch }}"', ' low'],
    ['ref: "${{ github.head_ref }}", repository: "${{ github.repository }}"', ' low'],
    ['ref: "${{ github.head_ref }}", repository: "${{ github.event.pull_request.head.repo.full_name }}"', ''],
    ['ref: "${{ github.event.workflow_run.head_sha }}"', ''],
  ])('tell a branch of the repository from the code of a fork: %s', async (inputs, severity) => {
    const step = ['uses: actions/checkout@v4.2.2', `with: { ${inputs} }`];
    expect(await rulesOf('{ workflow_run: { workflows: [CI] } }', ...step)).toEqual([`untrusted-checkout${severity}`]);
  });

  it.each([
    ['v4', '', ' low'],
    ['v7', '', ' low'],
    ['v4.4.0', '', ' low'],
    ['v6.0.3', '', ''],
    ['v4', ', allow-unsafe-pr-checkout: true', ''],
    ['v7.0.1', ', allow-unsafe-pr-checkout: "false"', ' low'],
    ['3d3c42e5aac5ba805825da76410c181273ba90b1', '', ''],
    ['v1', '', ''],
  ])('know the versions of the checkout that refuse code of forks: %s%s', async (version, inputs, severity) => {
    const step = [
      `uses: actions/checkout@${version}`,
      `with: { ref: "\${{ github.event.pull_request.head.sha }}"${inputs} }`,
    ];
    expect(await rulesOf('pull_request_target', ...step)).toEqual([`untrusted-checkout${severity}`]);
  });

  it('take the comment behind the commit of a checkout for a hint, which nothing holds to the commit', async () => {
    const step = [
      'uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
      'with: { ref: "${{ github.event.pull_request.head.sha }}" }',
    ];
    const on = (text: string) => findings('pull_request_target', text);
    expect(await on(step.join('\n        '))).toMatchObject([
      { rule: 'untrusted-checkout', severity: 'medium', message: expect.stringMatching(/, as its comment has it$/) },
    ]);
    const tagged = step.join('\n        ').replace(/@.*/, '@v7.0.1');
    expect(await on(tagged)).toMatchObject([
      { rule: 'untrusted-checkout', severity: 'low', message: expect.stringMatching(/ refuses of a fork$/) },
    ]);
  });

  it.each([
    ['if: github.event.pull_request.head.repo.full_name == github.repository', '', 'low'],
    ["environment: ${{ github.event.pull_request.head.repo.fork && 'forks' || 'own' }}", '', 'medium'],
    ['environment: { name: "${{ github.event.pull_request.head.repo.fork && \'forks\' }}" }', '', 'medium'],
    ['environment: forks', '', undefined],
    ['if: github.event.pull_request.head.repo.full_name == github.repository', 'if: always()', undefined],
  ])('ask what the jobs say that a checkout needs: %s', async (before, own, severity) => {
    const text =
      `on: pull_request_target\npermissions: {}\njobs:\n  asked:\n    ${before}\n    runs-on: ubuntu-latest\n` +
      `    steps: [{ run: 'true' }]\n  last:\n    needs: asked\n    ${own}\n    runs-on: ubuntu-latest\n    steps:\n` +
      '      - uses: actions/checkout@v4\n        with:\n' +
      '          ref: ${{ github.event.pull_request.head.sha }}\n          allow-unsafe-pr-checkout: true\n' +
      '      - run: npm test\n';
    const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
    const found = run.tool('github-actions-security').findings.filter(({ rule }) => rule === 'untrusted-checkout');
    expect(found.map((each) => each.severity)).toEqual([severity]);
  });

  it('fear unsafe commands less where an action alone may print them', async () => {
    const flag = 'env: { ACTIONS_ALLOW_UNSECURE_COMMANDS: true }';
    expect(await rulesOf('push', 'uses: actions/setup-node@v6', flag)).toEqual(['unsafe-commands low']);
    expect(await rulesOf('push', 'run: npm test', flag)).toEqual(['unsafe-commands']);
  });

  it('take no words that a stranger cannot choose for his', async () => {
    expect(await rulesOf('workflow_run', 'run: echo ${{ github.event.workflow_run.head_commit.id }}')).toEqual([]);
    expect(await rulesOf('push', "run: echo '${{ toJSON(github) }}'")).toEqual([]);
    const branch = 'run: echo ${{ github.event.workflow_run.head_branch }}';
    const after = (branches: string) =>
      rulesOf(`{ workflow_run: { workflows: [CI], branches: [${branches}] } }`, branch);
    expect(await after('main, update/a')).toEqual([]);
    expect(await after("main, 'update/**'")).toEqual(['script-injection critical']);
  });

  it.each([
    ['unzip a.zip', ['artifact-poisoning']],
    ['unzip -o a.zip run.sh pr.txt', ['artifact-poisoning']],
    ['unzip -o a.zip "*.sh"', ['artifact-poisoning']],
    ['unzip -o a.zip pr.txt', []],
    ['unzip -j a.zip -d ./pages\n          npx upload ./pages', []],
    ['unzip a.zip -d "pages/"', []],
    ['unzip a.zip -d pages\n          sh pages/run.sh', ['artifact-poisoning']],
    ['unzip a.zip -d pages\n          cd pages\n          npm ci', ['artifact-poisoning']],
    ['unzip a.zip -d node_modules/a', ['artifact-poisoning']],
    ['unzip a.zip -d ../a', ['artifact-poisoning']],
    ['unzip a.zip -d pages\n          unzip b.zip', ['artifact-poisoning']],
    ['unzip -o a.zip pr.txt\n          cat ./pr.txt >> $GITHUB_OUTPUT', ['output-in-script high']],
    ['unzip -o a.zip pr.txt\n          echo "n=$(<pr.txt)" >> "$GITHUB_OUTPUT"', ['output-in-script high']],
    ['unzip -o a.zip pr.txt\n          cat ./version >> $GITHUB_OUTPUT', []],
  ])('tell what becomes of an artifact: %j', async (script, rules) => {
    const steps = [
      'uses: actions/github-script@v7',
      '  with: { script: "await github.rest.actions.downloadArtifact({})" }',
      '- id: unpacked',
      `  run: |\n          ${script}`,
      '- run: sh ./run.sh',
      '- uses: actions/github-script@v7',
      '  with: { script: "comment(${{ steps.unpacked.outputs.n }})" }',
    ];
    const found = await findings('{ workflow_run: { workflows: [CI] } }', steps.join('\n      '));
    expect(found.map(({ rule, severity }) => (severity === undefined ? rule : `${rule} ${severity}`))).toEqual(rules);
  });

  it('take an artifact of a run that the step names for one that no fork puts in', async () => {
    const step = 'uses: dawidd6/action-download-artifact@v3.1.4';
    expect(await rulesOf('push', step, 'with: { run_id: "${{ inputs.run }}" }')).toEqual(['unpinned-action']);
    expect(await rulesOf('push', step, 'with: { workflow: a.yml }')).toContain('vulnerable-action medium');
  });

  it('know the version of an action by the comment beside its commit', async () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    expect(await rulesOf('push', `uses: tj-actions/changed-files@${commit} # v40.0.1`)).toEqual(['vulnerable-action']);
    expect(await rulesOf('push', `uses: tj-actions/changed-files@${commit} # v45.0.1`)).toEqual([]);
    expect(await rulesOf('push', `uses: tj-actions/changed-files@${commit} # v46.0.5`)).toEqual([]);
    expect(await rulesOf('push', `uses: tj-actions/changed-files@${commit}`)).toEqual([]);
  });
});

describe('a text of others that an output hands on', () => {
  const of = async (first: string, last: string, more = '', on = 'issue_comment') => {
    const text =
      `on: ${on}\njobs:\n  first:\n    runs-on: ubuntu-latest\n${more}` +
      `    outputs: { branch: '\${{ steps.asked.outputs.ref }}' }\n    steps:\n      - id: asked\n${first}` +
      `  last:\n    needs: [first]\n    runs-on: ubuntu-latest\n    steps:\n      - run: |\n          ${last}\n`;
    const { findings } = (await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text })).tool(
      'github-actions-security',
    );
    return findings.filter(({ rule }) => rule === 'script-injection').map(({ severity }) => severity);
  };
  const run = (...lines: string[]) => `        run: |\n${lines.map((line) => `          ${line}\n`).join('')}`;
  const USE = "echo '${{ needs.first.outputs.branch }}'";
  const TO_OUTPUT = 'echo "ref=$REF" >> "$GITHUB_OUTPUT"';
  const ASKED = run(`REF=$(gh pr view "$N" --json headRefName --jq .headRefName)`, TO_OUTPUT);

  it.each([
    ['that gh gives', ASKED],
    ['that jq reads', run(`DATA=$(gh api repos/o/r/pulls/1)`, `REF=$(echo "$DATA" | jq -r '.head.ref')`, TO_OUTPUT)],
    ['that is written at once', run(`echo "ref=$(gh api repos/o/r/pulls/1 --jq .head.ref)" >> $GITHUB_OUTPUT`)],
    ['of a variable', `        env: { REF: '\${{ github.event.comment.body }}' }\n${run(TO_OUTPUT)}`],
    [
      'of a script',
      '        uses: actions/github-script@v7\n        with:\n          script: |\n' +
        "            core.setOutput('ref', pull.data.head.ref)\n",
    ],
  ])('is found in a script: a name %s', async (_, first) => expect(await of(first, USE)).toEqual(['critical']));

  it('is found in an expression that has another value, too', async () => {
    const step = '      - env: { TITLE: "${{ github.head_ref }}" }\n        run: ';
    const text = (expression: string) =>
      `on: pull_request_target\njobs:\n  a:\n    runs-on: x\n    steps:\n${step}echo "\${{ ${expression} }}"\n`;
    const severities = async (expression: string) =>
      (await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text(expression) }))
        .tool('github-actions-security')
        .findings.flatMap(({ rule, severity }) => (rule === 'script-injection' ? [severity] : []));
    expect(await severities('inputs.branch || env.TITLE')).toEqual(['critical']);
    expect(await severities("env.TITLE == 'main'")).toEqual([]);
    expect(await severities("contains(env.TITLE, 'a')")).toEqual([]);
  });

  it('is milder where somebody with rights starts the job', async () => {
    const condition = `    if: github.event.comment.author_association == 'MEMBER'\n`;
    expect(await of(ASKED, USE, condition)).toEqual(['medium']);
    const asks = run(
      `gh api repos/o/r/collaborators/$USER/permission`,
      `REF=$(gh pr view --json headRefName)`,
      TO_OUTPUT,
    );
    expect(await of(asks, USE)).toEqual(['medium']);
  });

  it.each([
    ['another output', run(`REF=$(gh pr view --json number)`, TO_OUTPUT), USE],
    ['one that is set anew', run(`REF=$(gh pr view --json headRefName)`, 'REF=main', TO_OUTPUT), USE],
    ['one that is cleaned', run(`REF=$(gh pr view --json headRefName | tr -cd a-z)`, TO_OUTPUT), USE],
    ['one whose form is asked for', run(`REF=$(gh pr view --json headRefName)`, '[[ $REF =~ ^a+$ ]]', TO_OUTPUT), USE],
    ['one that is compared', ASKED, "echo ${{ needs.first.outputs.branch == 'main' }}"],
  ])('is not %s', async (_, first, last) => expect(await of(first, last)).toEqual([]));

  it('is no stranger’s where members alone start the workflow', async () =>
    expect(await of(ASKED, USE, '', 'workflow_dispatch')).toEqual([]));
});
