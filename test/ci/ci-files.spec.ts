import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { Json } from '../support/http-client';

const ROOT = resolve(__dirname, '../..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** A stand-in for assay that notes how it was called, and ends with the status that STATUS says. */
const STAND_IN = `#!/bin/sh
printf '%s\\n' "$@" > "$CALLED"
[ -z "\${PRINTED:-}" ] || printf '%s\\n' "$PRINTED"
while [ $# -gt 0 ]; do
  if [ "$1" = --output ]; then mkdir -p "$2"; for each in txt sarif md; do echo "the $each" > "$2/assay.$each"; done; fi
  shift
done
exit "\${STATUS:-0}"
`;

describe('the files for build servers', () => {
  let folder: string;
  let checkout: string;
  let upstream: string;
  let main: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay ci-'));
    upstream = join(folder, 'upstream');
    mkdirSync(upstream);
    writeFileSync(join(folder, 'assay'), STAND_IN);
    chmodSync(join(folder, 'assay'), 0o755);
    git(upstream, 'init', '--quiet', '--initial-branch=main');
    main = commit(upstream, 'a.txt', 'of main');
    git(upstream, 'checkout', '--quiet', '-b', 'feature');
    commit(upstream, 'b.txt', 'of the feature');
  });
  beforeEach(() => {
    rmSync(join(folder, 'called'), { force: true });
    checkout = mkdtempSync(join(folder, 'checkout-'));
    // As build servers do: the branch that is built, and nothing else.
    git(folder, 'clone', '--quiet', '--depth=1', '--branch=feature', `file://${upstream}`, checkout);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const environment = (more: Readonly<Record<string, string>>) => ({
    PATH: `${folder}:${process.env['PATH']}`,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    CALLED: join(folder, 'called'),
    ...more,
  });
  const run = (program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}, cwd = checkout) =>
    spawnSync(program, args, { cwd, env: environment(more), encoding: 'utf8' });
  function git(cwd: string, ...args: string[]): string {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@site.example'];
    const { status, stdout, stderr } = run('git', [...identity, ...args], {}, cwd);
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }
  function commit(cwd: string, file: string, content: string): string {
    writeFileSync(join(cwd, file), content);
    git(cwd, 'add', file);
    git(cwd, 'commit', '--quiet', '--message', content);
    return git(cwd, 'rev-parse', 'HEAD');
  }
  const called = (): string[] | undefined =>
    existsSync(join(folder, 'called')) ? readFileSync(join(folder, 'called'), 'utf8').trimEnd().split('\n') : undefined;
  const optionOf = (name: string): string | undefined => {
    const words = called() ?? [];
    return words.includes(name) ? words[words.indexOf(name) + 1] : undefined;
  };

  const gitlab = parse(text('ci/gitlab/assay.gitlab-ci.yml')) as Json;
  const action = parse(text('ci/github/action.yml')) as Json;
  const scripts: [string, (more?: Readonly<Record<string, string>>) => ReturnType<typeof run>][] = [
    ['ci/scan.sh', (more) => run(join(ROOT, 'ci/scan.sh'), [], more)],
    ['the template for GitLab', (more) => run('sh', ['-c', gitlab.assay.script[0]], more)],
  ];

  describe.each(scripts)('%s', (_, scan) => {
    it('compares with the target branch, which the checkout did not have', () => {
      const { status, stdout } = scan({ SCAN_TARGET_BRANCH: 'main', SCAN_FAIL_ON: 'medium' });
      expect({ status, stdout }).toEqual({ status: 0, stdout: 'the txt\n' });
      expect(optionOf('--baseline')).toBe(main);
      expect(optionOf('--fail-on')).toBe('medium');
      expect(called()!.slice(0, 2)).toEqual(['scan', '.']);
    });

    it('compares with the first commit that the build server names of the target branch', () => {
      const older = main;
      git(upstream, 'checkout', '--quiet', 'main');
      commit(upstream, 'c.txt', 'of main, later');
      const named = `$CI_NOT_EXPANDED ${older} ${'f'.repeat(40)}`;
      expect(scan({ SCAN_TARGET_BRANCH: 'main', SCAN_TARGET_COMMIT: named }).status).toBe(0);
      expect(optionOf('--baseline')).toBe(older);
      git(upstream, 'reset', '--quiet', '--hard', older);
      git(upstream, 'checkout', '--quiet', 'feature');
    });

    it('has GitHub obey nothing of what a scan prints', () => {
      const hostile = '##[set-output name=a]b\n::stop-commands::a\n::a::\n::error file=a::b%0A::debug::';
      const tokens = ['0', '1'].map((STATUS) => {
        const { stdout, status } = scan({ GITHUB_ACTIONS: 'true', PRINTED: hostile, STATUS });
        expect(status).toBe(Number(STATUS));
        const token = /^::stop-commands::([0-9a-f]{32})\n/.exec(stdout)?.[1];
        expect(stdout).toBe(`::stop-commands::${token}\n${hostile}\nthe txt\n::${token}::\n`);
        return token;
      });
      expect(new Set(tokens).size).toBe(2);
    });

    it('judges everything where there is no branch to merge into', () => {
      expect(scan().status).toBe(0);
      expect(called()).not.toContain('--baseline');
      expect(optionOf('--fail-on')).toBe('high');
    });

    it('takes another baseline, a configuration and tools, each as one word', () => {
      scan({ SCAN_TARGET_BRANCH: 'main', SCAN_BASELINE: 'v 1', SCAN_CONFIG: 'my assay.yml', SCAN_TOOLS: 'a,b' });
      expect([optionOf('--baseline'), optionOf('--config'), optionOf('--tool')]).toEqual([
        'v 1',
        'my assay.yml',
        'a,b',
      ]);
    });

    it.each(['1', '2', '3', '4', '130'])('ends with the status %s of the scan', (status) =>
      expect(scan({ STATUS: status }).status).toBe(Number(status)),
    );

    it('lets pass what is tolerated, and says so', () => {
      expect(scan({ STATUS: '4', SCAN_TOLERATE: '2 4' })).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('status 4 is tolerated'),
      });
      expect(scan({ STATUS: '1', SCAN_TOLERATE: '2 4' }).status).toBe(1);
    });

    it.each(['gone', '--upload-pack=touch x', '$(touch x)', '; touch x'])(
      'scans nothing where the target branch is "%s", which is not there',
      (branch) => {
        expect(scan({ SCAN_TARGET_BRANCH: branch })).toMatchObject({
          status: 3,
          stderr: expect.stringContaining('cannot be fetched'),
        });
        expect([called(), existsSync(join(checkout, 'x'))]).toEqual([undefined, false]);
      },
    );
  });

  it('have one script: that of the template for GitLab is ci/scan.sh', () =>
    expect(gitlab.assay.script).toEqual([text('ci/scan.sh')]));

  it('compare a merge request with the commit at which it left its target branch, where that is not merged', () =>
    expect(gitlab.assay.variables.SCAN_TARGET_COMMIT).toBe(
      '$CI_MERGE_REQUEST_TARGET_BRANCH_SHA $CI_MERGE_REQUEST_DIFF_BASE_SHA',
    ));

  it('tell GitLab where the results are', () => {
    const { SCAN_OUTPUT: output } = gitlab.assay.variables;
    expect(gitlab.assay.artifacts).toEqual({
      when: 'always',
      paths: [`${output}/`],
      reports: { junit: `${output}/assay.junit.xml` },
    });
  });

  it.each([
    ['0', 0],
    ['1', 1],
  ])('have an action for GitHub that gives its results, also where the scan ends with %s', (STATUS, status) => {
    const step = action.runs.steps.find(({ id }: { id?: string }) => id === 'scan');
    const runner = mkdtempSync(join(folder, 'runner-'));
    const [output, summary] = [join(runner, 'outputs'), join(runner, 'summary')];
    const ended = run('bash', ['-e', '-o', 'pipefail', '-c', step.run], {
      STATUS,
      GITHUB_ACTION_PATH: join(ROOT, 'ci/github'),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: runner,
      SCAN_COMMAND: 'assay',
      SCAN_TARGET_BRANCH: 'main',
      SCAN_BASELINE: '',
      SCAN_CONFIG: '',
      SCAN_TOOLS: '',
      SCAN_TOLERATE: '',
    });
    expect(ended.status).toBe(status);
    expect(optionOf('--baseline')).toBe(main);
    const results = join(runner, 'assay-results');
    expect(readFileSync(output, 'utf8').trim().split('\n')).toEqual([
      `status=${STATUS}`,
      `results=${results}`,
      `sarif=${results}/assay.sarif`,
    ]);
    expect(readFileSync(summary, 'utf8')).toBe('the md\n');
  });

  it('put no expression of GitHub into a script, where a branch could be a command', () => {
    for (const { run: script = '' } of action.runs.steps) expect(script).not.toContain('${{');
  });

  describe('the hook before a commit', () => {
    const hook = (more: Readonly<Record<string, string>> = {}) => {
      writeFileSync(join(checkout, '.git/hooks/pre-commit'), text('ci/pre-commit'), { mode: 0o755 });
      writeFileSync(join(checkout, 'c.txt'), 'staged');
      git(checkout, 'add', 'c.txt');
      const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@site.example'];
      return run('git', [...identity, 'commit', '--quiet', '--message', 'A commit'], more);
    };
    const commits = () => Number(git(checkout, 'rev-list', '--count', 'HEAD'));

    it('compares with the last commit, and lets a commit pass that has nothing new', () => {
      const head = git(checkout, 'rev-parse', 'HEAD');
      expect(hook().status).toBe(0);
      expect(optionOf('--baseline')).toBe(head);
      expect(commits()).toBe(2);
    });

    it('stops a commit that has', () => {
      expect(hook({ STATUS: '1' }).status).not.toBe(0);
      expect(commits()).toBe(1);
    });

    it.each(['2', '4'])('says that not everything was looked at, and goes on, for the status %s', (STATUS) => {
      expect(hook({ STATUS })).toMatchObject({ status: 0, stderr: expect.stringContaining(`status ${STATUS}`) });
      expect(commits()).toBe(2);
    });

    it('is what .pre-commit-hooks.yaml names', () => {
      const [{ entry }] = parse(text('.pre-commit-hooks.yaml')) as Json;
      expect(existsSync(join(ROOT, entry))).toBe(true);
    });
  });
});
