import { setMaxListeners } from 'node:events';
import type { BackoffOptions, Fact } from '@assay/kernel';
import { EventStoreUnavailable, WrongExpectedRevision } from '../errors';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  LogMark,
  LogPosition,
  LogReadOptions,
  LogSubscriptionOptions,
  NewEvent,
  RecordedEvent,
  StreamMetadata,
  StreamReadOptions,
  StreamSubscriptionOptions,
  SubscriptionMessage,
} from '../event-store';
import { checkExpectedRevision, checkName, checkStreamMetadata, encodeEvents } from '../store-request';
import type { Upcasts } from '../upcast';
import { Appending } from './appending';
import { type ConnectionSettings, addressOf } from './connection-string';
import { Connections } from './connections';
import { IdPages } from './id-pages';
import { LogIdentity } from './log-identity';
import { Reading } from './reading';
import { Server } from './server';
import { StreamKnowledge } from './stream-knowledge';
import { SettingsOfStreams } from './stream-settings';
import { type SubscriptionSettings, type WarningLog, subscribeToLog, subscribeToStream } from './subscriptions';

interface EventStoreDbSettings {
  readonly connection: ConnectionSettings;
  readonly deadlineMs: number;
  readonly backoff: BackoffOptions;
  readonly log: WarningLog;
  readonly upcasts: Upcasts;
  readonly release: string | undefined;
  readonly idsAPage: number | undefined;
}

/** The {@link EventStore} on an EventStoreDB or KurrentDB of version 22.6 or newer. */
export class EventStoreDbEventStore implements EventStore {
  readonly #connections: Connections;
  readonly #server: Server;
  readonly #reading: Reading;
  readonly #knowledge: StreamKnowledge;
  readonly #settings: SettingsOfStreams;
  readonly #identity: LogIdentity;
  readonly #appending: Appending;
  readonly #subscriptions: SubscriptionSettings;
  readonly #release: string | undefined;
  readonly #ending = new AbortController();
  readonly #writing = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor({ connection, deadlineMs, backoff, log, upcasts, release, idsAPage }: EventStoreDbSettings) {
    this.#release = release;
    const closing = this.#ending.signal;
    setMaxListeners(0, closing); // every open read listens to it
    this.#connections = new Connections({ ...connection, deadline: deadlineMs });
    this.#server = new Server(addressOf(connection), this.#connections, deadlineMs, closing);
    this.#reading = new Reading(this.#server, upcasts);
    this.#settings = new SettingsOfStreams(this.#server, this.#reading);
    this.#knowledge = new StreamKnowledge(this.#reading, new IdPages(this.#settings, idsAPage), log);
    this.#identity = new LogIdentity(this.#settings, this.#reading);
    this.#appending = new Appending(this.#server, this.#reading, this.#knowledge, this.#settings);
    this.#subscriptions = { server: this.#server, reading: this.#reading, backoff, log, closing };
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    { expectedRevision = 'any' }: { expectedRevision?: ExpectedRevision } = {},
  ): Promise<AppendResult> {
    checkName('stream', stream);
    checkExpectedRevision(expectedRevision);
    const isRepeatable = events.some(({ id }) => id !== undefined);
    const append = { stream, events: encodeEvents(events, this.#release), expected: expectedRevision, isRepeatable };
    return this.#write(() => this.#appending.append(append));
  }

  readStream<Event extends Fact = Fact>(
    stream: string,
    options: StreamReadOptions = {},
  ): AsyncIterable<RecordedEvent<Event>> {
    const events = this.#knowledge.remembering(stream, options.from ?? 0, (whenRead) =>
      this.#reading.stream(stream, options, whenRead),
    );
    return events as AsyncIterable<RecordedEvent<Event>>;
  }

  readAll<Event extends Fact = Fact>(options: LogReadOptions = {}): AsyncIterable<RecordedEvent<Event>> {
    return this.#reading.log(options) as AsyncIterable<RecordedEvent<Event>>;
  }

  subscribeToAll<Event extends Fact = Fact>(
    options: LogSubscriptionOptions = {},
  ): AsyncIterable<SubscriptionMessage<Event>> {
    return subscribeToLog(this.#subscriptions, options) as AsyncIterable<SubscriptionMessage<Event>>;
  }

  subscribeToStream<Event extends Fact = Fact>(
    stream: string,
    options: StreamSubscriptionOptions = {},
  ): AsyncIterable<SubscriptionMessage<Event>> {
    return subscribeToStream(this.#subscriptions, stream, options) as AsyncIterable<SubscriptionMessage<Event>>;
  }

  head(): Promise<LogPosition> {
    return this.#reading.head();
  }

  mark(): Promise<LogMark> {
    return this.#identity.mark();
  }

  holds(mark: string): Promise<boolean> {
    return this.#identity.holds(mark);
  }

  async streamMetadata(stream: string): Promise<StreamMetadata> {
    checkName('stream', stream);
    return (await this.#settings.of(stream)).metadata;
  }

  async setStreamMetadata(stream: string, metadata: StreamMetadata): Promise<void> {
    checkName('stream', stream);
    checkStreamMetadata(metadata);
    await this.#write(() => this.#settings.change(stream, ({ deletedBefore }) => ({ metadata, deletedBefore })));
  }

  /**
   * Hides the events of the stream so far. Events that are appended in the same moment stay: they came after the
   * deletion. The server's own delete is not used, as it discards the stream's metadata.
   */
  async deleteStream(
    stream: string,
    { expectedRevision = 'any' }: { expectedRevision?: ExpectedRevision } = {},
  ): Promise<void> {
    checkName('stream', stream);
    checkExpectedRevision(expectedRevision);
    await this.#write(() =>
      this.#settings.change(stream, async ({ metadata, deletedBefore }) => {
        const { revision } = await this.#reading.end(stream);
        const exists = revision !== -1 && revision >= deletedBefore;
        if (!meets(expectedRevision, revision, exists))
          throw new WrongExpectedRevision(stream, expectedRevision, exists ? revision : 'no-stream');
        return exists ? { metadata, deletedBefore: revision + 1 } : undefined;
      }),
    );
  }

  /** Waits for the writes under way, then ends reads and subscriptions with {@link EventStoreUnavailable}. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#writing);
    await this.#knowledge.settled();
    this.#ending.abort();
    this.#connections.close();
  }

  async #write<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing) throw new EventStoreUnavailable(`the event store at ${this.#server.name} is closed`);
    const writing = work();
    this.#writing.add(writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }
}

/**
 * A number is the last revision, also of a deleted stream; `no-stream` is as true of a deleted stream as of one that
 * never was.
 */
function meets(expected: ExpectedRevision, revision: number, exists: boolean): boolean {
  if (expected === 'any') return true;
  if (typeof expected === 'number') return expected === revision;
  return exists === (expected === 'stream-exists');
}
