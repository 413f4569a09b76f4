import type { LogPosition } from '@assay/event-store';
import { messageOf, pause, timestamp } from '@assay/kernel';
import type { ReadModels } from '@assay/read-models';
import { notificationDocuments } from '../queries/documents';
import { type Attempting, attemptDelivery } from './attempt-delivery';
import { Lanes } from './lanes';

export interface DispatcherOptions extends Attempting {
  readonly readModels: ReadModels;
  /** Resolves when the read models have reached a position. */
  readonly reached: (position: LogPosition) => Promise<void>;
  /** Milliseconds that attempts may take to end when the process stops. */
  readonly stopPatience?: number;
}

/** Milliseconds after which the dispatcher looks at the outbox even without a wake-up. */
const LOOK_EVERY = 30_000;
/** Milliseconds to wait after the read models could not be read. */
const AFTER_FAILURE = 5_000;
const STOP_PATIENCE = 5_000;

/** The notifications that wait in the outbox. */
export interface OutboxStatus {
  readonly pending: number;
  /** When the oldest pending notification was requested. */
  readonly oldest: string | null;
  /** The earliest due time that is pending: long ago only if the dispatcher cannot keep up. */
  readonly dueSince: string | null;
}

/**
 * Delivers due notifications. It finds them in the read model, which is made of facts, so a restart forgets nothing.
 * Several dispatchers may run: the one that first records the beginning of an attempt makes it. Nothing waits for them.
 */
export class Dispatcher {
  private readonly lanes = new Lanes();
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly ending = new AbortController();
  private waking = new AbortController();
  private looping: Promise<void> = Promise.resolve();

  constructor(private readonly options: DispatcherOptions) {}

  start(): void {
    this.looping = this.loop();
  }

  /** Looks at the outbox now, because something may be due. */
  wake(): void {
    this.waking.abort();
  }

  /** Gives running attempts a few seconds to end. An attempt without a recorded outcome is made again later. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    const patience = setTimeout(() => this.ending.abort(), this.options.stopPatience ?? STOP_PATIENCE);
    await this.looping;
    await Promise.all(this.running);
    clearTimeout(patience);
  }

  /** Attempts all notifications that are due now, and those that become due meanwhile. */
  async drain(): Promise<void> {
    while ((await this.begin()) > 0 || this.running.size > 0)
      // Some may have ended while others began; a race of no promises would never end.
      if (this.running.size > 0) await Promise.race(this.running);
  }

  async status(): Promise<OutboxStatus> {
    const pending = { status: 'pending' };
    const collection = this.options.readModels.collection(notificationDocuments);
    const first = async (by: 'requestedAt' | 'dueAt') =>
      (await collection.find({ where: pending, sort: [[by, 'ascending']], limit: 1 }))[0]?.document[by] ?? null;
    const [count, oldest, dueSince] = await Promise.all([
      collection.count(pending),
      first('requestedAt'),
      first('dueAt'),
    ]);
    return { pending: count, oldest, dueSince };
  }

  private async loop(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.waking = new AbortController();
      let wait: number;
      try {
        await this.begin();
        wait = await this.untilNextDue();
      } catch (error) {
        this.options.log.warn({ error: messageOf(error) }, 'the outbox cannot be read; looking again');
        wait = AFTER_FAILURE;
      }
      if (!this.stopping.signal.aborted) await pause(wait, this.waking.signal);
    }
  }

  /** Begins as many attempts as there is room for. @returns how many */
  private async begin(): Promise<number> {
    const { readModels, clock } = this.options;
    const due = { status: 'pending', dueAt: { lte: timestamp(clock) } };
    const collection = readModels.collection(notificationDocuments);
    const lanes = [...(await collection.countBy('lane', due)).keys()] as string[];
    let begun = 0;
    for (const lane of this.lanes.next(lanes)) {
      const [next] = await collection.find({ where: { ...due, lane }, sort: [['dueAt', 'ascending']], limit: 1 });
      if (!next) continue;
      begun += 1;
      this.lanes.take(lane);
      const attempt = this.attempt(next.id).finally(() => {
        this.running.delete(attempt);
        this.lanes.release(lane);
        this.wake();
      });
      this.running.add(attempt);
    }
    return begun;
  }

  /** Waits until the read model shows the outcome: otherwise the same notification would look due again. */
  private async attempt(notificationId: string): Promise<void> {
    try {
      const position = await attemptDelivery(notificationId, this.options, this.ending.signal);
      // If another dispatcher has taken it, the head of the log is beyond that fact.
      await this.options.reached(position ?? (await this.options.events.head()));
    } catch (error) {
      this.options.log.warn({ notificationId, error: messageOf(error) }, 'an attempt could not be recorded');
      await pause(AFTER_FAILURE, this.stopping.signal);
    }
  }

  private async untilNextDue(): Promise<number> {
    const collection = this.options.readModels.collection(notificationDocuments);
    const now = timestamp(this.options.clock);
    const [next] = await collection.find({
      where: { status: 'pending', dueAt: { gt: now } },
      sort: [['dueAt', 'ascending']],
      limit: 1,
    });
    if (!next?.document.dueAt) return LOOK_EVERY;
    return Math.min(LOOK_EVERY, Date.parse(next.document.dueAt) - Date.parse(now));
  }
}
