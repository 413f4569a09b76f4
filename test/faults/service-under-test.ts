import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { KillPoint } from './kill-point';

const ROOT = resolve(__dirname, '../..');

export interface RunningService {
  readonly url: string;
  /** Only from a store's first start. */
  readonly key: string | null;
  readonly pid: number;
  /** The signal that ended it, or null for an end of its own. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; errorOutput: string }>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly dataDir: string;
  readonly roots: string;
  readonly killPoint?: KillPoint;
  readonly environment?: Readonly<Record<string, string>>;
}

/** @throws Error with what it said, when the process ends before it listens */
export async function startProcess({ dataDir, roots, killPoint, environment = {} }: ServiceOptions): Promise<RunningService> {
  const child = spawn(process.execPath, ['-r', resolve(ROOT, 'test/support/compile-typescript.cjs'), resolve(__dirname, 'service-process.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'], HOME: process.env['HOME'],
      ASSAY_DATA_DIR: dataDir, ASSAY_DIRECTORY_ROOTS: roots, PORT: '0', ASSAY_UNSTARTED_GRACE_MS: '300', ASSAY_ENGINE_SLOTS: '2', ASSAY_LOG_LEVEL: 'fatal',
      ...(killPoint ? { KILL_POINT: JSON.stringify(killPoint) } : {}),
      ...environment,
    },
  });
  const ended = endOf(child);
  const { url, key } = await Promise.race([listening(child), ended.then(({ code, signal, errorOutput }) => { throw new Error(`the service ended (${signal ?? code}) before it listened: ${errorOutput}`); })]);
  return {
    url, key, ended,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function endOf(child: ChildProcess): ReturnType<() => RunningService['ended']> {
  let errorOutput = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, errorOutput };
}

async function listening(child: ChildProcess): Promise<{ url: string; key: string | null }> {
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line) as { url: string; key: string | null };
  return new Promise(() => undefined); // it ended; the race is decided by its end
}
