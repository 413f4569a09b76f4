import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCommandLine } from '../../../test/support/command-line';
import { baselineOf } from './baseline-reference';

const BAD = 'a { colr: red; }\n';
const WORSE = `${BAD}b { widht: 1px; }\n`;

describe('assay scan --baseline with a reference of the repository', () => {
  const line = openCommandLine();
  const { folder, assay } = line;
  const repository = join(folder, 'repository');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@site.example', ...args], {
      cwd: repository,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    }).trim();
  const write = (path: string, text: string): void => {
    mkdirSync(join(repository, path, '..'), { recursive: true });
    writeFileSync(join(repository, path), text);
  };
  beforeAll(() => {
    mkdirSync(repository);
    git('init', '--quiet', '--initial-branch=main');
    write('style.css', BAD);
    write('sub/old.css', BAD);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Begin');
    write('style.css', WORSE);
    write('fresh/style.css', BAD);
  });
  afterAll(() => line.remove());

  const scan = (target: string, ...args: string[]) =>
    assay('scan', target, '--tool', 'biome-css', '--fail-on', 'info', ...args);

  it('judges and shows what is new since then, and says so', async () => {
    const { status, output, errors } = await scan('repository', '--baseline', 'main', '--path', 'style.css');
    const commit = git('rev-parse', 'main').slice(0, 12);
    expect(errors).toContain(`first the baseline, main (${commit}):`);
    expect(output).toContain(`2 findings of before (main, ${commit}): neither shown nor judged`);
    expect(output).toContain('2 new findings');
    expect(output).toContain('style.css:2');
    expect(output).not.toContain('style.css:1');
    expect(status).toBe(1);
  }, 120_000);

  it('passes where nothing is new, of a folder of the repository, and names the commit in JSON', async () => {
    const { status, output, errors } = await scan('repository/sub', '--baseline', 'HEAD', '--json');
    const { baseline, findings, verdict } = JSON.parse(output);
    expect({ status, errors, verdict, findings }).toEqual({ status: 0, errors: '', verdict: 'pass', findings: [] });
    expect(baseline).toMatchObject({ reference: 'HEAD', commit: git('rev-parse', 'HEAD') });
    expect(baseline.known).toHaveLength(1);
  }, 120_000);

  const baselineIn = (target: string, baseline: string, warn = (_: string): void => undefined) =>
    baselineOf({
      baseline,
      target: join(folder, target),
      signal: new AbortController().signal,
      scan: () => Promise.reject(new Error('nothing is to be scanned')),
      tell: () => undefined,
      warn,
    });

  it('takes all of a folder for new that was not there', async () => {
    const warnings: string[] = [];
    const { findings } = await baselineIn('repository/fresh', 'main', (text) => void warnings.push(text));
    expect(findings).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^the baseline main \([0-9a-f]{12}\) has no folder fresh: all/)]);
  });

  it.each([
    ['repository', '--upload-pack=x', 'has no such branch, tag or commit'],
    ['.', 'main', 'there is no such file, and .* is no directory of a git repository'],
    ['repository/style.css', 'main', 'is no directory of a git repository'],
    ['none', 'main', 'there is no such directory or file'],
  ])('does not scan %s since %s, and says why', async (target, reference, reason) => {
    await expect(baselineIn(target, reference)).rejects.toThrow(new RegExp(reason));
  });

  it('ends with status 3 before it scans since what there is not', async () => {
    const { status, output, errors } = await scan('repository', '--baseline', 'mian');
    expect(errors).toContain('mian: the repository');
    expect(errors).toContain('has no such branch, tag or commit');
    expect({ status, output }).toEqual({ status: 3, output: '' });
  }, 60_000);

  it('leaves nothing behind', () => expect(line.leftovers()).toEqual([]));
});
