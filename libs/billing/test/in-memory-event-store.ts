import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type LogReadOptions,
  type NewEvent,
  type RecordedEvent,
  type StreamMetadata,
  type StreamReadOptions,
  WrongExpectedRevision,
} from '@assay/event-store';
import { type Fact, InfrastructureError } from '@assay/kernel';
import { randomUUID } from 'node:crypto';

export type AppendFault = 'lost-before-writing' | 'lost-after-writing';

/** What EventStoreDB takes in one append, all its events together. */
const MAX_APPEND_BYTES = 1_048_576;

/**
 * An event store of one process's memory with EventStoreDB's limit on an append, whose next appends can be made to fail
 * as a crash or a cut line would.
 */
export class InMemoryEventStore implements EventStore {
  readonly log: RecordedEvent[] = [];
  private readonly streams = new Map<string, RecordedEvent[]>();
  /** The revision before which a stream is not readable any more. */
  private readonly readableFrom = new Map<string, number>();
  /** Consumed one an append; undefined lets it pass. */
  readonly faults: (AppendFault | undefined)[] = [];
  /** The bytes of each append that was written. */
  readonly written: number[] = [];

  /** Replaces what is stored. */
  restore(events: readonly RecordedEvent[]): void {
    this.log.length = 0;
    this.streams.clear();
    this.readableFrom.clear();
    events.forEach((event) => this.keep(event));
  }

  append(
    stream: string,
    events: readonly NewEvent[],
    { expectedRevision = 'any' }: { expectedRevision?: ExpectedRevision } = {},
  ): Promise<AppendResult> {
    const fault = this.faults.shift();
    if (fault === 'lost-before-writing')
      return Promise.reject(new InfrastructureError('the line was cut before the append arrived'));
    const bytes = Buffer.byteLength(JSON.stringify(events));
    if (bytes > MAX_APPEND_BYTES) return Promise.reject(new RangeError(`${bytes} bytes are too many for one append`));
    const present = this.streams.get(stream) ?? [];
    const known = present.findLast(({ id }) => id === events.at(-1)!.id);
    if (known) return Promise.resolve({ revision: known.revision, position: known.position, repeated: true });
    const actual = present.length === 0 ? ('no-stream' as const) : present.length - 1;
    if (expectedRevision !== 'any' && expectedRevision !== actual)
      return Promise.reject(new WrongExpectedRevision(stream, expectedRevision, actual));
    this.written.push(bytes);
    const before = present.length;
    events.forEach(({ id = randomUUID(), type, data, metadata = {} }, index) => {
      const plain: unknown = JSON.parse(JSON.stringify(data));
      this.keep({
        id,
        stream,
        revision: before + index,
        position: this.log.length + 1,
        type,
        data: plain,
        metadata,
        recordedAt: '',
      });
    });
    if (fault === 'lost-after-writing')
      return Promise.reject(new InfrastructureError('the line was cut before the answer arrived'));
    return Promise.resolve({
      revision: before + events.length - 1,
      position: this.log.length,
      repeated: false,
    });
  }

  async *readStream<Event extends Fact = Fact>(
    stream: string,
    { from, direction = 'forwards', limit = Infinity }: StreamReadOptions = {},
  ): AsyncIterable<RecordedEvent<Event>> {
    const events = this.streams.get(stream) ?? [];
    const ordered =
      direction === 'forwards'
        ? events.slice(from ?? 0)
        : events.slice(0, from === undefined ? undefined : from + 1).reverse();
    const isReadable = ({ revision }: RecordedEvent) => revision >= (this.readableFrom.get(stream) ?? 0);
    yield* ordered.filter(isReadable).slice(0, limit) as RecordedEvent<Event>[];
  }

  async *readAll<Event extends Fact = Fact>({
    after = 0,
    direction = 'forwards',
    filter,
    limit = Infinity,
  }: LogReadOptions = {}): AsyncIterable<RecordedEvent<Event>> {
    const matches = ({ stream, type }: RecordedEvent) =>
      (filter?.streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true) &&
      (filter?.types?.includes(type) ?? true);
    const events = this.log.filter((event) => event.position > after && matches(event));
    yield* (direction === 'forwards' ? events : events.reverse()).slice(0, limit) as RecordedEvent<Event>[];
  }

  private keep(event: RecordedEvent): void {
    this.log.push(event);
    const stream = this.streams.get(event.stream);
    if (stream) stream.push(event);
    else this.streams.set(event.stream, [event]);
  }

  head = (): Promise<number> => Promise.resolve(this.log.length);
  close = (): Promise<void> => Promise.resolve();
  mark = (): never => unsupported();
  holds = (): never => unsupported();
  subscribeToAll = (): never => unsupported();
  subscribeToStream = (): never => unsupported();
  streamMetadata = (): never => unsupported();

  setStreamMetadata(stream: string, { truncateBefore = 0 }: StreamMetadata): Promise<void> {
    this.readableFrom.set(stream, truncateBefore);
    return Promise.resolve();
  }

  deleteStream(stream: string): Promise<void> {
    return this.setStreamMetadata(stream, { truncateBefore: this.streams.get(stream)?.length ?? 0 });
  }
}

function unsupported(): never {
  throw new Error('not needed by a ledger');
}
