import { workflowSecurityTools } from '../../catalogue/github-actions';
import { runOn } from '../../../test/run-on';
import { profileOf } from '../engine-table';

const profile = profileOf('workflow-security');

describe('the rules about the token of a workflow', () => {
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
});
