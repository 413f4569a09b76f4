import { runOn } from '../../../test/run-on';
import { actionlintTools } from '../../catalogue/github-actions';
import { retiredAction } from '../../catalogue/retired-actions';
import { profileOf } from '../engine-table';

const target = { kind: 'directory', leftOut: [] } as const;

async function findings(workflow: string, others: Record<string, string> = {}, leftOut: readonly string[] = []) {
  const files = { '.github/workflows/a.yml': workflow, ...others };
  const run = await runOn(profileOf('actionlint'), actionlintTools, files, { ...target, leftOut });
  return run.tool('github-actions-lint').findings;
}

const found = async (...given: Parameters<typeof findings>) =>
  (await findings(...given)).map(({ rule, line }) => `${line} ${rule}`);
const severities = async (workflow: string) => (await findings(workflow)).map(({ severity }) => severity);

it.each([
  ['actions/cache', 'v2', true],
  ['Actions/Cache', 'v3.3.1', true],
  ['actions/cache', 'v3', false],
  ['actions/cache/restore', 'v3.4.0', false],
  ['actions/cache', 'v4.1', true],
  ['actions/cache', 'v4', false],
  ['actions/cache', 'v5.0', false],
  ['actions/cache', 'main', false],
  ['actions/upload-artifact', 'v3', true],
  ['actions/upload-artifact', 'v4.0.0', false],
  ['actions/upload-artifact-2', 'v1', false],
  ['actions/checkout', 'v1', false],
])('knows which versions GitHub has retired: %s %s', (action, version, isRetired) =>
  expect(retiredAction(action, version) !== undefined).toBe(isRetired),
);

it.each([
  ['actions/upload-artifact', 'v1', '2024-09'],
  ['actions/download-artifact', 'v2.1.0', '2024-09'],
  ['actions/upload-artifact', 'v3', '2025-01-30'],
  ['actions/cache', 'v1', '2025-03-01'],
])('knows since when jobs fail with %s %s', (action, version, since) =>
  expect(retiredAction(action, version)?.since).toBe(since),
);

it('finds an action that is retired, and not on a machine of one’s own', async () => {
  const text = (runner: string) =>
    `on: push\njobs:\n  a:\n    runs-on: ${runner}\n    steps:\n` +
    '      - uses: actions/upload-artifact@0123456789abcdef0123456789abcdef01234567 # v3.1.3\n' +
    '        with: { path: a }\n';
  expect(await found(text('ubuntu-latest'))).toEqual(['6 retired-action']);
  expect(await found(text('self-hosted'))).toEqual([]);
});

it('leaves the runner of a job alone that is switched off', async () => {
  const text = (condition: string) =>
    `on: push\njobs:\n  a:\n    if: ${condition}\n    runs-on: macos-13\n    steps:\n      - run: make\n`;
  expect(await found(text('false'))).toEqual([]);
  expect(await found(text('${{ false }}'))).toEqual([]);
  expect(await found(text("github.actor == 'a'"))).toEqual(['5 retired-runner']);
});

it('finds a comparison with the event of a call, wherever it stands', async () => {
  const text =
    "on: [workflow_call, push]\njobs:\n  a:\n    # github.event_name == 'workflow_call'\n    runs-on: ubuntu-latest\n" +
    "    steps:\n      - run: make\n        if: github.event_name != 'workflow_call'\n" +
    "      - run: make\n        if: github.event_name == 'workflow_dispatch'\n";
  expect(await found(text)).toEqual(['8 event-of-caller']);
});

it('finds filters of paths that match nothing', async () => {
  const text = (paths: string) =>
    `on:\n  push:\n    paths-ignore: ${paths}\n` +
    'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n';
  expect(await found(text('[./docs/**, "!./a", docs/**, .github/**]'))).toEqual(['3 glob', '3 glob']);
  expect(await found(text("['**/*.{js,mjs}', '**/*.[jt]s', '{a}']"))).toEqual(['3 glob']);
  expect(await found(text('[docs, src/, gone/, README.md, ../docs]'), { 'docs/a.md': '', 'src/a.ts': '' })).toEqual([
    '3 glob',
    '3 glob',
    '3 glob',
  ]);
  expect(await found(text('docs'), { docs: '' })).toEqual([]);
  expect(await found(text(`[${'a'.repeat(300)}, ./a]`))).toEqual(['3 glob']);
});

it('says less of the filter of a folder that the target calls a submodule', async () => {
  const text = 'on: { push: { paths: [docs] } }\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: make\n';
  const severities = async (files: Readonly<Record<string, string>>) => {
    const tree = { '.github/workflows/a.yml': text, 'docs/a.md': '', ...files };
    const run = await runOn(profileOf('actionlint'), actionlintTools, tree);
    return run
      .tool('github-actions-lint')
      .findings.flatMap(({ rule, severity }) => (rule === 'glob' ? [severity] : []));
  };
  expect(await severities({})).toEqual([undefined]);
  expect(await severities({ '.gitmodules': '[submodule "a"]\n\tpath = docs\n' })).toEqual(['low']);
});

const gate = (needs: string, condition: string, asked = "contains(needs.*.result, 'failure')", ofTest = '') =>
  'on: pull_request\njobs:\n' +
  '  filter:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make filter\n' +
  `  test:\n    needs: filter\n    runs-on: ubuntu-latest\n${ofTest}    steps:\n      - run: make\n` +
  `  success:\n    needs: ${needs}\n    if: ${condition}\n    runs-on: ubuntu-latest\n    steps:\n` +
  `      - if: ${asked}\n        run: exit 1\n`;

it('finds a gate that does not wait for a job by whose failure others are skipped', async () => {
  const ANYWAY = '${{ !cancelled() }}';
  expect(await found(gate('test', ANYWAY))).toEqual(['13 gate-misses-failure']);
  expect(await found(gate('[test]', 'always()'))).toEqual(['13 gate-misses-failure']);
  expect(await found(gate('[test, filter]', ANYWAY))).toEqual([]);
  expect(await found(gate('test', "github.actor == 'a'"))).toEqual([]);
  expect(
    await found(gate('test', ANYWAY, "contains(needs.*.result, 'failure') || contains(needs.*.result, 'skipped')")),
  ).toEqual([]);
  expect(await found(gate('test', ANYWAY, "needs.test.result != 'success'"))).toEqual([]);
  expect(await found(gate('test', ANYWAY, undefined, '    if: always()\n'))).toEqual([]);
});

it('finds a branch of a fork that is looked for in the own repository', async () => {
  const text = (on: string, uses: string, given: string) =>
    `on: ${on}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n` +
    `      - uses: ${uses}\n        with:\n          ${given}\n`;
  const review = 'actions/dependency-review-action@v4';
  const ofBranch = 'head-ref: ${{ github.event.pull_request.head.ref || github.sha }}';
  const file = 'url: https://raw.githubusercontent.com/a/b/${{ github.head_ref }}/c.json';
  expect(await found(text('pull_request', review, ofBranch))).toEqual(['8 branch-of-fork']);
  expect(await found(text('pull_request', 'a/b@v1', file))).toEqual(['8 branch-of-fork']);
  expect(await found(text('pull_request', review, ofBranch.replace('head.ref', 'head.sha')))).toEqual([]);
  expect(await found(text('push', 'a/b@v1', file))).toEqual([]);
});

it('finds a digest that is written as a tag', async () => {
  const digest = '8d7467e8ee40b0365a344c3d41067d6d2349da52e9961e4229f331094806fb14';
  const text = (image: string) =>
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    container: ${image}\n    steps:\n` +
    `      - uses: docker://${image}\n`;
  expect(await found(text(`pandoc/core:${digest}`))).toEqual(['5 digest-as-tag', '7 digest-as-tag']);
  expect(await found(text(`pandoc/core@sha256:${digest}`))).toEqual([]);
  expect(await found(text('pandoc/core:3.1'))).toEqual([]);
});

it('takes a key of workflows in a wrong place for a mistake, and no newer key', async () => {
  const text = (key: string) =>
    `on:\n  release:\n    ${key}: {a: b}\n    types: [published]\n` +
    'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n';
  expect(await severities(text('permissions'))).toEqual(['medium']);
  expect(await severities(text('quotas'))).toEqual(['low']);
});

it('finds a cache of packages whose lock file is not there', async () => {
  const text = (before: string, more = '') =>
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${before}` +
    `      - uses: actions/setup-node@v4\n        with:\n          cache: yarn\n${more}`;
  const checkout = '      - uses: actions/checkout@v4\n';
  expect(await found(text(checkout))).toEqual(['9 missing-lock-file']);
  expect(await found(text(checkout), { 'web/yarn.lock': '' })).toEqual(['9 missing-lock-file']);
  expect(await found(text(checkout), { 'yarn.lock': '' })).toEqual([]);
  expect(await found(text(checkout), {}, ['yarn.lock'])).toEqual([]);
  expect(await found(text(checkout, '          cache-dependency-path: web/yarn.lock\n'))).toEqual([]);
  expect(await found(text(`${checkout}        with: { repository: a/b }\n`))).toEqual([]);
  expect(await found(text(`${checkout}      - run: touch yarn.lock\n`))).toEqual([]);
  expect(await found(text(''))).toEqual([]);
});

it('takes what begins with $/ for the repository of the workflow itself', async () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: $/\n      - uses: $/tools/a\n' +
    '  b:\n    uses: $/.github/workflows/b.yml\n';
  expect(await found(text)).toEqual([]);
});
