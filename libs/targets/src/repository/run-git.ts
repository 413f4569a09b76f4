import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { InfrastructureError, messageOf } from '@assay/kernel';
import {
  type ControlGroup,
  type ControlGroups,
  MOST_PROCESSES,
  confine,
  detectConfinement,
  detectControlGroups,
  findPrograms,
  lowerAutogroup,
  watchMemory,
} from '@assay/sandbox';
import { TargetUnreadable } from '../staging/errors';
import { gitEnvironment } from './git-environment';

export interface GitRun {
  readonly args: readonly string[];
  /** The folder of this clone. Git may write only there, if the machine can confine it. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Whether git contacts the remote. If not, it runs without any network, if the machine supports that. It sees no more
   * of the machine in either case.
   */
  readonly network: boolean;
  /** Whether this process is confined already: it can make no namespaces then, and git is in its own. */
  readonly confined: boolean;
  /** Milliseconds of processor time that an orphaned process may still take. The signal is the real limit. */
  readonly time: number;
  readonly memoryMb: number;
  /** The most bytes that may be received. */
  readonly bytes: number;
  readonly signal: AbortSignal;
  readonly input?: Buffer;
  /** Receives standard output. Git waits for the promise. If it throws, git is ended and the error is thrown. */
  readonly onOutput?: (chunk: Buffer) => void | Promise<void>;
  /**
   * Where the kernel limits it as a whole, unless this process is confined already and in a group with git. Default:
   * what is delegated to this process, if anything is.
   */
  readonly groups?: ControlGroups;
}

interface GitEnd {
  readonly code: number;
  /** The end of standard error, without messages of the server. */
  readonly errorOutput: string;
}

const MAX_ERROR_OUTPUT = 8_192;

/**
 * Runs git in its own process group, which is ended as a whole, or in that of a process that is confined already.
 * @throws the signal's reason, TargetUnreadable (too much memory), InfrastructureError (no git), what `onOutput` throws
 */
export async function runGit(run: GitRun): Promise<GitEnd> {
  run.signal.throwIfAborted();
  const command = await commandOf(run);
  run.signal.throwIfAborted();
  const group = groupFor(run);
  try {
    return await supervise(start([...(group?.enter ?? []), ...command], run), run, group);
  } finally {
    group?.close();
  }
}

/** The group that it shares with whatever it starts: a hostile pack is unpacked by a child of git. */
const groupFor = ({ confined, groups, memoryMb }: GitRun): ControlGroup | undefined =>
  confined ? undefined : (groups ?? detectControlGroups().groups)?.open({ memoryMb, processes: MOST_PROCESSES });

function start([program, ...args]: readonly string[], { cwd, environment, confined }: GitRun): ChildProcess {
  const child = spawn(program!, args, {
    cwd,
    env: environment,
    // In a confined process git stays in that process's group, which is ended as a whole.
    detached: !confined,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (!confined) child.once('spawn', () => lowerAutogroup(child));
  return child;
}

async function commandOf(run: GitRun): Promise<readonly [string, ...string[]]> {
  const command = ['git', ...run.args] as const;
  if (run.confined) return command;
  return confine(await detectConfinement(), command, run.time, {
    cwd: run.cwd,
    network: run.network,
    fileMb: largestFile(run.bytes),
    programs: await gitPrograms(),
  });
}

/**
 * Git completes a pack with objects that it has, and writes an index beside it. Neither is larger than twice the size
 * that may be received.
 */
const largestFile = (bytes: number): number => 16 + Math.ceil((2 * bytes) / 2 ** 20);

/** Whether there is a git on the PATH, of whatever version. */
export const isGitInstalled = (): boolean => findPrograms('git').length > 0;

const execute = promisify(execFile);
const folders = new Map<string, Promise<string>>();

/**
 * The files that git needs in a sandbox: each `git` on the PATH (one may wrap another), the shell for that, its own
 * programs.
 */
export async function gitPrograms(): Promise<readonly string[]> {
  const programs = findPrograms('git');
  const first = programs[0];
  if (first === undefined) return [];
  if (!folders.has(first)) folders.set(first, execFolder(first));
  return [...programs, ...findPrograms('sh').slice(0, 1), await folders.get(first)!];
}

async function execFolder(git: string): Promise<string> {
  const { stdout } = await execute(git, ['--exec-path'], { env: gitEnvironment() }).catch((error: unknown) => {
    folders.delete(git); // git may be repaired later
    throw new InfrastructureError(`git cannot be started: ${messageOf(error)}`, { cause: error });
  });
  return stdout.trim();
}

function supervise(
  child: ChildProcess,
  { memoryMb, confined, signal, input, onOutput }: GitRun,
  group: ControlGroup | undefined,
): Promise<GitEnd> {
  return new Promise((resolve, reject) => {
    let failure: { readonly error: unknown } | undefined;
    let errorOutput = '';
    const endGit = () => kill(child, confined);
    const stop = (error: unknown) => {
      failure ??= { error };
      endGit();
    };
    const abort = () => stop(signal.reason);
    const stopHungry = () =>
      stop(new TargetUnreadable('the repository', `git needs more than ${memoryMb} MB of memory for it`));
    const memory = child.pid === undefined ? undefined : watchMemory(child.pid, memoryMb, stopHungry);
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
    child
      .stderr!.setEncoding('utf8')
      .on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT)));
    // If git ends before it has read its whole input, its exit code says why.
    child.stdin!.on('error', () => undefined).end(input);
    child.once(
      'error',
      (error) =>
        (failure ??= { error: new InfrastructureError(`git cannot be started: ${error.message}`, { cause: error }) }),
    );
    child.once('exit', () => {
      if (group?.ranOutOfMemory()) stopHungry();
      endGit(); // ends processes that git left running
      group?.close(); // and those that left its process group, on whose pipes the end would wait
    });
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

function kill({ pid }: ChildProcess, alone: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(alone ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // macOS answers EPERM for a group that has only zombies left.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
