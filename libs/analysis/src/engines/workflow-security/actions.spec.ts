import { workflowSecurityTools } from '../../catalogue/github-actions';
import { runOn } from '../../../test/run-on';
import { findings, rulesOf, workflowWith } from '../../../test/workflow-findings';
import { profileOf } from '../engine-table';

const profile = profileOf('workflow-security');

describe('the workflow rules about actions', () => {
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

  it('are mild about a secret that opens nothing but a service of the job itself', async () => {
    const severities = async (password: string) => {
      const text =
        'permissions: { contents: read }\non: push\njobs:\n  a:\n    runs-on: x\n' +
        '    services:\n      db: { image: mariadb, env: { MARIADB_PASSWORD: "${{ secrets.DB_PASSWORD }}" } }\n' +
        `    steps:\n      - uses: others/tag@main\n      - run: make\n        env: { KEY: "\${{ ${password} }}" }\n`;
      const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
      const { findings } = run.tool('github-actions-security');
      return findings.filter(({ rule }) => rule === 'unpinned-action').map(({ severity }) => severity);
    };
    expect(await severities('secrets.DB_PASSWORD')).toEqual(['low']);
    expect(await severities('secrets.DEPLOY_KEY')).toEqual(['high']);
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

  it('are milder about those of who lends the machine', async () => {
    const severities = async (machine: string, used: string) => {
      const text =
        `permissions: { packages: write }\non: push\njobs:\n  a:\n    runs-on: ${machine}\n` +
        `    steps:\n      - uses: ${used}\n`;
      const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
      return run.tool('github-actions-security').findings.map(({ severity }) => severity);
    };
    expect(await severities('linux-${{ matrix.arch }}-cpu4', 'acme-gha-runners/proxy@main')).toEqual([undefined]);
    expect(await severities('ubuntu-24.04', 'acme-gha-runners/proxy@main')).toEqual(['high']);
    expect(await severities('${{ matrix.os }}', 'acme-gha-runners/proxy@main')).toEqual(['high']);
    expect(await severities('linux-amd64-cpu4', 'acme/proxy@main')).toEqual(['high']);
  });

  it.each([
    ['workflow_dispatch', '      - uses: others/tag@main\n', undefined],
    ['[workflow_dispatch, push]', '      - uses: others/tag@main\n', 'high'],
    ['[workflow_dispatch, workflow_call]', '      - uses: others/tag@main\n', 'high'],
    ['workflow_dispatch', '      - uses: others/tag@main\n        with: { token: "${{ secrets.TAG }}" }\n', 'high'],
    ['workflow_dispatch', '      - uses: others/tag@main\n        with: { token: "${{ github.token }}" }\n', 'high'],
    ['workflow_dispatch', '      - uses: others/tag@main\n    env: { KEY: "${{ secrets.KEY }}" }\n', 'high'],
    ['workflow_dispatch', '      - uses: others/tag@main\n    permissions: { id-token: write }\n', 'high'],
  ])('are milder where runs start by hand alone and give the action nothing: on %s, %s', async (on, step, severity) => {
    const next = '      - run: make\n        env: { KEY: "${{ secrets.KEY }}" }\n';
    const text = `on: ${on}\njobs:\n  a:\n    runs-on: x\n    steps:\n${next}${step}`;
    const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
    const found = run.tool('github-actions-security').findings.filter(({ rule }) => rule === 'unpinned-action');
    expect(found.map((each) => each.severity)).toEqual([severity]);
  });

  it('take what brings a package manager for as sure as what it brings', async () => {
    const severity = async (used: string) =>
      (await findings('push', `uses: ${used}\n        env: { KEY: "\${{ secrets.KEY }}" }`)).map(
        (each) => each.severity,
      );
    expect(await severity('Homebrew/actions/setup-homebrew@main')).toEqual(['low']);
    expect(await severity('Homebrew/actions/bump-formulae@main')).toEqual(['high']);
    expect(await severity('others/actions/setup-homebrew@main')).toEqual(['high']);
  });

  it('take organisations whose names begin alike for parts of one project', async () => {
    const severity = async (used: string) => {
      const target = { kind: 'directory', leftOut: [], repository: 'jenkinsci/git-plugin' } as const;
      const run = await runOn(profile, workflowSecurityTools, workflowWith('push', `uses: ${used}`), target);
      return run.tool('github-actions-security').findings.map((each) => each.severity);
    };
    expect(await severity('jenkins-infra/release@v1')).toEqual(['low']);
    expect(await severity('jenga/release@v1')).toEqual([undefined]);
  });

  it('are milder where a step says that it tries a branch', async () => {
    const [tried, used] = await findings(
      'push',
      'name: Lint with the main branch\n        uses: acme/lint@main\n      - name: Lint\n        uses: acme/lint@main',
    );
    expect([tried?.severity, used?.severity]).toEqual([undefined, 'high']);
  });

  it('fear unsafe commands less where an action alone may print them', async () => {
    const flag = 'env: { ACTIONS_ALLOW_UNSECURE_COMMANDS: true }';
    expect(await rulesOf('push', 'uses: actions/setup-node@v6', flag)).toEqual(['unsafe-commands low']);
    expect(await rulesOf('push', 'run: npm test', flag)).toEqual(['unsafe-commands']);
  });

  it('know the version of an action by the comment beside its commit', async () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    expect(await rulesOf('push', `uses: tj-actions/changed-files@${commit} # v40.0.1`)).toEqual(['vulnerable-action']);
    expect(await rulesOf('push', `uses: tj-actions/changed-files@${commit} # v45.0.1`)).toEqual([]);
    expect(await rulesOf('push', `uses: tj-actions/changed-files@${commit} # v46.0.5`)).toEqual([]);
    expect(await rulesOf('push', `uses: tj-actions/changed-files@${commit}`)).toEqual([]);
  });
});
