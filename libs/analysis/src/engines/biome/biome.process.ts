import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export interface ProcessEnd {
  readonly code: number | null;
  /** Set when the process was ended by a signal, also because it took too long. */
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly errors: string;
}

const MAX_ERROR_OUTPUT = 4_096;

/**
 * The program in the platform's package. The launcher of `@biomejs/biome` is not used, because it runs `ldd` in a shell
 * to detect the C library.
 * @throws Error if the optional package for this platform is not installed
 */
function program(): string {
  const musl =
    process.platform === 'linux' &&
    !(process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return require.resolve(`@biomejs/cli-${process.platform}-${process.arch}${musl ? '-musl' : ''}/biome${suffix}`);
}

/** Runs Biome in a folder and writes its standard output to a file. */
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
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-MAX_ERROR_OUTPUT)));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, timedOut, errors });
    });
  });
}
