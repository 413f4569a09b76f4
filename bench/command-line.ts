import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { extname, join } from 'node:path';

const MAIN = join(__dirname, `../apps/cli/src/main${extname(__filename)}`);
/** The time limit of a tool, so long that each ends by itself even on a busy machine. */
const TIMEOUT = 3_600_000;

export interface Scanned {
  readonly seconds: number;
  readonly tools: readonly { readonly toolName: string; readonly status: string; readonly duration: number }[];
  readonly findings: readonly {
    readonly fingerprint: string;
    readonly severity: string;
    readonly rule: string;
    readonly file: string | null;
    readonly line: number | null;
  }[];
}

/** The trees in `ASSAY_BENCH_TREES`, separated as in PATH, such as clones of express and of vue core. */
export const namedTrees = (): string[] =>
  (process.env['ASSAY_BENCH_TREES'] ?? '').split(':').filter((folder) => folder !== '');

/** Runs `assay scan` as a user does, and returns the findings. */
export async function scan(folder: string): Promise<Scanned> {
  const args = [MAIN, 'scan', folder, '--json', '--no-history', '--timeout', String(TIMEOUT)];
  const { seconds, output } = await timed(process.execPath, [...process.execArgv, ...args], [0, 2, 4]);
  return { ...(JSON.parse(output) as Omit<Scanned, 'seconds'>), seconds };
}

/**
 * Runs a command to its end.
 * @param statuses the exit statuses of a successful run
 */
export async function timed(
  program: string,
  args: readonly string[],
  statuses: readonly number[],
  cwd?: string,
): Promise<{ seconds: number; output: string }> {
  const start = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], cwd });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const output = await text(child.stdout);
  const [code] = await ended;
  if (!statuses.includes(code ?? -1)) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1_000, output };
}
