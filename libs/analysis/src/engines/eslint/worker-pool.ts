import { extname, join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { FileReport, LintJob, NextSetup, WorkerMessage, WorkerSetup } from './lint-job';
import { RunningRule } from './running-rule';
import { SlowRules } from './slow-rules';

/**
 * A file that takes longer is linted again to see which rule it is, and then without that rule, because a regular
 * expression of a rule may backtrack for ever, and must not block other rules and other files.
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
/** Milliseconds between two looks at which rule runs. */
const LOOK_EVERY = 20;
const SCRIPT = join(__dirname, `lint-worker${extname(__filename)}`);

interface PoolOptions {
  readonly setup: NextSetup['setup'];
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

export interface IdleWorker extends Lane {
  readonly memoryMb: number;
}

interface Lane {
  readonly worker: Worker;
  readonly running: RunningRule;
}

/**
 * Lints files in worker threads. If a file ends its worker, a new one continues: with the same file where a rule took
 * too long, which is reported as broken there, otherwise with the next one, and the file is reported as unreadable. The
 * number of workers does not change the order of the results. It throws if a worker cannot start.
 */
export async function lintInWorkers(
  jobs: readonly LintJob[],
  { setup, workers, onReport, fileTimeout = FILE_TIMEOUT, script = SCRIPT, idle }: PoolOptions,
): Promise<void> {
  const inOrder = reorder(onReport);
  const queue = jobs.values();
  const memoryMb = Math.floor((getHeapStatistics().heap_size_limit * HEAP_SHARE) / 1_048_576 / workers);
  const slow = new SlowRules(tookLonger(fileTimeout));
  const work = async (): Promise<void> => {
    let lane: Lane | undefined;
    const lint = async (job: LintJob): Promise<FileReport> => {
      const without = slow.leftOut();
      for (let watched = false; ; ) {
        lane ??= await ready(takeIdle(idle, memoryMb, setup) ?? start(script, memoryMb, setup));
        const withoutRules = without.map(({ rule }) => rule);
        const tried = { ...job, withoutRules, watched };
        const { ended, tooLong, seen, ...report } = await lintOne(lane, tried, fileTimeout, memoryMb);
        if (ended) lane = undefined;
        const broken = tooLong && watched ? slow.add(seen!, job.index) : undefined;
        if (broken) without.push(broken);
        const again = tooLong && (watched ? broken !== undefined : slow.mayLookAt(job.index));
        if (!again) return { ...report, brokenRules: [...without, ...report.brokenRules] };
        watched = true;
      }
    };
    for (const job of queue) inOrder(await lint(job));
    if (lane && idle) idle.push({ ...(lane as Lane), memoryMb });
    else await (lane as Lane | undefined)?.worker.terminate();
  };
  await Promise.all(Array.from({ length: workers }, work));
}

function start(script: string, memoryMb: number, { tools }: NextSetup['setup']): Lane {
  const running = new RunningRule();
  running.among(tools);
  const worker = new Worker(script, {
    workerData: { tools, running: running.memory } satisfies WorkerSetup,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return { worker, running };
}

function takeIdle(idle: IdleWorker[] | undefined, memoryMb: number, setup: NextSetup['setup']): Lane | undefined {
  const index = idle?.findIndex((each) => each.memoryMb === memoryMb) ?? -1;
  if (index === -1) return undefined;
  const [lane] = idle!.splice(index, 1) as [IdleWorker];
  lane.running.among(setup.tools);
  lane.worker.postMessage({ setup } satisfies NextSetup);
  return lane;
}

/** Resolves once the worker takes files. */
function ready(lane: Lane): Promise<Lane> {
  const { worker } = lane;
  return new Promise((resolve, reject) => {
    const ended = (code: number) => reject(new Error(`the worker ended with code ${code} before its first file`));
    worker.once('error', reject).once('exit', ended);
    worker.once('message', (message: WorkerMessage) => {
      worker.off('error', reject).off('exit', ended);
      if (message.kind === 'ready') {
        resolve(lane);
      } else {
        reject(new Error(message.kind === 'broken' ? message.reason : 'the worker spoke out of turn'));
        void worker.terminate();
      }
    });
  });
}

type JobOutcome = FileReport & {
  readonly ended?: true;
  readonly tooLong?: true;
  /** How often each rule was seen to run, and no rule. */
  readonly seen?: ReadonlyMap<string | undefined, number>;
};

const tookLonger = (milliseconds: number): string => `took longer than ${milliseconds / 1_000} s`;

function lintOne({ worker, running }: Lane, job: LintJob, timeout: number, memoryMb: number): Promise<JobOutcome> {
  return new Promise((resolve, reject) => {
    const seen = new Map<string | undefined, number>();
    const look = () => seen.set(running.current, (seen.get(running.current) ?? 0) + 1);
    let looking: NodeJS.Timeout | undefined;
    const leave = () => {
      clearTimeout(timer);
      clearInterval(looking);
      worker.off('message', received).off('error', failed).off('exit', exited);
    };
    const settle = (outcome: JobOutcome) => {
      leave();
      resolve(outcome);
    };
    const giveUp = (unreadable: string, more: Pick<JobOutcome, 'tooLong' | 'seen'> = {}) => {
      settle({ index: job.index, findings: [], brokenRules: [], unreadable, ended: true, ...more });
      worker.on('error', () => undefined); // the file is already reported
      void worker.terminate();
    };
    const tooLong = () => giveUp(tookLonger(timeout), { tooLong: true, seen });
    let timer = setTimeout(tooLong, timeout + LOADING_TIMEOUT);
    const received = (message: WorkerMessage) => {
      if (message.kind === 'linted') settle(message.report);
      if (message.kind === 'loaded') {
        clearTimeout(timer);
        timer = setTimeout(tooLong, timeout);
        if (job.watched) looking ??= setInterval(look, LOOK_EVERY);
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
