import {
  type EventStore,
  type LogPosition,
  LOG_START,
  type RecordedEvent,
  WrongExpectedRevision,
} from '@assay/event-store';
import type { Fact } from '@assay/kernel';
import { IDEMPOTENCY_PREFIX, type IdempotencyEvent, KEPT_FOR } from './idempotency-stream';

const PURGE_EVERY = 3_600_000;
/** Streams that one run deletes at most. */
const BATCH = 1_000;

/** How far in the log requests have been forgotten. */
type RequestsForgotten = Fact<'RequestsForgotten', { readonly upTo: LogPosition }>;
const FORGOTTEN_STREAM = 'forgotten-requests';

/** Deletes the streams of requests that are older than 24 hours, now and then, in the order of the log. */
export class IdempotencyPurge {
  private ranAt = 0;

  constructor(private readonly events: EventStore) {}

  async run(now: Date): Promise<void> {
    if (now.getTime() - this.ranAt < PURGE_EVERY) return;
    this.ranAt = now.getTime();
    const since = new Date(now.getTime() - KEPT_FOR).toISOString();
    const { upTo, revision } = await this.forgotten();
    const old = await this.olderThan(since, upTo);
    for (const { stream } of old) await this.forget(stream, since);
    if (old.length > 0) await this.remember(old.at(-1)!.position, revision);
  }

  private async forgotten(): Promise<{ upTo: LogPosition; revision: number }> {
    const last = { direction: 'backwards', limit: 1 } as const;
    for await (const { data, revision } of this.events.readStream<RequestsForgotten>(FORGOTTEN_STREAM, last))
      return { upTo: data.upTo, revision };
    return { upTo: LOG_START, revision: -1 };
  }

  private async olderThan(since: string, after: LogPosition): Promise<RecordedEvent<IdempotencyEvent>[]> {
    const old: RecordedEvent<IdempotencyEvent>[] = [];
    const filter = { streamPrefixes: [IDEMPOTENCY_PREFIX] };
    for await (const event of this.events.readAll<IdempotencyEvent>({ after, filter, limit: BATCH })) {
      if (event.data.at >= since) break;
      old.push(event);
    }
    return old;
  }

  /** A key that was used again meanwhile keeps its stream. */
  private async forget(stream: string, since: string): Promise<void> {
    const last = { direction: 'backwards', limit: 1 } as const;
    for await (const { data, revision } of this.events.readStream<IdempotencyEvent>(stream, last)) {
      if (data.at >= since) return;
      await unlessChanged(() => this.events.deleteStream(stream, { expectedRevision: revision }));
    }
  }

  private async remember(upTo: LogPosition, revision: number): Promise<void> {
    const forgotten: RequestsForgotten = { type: 'RequestsForgotten', data: { upTo } };
    await unlessChanged(async () => {
      const appended = await this.events.append(FORGOTTEN_STREAM, [forgotten], {
        expectedRevision: revision === -1 ? 'no-stream' : revision,
      });
      await this.events.setStreamMetadata(FORGOTTEN_STREAM, { truncateBefore: appended.revision });
    });
  }
}

/** Another process does the same: what it was first with is done. */
async function unlessChanged(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}
