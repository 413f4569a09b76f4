import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface WorkerProcess {
  /** Resolves once the process has said so. */
  said(line: string): Promise<void>;
  kill(): Promise<void>;
}

/** A worker in a process of its own, whose passes hang: it can be lost, as a machine is lost. */
export async function startHangingWorker(server: {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly workerLoss: number;
}): Promise<WorkerProcess> {
  const root = join(__dirname, '../../..');
  const { address, namespace, taskQueue, workerLoss } = server;
  const child = spawn(
    process.execPath,
    [
      '-r',
      './test/support/compile-typescript.cjs',
      join(__dirname, 'hanging-worker.ts'),
      address,
      namespace,
      taskQueue,
      String(workerLoss),
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LOADS_LATE: '1' } },
  );
  const lines = new Set<string>();
  const changed = new Set<() => void>();
  const tell = () => changed.forEach((look) => look());
  let over = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.add(line);
    tell();
  });
  const exited = once(child, 'exit').then(() => {
    over = true;
    tell();
  });
  const said = (line: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (lines.has(line)) resolve();
        else if (over) reject(new Error(`the worker process ended before it said ${line}`));
      };
      changed.add(look);
      look();
    });
  await said('started');
  return {
    said,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
