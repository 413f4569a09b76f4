import { runOn } from '../../../test/run-on';
import { actionlintTools } from '../../catalogue/github-actions';
import { profileOf } from '../engine-table';

const target = { kind: 'directory', leftOut: ['vendor'] } as const;
const ACTION = { '.github/actions/build/action.yml': 'runs: { using: composite, steps: [] }\n' };
const CHECKOUT = '{ uses: actions/checkout@v4 }';

async function found(files: Record<string, string>) {
  const { findings } = (await runOn(profileOf('actionlint'), actionlintTools, files, target)).tool(
    'github-actions-lint',
  );
  return findings.flatMap(({ rule, severity, line }) =>
    rule === 'missing-local-file' ? [`${line} ${severity ?? 'as the rule says'}`] : [],
  );
}
const workflow = (steps: readonly string[], on = 'push', path = '.github/workflows/a.yml') => ({
  [path]:
    `on: ${on}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n` +
    steps.map((step) => `      - ${step}\n`).join(''),
});
const uses = (path: string) => `{ uses: ${path} }`;

describe('an action of the repository', () => {
  it('that is not there ends the job', async () =>
    expect(await found(workflow([CHECKOUT, uses('./.github/actions/build')]))).toEqual(['7 as the rule says']));

  it('is there by its file, also in a folder that the copy leaves out', async () => {
    expect(await found({ ...ACTION, ...workflow([CHECKOUT, uses('./.github/actions/build')]) })).toEqual([]);
    expect(await found({ 'a/Dockerfile': 'FROM a\n', ...workflow([CHECKOUT, uses('./a/')]) })).toEqual([]);
    expect(await found(workflow([CHECKOUT, uses('./vendor/build')]))).toEqual([]);
  });

  it.each([
    ['of another repository', [CHECKOUT, '{ uses: actions/checkout@v4, with: { repository: a/b, path: b } }']],
    ['of a fetched branch', [CHECKOUT, '{ run: git fetch && git checkout -f release }']],
    ['of another commit', ['{ uses: actions/checkout@v4, with: { ref: release } }']],
    ['that a step brings', [CHECKOUT, '{ run: git clone https://git.example/build }']],
    ['that a step writes', [CHECKOUT, '{ run: "make build/action.yml" }']],
    ['that an action brings', [CHECKOUT, '{ uses: actions/download-artifact@v4 }']],
    ['before there is any file', []],
  ])('may be one %s', async (_, before) =>
    expect(await found(workflow([...before, uses('./.github/actions/build')]))).toEqual([]),
  );

  it.each(['github.head_ref', 'inputs.branch || github.ref_name'])('is one of the commit %s', async (ref) => {
    const checkout = `{ uses: actions/checkout@v4, with: { ref: '\${{ ${ref} }}' } }`;
    const steps = [checkout, '{ run: git rev-parse HEAD }', uses('./.github/actions/build')];
    expect(await found(workflow(steps))).toEqual(['8 as the rule says']);
  });

  it('is of little matter where a submodule has it or git ignores it', async () => {
    const files = workflow([CHECKOUT, uses('./tools/build')]);
    expect(await found({ ...files, '.gitignore': 'tools/\n' })).toEqual(['7 low']);
    // The copy of a target has the list under another name.
    expect(await found({ ...files, '.gitignore~inert': 'tools/\n' })).toEqual(['7 low']);
    expect(await found({ ...files, '.gitmodules': '[submodule "t"]\n\tpath = tools\n\turl = a\n' })).toEqual(['7 low']);
    expect(await found(files)).toEqual(['7 as the rule says']);
  });

  it('is there in the copy of a target, where a file has another name that would configure a program', async () => {
    const text = 'on: push\njobs:\n  a:\n    uses: ./.github/workflows/shellcheck.yml\n';
    const called = 'on: workflow_call\njobs:\n  a:\n    runs-on: x\n    steps: [{ run: make }]\n';
    const file = '.github/workflows/a.yml';
    expect(await found({ [file]: text })).toEqual(['4 as the rule says']);
    expect(await found({ [file]: text, '.github/workflows/shellcheck~inert.yml': called })).toEqual([]);
  });

  it('is the caller’s in a called workflow, and of little matter where GitHub runs none', async () => {
    const steps = [CHECKOUT, uses('./.github/actions/build')];
    expect(await found(workflow(steps, 'workflow_call'))).toEqual([]);
    expect(await found({ ...ACTION, ...workflow(steps, 'push', 'template/.github/workflows/a.yml') })).toEqual([
      '7 low',
    ]);
  });
});

it('finds a called workflow that is not there', async () => {
  const text = 'on: push\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n';
  expect(await found({ '.github/workflows/a.yml': text })).toEqual(['4 as the rule says']);
  const called = 'on: workflow_call\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps: [{ run: make }]\n';
  expect(await found({ '.github/workflows/a.yml': text, '.github/workflows/b.yml': called })).toEqual([]);
});
