import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { InfrastructureError, inheritedLoaders } from '@assay/kernel';
import { type Confinement, confine, detectConfinement } from './confinement';
import { type ControlGroup, type ControlGroups, detectControlGroups } from './control-groups';
import { MOST_PROCESSES, type Needs } from './needs';
import { kill, killTree } from './kill-tree';
import { watchMemory } from './memory-watch';
import { lowerAutogroup } from './priority';

export interface SandboxOptions extends Needs {
  /** A Node script: `.js` in a build, `.ts` in tests. */
  readonly script: string;
  /** Milliseconds after which the child and everything that it started are ended. */
  readonly timeout: number;
  /** Memory of the child and all its descendants together: resident, and in files without a name. */
  readonly memoryMb: number;
  /** Variables of the child, in addition to PATH, LANG, HOME and TMPDIR. HOME and TMPDIR are `cwd`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Written to standard input, which is closed at its end. */
  readonly input: string | Readable;
  readonly signal?: AbortSignal;
  /** Default: everything that this machine offers. */
  readonly confinement?: Confinement;
  /** Where the kernel limits it as a whole. Default: what is delegated to this process, if anything is. */
  readonly groups?: ControlGroups;
}

export type SandboxEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly errorOutput: string }
  | { readonly kind: 'crashed'; readonly signal: string; readonly errorOutput: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'canceled' }
  /** `stop()` or `dismiss()` was called. */
  | { readonly kind: 'stopped' };

export interface SandboxedProcess {
  /** The process id of the outermost wrapper, in this process's own namespace. */
  readonly pid: number;
  /**
   * The child's results, which it writes to file descriptor 3. Standard output is not used, because any library may
   * print there.
   */
  readonly results: Readable;
  /** Settles when `results` has been read to its end or destroyed. */
  readonly ended: Promise<SandboxEnd>;
  /** Ends the child immediately. Further results are not needed. */
  stop(): void;
  /**
   * Tells that all results have come, so that a child that serves nobody else is ended. By itself a process ends when
   * its compilers do: after Ruff's last result they took four more seconds of processor time.
   */
  dismiss(): void;
}

const MAX_ERROR_OUTPUT = 4_096;

/**
 * How long the pipes may stay open after the child has ended, in milliseconds. Only a process that has left the group,
 * on a machine without process namespaces, keeps them open longer. Waiting for it would block the pass.
 */
const PIPE_GRACE = 1_000;

/**
 * Starts a child without network and with limited time and memory. When it ends, all processes that it started end too.
 * `detectConfinement` tells which of these protections the machine offers.
 * @throws InfrastructureError when no process can be started
 */
export async function startSandboxed(options: SandboxOptions): Promise<SandboxedProcess> {
  const group = (options.groups ?? detectControlGroups().groups)?.open({
    memoryMb: options.memoryMb + (options.scratchMb ?? 0),
    processes: options.processes ?? MOST_PROCESSES,
  });
  try {
    return await startIn(group, options);
  } catch (error) {
    group?.close();
    throw error;
  }
}

async function startIn(group: ControlGroup | undefined, options: SandboxOptions): Promise<SandboxedProcess> {
  const node = [
    process.execPath,
    ...(options.script.endsWith('.ts') ? inheritedLoaders() : []),
    `--max-old-space-size=${heapLimit(options.memoryMb)}`,
    options.script,
  ];
  const confined = confine(options.confinement ?? (await detectConfinement()), node, options.timeout, {
    ...options,
    readable: [...(options.readable ?? []), options.script],
  });
  const [program, ...args] = [...(group?.enter ?? []), ...confined] as [string, ...string[]];
  const child = spawn(program, args, {
    cwd: options.cwd,
    detached: true,
    // 0: input, 2: error output, 3: results, 4: no data; it closes when the parent ends, which the child can see.
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
  await whenStarted(child, program);
  lowerAutogroup(child);
  const supervision = supervise(child, options, group);
  // If the child ends before it has read its whole input, its exit says why.
  child.stdin!.on('error', () => undefined);
  if (typeof options.input === 'string') child.stdin!.end(options.input);
  else options.input.pipe(child.stdin!);
  return { pid: child.pid!, results: child.stdio[3] as Readable, ...supervision };
}

/**
 * The heap limit is lower than the memory limit of the process. V8 collects garbage only near its limit. With equal
 * limits the process would be ended because of garbage.
 */
const heapLimit = (memoryMb: number): number => Math.max(32, Math.floor(memoryMb * 0.8));

const whenStarted = (child: ChildProcess, program: string) =>
  new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(new InfrastructureError(`cannot start ${program}: ${error.message}`, { cause: error })),
    );
  });

function supervise(
  child: ChildProcess,
  { timeout, memoryMb, signal }: SandboxOptions,
  group: ControlGroup | undefined,
): Omit<SandboxedProcess, 'pid' | 'results'> {
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
      .on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT)));
    child.on('exit', () => {
      clearTimeout(timer);
      memory.stop();
      signal?.removeEventListener('abort', canceled);
      if (group?.ranOutOfMemory()) ending ??= { kind: 'out-of-memory' };
      killGroup(child); // ends processes that the engine left running
      group?.close();
      closeAfterGrace(child);
    });
    child.on('close', (code, killedBy) => {
      group?.close(); // by now everything in it has ended, if a process namespace holds it together
      resolve(ending ?? ownEnd(code, killedBy, errorOutput));
    });
  });
  const stop = () => end({ kind: 'stopped' });
  return { ended, stop, dismiss: stop };
}

/**
 * The child's own end. When its heap is full, V8 prints a message and aborts. In the first process of a namespace, an
 * abort appears as another signal, so the message decides.
 */
function ownEnd(code: number | null, signal: string | null, errorOutput: string): SandboxEnd {
  if (code !== 0 && /FATAL ERROR:.*(heap out of memory|Allocation failed)|^Fatal.*out of memory/im.test(errorOutput))
    return { kind: 'out-of-memory' };
  if (signal) return { kind: 'crashed', signal, errorOutput };
  return { kind: 'exited', code: code ?? 1, errorOutput };
}

/** Closes pipes that stay open without new data. Data in a pipe is still read, however slow the reader is. */
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

/** Ends the child and all its descendants, also after the child has ended. */
async function killAll(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await killTree(child.pid!);
  killGroup(child);
}

const killGroup = (child: ChildProcess): void => kill(-child.pid!);
