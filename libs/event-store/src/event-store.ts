import type { Fact } from '@assay/kernel';

/**
 * The position of an event in the whole log, from 1, rising, with gaps allowed. Revisions, in contrast, count from 0
 * inside one stream.
 */
export type LogPosition = number;

/**
 * The most bytes of all events of one append: their data, metadata and types, and a little for each. It is
 * EventStoreDB's default limit. Every adapter refuses larger appends with {@link InvalidStoreRequest}.
 */
export const MAX_APPEND_BYTES = 1_048_576;

/** The position before the first event. */
export const LOG_START: LogPosition = 0;

export interface EventMetadata {
  /** The request or workflow that everything caused by it shares. */
  readonly correlationId?: string;
  /** The id of the API key, or `system`. */
  readonly actor?: string;
  /** W3C Trace Context: the span that wrote the event. A reaction to the event continues its trace. */
  readonly traceparent?: string;
  /** The release of Assay that wrote the event. The store adds it. The oldest events lack it. */
  readonly release?: string;
  /**
   * The version of the shape of `data`, from 1, which it is when absent. A release that changes a shape so much that
   * earlier releases would misread it raises it. Those are given the event as one of a type that they do not know.
   */
  readonly schema?: number;
}

export interface NewEvent<Event extends Fact = Fact> {
  /** A UUID. Give a deterministic one where a retry could repeat the append: the second append is then a no-op. */
  readonly id?: string;
  readonly type: Event['type'];
  readonly data: Event['data'];
  readonly metadata?: EventMetadata;
}

/** The members that the store adds to a fact that it took. */
interface RecordedAs {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: LogPosition;
  readonly metadata: EventMetadata;
  /** ISO 8601 UTC with milliseconds: when the store took it. */
  readonly recordedAt: string;
}

/** An event as the store gives it. For a union of facts it is a union, too: `type` says which `data` it has. */
export type RecordedEvent<Event extends Fact = Fact> = Event extends Fact ? Event & RecordedAs : never;

/** The state that the stream must be in for the append to happen: at a revision, not there yet, there, or any. */
export type ExpectedRevision = number | 'no-stream' | 'stream-exists' | 'any';

export interface AppendResult {
  /** The revision of the last event appended (or, for a repeated append, of its first time). */
  readonly revision: number;
  /** The log position of that event, which a reader must have reached to see it. */
  readonly position: LogPosition;
  /** The events were there already, under the same ids; nothing was written. */
  readonly repeated: boolean;
}

export interface StreamReadOptions {
  /** The revision to begin at, inclusive. Default: the first (forwards) or the last (backwards). */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

export interface EventFilter {
  /** Only streams whose name begins with one of these. */
  readonly streamPrefixes?: readonly string[];
  /** Only events of these types. */
  readonly types?: readonly string[];
}

export interface LogReadOptions {
  /** The position to begin after, exclusive. Default: the start (forwards) or the end (backwards). */
  readonly after?: LogPosition;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  readonly filter?: EventFilter;
}

/**
 * `caught-up` says that everything up to `position` has been delivered or filtered out; it comes again after each
 * catch-up.
 */
export type SubscriptionMessage<Event extends Fact = Fact> =
  | { readonly kind: 'event'; readonly event: RecordedEvent<Event> }
  | { readonly kind: 'caught-up'; readonly position: LogPosition };

export interface LogSubscriptionOptions {
  /** The position to begin after, exclusive, which the log must have. Default: the start. */
  readonly after?: LogPosition;
  readonly filter?: EventFilter;
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal;
}

export interface StreamSubscriptionOptions {
  /** The revision to begin after, exclusive; -1 or nothing for the whole stream. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

export interface StreamMetadata {
  /** Events before this revision are no longer readable. */
  readonly truncateBefore?: number;
}

/**
 * The mark that tells a log from any other: its own identity, and the newest event that it had. A log that was restored
 * from a backup lacks that event, however far it has grown since.
 */
export interface LogMark {
  /** Up to here, and perhaps further, the mark vouches for the log. */
  readonly position: LogPosition;
  /** The adapter's own; to be kept beside a checkpoint and given to {@link EventStore.holds}. */
  readonly text: string;
}

/**
 * The only truth. Every adapter passes the one contract suite in `libs/event-store/test/contract.ts`.
 *
 * Appends are durable when the promise resolves. Every method rejects with {@link EventStoreUnavailable} when the
 * store cannot be reached or is closed; appends also with {@link WrongExpectedRevision}.
 */
export interface EventStore {
  /**
   * All of the events or none. An empty list is an error: deciding nothing is no append. So is more than
   * {@link MAX_APPEND_BYTES} at once, on any adapter.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    options?: { expectedRevision?: ExpectedRevision },
  ): Promise<AppendResult>;
  /**
   * No events for a stream that does not exist or was deleted. Here and below, the caller must know the types of the
   * facts: the store keeps them all and checks none.
   */
  readStream<Event extends Fact = Fact>(
    stream: string,
    options?: StreamReadOptions,
  ): AsyncIterable<RecordedEvent<Event>>;
  readAll<Event extends Fact = Fact>(options?: LogReadOptions): AsyncIterable<RecordedEvent<Event>>;
  /**
   * Everything after a position, then live, in order, as fast as the consumer takes it. Rejects with
   * {@link NoSuchPosition} where the log has no such position, or ends before it, also when it was replaced meanwhile.
   */
  subscribeToAll<Event extends Fact = Fact>(
    options?: LogSubscriptionOptions,
  ): AsyncIterable<SubscriptionMessage<Event>>;
  subscribeToStream<Event extends Fact = Fact>(
    stream: string,
    options?: StreamSubscriptionOptions,
  ): AsyncIterable<SubscriptionMessage<Event>>;
  /** The position of the newest event, or {@link LOG_START}. */
  head(): Promise<LogPosition>;
  /** The log as it is now. */
  mark(): Promise<LogMark>;
  /**
   * Whether this is the log of which the mark was taken, with all that it had then. False also where the event of the
   * mark was removed from a server's disk: the owner of the mark then begins from the start, which is slow and never
   * wrong.
   */
  holds(mark: string): Promise<boolean>;
  streamMetadata(stream: string): Promise<StreamMetadata>;
  setStreamMetadata(stream: string, metadata: StreamMetadata): Promise<void>;
  /**
   * A soft delete: the events are no longer readable by stream (the log may keep them until scavenged); appending again
   * continues the revisions.
   */
  deleteStream(stream: string, options?: { expectedRevision?: ExpectedRevision }): Promise<void>;
  close(): Promise<void>;
}

/** The injection token of the {@link EventStore}. */
export const EVENT_STORE = Symbol('EventStore');
