import { extname, join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { FileReport, LintJob, NextSetup, WorkerMessage, WorkerSetup } from './lint-job';

/**
 * A file that takes longer is given up, because a regular expression of a rule may backtrack for ever, and must not
 * block the other files.
 */
const FILE_TIMEOUT = 30_000;
/** How much longer it may take until plugins and parsers for a file are loaded: a second on a quiet machine. */
const LOADING_TIMEOUT = 60_000;
/**
 * The share of the process's memory for the heaps of the workers. A heap at its limit ends one worker, but the process
 * at its limit ends the pass.
 */
const HEAP_SHARE = 0.7;
/**
 * Megabytes for young objects. A file's tree outlives many collections of V8's 16 MB: they took an eighth of the time.
 */
const YOUNG_MB = 96;
const SCRIPT = join(__dirname, `lint-worker${extname(__filename)}`);

interface PoolOptions {
  readonly setup: WorkerSetup;
  readonly workers: number;
  /** Called in the order of the jobs, as early as possible. */
  readonly onReport: (report: FileReport) => void;
  /** Milliseconds for one file, from the moment when all that it needs is loaded. */
  readonly fileTimeout?: number;
  /** The entry point of the workers. Default: lint-worker beside this file. */
  readonly script?: string;
  /** Workers of the passes before, which have their plugins loaded; filled again. Default: each worker is ended. */
  readonly idle?: IdleWorker[];
}

export interface IdleWorker {
  readonly worker: Worker;
  readonly memoryMb: number;
}

/**
 * Lints files in worker threads. If a file ends its worker (out of memory, out of time), it is reported as unreadable,
 * and a new worker continues with the next file. The number of workers does not change the results or their order. It
 * throws if a worker cannot start.
 */
export async function lintInWorkers(
  jobs: readonly LintJob[],
  { setup, workers, onReport, fileTimeout = FILE_TIMEOUT, script = SCRIPT, idle }: PoolOptions,
): Promise<void> {
  const inOrder = reorder(onReport);
  const queue = jobs.values();
  const memoryMb = Math.floor((getHeapStatistics().heap_size_limit * HEAP_SHARE) / 1_048_576 / workers);
  const work = async (): Promise<void> => {
    let worker: Worker | undefined;
    for (const job of queue) {
      worker ??= await ready(takeIdle(idle, memoryMb, setup) ?? start(script, memoryMb, setup));
      const report = await lintOne(worker, job, fileTimeout, memoryMb);
      if (report.ended) worker = undefined;
      inOrder(report);
    }
    if (worker && idle) idle.push({ worker, memoryMb });
    else await worker?.terminate();
  };
  await Promise.all(Array.from({ length: workers }, work));
}

const start = (script: string, memoryMb: number, setup: WorkerSetup): Worker =>
  new Worker(script, {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });

function takeIdle(idle: IdleWorker[] | undefined, memoryMb: number, setup: WorkerSetup): Worker | undefined {
  const index = idle?.findIndex((each) => each.memoryMb === memoryMb) ?? -1;
  if (index === -1) return undefined;
  const [{ worker }] = idle!.splice(index, 1) as [IdleWorker];
  worker.postMessage({ setup } satisfies NextSetup);
  return worker;
}

/** Resolves once the worker takes files. */
function ready(worker: Worker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const ended = (code: number) => reject(new Error(`the worker ended with code ${code} before its first file`));
    worker.once('error', reject).once('exit', ended);
    worker.once('message', (message: WorkerMessage) => {
      worker.off('error', reject).off('exit', ended);
      if (message.kind === 'ready') {
        resolve(worker);
      } else {
        reject(new Error(message.kind === 'broken' ? message.reason : 'the worker spoke out of turn'));
        void worker.terminate();
      }
    });
  });
}

type JobOutcome = FileReport & { readonly ended?: true };

function lintOne(worker: Worker, job: LintJob, timeout: number, memoryMb: number): Promise<JobOutcome> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      worker.off('message', received).off('error', failed).off('exit', exited);
    };
    const settle = (outcome: JobOutcome) => {
      leave();
      resolve(outcome);
    };
    const giveUp = (unreadable: string) => {
      settle({ index: job.index, findings: [], brokenRules: [], unreadable, ended: true });
      worker.on('error', () => undefined); // the file is already reported
      void worker.terminate();
    };
    const tooLong = () => giveUp(`took longer than ${timeout / 1_000} s`);
    let timer = setTimeout(tooLong, timeout + LOADING_TIMEOUT);
    const received = (message: WorkerMessage) => {
      if (message.kind === 'linted') settle(message.report);
      if (message.kind === 'loaded') {
        clearTimeout(timer);
        timer = setTimeout(tooLong, timeout);
      }
      if (message.kind === 'broken') {
        leave();
        void worker.terminate();
        reject(new Error(message.reason));
      }
    };
    const failed = (error: NodeJS.ErrnoException) =>
      giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `needed more than ${memoryMb} MB of memory` : error.message);
    const exited = (code: number) => giveUp(`its worker ended with code ${code}`);
    worker.on('message', received).on('error', failed).on('exit', exited);
    worker.postMessage(job);
  });
}

/** Passes reports on in the order of their index. Early ones are held back. */
function reorder(emit: (report: FileReport) => void): (report: FileReport) => void {
  const early = new Map<number, FileReport>();
  let next = 0;
  return (report) => {
    early.set(report.index, report);
    for (let ready = early.get(next); ready; ready = early.get(++next)) {
      early.delete(next);
      emit(ready);
    }
  };
}
