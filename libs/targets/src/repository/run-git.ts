import { type ChildProcess, spawn } from 'node:child_process';
import { InfrastructureError } from '@assay/kernel';
import { type Confinement, confine, detectConfinement, watchMemory } from '@assay/sandbox';
import { TargetUnreadable } from '../staging/errors';

export interface GitRun {
  readonly args: readonly string[];
  /** All that it may write, where the machine can confine it: the work of this clone. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it contacts the remote. Without, it runs with no network at all, where the machine can do that. */
  readonly network: boolean;
  /** Milliseconds of processor time that an orphan may still take; the signal is the real limit. */
  readonly time: number;
  readonly memoryMb: number;
  readonly signal: AbortSignal;
  readonly input?: Buffer;
  /** Takes standard output as it comes: git waits for a promise. What it throws ends git and is thrown. */
  readonly onOutput?: (chunk: Buffer) => void | Promise<void>;
}

export interface GitEnd {
  readonly code: number;
  /** The end of what it said, without what the server had it say. */
  readonly errorOutput: string;
}

const KEPT = 8_192;

/**
 * Runs git in a process group of its own, which is ended as a whole.
 * @throws the signal's reason, TargetUnreadable (too much memory), InfrastructureError (no git), what `onOutput` throws
 */
export async function runGit(run: GitRun): Promise<GitEnd> {
  run.signal.throwIfAborted();
  const [program, ...args] = confine(
    wrappersFor(run.network, await detectConfinement()),
    ['git', ...run.args],
    run.time,
  );
  run.signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd: run.cwd,
    env: run.environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return await supervise(child, run);
}

/** The remote needs the network, which is a namespace's to give; what ends an orphan works without one. */
const wrappersFor = (network: boolean, confinement: Confinement): Confinement =>
  network
    ? {
        ...confinement,
        wrappers: confinement.wrappers.filter((wrapper) => wrapper === 'pdeathsig' || wrapper === 'rlimits'),
      }
    : confinement;

function supervise(child: ChildProcess, { memoryMb, signal, input, onOutput }: GitRun): Promise<GitEnd> {
  return new Promise((resolve, reject) => {
    let failure: { readonly error: unknown } | undefined;
    let errorOutput = '';
    const stop = (error: unknown) => {
      failure ??= { error };
      killGroup(child);
    };
    const abort = () => stop(signal.reason);
    const memory =
      child.pid === undefined
        ? undefined
        : watchMemory(child.pid, memoryMb, () =>
            stop(new TargetUnreadable('the repository', `git needs more than ${memoryMb} MB of memory for it`)),
          );
    signal.addEventListener('abort', abort, { once: true });
    let taken = Promise.resolve();
    child.stdout!.on('data', (chunk: Buffer) => {
      if (failure || !onOutput) return;
      child.stdout!.pause();
      taken = taken
        .then(() => onOutput(chunk))
        .catch(stop)
        .then(() => void child.stdout!.resume());
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-KEPT)));
    // git that ends before it has read everything says why by its exit
    child.stdin!.on('error', () => undefined).end(input);
    child.once(
      'error',
      (error) =>
        (failure ??= { error: new InfrastructureError(`git cannot be started: ${error.message}`, { cause: error }) }),
    );
    child.once('exit', () => killGroup(child)); // what it left running
    child.once('close', (code) => {
      memory?.stop();
      signal.removeEventListener('abort', abort);
      void taken.then(() => {
        if (failure) reject(failure.error as Error);
        else resolve({ code: code ?? 1, errorOutput: errorOutput.replace(/^remote: .*$/gm, '') });
      });
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // EPERM is what macOS answers for a group of which only zombies are left.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
