import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineFaults } from './engine-faults';
import type { KillPoint } from './kill-point';

const ROOT = resolve(__dirname, '../..');
const LOADER = resolve(ROOT, 'test/support/compile-typescript.cjs');

/** The end of a process: by a signal, or by itself with a code. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errorOutput: string;
}

/** The addresses that a service prints once it listens. */
export interface ServiceAddress {
  readonly url: string;
  /** Null if ASSAY_ADMIN_PORT is not set. */
  readonly adminUrl: string | null;
  /** Null except at a store's first start. */
  readonly key: string | null;
  /** The keys of the organizations in `OTHER_ORGANIZATIONS`; empty except at the first start. */
  readonly otherKeys: readonly string[];
}

export interface LaunchedService {
  readonly pid: number;
  /** Rejects when the process ends before it listens. */
  readonly listening: Promise<ServiceAddress>;
  readonly ended: Promise<ProcessEnd>;
  /** Does nothing if the process has ended. */
  signal(signal: NodeJS.Signals): void;
}

export interface RunningService extends ServiceAddress {
  readonly pid: number;
  readonly ended: Promise<ProcessEnd>;
  /** Sends SIGTERM. @throws Error if the process does not then end by itself with success */
  stop(): Promise<void>;
  /** Sends SIGKILL, like a power failure: no code of ours can run afterwards. */
  kill(): Promise<void>;
}

export interface ServiceOptions {
  readonly dataDir: string;
  readonly roots: string;
  readonly killPoint?: KillPoint;
  readonly engineFaults?: EngineFaults;
  /** Milliseconds by which its clock is ahead; never less than at an earlier start with the same data. */
  readonly clockAhead?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const living = new Set<ChildProcess>();

/** Ends services that failed tests left running: their pipes would keep Jest from ending. */
export async function endLeftovers(): Promise<void> {
  for (const child of living) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

function startScript(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const child = spawn(process.execPath, ['-r', LOADER, resolve(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', LOADS_LATE: '1', ...environment },
  });
  living.add(child);
  child.once('close', () => living.delete(child));
  return child;
}

/** Settings of the services in these tests. */
export const settingsFor = ({ dataDir, roots }: Pick<ServiceOptions, 'dataDir' | 'roots'>) => ({
  ASSAY_DATA_DIR: dataDir,
  ASSAY_DIRECTORY_ROOTS: `*=${roots}`,
  PORT: '0',
  ASSAY_UNSTARTED_GRACE_MS: '300',
  ASSAY_ENGINE_SLOTS: '2',
  ASSAY_LOG_LEVEL: 'fatal',
  // The tests poll; the rate limits of clients are not their subject.
  ASSAY_RATE_LIMIT: '100000',
  ASSAY_START_RATE_LIMIT: '10000',
});

/**
 * Starts the service in its own process. If it dies before it listens, `listening` rejects, and `ended` has the
 * outcome.
 */
export function launch({
  dataDir,
  roots,
  killPoint,
  engineFaults,
  clockAhead,
  environment = {},
}: ServiceOptions): LaunchedService {
  const child = startScript('test/faults/service-process.ts', [], {
    ...settingsFor({ dataDir, roots }),
    ...(killPoint && { KILL_POINT: JSON.stringify(killPoint) }),
    ...(clockAhead && { CLOCK_AHEAD_MS: String(clockAhead) }),
    ...(engineFaults && { ENGINE_FAULTS: JSON.stringify(engineFaults) }),
    ...environment,
  });
  const ended = endOf(child);
  const listening = Promise.race([
    addressOf(child),
    ended.then(({ code, signal, errorOutput }) => {
      throw new Error(`the service ended (${signal ?? code}) before it listened: ${errorOutput}`);
    }),
  ]);
  listening.catch(() => undefined); // callers that only wait for the end ignore this rejection
  return { pid: child.pid!, listening, ended, signal: (signal) => void child.kill(signal) };
}

/** @throws Error with its output, if the process ends before it listens */
export async function startProcess(options: ServiceOptions): Promise<RunningService> {
  const { pid, listening, ended, signal: send } = launch(options);
  return {
    ...(await listening),
    pid,
    ended,
    async stop() {
      send('SIGTERM');
      const { code, signal, errorOutput } = await ended;
      if (code !== 0)
        throw new Error(`the service ended with ${signal ?? code} when it was asked to stop: ${errorOutput}`);
    },
    async kill() {
      send('SIGKILL');
      await ended;
    },
  };
}

/** Runs an `assay` command to its end. */
export const runCommand = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessEnd> => endOf(startScript('apps/cli/src/main.ts', args, environment));

async function endOf(child: ChildProcess): Promise<ProcessEnd> {
  let output = '';
  let errorOutput = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, output, errorOutput };
}

async function addressOf(child: ChildProcess): Promise<ServiceAddress> {
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line) as ServiceAddress;
  return new Promise(() => undefined); // the process ended, and its end decides the race
}
