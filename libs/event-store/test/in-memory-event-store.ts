import { randomUUID } from 'node:crypto';
import { type Clock, type Fact, systemClock } from '@assay/kernel';
import { EventStoreUnavailable, WrongExpectedRevision, endsBefore } from '../src/errors';
import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  LOG_START,
  type LogMark,
  type LogPosition,
  type LogReadOptions,
  type LogSubscriptionOptions,
  type NewEvent,
  type RecordedEvent,
  type StreamMetadata,
  type StreamReadOptions,
  type StreamSubscriptionOptions,
  type SubscriptionMessage,
} from '../src/event-store';
import { type MarkedEvent, markText, parsedMark } from '../src/log-mark';
import { Changes } from '../src/changes';
import {
  checkCount,
  checkExpectedRevision,
  checkFilter,
  checkName,
  checkReadOptions,
  checkStreamMetadata,
  encodeEvents,
  passes,
} from '../src/store-request';
import { NO_UPCASTS, type Upcasts, upcast } from '../src/upcast';

interface Stream {
  readonly events: RecordedEvent[];
  /** The revision of each event, by its id. */
  readonly revisions: Map<string, number>;
  /** The first revision that a deletion left readable. */
  deletedBefore: number;
  metadata: StreamMetadata;
}

interface InMemoryOptions {
  readonly clock?: Clock;
  readonly upcasts?: Upcasts;
  /** Tells the log from any other. */
  readonly identity?: string;
}

/**
 * An event store in the memory of one process, for tests. It passes the contract of the port; doubles that fail on
 * purpose extend it, so that all but their faults is what a store promises.
 */
export class InMemoryEventStore implements EventStore {
  /** All events, also those that a deletion hides. Positions count from 1 without a gap. */
  readonly log: RecordedEvent[] = [];
  protected readonly changes = new Changes();
  protected readonly identity: string;
  private readonly streams = new Map<string, Stream>();
  private readonly clock: Clock;
  private readonly upcasts: Upcasts;
  private isClosed = false;

  constructor({ clock = systemClock, upcasts = NO_UPCASTS, identity = randomUUID() }: InMemoryOptions = {}) {
    this.clock = clock;
    this.upcasts = upcasts;
    this.identity = identity;
  }

  /** Replaces what is stored. The events stand at positions from 1 without a gap. */
  restore(events: readonly RecordedEvent[]): void {
    this.log.length = 0;
    this.streams.clear();
    for (const event of events) this.keep(event);
    this.changes.announce();
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    { expectedRevision = 'any' }: { expectedRevision?: ExpectedRevision } = {},
  ): Promise<AppendResult> {
    return this.take(stream, events, expectedRevision);
  }

  /** Appends at once. */
  protected take(stream: string, given: readonly NewEvent[], expected: ExpectedRevision = 'any'): AppendResult {
    checkName('stream', stream);
    checkExpectedRevision(expected);
    const encoded = encodeEvents(given);
    this.refuseWhenClosed();
    const { events, revisions } = this.streamOf(stream);
    const known = encoded.map(({ id }) => revisions.get(id));
    if (known[0] !== undefined && known.every((revision, index) => revision === known[0]! + index))
      return { ...placeOf(events[known.at(-1)!]!), repeated: true };
    this.refuseUnexpected(stream, expected);
    if (known.some((revision) => revision !== undefined))
      throw new WrongExpectedRevision(stream, expected, this.lastOf(stream));
    const recordedAt = this.clock.now().toISOString();
    for (const { data, metadata, ...event } of encoded)
      this.keep({
        ...event,
        stream,
        revision: events.length,
        position: this.log.length + 1,
        data: JSON.parse(data),
        metadata: metadata === null ? {} : JSON.parse(metadata),
        recordedAt,
      });
    this.changes.announce();
    return { ...placeOf(events.at(-1)!), repeated: false };
  }

  async *readStream<Event extends Fact = Fact>(
    stream: string,
    options: StreamReadOptions = {},
  ): AsyncIterable<RecordedEvent<Event>> {
    checkName('stream', stream);
    checkReadOptions(options);
    this.refuseWhenClosed();
    const { events, deletedBefore, metadata } = this.streamOf(stream);
    const first = Math.max(deletedBefore, metadata.truncateBefore ?? 0);
    const { from, direction = 'forwards', limit } = options;
    const wanted =
      direction === 'forwards'
        ? events.slice(Math.max(from ?? 0, first))
        : events.slice(first, from === undefined ? undefined : from + 1).reverse();
    yield* this.asToday(wanted.slice(0, limit)) as RecordedEvent<Event>[];
  }

  async *readAll<Event extends Fact = Fact>(options: LogReadOptions = {}): AsyncIterable<RecordedEvent<Event>> {
    checkReadOptions(options);
    this.refuseWhenClosed();
    const { after, direction = 'forwards', limit, filter = {} } = options;
    const wanted =
      direction === 'forwards'
        ? this.log.slice(after)
        : this.log.slice(0, after === undefined ? undefined : Math.max(0, after - 1)).reverse();
    const events = this.asToday(wanted).filter(({ stream, type }) => passes(filter, stream, type));
    yield* events.slice(0, limit) as RecordedEvent<Event>[];
  }

  async *subscribeToAll<Event extends Fact = Fact>({
    after = LOG_START,
    filter = {},
    signal,
  }: LogSubscriptionOptions = {}): AsyncIterable<SubscriptionMessage<Event>> {
    checkCount('after', after, 0);
    checkFilter(filter);
    let reached = after;
    yield* this.follow<Event>(signal, () => {
      if (reached > this.log.length) throw endsBefore(reached, 'the memory of a test', this.log.length);
      const unread = this.asToday(this.log.slice(reached));
      reached = this.log.length;
      return unread.filter(({ stream, type }) => passes(filter, stream, type));
    });
  }

  async *subscribeToStream<Event extends Fact = Fact>(
    stream: string,
    { after, signal }: StreamSubscriptionOptions = {},
  ): AsyncIterable<SubscriptionMessage<Event>> {
    checkName('stream', stream);
    checkCount('after', after, -1);
    let next = (after ?? -1) + 1;
    yield* this.follow<Event>(signal, () => {
      const { events } = this.streamOf(stream);
      const unread = this.asToday(events.slice(next));
      next = Math.max(next, events.length);
      return unread;
    });
  }

  async head(): Promise<LogPosition> {
    this.refuseWhenClosed();
    return this.log.length;
  }

  async mark(): Promise<LogMark> {
    const position = await this.head();
    return { position, text: markText(this.identity, markedEvent(this.log.at(-1))) };
  }

  async holds(mark: string): Promise<boolean> {
    this.refuseWhenClosed();
    const { position = LOG_START } = parsedMark(mark);
    return markText(this.identity, markedEvent(this.log[position - 1])) === mark;
  }

  async streamMetadata(stream: string): Promise<StreamMetadata> {
    checkName('stream', stream);
    this.refuseWhenClosed();
    return this.streamOf(stream).metadata;
  }

  async setStreamMetadata(stream: string, metadata: StreamMetadata): Promise<void> {
    checkName('stream', stream);
    checkStreamMetadata(metadata);
    this.refuseWhenClosed();
    this.streamOf(stream).metadata = metadata;
  }

  async deleteStream(
    stream: string,
    { expectedRevision = 'any' }: { expectedRevision?: ExpectedRevision } = {},
  ): Promise<void> {
    checkName('stream', stream);
    checkExpectedRevision(expectedRevision);
    this.refuseWhenClosed();
    this.refuseUnexpected(stream, expectedRevision);
    const deleted = this.streamOf(stream);
    deleted.deletedBefore = deleted.events.length;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.changes.announce();
  }

  /** @param unread the events that came since the last call */
  private async *follow<Event extends Fact>(
    signal: AbortSignal | undefined,
    unread: () => RecordedEvent[],
  ): AsyncGenerator<SubscriptionMessage<Event>> {
    for (let caughtUp = -1; !signal?.aborted; ) {
      this.refuseWhenClosed();
      const events = unread();
      for (const event of events) {
        if (signal?.aborted) return;
        yield { kind: 'event', event: event as RecordedEvent<Event> };
      }
      // As soon as nothing came while the reader was away, it has caught up; else it looks again at once.
      if (events.length > 0) continue;
      if (this.log.length !== caughtUp) {
        caughtUp = this.log.length;
        yield { kind: 'caught-up', position: caughtUp };
      } else await this.changes.next(signal);
    }
  }

  private asToday(events: readonly RecordedEvent[]): RecordedEvent[] {
    return events.map((event) => upcast(event, this.upcasts));
  }

  private keep(event: RecordedEvent): void {
    const stream = this.streamOf(event.stream);
    stream.revisions.set(event.id, event.revision);
    stream.events.push(event);
    this.log.push(event);
  }

  private streamOf(name: string): Stream {
    const known = this.streams.get(name);
    if (known) return known;
    const stream: Stream = { events: [], revisions: new Map(), deletedBefore: 0, metadata: {} };
    this.streams.set(name, stream);
    return stream;
  }

  private lastOf(name: string): number | 'no-stream' {
    const { events, deletedBefore } = this.streamOf(name);
    return events.length > deletedBefore ? events.length - 1 : 'no-stream';
  }

  /** The number of the last revision is right also for a stream that was deleted. @throws WrongExpectedRevision */
  private refuseUnexpected(name: string, expected: ExpectedRevision): void {
    const last = this.lastOf(name);
    const isMet =
      expected === 'any' ||
      (typeof expected === 'number'
        ? this.streamOf(name).events.length - 1 === expected
        : (last === 'no-stream') === (expected === 'no-stream'));
    if (!isMet) throw new WrongExpectedRevision(name, expected, last);
  }

  private refuseWhenClosed(): void {
    if (this.isClosed) throw new EventStoreUnavailable('the event store in memory is closed');
  }
}

const placeOf = ({ revision, position }: RecordedEvent): Pick<AppendResult, 'revision' | 'position'> => ({
  revision,
  position,
});

const markedEvent = (event: RecordedEvent | undefined): MarkedEvent | undefined =>
  event && { ...event, recordedAt: Date.parse(event.recordedAt) };
