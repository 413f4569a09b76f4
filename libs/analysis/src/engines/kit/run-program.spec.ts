import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program';

describe('runProgram', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'run-program-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (script: string, timeLimit?: number) => {
    const outputPath = join(folder, 'output');
    const args = ['-e', script];
    return runProgram({ program: process.execPath, args, cwd: folder, outputPath, ...(timeLimit && { timeLimit }) });
  };

  it('writes what a program prints to a file, and returns how it ended', async () => {
    const end = await run('console.log("found"); console.error("warned"); process.exitCode = 3;');
    expect(end).toEqual({ code: 3, signal: null, timedOut: false, outOfMemory: false, errors: 'warned\n' });
    expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('found\n');
  });

  it('ends what a program started together with it, also where that has its own session', async () => {
    // The child holds the standard error of its parent open: unless it ended, too, this run would never end.
    const child = "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'],";
    const end = await run(
      `${child} { detached: true, stdio: ['ignore', 'ignore', 'inherit'] }); setInterval(() => {}, 1e6);`,
      2_000,
    );
    expect(end).toMatchObject({ code: null, signal: 'SIGKILL', timedOut: true });
  });

  it('ends a program that needs more memory than it may have, and says so', async () => {
    const fills = 'const all = []; for (;;) all.push(Buffer.alloc(8 << 20, 1));';
    const outputPath = join(folder, 'output');
    const program = { program: process.execPath, args: ['-e', fills], cwd: folder, outputPath, memoryMb: 256 };
    expect(await runProgram(program)).toMatchObject({ signal: 'SIGKILL', outOfMemory: true, timedOut: false });
  });
});
