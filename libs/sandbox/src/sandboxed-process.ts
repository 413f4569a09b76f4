import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { InfrastructureError, inheritedLoaders } from '@assay/kernel';
import { type Confinement, confine, detectConfinement } from './confinement';
import { watchMemory } from './memory-watch';
import { processTree } from './process-tree';

export interface SandboxOptions {
  /** A Node script: `.js` in a build, `.ts` under test. */
  readonly script: string;
  readonly cwd: string;
  /** Milliseconds until everything the child started is ended. */
  readonly timeout: number;
  /** Resident memory of the child and all its descendants together. */
  readonly memoryMb: number;
  /** Everything that the child sees of the environment besides PATH, LANG and its own HOME and TMPDIR (both `cwd`). */
  readonly environment?: Readonly<Record<string, string>>;
  /** Written to standard input, which is closed at its end. */
  readonly input: string | Readable;
  readonly signal?: AbortSignal;
  /** Default: all that this machine offers. */
  readonly confinement?: Confinement;
}

export type SandboxEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly errorOutput: string }
  | { readonly kind: 'crashed'; readonly signal: string; readonly errorOutput: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'canceled' }
  /** By `stop()`. */
  | { readonly kind: 'stopped' };

export interface SandboxedProcess {
  /** The outermost wrapper's, in this process's own namespace. */
  readonly pid: number;
  /**
   * What the child writes to file descriptor 3: its results. Standard output is not read for results, anything may
   * print there.
   */
  readonly results: Readable;
  /** Settles once `results` has been read to its end or destroyed. */
  readonly ended: Promise<SandboxEnd>;
  /** Ends it now: nothing that it would still say is wanted. */
  stop(): void;
}

const ERROR_OUTPUT_KEPT = 4_096;

/**
 * How long the pipes may stay open after the child is gone. Only a process that escaped the group, on a machine without
 * process namespaces, holds them longer; waiting for it would hang the pass.
 */
const PIPE_GRACE = 1_000;

/**
 * Starts a child without network, with bounded time and memory, that takes everything it started with it when it ends.
 * What of this the machine offers is `detectConfinement`'s answer.
 * @throws InfrastructureError when no process can be started
 */
export async function startSandboxed(options: SandboxOptions): Promise<SandboxedProcess> {
  const node = [
    process.execPath,
    ...(options.script.endsWith('.ts') ? inheritedLoaders() : []),
    `--max-old-space-size=${heapLimit(options.memoryMb)}`,
    options.script,
  ];
  const [program, ...args] = confine(options.confinement ?? (await detectConfinement()), node, options.timeout);
  const child = spawn(program, args, {
    cwd: options.cwd,
    detached: true,
    // 0 input, 2 error output, 3 results, 4 nothing: its end tells a child that its parent is gone.
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      LANG: 'C.UTF-8',
      HOME: options.cwd,
      TMPDIR: options.cwd,
      BROWSERSLIST: 'defaults', // a target's .browserslistrc may name a package to load
      NO_COLOR: '1',
      ...options.environment,
    },
  });
  await started(child, program);
  const supervision = supervise(child, options);
  // a child that ends before it has read everything says why by its exit
  child.stdin!.on('error', () => undefined);
  if (typeof options.input === 'string') child.stdin!.end(options.input);
  else options.input.pipe(child.stdin!);
  return { pid: child.pid!, results: child.stdio[3] as Readable, ...supervision };
}

/**
 * Below the whole allowance: V8 collects garbage only when it nears its limit, so a heap allowed as much as the process
 * would be ended for garbage.
 */
const heapLimit = (memoryMb: number): number => Math.max(32, Math.floor(memoryMb * 0.8));

const started = (child: ChildProcess, program: string) =>
  new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(new InfrastructureError(`cannot start ${program}: ${error.message}`, { cause: error })),
    );
  });

function supervise(
  child: ChildProcess,
  { timeout, memoryMb, signal }: SandboxOptions,
): { ended: Promise<SandboxEnd>; stop(): void } {
  let ending: SandboxEnd | undefined;
  let errorOutput = '';
  const end = (reason: SandboxEnd) => {
    ending ??= reason;
    void killAll(child);
  };
  const ended = new Promise<SandboxEnd>((resolve) => {
    const timer = setTimeout(() => end({ kind: 'timed-out' }), timeout);
    const canceled = () => end({ kind: 'canceled' });
    const memory = watchMemory(child.pid!, memoryMb, () => end({ kind: 'out-of-memory' }));
    signal?.addEventListener('abort', canceled, { once: true });
    if (signal?.aborted) canceled();
    child
      .stderr!.setEncoding('utf8')
      .on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-ERROR_OUTPUT_KEPT)));
    child.on('exit', () => {
      clearTimeout(timer);
      memory.stop();
      signal?.removeEventListener('abort', canceled);
      killGroup(child); // what the engine left running
      closeAfterGrace(child);
    });
    child.on('close', (code, killedBy) => resolve(ending ?? ownEnd(code, killedBy, errorOutput)));
  });
  return { ended, stop: () => end({ kind: 'stopped' }) };
}

/**
 * V8 says that its heap is full and then aborts; as the first process of a namespace an abort shows as another signal.
 */
function ownEnd(code: number | null, signal: string | null, errorOutput: string): SandboxEnd {
  if (code !== 0 && /FATAL ERROR:.*(heap out of memory|Allocation failed)|^Fatal.*out of memory/im.test(errorOutput))
    return { kind: 'out-of-memory' };
  if (signal) return { kind: 'crashed', signal, errorOutput };
  return { kind: 'exited', code: code ?? 1, errorOutput };
}

/** What is in a pipe is read however slow its reader is; a pipe that brings nothing more and stays open is closed. */
function closeAfterGrace(child: ChildProcess): void {
  const results = child.stdio[3] as Socket;
  let read = -1;
  const timer = setInterval(() => {
    if (results.readableLength === 0 && results.bytesRead === read)
      for (const stream of [child.stderr!, results, child.stdio[4] as Socket]) stream.destroy();
    read = results.bytesRead;
  }, PIPE_GRACE);
  child.once('close', () => clearInterval(timer));
}

/**
 * Descendants are looked up first: without a process namespace, one that started a session of its own is in no group of
 * ours. Where the look fails, the group is still ended.
 */
async function killAll(child: ChildProcess): Promise<void> {
  const tree =
    child.exitCode === null && child.signalCode === null ? await processTree(child.pid!).catch(() => []) : [];
  killGroup(child);
  for (const { pid } of tree) if (pid !== child.pid) kill(pid);
}

const killGroup = (child: ChildProcess): void => kill(-child.pid!);

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // EPERM is what macOS answers for a group of which only zombies are left.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
