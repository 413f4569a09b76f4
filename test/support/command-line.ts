import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** How a command ended. */
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
  assay(...args: string[]): Promise<CommandEnd>;
  started(
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): { readonly child: ChildProcessWithoutNullStreams; readonly ended: Promise<CommandEnd> };
  /** What commands left where temporary files lie. */
  leftovers(): string[];
  remove(): void;
}

export function openCommandLine(): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const started: CommandLine['started'] = (args, environment = {}) => {
    const child = spawn(
      process.execPath,
      ['-r', join(ROOT, 'test/support/compile-typescript.cjs'), join(ROOT, 'apps/cli/src/main.ts'), ...args],
      {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          TMPDIR: temporary,
          ASSAY_DATA_DIR: join(folder, 'data'),
          ...environment,
        },
      },
    );
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const ended = new Promise<CommandEnd>((done) => child.on('close', (status) => done({ status, output, errors })));
    return { child, ended };
  };
  return {
    folder,
    started,
    assay: (...args) => started(args).ended,
    leftovers: () => readdirSync(temporary),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
