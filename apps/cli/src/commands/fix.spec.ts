import { jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixCommand } from './fix';

/** Two headings without a space: one is in a file that Git has, the other in one that it does not have. */
describe('assay fix', () => {
  let folder: string;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-fix-')));
    git('init', '-q');
    writeFileSync(join(folder, 'a.md'), '#Title\n\nText\n');
    git('add', 'a.md');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = undefined;
    rmSync(folder, { recursive: true });
  });

  const fix = async (...given: string[]) => {
    const out = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const errors = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const args = [folder, '--tool', 'markdown-lint', '-q', ...given];
    await fixCommand().parseAsync(args, { from: 'user' });
    const textOf = (spy: typeof out | typeof errors) => spy.mock.calls.map(([text]) => String(text)).join('');
    return { out: textOf(out), errors: textOf(errors), status: Number(process.exitCode ?? 0) };
  };

  it('applies safe fixes, looks at the files again and says what is gone', async () => {
    const { out, status } = await fix();
    expect(read('a.md')).toBe('# Title\n\nText\n');
    expect(out).toBe('Applied 1 fix to 1 file:\n  a.md: MD018\nLooked again at 1 file: 1 finding gone, 0 new.\n');
    expect(status).toBe(0);
  }, 60_000);

  it('changes nothing with --dry-run, and prints what git apply takes', async () => {
    const { out, errors, status } = await fix('--dry-run');
    expect(read('a.md')).toBe('#Title\n\nText\n');
    expect([errors, status]).toEqual(['1 fix would change 1 file. Nothing was changed.\n', 1]);
    execFileSync('git', ['apply', '-'], { cwd: folder, input: out });
    expect(read('a.md')).toBe('# Title\n\nText\n');
  }, 60_000);

  it('changes no file with work that git does not have, unless it is forced to', async () => {
    writeFileSync(join(folder, 'b.md'), '#Mine\n');
    await expect(fix()).rejects.toThrow('1 file with work that git does not have: b.md');
    expect([read('a.md'), read('b.md')]).toEqual(['#Title\n\nText\n', '#Mine\n']);
    expect((await fix('--force')).errors).toContain('warning: 1 file with work that git does not have: b.md');
    expect([read('a.md'), read('b.md')]).toEqual(['# Title\n\nText\n', '# Mine\n']);
  }, 60_000);

  it('finds nothing to do for another rule, and refuses a tool that knows no fixes', async () => {
    expect((await fix('--rule', 'MD034')).out).toBe('There is no safe fix to apply.\n');
    await expect(fix('--tool', 'secrets-source')).rejects.toThrow('secrets-source knows no fixes');
  }, 60_000);
});
