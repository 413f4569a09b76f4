import { workflowSecurityTools } from '../../catalogue/github-actions';
import { runOn } from '../../../test/run-on';
import { findings, rulesOf } from '../../../test/workflow-findings';
import type { WholeTarget } from '../engine';
import { profileOf } from '../engine-table';

const profile = profileOf('workflow-security');

describe('the rules about code and artifacts of others', () => {
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

  it('know that whoever sets a label is the actor of that event', async () => {
    const rules = async (on: string) =>
      (await findings(on, 'run: make')).length === 0 &&
      (await findings(on, "run: make\n        if: github.actor == 'dependabot[bot]'")).map(({ rule }) => rule);
    expect(await rules('{ pull_request_target: { types: [labeled] } }')).toEqual([]);
    expect(await rules('{ pull_request_target: { types: [labeled, synchronize] } }')).toEqual(['spoofable-actor']);
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
    // The owner of the repository is the same for a stranger.
    expect(
      await rulesOf('pull_request_target', `${checkout} && make`, "if: github.repository_owner == 'acme'"),
    ).toEqual(['untrusted-code-by-command']);
  });

  it.each(['uses: j178/prek-action@v1', 'run: pre-commit run -a', 'run: python ${GITHUB_WORKSPACE}/.github/notes.py'])(
    'know that code which a command checked out runs: %s',
    async (step) => {
      const text =
        'on: issue_comment\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: gh pr checkout 1\n' +
        `      - ${step}\n`;
      const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
      const found = run.tool('github-actions-security').findings;
      expect(found.flatMap(({ rule, severity }) => (rule === 'untrusted-code-by-command' ? [severity] : []))).toEqual([
        undefined,
      ]);
    },
  );

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
      `on: pull_request_target\npermissions: { contents: write }\njobs:\n  asked:\n` +
      `    ${before}\n    runs-on: ubuntu-latest\n` +
      `    steps: [{ run: 'true' }]\n  last:\n    needs: asked\n    ${own}\n    runs-on: ubuntu-latest\n    steps:\n` +
      '      - uses: actions/checkout@v4\n        with:\n' +
      '          ref: ${{ github.event.pull_request.head.sha }}\n          allow-unsafe-pr-checkout: true\n' +
      '      - run: npm test\n';
    const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
    const found = run.tool('github-actions-security').findings.filter(({ rule }) => rule === 'untrusted-checkout');
    expect(found.map((each) => each.severity)).toEqual([severity]);
  });

  it.each([
    ["if: startsWith(github.ref, 'refs/tags/')", '', []],
    ["if: github.event_name == 'push'", '', []],
    ["if: github.event_name == 'push' || success()", '', [undefined]],
    ['', "if: github.event_name != 'pull_request_target'", []],
  ])('pass over a job or step that runs for no pull request: %s %s', async (ofJob, ofStep, severities) => {
    const text =
      'on: [push, pull_request_target]\npermissions: { contents: write }\njobs:\n  a:\n' +
      `    ${ofJob}\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n        ${ofStep}\n` +
      '        with:\n          ref: ${{ github.event.pull_request.head.sha || github.sha }}\n' +
      '          allow-unsafe-pr-checkout: true\n      - run: npm test\n';
    const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text });
    const found = run.tool('github-actions-security').findings.filter(({ rule }) => rule === 'untrusted-checkout');
    expect(found.map(({ severity }) => severity)).toEqual(severities);
  });

  it.each([
    ['', '', [undefined]],
    ["if: github.event_name == 'push'", '', []],
    ['', "if: github.event_name == 'push'", []],
    ['', "if: inputs.deploys == 'true'", [undefined]],
  ])('ask the same of a workflow and of its caller: %s %s', async (ofCaller, ofJob, severities) => {
    const calls =
      'on: [push, pull_request_target]\npermissions: { contents: write }\njobs:\n  a:\n' +
      `    ${ofCaller}\n    uses: ./.github/workflows/b.yml\n    with: { deploys: 'true' }\n`;
    const called =
      'on: { workflow_call: { inputs: { deploys: { type: string } } } }\njobs:\n  b:\n' +
      `    ${ofJob}\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n        with:\n` +
      '          ref: ${{ github.event.pull_request.head.sha }}\n          allow-unsafe-pr-checkout: true\n' +
      '      - run: npm test\n';
    const files = { '.github/workflows/a.yml': calls, '.github/workflows/b.yml': called };
    const run = await runOn(profile, workflowSecurityTools, files);
    const found = run.tool('github-actions-security').findings.filter(({ rule }) => rule === 'untrusted-checkout');
    expect(found.map(({ severity }) => severity)).toEqual(severities);
  });

  it.each([
    ['if: github.event.pull_request.head.repo.fork', 'environment: forks', "== 'success'", 'medium'],
    ['if: github.event.pull_request.head.repo.fork', '', "== 'success'", undefined],
    ["if: github.actor != 'a'", 'environment: forks', "== 'success'", undefined],
    ['if: github.event.pull_request.head.repo.fork', 'environment: forks', "!= 'failure'", undefined],
  ])(
    'know a workflow in which somebody approves what starts afterwards: %s %s %s',
    async (fork, gate, end, severity) => {
      const asks =
        'name: Asks\non: pull_request_target\npermissions: {}\njobs:\n  asks:\n' +
        `    ${fork}\n    ${gate}\n    runs-on: ubuntu-latest\n    steps: [{ run: 'true' }]\n`;
      const after =
        'on: { workflow_run: { workflows: [Asks] } }\npermissions: { contents: write }\njobs:\n  last:\n' +
        `    if: github.event.workflow_run.conclusion ${end}\n    runs-on: ubuntu-latest\n    steps:\n` +
        '      - uses: actions/checkout@v4\n        with:\n' +
        '          ref: ${{ github.event.workflow_run.head_sha }}\n          allow-unsafe-pr-checkout: true\n' +
        '      - run: npm test\n';
      const files = { '.github/workflows/a.yml': asks, '.github/workflows/b.yml': after };
      const run = await runOn(profile, workflowSecurityTools, files);
      const found = run.tool('github-actions-security').findings.filter(({ rule }) => rule === 'untrusted-checkout');
      expect(found.map((each) => each.severity)).toEqual([severity]);
    },
  );

  it.each([
    ['others/ci/.github/workflows/try.yml@main', undefined],
    ['acme/.github/.github/workflows/try.yml@main', 'medium'],
  ])(
    'doubt that a comment of anybody reaches secrets where the own %s may ask who wrote it',
    async (used, severity) => {
      const text =
        'on: issue_comment\npermissions: {}\njobs:\n  a:\n' +
        `    if: contains(github.event.comment.body, '/try')\n    uses: ${used}\n    secrets: inherit\n`;
      const target: WholeTarget = { kind: 'repository', leftOut: [], repository: 'acme/shop' };
      const run = await runOn(profile, workflowSecurityTools, { '.github/workflows/a.yml': text }, target);
      const found = run.tool('github-actions-security').findings.filter(({ rule }) => rule === 'command-of-anybody');
      expect(found.map((each) => each.severity)).toEqual([severity]);
    },
  );

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
});

describe('a checkout of the code of a fork', () => {
  const CHECKOUT = '- uses: actions/checkout@v3.0.0\n        with: { ref: "refs/pull/1/merge" }\n      - run: make\n';
  const severitiesIn = async (files: Readonly<Record<string, string>>) => {
    const tree = Object.fromEntries(Object.entries(files).map(([name, text]) => [`.github/workflows/${name}`, text]));
    const run = await runOn(profile, workflowSecurityTools, tree);
    return run
      .tool('github-actions-security')
      .findings.filter(({ rule }) => rule === 'untrusted-checkout')
      .map(({ file, severity = 'critical' }) => `${file!.split('/').at(-1)} ${severity}`);
  };
  const job = (permissions: string, runner = 'ubuntu-latest', environment = '{}') =>
    `permissions: ${permissions}\njobs:\n  a:\n    runs-on: ${runner}\n` +
    `    env: ${environment}\n    steps:\n      ${CHECKOUT}`;

  it.each([
    [job('{ contents: write }'), 'critical'],
    [job('{ contents: read }'), 'low'],
    [job('{ contents: read }', 'own-machine'), 'critical'],
    [job('{ contents: read }', 'ubuntu-latest', '{ KEY: "${{ secrets.KEY }}" }'), 'critical'],
  ])('is grave where something can be stolen or changed: %s', async (rest, severity) =>
    expect(await severitiesIn({ 'a.yml': `on: pull_request_target\n${rest}` })).toEqual([`a.yml ${severity}`]),
  );

  const called = (ref: string, before = '') =>
    `on: { workflow_call: { inputs: { ref: { type: string } } } }\njobs:\n  b:\n    runs-on: own-machine\n` +
    '    steps:\n' +
    `${before}      - uses: actions/checkout@v3.0.0\n        with: { ref: "${ref}" }\n      - run: make\n`;
  const caller = (trigger: string, rest = '') =>
    `on: ${trigger}\npermissions: { contents: read }\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n${rest}`;
  const NAMED =
    '      - id: named\n        run: |\n          REF=refs/pull/${{ github.event.number }}/merge\n' +
    '          echo "REF=$REF" >> $GITHUB_OUTPUT\n';

  it('is found in a workflow that another one calls for it', async () => {
    const rest = '    with: { ref: "${{ github.event.pull_request.head.sha }}" }\n';
    const ofInput = called('${{ inputs.ref }}');
    expect(await severitiesIn({ 'a.yml': caller('pull_request_target', rest), 'b.yml': ofInput })).toEqual([
      'b.yml critical',
    ]);
    const ofStep = called('${{ steps.named.outputs.REF }}', NAMED);
    expect(await severitiesIn({ 'a.yml': caller('pull_request_target'), 'b.yml': ofStep })).toEqual(['b.yml critical']);
    const guard = "    if: github.event.pull_request.author_association == 'MEMBER'\n";
    expect(await severitiesIn({ 'a.yml': caller('pull_request_target', guard), 'b.yml': ofStep })).toEqual([
      'b.yml low',
    ]);
  });

  it('is none where nothing of a fork starts the caller, or the caller gives no such name', async () => {
    const ofStep = called('${{ steps.named.outputs.REF }}', NAMED);
    expect(await severitiesIn({ 'a.yml': caller('pull_request'), 'b.yml': ofStep })).toEqual([]);
    expect(await severitiesIn({ 'b.yml': ofStep })).toEqual([]);
    const fixed = caller('pull_request_target', '    with: { ref: main }\n');
    expect(await severitiesIn({ 'a.yml': fixed, 'b.yml': called('${{ inputs.ref }}') })).toEqual([]);
  });
});
