import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface SandboxOptions {
  /** A Node script: `.js` in a build, `.ts` under test. */
  readonly script: string;
  readonly cwd: string;
  /** Milliseconds until the whole process group is ended. */
  readonly timeout: number;
  readonly memoryMb: number;
  /** Everything that the child sees of the environment besides PATH, LANG and its own HOME and TMPDIR (both `cwd`). */
  readonly environment?: Readonly<Record<string, string>>;
  /** Written to standard input, which is then closed. */
  readonly input: string;
  readonly signal?: AbortSignal;
}

export type SandboxEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly errorOutput: string }
  | { readonly kind: 'crashed'; readonly signal: string; readonly errorOutput: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'canceled' };

export interface SandboxedProcess {
  /** What the child writes to file descriptor 3: its results. Standard output is not read for results, anything may print there. */
  readonly results: Readable;
  readonly ended: Promise<SandboxEnd>;
}

const ERROR_OUTPUT_KEPT = 4_096;

/** Starts a child that cannot outlive its time, and takes its whole process group with it when it ends. */
export function startSandboxed(options: SandboxOptions): SandboxedProcess {
  const child = spawn(process.execPath, [...loader(options.script), `--max-old-space-size=${options.memoryMb}`, options.script], {
    cwd: options.cwd,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', HOME: options.cwd, TMPDIR: options.cwd, ...options.environment },
  });
  child.stdin!.on('error', () => undefined).end(options.input); // a child that ends before it has read everything says why by its exit
  return { results: child.stdio[3] as Readable, ended: supervise(child, options) };
}

/** Sources are compiled on the fly under test. */
const loader = (script: string): string[] => (script.endsWith('.ts') ? ['-r', require.resolve('../../../../test/support/compile-typescript.cjs')] : []);

function supervise(child: ChildProcess, { timeout, signal }: SandboxOptions): Promise<SandboxEnd> {
  return new Promise((resolve) => {
    let ending: SandboxEnd | undefined;
    let errorOutput = '';
    const end = (reason: SandboxEnd) => {
      ending ??= reason;
      killGroup(child);
    };
    const timer = setTimeout(() => end({ kind: 'timed-out' }), timeout);
    const canceled = () => end({ kind: 'canceled' });
    signal?.addEventListener('abort', canceled, { once: true });
    if (signal?.aborted) canceled();
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-ERROR_OUTPUT_KEPT)));
    child.on('error', (error) => (errorOutput += error.message));
    child.on('close', (code, killedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', canceled);
      killGroup(child); // what the engine left running
      resolve(ending ?? (killedBy ? { kind: 'crashed', signal: killedBy, errorOutput } : { kind: 'exited', code: code ?? 1, errorOutput }));
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
