import type { Fact } from '@assay/kernel';
import { WrongExpectedRevision } from './errors';
import { type EventStore, LOG_START, type LogPosition, type RecordedEvent } from './event-store';

interface OldStreamsOptions<Event extends Fact> {
  /** The prefix of the streams' names. */
  readonly prefix: string;
  /** The stream that remembers how far in the log they were forgotten, and the type of its fact. */
  readonly memory: { readonly stream: string; readonly type: string };
  /** Whether a stream may go by its newest event; without it, each that is old enough may. */
  readonly isOver?: (newest: RecordedEvent<Event>) => boolean;
}

type Forgotten = Fact<string, { readonly upTo: LogPosition }>;

/** Events that one run looks at. */
const BATCH = 1_000;
const NEWEST = { direction: 'backwards', limit: 1 } as const;

/**
 * Deletes streams of one kind that are older than an instant, in the order of the log. Where a process dies, the next
 * run repeats a batch at most; two processes that do the same are harmless.
 */
export class OldStreams<Event extends Fact<string, { readonly at: string }>> {
  /**
   * How far the log was searched, so that a run does not read it again, as no store can search by a prefix: the
   * position up to which nothing is left to delete, and the time of the oldest event that is still too new.
   */
  private readonly known: { upTo: LogPosition; oldest: string | undefined } = { upTo: LOG_START, oldest: undefined };

  constructor(
    private readonly events: EventStore,
    private readonly options: OldStreamsOptions<Event>,
  ) {}

  /**
   * @param since ISO 8601: a stream with an event of then or later stays
   * @returns whether there may be more
   */
  async forget(since: string): Promise<boolean> {
    if (this.known.oldest !== undefined && this.known.oldest >= since) return false;
    const { upTo, revision } = await this.forgotten();
    const old = await this.olderThan(since, Math.max(upTo, this.known.upTo));
    for (const { stream } of old) await this.forgetOne(stream, since);
    if (old.length > 0) await this.remember(old.at(-1)!.position, revision);
    return old.length >= BATCH;
  }

  private async forgotten(): Promise<{ upTo: LogPosition; revision: number }> {
    for await (const { data, revision } of this.events.readStream<Forgotten>(this.options.memory.stream, NEWEST))
      return { upTo: data.upTo, revision };
    return { upTo: LOG_START, revision: -1 };
  }

  private async olderThan(since: string, after: LogPosition): Promise<RecordedEvent<Event>[]> {
    const old: RecordedEvent<Event>[] = [];
    const filter = { streamPrefixes: [this.options.prefix] };
    const head = await this.events.head();
    this.known.oldest = undefined;
    for await (const event of this.events.readAll<Event>({ after, filter, limit: BATCH })) {
      if (event.data.at >= since) {
        this.known.oldest = event.data.at;
        return old;
      }
      old.push(event);
    }
    if (old.length === 0) this.known.upTo = head;
    return old;
  }

  /** A stream that was written to meanwhile stays. */
  private async forgetOne(stream: string, since: string): Promise<void> {
    for await (const newest of this.events.readStream<Event>(stream, NEWEST)) {
      if (newest.data.at >= since || this.options.isOver?.(newest) === false) return;
      await unlessChanged(() => this.events.deleteStream(stream, { expectedRevision: newest.revision }));
    }
  }

  private async remember(upTo: LogPosition, revision: number): Promise<void> {
    const { stream, type } = this.options.memory;
    await unlessChanged(async () => {
      const appended = await this.events.append(stream, [{ type, data: { upTo } }], {
        expectedRevision: revision === -1 ? 'no-stream' : revision,
      });
      await this.events.setStreamMetadata(stream, { truncateBefore: appended.revision });
    });
  }
}

/** Another process does the same; its work need not be repeated. */
async function unlessChanged(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}
