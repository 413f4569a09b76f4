import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** A server of another project, in its own process that does not outlive this one. */
export interface ServerProcess {
  readonly pid: number;
  /** When the process has ended without being asked to: how, and the last of its output. */
  readonly failed: Promise<string>;
  /** Sends SIGTERM, and SIGKILL if that is not enough; resolves when the process is gone. */
  stop(): Promise<void>;
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** The characters of output that are kept for the error message. */
const OUTPUT = 16_384;
const STOP = 20_000;
const ATTEMPTS = 3;

interface Start {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** The output that shows that it listens: an answer alone may come from another server on the same port. */
  readonly says: RegExp;
  /** Whether it answers. A rejection means not yet. */
  readonly answers: () => Promise<unknown>;
  /** Milliseconds. */
  readonly within?: number;
}

/**
 * Starts a server and waits until it answers.
 *
 * @throws Error with the last of its output, if it ends or does not answer in time
 */
export async function startServer({
  name,
  program,
  args,
  says,
  answers,
  within = 60_000,
}: Start): Promise<ServerProcess> {
  // Its own process group: Ctrl-C reaches only the test, which stops the server, or else its guardian does.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-OUTPUT)));
  const gone = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `status ${code}`}`));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} does not start: ${await gone}`);
  guard(child, pid);
  let asked = false;
  const ended = (signal: NodeJS.Signals): Promise<unknown> => {
    asked = true;
    child.kill(signal);
    return gone;
  };
  let waiting = true;
  const problem = await Promise.race([
    gone,
    answering(
      () => (says.test(output) ? answers() : Promise.reject(new Error('it does not listen yet'))),
      within,
      () => waiting,
    ),
  ]);
  waiting = false;
  if (problem !== undefined) {
    await ended('SIGKILL');
    throw new Error(`${name} does not start: ${problem}\n${output}`);
  }
  return {
    pid,
    failed: new Promise((resolve) => {
      void gone.then((how) => asked || resolve(`${name}: ${how}\n${output}`));
    }),
    async stop() {
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP);
      await ended('SIGTERM');
      clearTimeout(patience);
    },
    async kill() {
      await ended('SIGKILL');
    },
  };
}

/** Starts at a free port; once more, if another process took it in between. */
export async function onFreePort<Server>(
  start: (port: number) => Promise<Server>,
  freePort: () => Promise<number>,
): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (attempt === ATTEMPTS || !/address already in use|BindException/i.test((error as Error).message)) throw error;
    }
  }
}

/**
 * Starts a shell that waits for the end of a pipe from this process, which comes however this process ends, and then
 * kills the server.
 */
function guard(server: ChildProcess, pid: number): void {
  const guardian = spawn('sh', ['-c', 'cat >/dev/null; kill -9 "$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guardian.unref();
  server.once('exit', () => guardian.kill('SIGKILL'));
}

/** @returns undefined once it answers; otherwise the reason */
async function answering(
  answers: () => Promise<unknown>,
  within: number,
  waiting: () => boolean,
): Promise<string | undefined> {
  const deadline = performance.now() + within;
  let why: unknown = 'it was not asked';
  while (waiting() && performance.now() < deadline) {
    try {
      await answers();
      return undefined;
    } catch (error) {
      why = error;
    }
    await pause(50);
  }
  return `it has not answered for ${within} ms: ${String(why)}`;
}
