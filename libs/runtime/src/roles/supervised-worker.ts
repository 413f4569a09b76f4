import { InfrastructureError } from '@assay/kernel';
import type { TemporalWorker } from '@assay/orchestration';
import type { Logger } from 'pino';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds before a worker that broke is started again. */
const RESTART_AFTER = 1_000;
const RESTART_AFTER_AT_MOST = 30_000;

/**
 * A worker that stays: one that breaks is logged and started again, for the process must outlive what it depends on.
 */
export class SupervisedWorker {
  private current: TemporalWorker | undefined;
  private readonly stopping = new AbortController();
  private readonly supervising: Promise<void>;

  /** @param first one that has been opened */
  constructor(
    first: TemporalWorker,
    private readonly open: () => Promise<TemporalWorker>,
    private readonly log: Pick<Logger, 'error' | 'warn'>,
    private readonly restartAfter = RESTART_AFTER,
  ) {
    this.supervising = this.supervise(first);
  }

  /** @throws InfrastructureError while it does not poll */
  async ping(): Promise<void> {
    if (!this.current) throw new InfrastructureError('the worker broke and is being started again');
    await this.current.ping();
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.current?.close();
    await this.supervising;
  }

  private async supervise(first: TemporalWorker): Promise<void> {
    const { signal } = this.stopping;
    for (let worker: TemporalWorker | undefined = first; worker; worker = await this.reopened()) {
      this.current = worker;
      try {
        await worker.closed;
        if (!signal.aborted) this.log.error({}, 'the worker ended by itself; starting it again');
      } catch (error) {
        this.log.error({ err: error }, 'the worker broke; starting it again');
      }
      this.current = undefined;
    }
  }

  /** Undefined when it is not wanted any more. */
  private async reopened(): Promise<TemporalWorker | undefined> {
    const { signal } = this.stopping;
    for (let delay = this.restartAfter; !signal.aborted; delay = Math.min(delay * 2, RESTART_AFTER_AT_MOST)) {
      // Only the stop cuts it short, and then the loop ends.
      await pause(delay, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
      try {
        const worker = await this.open();
        if (!this.stopping.signal.aborted) return worker;
        await worker.close();
      } catch (error) {
        this.log.warn({ err: error }, 'the worker could not be started; trying again');
      }
    }
    return undefined;
  }
}
