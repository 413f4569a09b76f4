import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Json } from '../support/http-client';
import { FLAWED } from '../support/scanned';

const ROOT = resolve(__dirname, '../..');
/** The command of these sources, for a place where it is split into words. */
const ASSAY = `${process.execPath} -r ${ROOT}/test/support/compile-typescript.cjs ${ROOT}/apps/cli/src/main.ts`;
const [FLAW] = Object.values(FLAWED);

describe('the files for build servers with a real scan', () => {
  let folder: string;
  let checkout: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-ci-'));
    const upstream = join(folder, 'upstream');
    checkout = join(folder, 'checkout');
    mkdirSync(upstream);
    git(upstream, 'init', '--quiet', '--initial-branch=main');
    commit(upstream, 'old.css');
    git(upstream, 'checkout', '--quiet', '-b', 'feature');
    git(folder, 'clone', '--quiet', '--depth=1', '--branch=feature', `file://${upstream}`, checkout);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (program: string, args: readonly string[], cwd: string, more: Record<string, string> = {}) =>
    spawnSync(program, args, {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ASSAY_UNCONFINED: 'allow', ...more },
    });
  function git(cwd: string, ...args: string[]): void {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@site.example'];
    const { status, stderr } = run('git', [...identity, ...args], cwd);
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  }
  function commit(cwd: string, file: string): void {
    writeFileSync(join(cwd, file), FLAW!);
    git(cwd, 'add', file);
    git(cwd, 'commit', '--quiet', '--message', file);
  }
  const scan = () => {
    const output = mkdtempSync(join(folder, 'results-'));
    const { status, stderr } = run(join(ROOT, 'ci/scan.sh'), [], checkout, {
      SCAN_COMMAND: ASSAY,
      SCAN_TARGET_BRANCH: 'main',
      SCAN_FAIL_ON: 'medium',
      SCAN_TOOLS: 'biome-css',
      SCAN_OUTPUT: output,
    });
    if (status === 3) throw new Error(stderr);
    const sarif = JSON.parse(readFileSync(join(output, 'assay.sarif'), 'utf8')) as Json;
    const states = sarif.runs.flatMap(({ results }: Json) =>
      results.map(
        ({ baselineState, locations: [{ physicalLocation }] }: Json) =>
          `${physicalLocation.artifactLocation.uri} ${baselineState}`,
      ),
    );
    return { status, states: states.toSorted() };
  };

  it('judge what is new against the target branch, and tells it from what was there', () => {
    expect(scan()).toEqual({ status: 0, states: ['old.css unchanged'] });
    commit(checkout, 'new.css');
    expect(scan()).toEqual({ status: 1, states: ['new.css new', 'old.css unchanged'] });
  });

  it('stop a commit that has new findings, and no other', () => {
    const clone = join(folder, 'hooked');
    git(folder, 'clone', '--quiet', `file://${join(folder, 'upstream')}`, clone);
    copyFileSync(join(ROOT, 'ci/pre-commit'), join(clone, '.git/hooks/pre-commit'));
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@site.example'];
    const committed = (file: string, content: string) => {
      writeFileSync(join(clone, file), content);
      git(clone, 'add', file);
      const settings = { SCAN_COMMAND: ASSAY, SCAN_FAIL_ON: 'medium', SCAN_TOOLS: 'biome-css' };
      const { status, stdout, stderr } = run('git', [...identity, 'commit', '-m', file], clone, settings);
      const count = Number(run('git', ['rev-list', '--count', 'HEAD'], clone).stdout);
      return { isStopped: status !== 0, count, output: stdout + stderr };
    };
    // Findings from before the change stop no commit.
    expect(committed('read.me', 'x')).toMatchObject({ isStopped: false, count: 2 });
    const stopped = committed('new.css', FLAW!);
    expect(stopped).toMatchObject({ isStopped: true, count: 2, output: expect.stringContaining('new.css') });
    expect(stopped.output).not.toContain('old.css');
    expect(committed('new.css', 'a {\n  color: red;\n}\n')).toMatchObject({ isStopped: false, count: 3 });
  });
});
