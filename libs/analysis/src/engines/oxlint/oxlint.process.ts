import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Whether the process was ended because it took too long. */
  readonly timedOut: boolean;
  /** The end of standard error. */
  readonly errors: string;
}

const MAX_ERROR_OUTPUT = 4_096;

/**
 * Runs the CLI and writes its output to a file. Diagnostics may have 70 MB, and with a pipe oxlint's threads would wait
 * for the reader.
 */
export function runOxlint(
  args: readonly string[],
  cwd: string,
  outputPath: string,
  timeLimit: number,
): Promise<ProcessEnd> {
  const program = join(dirname(require.resolve('oxlint/package.json')), 'bin/oxlint');
  const output = openSync(outputPath, 'w');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', output, 'pipe'] });
    closeSync(output);
    let errors = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeLimit);
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-MAX_ERROR_OUTPUT)));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, timedOut, errors });
    });
  });
}
