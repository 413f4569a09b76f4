import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(__dirname, '../..');

/** The outcome of a command. */
export interface CommandEnd {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/**
 * The `assay` command of these sources, in a folder of its own with a home, a data directory and a place for temporary
 * files.
 */
export interface CommandLine {
  readonly folder: string;
  /** Runs in its own process. */
  assay(...args: string[]): Promise<CommandEnd>;
  /** Runs a command that leaves nothing running, in a process that serves one such command after another. */
  quickly(...args: string[]): Promise<CommandEnd>;
  started(
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): { readonly child: ChildProcessWithoutNullStreams; readonly ended: Promise<CommandEnd> };
  /** Files that commands left in the folder of temporary files. */
  leftovers(): string[];
  remove(): void;
}

export function openCommandLine(): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const roots = join(folder, 'roots');
  mkdirSync(roots);
  const start = (script: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    spawn(process.execPath, ['-r', join(ROOT, 'test/support/compile-typescript.cjs'), join(ROOT, script), ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        LOADS_LATE: '1',
        TMPDIR: temporary,
        ASSAY_DATA_DIR: join(folder, 'data'),
        ASSAY_DIRECTORY_ROOTS: roots, // the working directory, the default, contains the data
        ...environment,
      },
    });
  const started: CommandLine['started'] = (args, environment) => {
    const child = start('apps/cli/src/main.ts', args, environment);
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const ended = new Promise<CommandEnd>((done) => child.on('close', (status) => done({ status, output, errors })));
    return { child, ended };
  };
  let serving: { readonly child: ChildProcessWithoutNullStreams; readonly answers: AsyncIterator<string> } | undefined;
  const serve = () => {
    const child = start('test/support/serving-command-line.ts', []);
    return { child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  };
  return {
    folder,
    started,
    async quickly(...args) {
      serving ??= serve();
      serving.child.stdin.write(`${JSON.stringify(args)}\n`);
      const { value, done } = await serving.answers.next();
      if (done) throw new Error(`the command line ended over ${args.join(' ')}`);
      return JSON.parse(value) as CommandEnd;
    },
    assay: (...args) => started(args).ended,
    leftovers: () => readdirSync(temporary),
    remove() {
      serving?.child.kill('SIGKILL'); // SIGTERM would be handled by the commands
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
