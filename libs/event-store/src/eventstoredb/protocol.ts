import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { BatchAppendReq, ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { messageOf } from '@assay/kernel';
import { EventStoreCorrupt } from '../errors';
import type { EventFilter, EventMetadata, ExpectedRevision, LogPosition, RecordedEvent } from '../event-store';
import type { EncodedEvent } from '../store-request';
import { idAndMetadata } from './event-ids';

const JSON_CONTENT = 'application/json';

/** An append as one message among others of a call. */
export function appendRequest(
  stream: string,
  events: readonly EncodedEvent[],
  expected: ExpectedRevision,
): BatchAppendReq {
  const options = new BatchAppendReq.Options().setStreamIdentifier(identifier(stream));
  if (expected === 'any') options.setAny(new Empty());
  else if (expected === 'no-stream') options.setNoStream(new Empty());
  else if (expected === 'stream-exists') options.setStreamExists(new Empty());
  else options.setStreamPosition(String(expected));
  return new BatchAppendReq().setOptions(options).setProposedMessagesList(events.map(proposed)).setIsFinal(true);
}

function proposed({ id, type, data, metadata }: EncodedEvent): BatchAppendReq.ProposedMessage {
  const message = new BatchAppendReq.ProposedMessage().setId(new UUID().setString(id)).setData(Buffer.from(data));
  message.getMetadataMap().set('type', type).set('content-type', JSON_CONTENT);
  return metadata === null ? message : message.setCustomMetadata(Buffer.from(metadata));
}

export interface StreamRead {
  readonly stream: string;
  /** The revision to begin at, inclusive; a subscription: after, exclusive. Default: the nearer end. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  /** `live` subscribes. */
  readonly count: number | 'live';
}

export interface LogRead {
  /** The position to begin at: inclusive forwards, exclusive backwards and for a subscription. */
  readonly from?: LogPosition;
  readonly direction?: 'forwards' | 'backwards';
  readonly count: number | 'live';
  /** Default: includes the store's own events. */
  readonly filter?: EventFilter;
}

/** How many events a server looks at for one page of a filtered read: its default of 32 makes a narrow filter crawl. */
const SEARCH_WINDOW = 1_000;

export function readRequest(read: StreamRead | LogRead): ReadReq {
  const options = new ReadReq.Options();
  const backwards = read.direction === 'backwards';
  options.setReadDirection(
    backwards ? ReadReq.Options.ReadDirection.BACKWARDS : ReadReq.Options.ReadDirection.FORWARDS,
  );
  options.setUuidOption(new ReadReq.Options.UUIDOption().setString(new Empty()));
  // From version 1 on, the server returns a stream's last revision with a read, even if none of its events is readable.
  options.setControlOption(new ReadReq.Options.ControlOption().setCompatibility(1));
  if (read.count === 'live') options.setSubscription(new ReadReq.Options.SubscriptionOptions());
  else options.setCount(String(read.count));
  if ('stream' in read) options.setStream(streamOptions(read, backwards));
  else options.setAll(allOptions(read, backwards));
  if ('filter' in read && read.filter !== undefined) options.setFilter(filterOptions(read.filter));
  else options.setNoFilter(new Empty());
  return new ReadReq().setOptions(options);
}

function streamOptions({ stream, from }: StreamRead, backwards: boolean): ReadReq.Options.StreamOptions {
  const options = new ReadReq.Options.StreamOptions().setStreamIdentifier(identifier(stream));
  if (from !== undefined) return options.setRevision(String(from));
  return backwards ? options.setEnd(new Empty()) : options.setStart(new Empty());
}

function allOptions({ from }: LogRead, backwards: boolean): ReadReq.Options.AllOptions {
  const options = new ReadReq.Options.AllOptions();
  if (from === undefined) return backwards ? options.setEnd(new Empty()) : options.setStart(new Empty());
  return options.setPosition(
    new ReadReq.Options.Position().setCommitPosition(String(from)).setPreparePosition(String(from)),
  );
}

/**
 * The filter that the server can apply: by type or by stream, not both, and types only by how they begin. It gives all
 * that pass and may give others: `passes` has the last word.
 */
function filterOptions({ types, streamPrefixes }: EventFilter): ReadReq.Options.FilterOptions {
  const expression = new ReadReq.Options.FilterOptions.Expression();
  const options = new ReadReq.Options.FilterOptions().setMax(SEARCH_WINDOW).setCheckpointintervalmultiplier(1);
  if (types !== undefined) return options.setEventType(expression.setPrefixList([...new Set(types)]));
  if (streamPrefixes !== undefined)
    return options.setStreamIdentifier(expression.setPrefixList([...new Set(streamPrefixes)]));
  return options.setEventType(expression.setRegex('^[^$]'));
}

/** The part of an event that is known without reading its data. */
export interface EventHead {
  readonly stream: string;
  readonly type: string;
  readonly revision: number;
  readonly position: LogPosition;
}

/** @returns undefined for a link whose event is gone */
export function eventHead(read: ReadResp.ReadEvent): EventHead | undefined {
  const event = read.getEvent();
  if (event === undefined) return undefined;
  return {
    stream: Buffer.from(event.getStreamIdentifier()!.getStreamName_asU8()).toString(),
    type: event.getMetadataMap().get('type') ?? '',
    revision: Number(event.getStreamRevision()),
    position: safe(event.getCommitPosition()),
  };
}

/** @throws EventStoreCorrupt for an event that this service does not write */
export function recordedEvent(read: ReadResp.ReadEvent, head: EventHead): RecordedEvent {
  const event = read.getEvent()!;
  try {
    const given = text(event.getCustomMetadata_asU8());
    const { id, metadata } = idAndMetadata(
      event.getId()!.getString(),
      given === '' ? {} : (JSON.parse(given) as Record<string, unknown>),
    );
    return {
      id,
      stream: head.stream,
      revision: head.revision,
      position: head.position,
      type: head.type,
      data: JSON.parse(text(event.getData_asU8())),
      metadata: metadata as EventMetadata,
      recordedAt: new Date(
        Number(BigInt(event.getMetadataMap().get('created') ?? '0') / TICKS_PER_MILLISECOND),
      ).toISOString(),
    };
  } catch (error) {
    throw new EventStoreCorrupt(
      `stream ${head.stream}`,
      `the event of revision ${head.revision} at position ${head.position} is not one of this service ` +
        `(${messageOf(error)})`,
      { cause: error },
    );
  }
}

/** Events and streams of the server itself: metadata, statistics, links. */
export const isOfTheServer = ({ stream, type }: Pick<EventHead, 'stream' | 'type'>): boolean =>
  stream.startsWith('$') || type.startsWith('$');

/** .NET counts time in units of 100 ns. */
const TICKS_PER_MILLISECOND = 10_000n;

/** Positions are bytes of the server's log, so that 2^53 of them are 9 petabytes. */
export function safe(position: string): LogPosition {
  const number = Number(position);
  if (!Number.isSafeInteger(number))
    throw new EventStoreCorrupt(
      'the log',
      `there is no position ${position}: the server must be of version 22.6 or newer`,
    );
  return number;
}

const identifier = (stream: string): StreamIdentifier => new StreamIdentifier().setStreamName(Buffer.from(stream));
const text = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
