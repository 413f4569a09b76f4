import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export interface ProcessEnd {
  readonly code: number | null;
  /** Also when it took too long. */
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly errors: string;
}

const ERRORS_KEPT = 4_096;

/**
 * The program of the platform's package, without the launcher of `@biomejs/biome`, which runs `ldd` in a shell to learn
 * which C library there is.
 * @throws Error when the optional package for this platform is not installed
 */
export function program(): string {
  const musl =
    process.platform === 'linux' &&
    !(process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return require.resolve(`@biomejs/cli-${process.platform}-${process.arch}${musl ? '-musl' : ''}/biome${suffix}`);
}

/** Runs Biome in a folder, its standard output in a file. */
export function runBiome(
  args: readonly string[],
  cwd: string,
  outputPath: string,
  timeLimit: number,
): Promise<ProcessEnd> {
  const output = openSync(outputPath, 'w');
  return new Promise((resolve, reject) => {
    const child = spawn(program(), args, { cwd, stdio: ['ignore', output, 'pipe'] });
    closeSync(output);
    let errors = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeLimit);
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-ERRORS_KEPT)));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, timedOut, errors });
    });
  });
}
