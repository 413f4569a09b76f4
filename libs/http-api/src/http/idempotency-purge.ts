import { type EventStore, OldStreams } from '@assay/event-store';
import { IDEMPOTENCY_PREFIX, type IdempotencyEvent, KEPT_FOR } from './idempotency-stream';

const PURGE_EVERY = 3_600_000;

/** Deletes the streams of requests that are older than 24 hours, now and then. */
export class IdempotencyPurge {
  private ranAt = 0;
  private readonly old: OldStreams<IdempotencyEvent>;

  constructor(events: EventStore) {
    const memory = { stream: 'forgotten-requests', type: 'RequestsForgotten' };
    this.old = new OldStreams(events, { prefix: IDEMPOTENCY_PREFIX, memory });
  }

  async run(now: Date): Promise<void> {
    if (now.getTime() - this.ranAt < PURGE_EVERY) return;
    this.ranAt = now.getTime();
    await this.old.forget(new Date(now.getTime() - KEPT_FOR).toISOString());
  }
}
