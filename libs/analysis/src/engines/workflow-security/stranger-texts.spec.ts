import { workflowSecurityTools } from '../../catalogue/github-actions';
import { runOn } from '../../../test/run-on';
import { findings, rulesOf } from '../../../test/workflow-findings';
import { profileOf } from '../engine-table';

const profile = profileOf('workflow-security');

describe('the rules about texts that others write', () => {
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

  it.each([
    ["cat << 'EOF'\n          ${{ toJSON(github.event.issue) }}\n          EOF", 'low'],
    ["cat << 'EOF'\n          a\n          EOF\n          echo '${{ toJSON(github.event.issue) }}'", 'high'],
    ['cat << EOF\n          ${{ toJSON(github.event.issue) }}\n          EOF', 'high'],
  ])('are mild about an event in a text of which the shell replaces nothing: %j', async (script, severity) => {
    const found = await findings('issues', `run: |\n          ${script}`);
    expect(found.filter(({ rule }) => rule === 'event-in-script').map((each) => each.severity)).toEqual([severity]);
  });

  it('read the name of a variable as a text, whatever characters it has', async () => {
    const step = (name: string, text: string) =>
      [`env: { "${name}": "\${{ github.event.comment.body }}" }`, `        run: ${text}`].join('\n');
    expect(await findings('issue_comment', step('A(B', 'echo "$A" >> $GITHUB_ENV'))).toEqual([]);
    expect(await findings('issue_comment', step('AB', 'echo "$AB" >> $GITHUB_ENV'))).toMatchObject([
      { rule: 'environment-injection', line: 8 },
    ]);
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
