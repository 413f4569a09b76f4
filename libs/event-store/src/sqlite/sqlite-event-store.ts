import { type Clock, type Fact, systemClock } from '@assay/kernel';
import type { SqliteDatabase } from '@assay/sqlite';
import { EventStoreUnavailable, InvalidStoreRequest, WrongExpectedRevision } from '../errors';
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
import { NO_UPCASTS, type Upcasts } from '../upcast';
import { Changes } from '../changes';
import { canonicalPath, createWhereMissing, identify, openForReading, verify } from './database-file';
import { lockForWriting } from './file-lock';
import { openLogReader } from './log-reader';
import { LogReading } from './log-reading';
import { finishRestore, refuseUnfinishedRestore } from './restore';
import { fromCode, storeError } from './sqlite-error';
import { subscribeToLog, subscribeToStream } from './subscriptions';
import type { WriteAnswer, WriteRequest } from './write-protocol';
import { type Writer, startWriter } from './writer';
import { writeInPlace } from './writer-in-place';

interface SqliteEventStoreOptions {
  /** The database file; it and its folder are created where they are missing. */
  readonly file: string;
  readonly clock?: Clock;
  /** Looks on beside the process that writes: takes no lock, creates nothing and refuses to write. */
  readonly readOnly?: boolean;
  /**
   * The file is deleted with the process that opened it: nothing waits for the disk, and no thread is started for that.
   * Not for data that must survive a crash.
   */
  readonly brief?: boolean;
  /** Applied to each event that is read. */
  readonly upcasts?: Upcasts;
  /** The release that writes: it is kept in the metadata of each event. */
  readonly release?: string | undefined;
}

/** How often a store that only looks on asks whether another process has written, in milliseconds. */
const LOOK_INTERVAL = 200;

/**
 * Opens the embedded event store: one SQLite file, one writing process.
 *
 * @throws EventStoreLocked when another process writes to it
 * @throws EventStoreCorrupt when the file is damaged, foreign, or of a newer version
 * @throws EventStoreUnavailable when it cannot be reached
 */
export async function openSqliteEventStore({
  file,
  clock = systemClock,
  readOnly = false,
  brief = false,
  upcasts = NO_UPCASTS,
  release,
}: SqliteEventStoreOptions): Promise<SqliteEventStore> {
  const path = canonicalPath(file, { create: !readOnly });
  const changes = new Changes();
  if (readOnly) {
    refuseUnfinishedRestore(path);
    verify(path, { readOnly });
    return new SqliteEventStore(path, clock, connect(path), changes, upcasts);
  }
  const unlock = lockForWriting(path);
  let writer: Writer | undefined;
  try {
    finishRestore(path);
    createWhereMissing(path);
    verify(path, { readOnly });
    identify(path);
    const options = { file: path, onCommit: changes.announce };
    writer = brief ? writeInPlace(options) : await startWriter(options);
    return new SqliteEventStore(path, clock, connect(path), changes, upcasts, { writer, unlock, release });
  } catch (error) {
    await writer?.close();
    unlock();
    throw error;
  }
}

function connect(file: string): SqliteDatabase {
  try {
    return openForReading(file);
  } catch (error) {
    throw storeError(file, error);
  }
}

/** The embedded {@link EventStore}. Open it with {@link openSqliteEventStore}. */
class SqliteEventStore implements EventStore {
  readonly #reading: LogReading;
  #closing: Promise<void> | undefined;
  #looking: NodeJS.Timeout | undefined;

  /** @internal */
  constructor(
    readonly file: string,
    private readonly clock: Clock,
    private readonly connection: SqliteDatabase,
    private readonly changes: Changes,
    upcasts: Upcasts,
    private readonly writing?: {
      readonly writer: Writer;
      readonly unlock: () => void;
      readonly release: string | undefined;
    },
  ) {
    try {
      this.#reading = new LogReading(file, openLogReader(connection), () => this.#closing === undefined, upcasts);
    } catch (error) {
      connection.close();
      throw storeError(file, error);
    }
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    { expectedRevision = 'any' }: { expectedRevision?: ExpectedRevision } = {},
  ): Promise<AppendResult> {
    checkName('stream', stream);
    checkExpectedRevision(expectedRevision);
    const encoded = encodeEvents(events, this.writing?.release);
    const answer = await this.#write({
      kind: 'append',
      stream,
      expected: expectedRevision,
      recordedAt: this.clock.now().getTime(),
      events: encoded,
    });
    if (answer.kind === 'appended')
      return { revision: answer.revision, position: answer.position, repeated: answer.repeated };
    throw this.#failure(stream, expectedRevision, answer);
  }

  readStream<Event extends Fact = Fact>(
    stream: string,
    options: StreamReadOptions = {},
  ): AsyncIterable<RecordedEvent<Event>> {
    return this.#reading.stream(stream, options) as AsyncIterable<RecordedEvent<Event>>;
  }

  readAll<Event extends Fact = Fact>(options: LogReadOptions = {}): AsyncIterable<RecordedEvent<Event>> {
    return this.#reading.log(options) as AsyncIterable<RecordedEvent<Event>>;
  }

  subscribeToAll<Event extends Fact = Fact>(
    options: LogSubscriptionOptions = {},
  ): AsyncIterable<SubscriptionMessage<Event>> {
    this.#lookForChanges();
    return subscribeToLog(this.#reading, this.changes, options) as AsyncIterable<SubscriptionMessage<Event>>;
  }

  subscribeToStream<Event extends Fact = Fact>(
    stream: string,
    options: StreamSubscriptionOptions = {},
  ): AsyncIterable<SubscriptionMessage<Event>> {
    this.#lookForChanges();
    return subscribeToStream(this.#reading, this.changes, stream, options) as AsyncIterable<SubscriptionMessage<Event>>;
  }

  async head(): Promise<LogPosition> {
    return this.#reading.head();
  }

  async mark(): Promise<LogMark> {
    return this.#reading.mark();
  }

  async holds(mark: string): Promise<boolean> {
    return this.#reading.holds(mark);
  }

  async streamMetadata(stream: string): Promise<StreamMetadata> {
    return this.#reading.metadata(stream);
  }

  async setStreamMetadata(stream: string, metadata: StreamMetadata): Promise<void> {
    checkName('stream', stream);
    checkStreamMetadata(metadata);
    const answer = await this.#write({
      kind: 'set-metadata',
      stream,
      truncateBefore: metadata.truncateBefore ?? null,
    });
    if (answer.kind !== 'done') throw this.#failure(stream, 'any', answer);
  }

  async deleteStream(
    stream: string,
    { expectedRevision = 'any' }: { expectedRevision?: ExpectedRevision } = {},
  ): Promise<void> {
    checkName('stream', stream);
    checkExpectedRevision(expectedRevision);
    const answer = await this.#write({ kind: 'delete', stream, expected: expectedRevision });
    if (answer.kind !== 'done') throw this.#failure(stream, expectedRevision, answer);
  }

  /**
   * Waits for the appends under way, ends the subscriptions with {@link EventStoreUnavailable}, folds the WAL into the
   * file and frees the lock.
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    clearInterval(this.#looking);
    const written = this.writing?.writer.close();
    this.changes.announce();
    this.connection.close();
    await written;
    this.writing?.unlock();
  }

  #write(request: WriteRequest): Promise<WriteAnswer> {
    if (this.#closing) throw new EventStoreUnavailable(`${this.file} is closed`);
    if (!this.writing) throw new InvalidStoreRequest(`${this.file} was opened for reading only`);
    return this.writing.writer.submit(request);
  }

  #failure(stream: string, expected: ExpectedRevision, answer: WriteAnswer): Error {
    if (answer.kind === 'wrong-revision') return new WrongExpectedRevision(stream, expected, answer.actual);
    if (answer.kind === 'failed') return fromCode(this.file, answer.code, answer.message);
    return new TypeError(`the writer answered ${answer.kind}`);
  }

  /** Other processes send no signal: SQLite's data_version changes when they have written. */
  #lookForChanges(): void {
    if (this.writing || this.#looking || this.#closing) return;
    let seen = this.#dataVersion();
    this.#looking = setInterval(() => {
      const version = this.#dataVersion();
      if (version !== seen) this.changes.announce();
      seen = version;
    }, LOOK_INTERVAL);
  }

  #dataVersion(): unknown {
    try {
      return this.connection.pragma('data_version', { simple: true });
    } catch (error) {
      return error; // a change as well: the readers that it wakes meet the same error and throw it
    }
  }
}
