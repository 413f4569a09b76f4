import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type LogReadOptions,
  type NewEvent,
  type RecordedEvent,
  type StreamReadOptions,
  WrongExpectedRevision,
} from '@assay/event-store';
import { type Fact, InfrastructureError } from '@assay/kernel';
import { randomUUID } from 'node:crypto';

export type AppendFault = 'lost-before-writing' | 'lost-after-writing';

/** An event store of one process's memory, whose next appends can be made to fail as a crash or a cut line would. */
export class InMemoryEventStore implements EventStore {
  readonly log: RecordedEvent[] = [];
  /** Consumed one an append; undefined lets it pass. */
  readonly faults: (AppendFault | undefined)[] = [];

  append(
    stream: string,
    events: readonly NewEvent[],
    { expectedRevision = 'any' }: { expectedRevision?: ExpectedRevision } = {},
  ): Promise<AppendResult> {
    const fault = this.faults.shift();
    if (fault === 'lost-before-writing')
      return Promise.reject(new InfrastructureError('the line was cut before the append arrived'));
    const present = this.log.filter((event) => event.stream === stream);
    const known = present.find(({ id }) => id === events.at(-1)!.id);
    if (known) return Promise.resolve({ revision: known.revision, position: known.position, repeated: true });
    const actual = present.length === 0 ? ('no-stream' as const) : present.length - 1;
    if (expectedRevision !== 'any' && expectedRevision !== actual)
      return Promise.reject(new WrongExpectedRevision(stream, expectedRevision, actual));
    events.forEach(({ id = randomUUID(), type, data, metadata = {} }, index) => {
      const plain: unknown = JSON.parse(JSON.stringify(data));
      this.log.push({
        id,
        stream,
        revision: present.length + index,
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
      revision: present.length + events.length - 1,
      position: this.log.length,
      repeated: false,
    });
  }

  async *readStream<Event extends Fact = Fact>(
    stream: string,
    { from, direction = 'forwards', limit = Infinity }: StreamReadOptions = {},
  ): AsyncIterable<RecordedEvent<Event>> {
    const events = this.log.filter((event) => event.stream === stream);
    const ordered =
      direction === 'forwards'
        ? events.slice(from ?? 0)
        : events.slice(0, from === undefined ? undefined : from + 1).reverse();
    yield* ordered.slice(0, limit) as RecordedEvent<Event>[];
  }

  async *readAll<Event extends Fact = Fact>({
    after = 0,
    filter,
    limit = Infinity,
  }: LogReadOptions = {}): AsyncIterable<RecordedEvent<Event>> {
    const matches = ({ stream, type }: RecordedEvent) =>
      (filter?.streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true) &&
      (filter?.types?.includes(type) ?? true);
    const events = this.log.filter((event) => event.position > after && matches(event));
    yield* events.slice(0, limit) as RecordedEvent<Event>[];
  }

  head = (): Promise<number> => Promise.resolve(this.log.length);
  close = (): Promise<void> => Promise.resolve();
  subscribeToAll = (): never => unsupported();
  subscribeToStream = (): never => unsupported();
  streamMetadata = (): never => unsupported();
  setStreamMetadata = (): never => unsupported();
  deleteStream = (): never => unsupported();
}

function unsupported(): never {
  throw new Error('not needed by a ledger');
}
