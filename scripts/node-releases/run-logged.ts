import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { ProgramEnd } from './program-end';

const SECOND = 1_000;
/** Milliseconds that a program has to end after SIGTERM. */
const GRACE = 10 * SECOND;

const running = new Map<ChildProcess, Promise<ProgramEnd>>();
// If this process is ended at once, by a second Ctrl-C, no program may survive it.
process.once('exit', () => {
  for (const child of running.keys()) signalGroup(child, 'SIGKILL');
});

/** Waits until all programs that were started here have ended, in whatever way. */
export async function allEnded(): Promise<void> {
  await Promise.allSettled(running.values());
}

/** How to run a program. */
export interface Circumstances {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The file to which its output is appended. */
  readonly log: string;
  /** The time limit in seconds. */
  readonly limit: number;
  /** Ends the program, and all processes that it has started. */
  readonly signal: AbortSignal;
  /** Whether messages can be exchanged with it. */
  readonly ipc?: boolean;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** @throws the reason of the abort signal if that ended it; an Error if the program could not be started */
  readonly ended: Promise<ProgramEnd>;
}

/**
 * Starts a program in its own process group, so that its child processes can be ended with it, and so that Ctrl-C in a
 * terminal reaches only this process, which then ends the others in order.
 */
export function startLogged(program: string, args: readonly string[], of: Circumstances): RunningProgram {
  of.signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd: of.cwd,
    env: of.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(of.ipc ? (['ipc'] as const) : [])],
  });
  const log = createWriteStream(of.log, { flags: 'a' });
  log.write(`$ ${[program, ...args].join(' ')}\n`);
  const output: string[] = [];
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.push(text);
      log.write(text);
    });
  const ended = endOf(child, { output, log, of });
  running.set(child, ended);
  return { child, output: () => output.join(''), ended };
}

/** Runs a program to its end. */
export const runLogged = (program: string, args: readonly string[], of: Circumstances): Promise<ProgramEnd> =>
  startLogged(program, args, of).ended;

async function endOf(
  child: ChildProcess,
  { output, log, of }: { output: readonly string[]; log: WriteStream; of: Circumstances },
): Promise<ProgramEnd> {
  let overtime = false;
  const stop = () => endGroup(child);
  const timer = setTimeout(() => {
    overtime = true;
    stop();
  }, of.limit * SECOND);
  of.signal.addEventListener('abort', stop);
  try {
    const { status, signal } = await closed(child);
    of.signal.throwIfAborted();
    return { status, signal, overtime, output: output.join('') };
  } finally {
    running.delete(child);
    clearTimeout(timer);
    of.signal.removeEventListener('abort', stop);
    await new Promise((flushed) => log.end(flushed));
  }
}

const closed = (child: ChildProcess): Promise<Pick<ProgramEnd, 'status' | 'signal'>> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal }));
  });

/** Asks the whole group to end, and kills the rest of it after a while. */
function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE);
  child.once('close', () => {
    clearTimeout(timer);
    signalGroup(child, 'SIGKILL');
  });
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return; // the program could not be started
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // the whole group has ended
  }
}
