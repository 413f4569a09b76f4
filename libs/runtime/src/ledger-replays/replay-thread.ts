import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Replayed, ReplayRequest } from '@assay/billing';
import { InfrastructureError, inheritedLoaders, messageOf } from '@assay/kernel';
import { type FromReplayThread, type ReplayThreadData, type ToReplayThread, errorOf } from './protocol';

/** The build's bundle of the thread and its imports (scripts/bundle-command.cjs): the files take four times as long. */
const BUNDLE = join(__dirname, 'thread.bundle.js');
const SCRIPT = existsSync(BUNDLE) ? BUNDLE : join(__dirname, `thread${extname(__filename)}`);

interface Waiting {
  readonly resolve: (replayed: Replayed) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Replays ledgers on a thread that reads the event store for itself, so that the loop of this process is asked for no
 * more than the answer. The thread begins with the first replay. One that ended is followed by another.
 */
export class ReplayThread {
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  private exited: Promise<void> = Promise.resolve();
  private isClosed = false;
  private asked = 0;

  constructor(private readonly data: ReplayThreadData) {}

  /** @throws RefusedError, InfrastructureError: what the replay met; also where the thread ended before it answered */
  readonly replay = (request: ReplayRequest): Promise<Replayed> => {
    if (this.isClosed) return Promise.reject(new InfrastructureError('the thread that replays ledgers has ended'));
    const worker = (this.worker ??= this.started());
    const id = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, request } satisfies ToReplayThread);
    });
  };

  /** Nobody waits for a replay any more: one under way is given up. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.waiting.size > 0) await this.kill();
    else this.worker?.postMessage('close');
    this.worker?.ref();
    await this.exited;
  }

  /** Ends the thread in the midst of whatever it does; the next replay starts another. */
  async kill(): Promise<void> {
    await this.worker?.terminate();
  }

  private started(): Worker {
    const worker = new Worker(SCRIPT, { workerData: this.data, execArgv: inheritedLoaders() });
    let cause: unknown;
    worker.on('message', (answer: FromReplayThread) => {
      const waiting = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if (this.waiting.size === 0) worker.unref();
      if ('fault' in answer) waiting?.reject(errorOf(answer.fault));
      else waiting?.resolve(answer.replayed);
    });
    worker.on('error', (error) => (cause = error));
    this.exited = new Promise((exited) => {
      worker.once('exit', () => {
        this.worker = undefined;
        const reason = cause === undefined ? 'ended before it answered' : `failed: ${messageOf(cause)}`;
        for (const { reject } of this.waiting.values())
          reject(new InfrastructureError(`the thread that replays ledgers ${reason}`, { cause }));
        this.waiting.clear();
        exited();
      });
    });
    return worker;
  }
}
