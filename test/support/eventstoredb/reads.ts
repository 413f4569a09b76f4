import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { EventLog, EventName } from './log';
import {
  caughtUp,
  checkpoint,
  confirmation,
  consumerTooSlow,
  fellBehind,
  lastStreamPosition,
  readEvent,
  serverError,
  streamDeleted,
  streamName,
  streamNotFound,
  tombstoneEvent,
} from './messages';
import { readableFrom } from './stream-rules';

/** The page size of the real server; events that are appended between two pages are read as well. */
const PAGE = 32;
const WINDOW = 500;
/**
 * The number of events that a filtered subscription checks before it sends a checkpoint, if the client's filter has
 * none.
 */
const DEFAULT_WINDOW = 32;
/** The events that may wait for a live subscriber. With more of them it is too slow. */
const LIVE_BUFFER = 16;

export interface Waiting {
  /** Resolves when there may be new events. */
  readonly changed: () => Promise<void>;
  /** Whether a slow subscriber is dropped. Otherwise it falls behind, and the server catches it up again. */
  readonly dropsSlowConsumers: boolean;
  readonly betweenRecords: BetweenRecords;
  readonly readableUpTo: () => number;
}

/** The outcome of a read of the log that begins at a position without a record. */
export type BetweenRecords = 'refused' | 'empty' | 'silent';

/** All answers to one Read call, page by page, as long as the caller takes them. */
export async function* answers(log: EventLog, request: ReadReq, waiting: Waiting): AsyncGenerator<ReadResp> {
  const options = request.getOptions()!;
  if (options.hasSubscription()) yield* subscription(log, options, waiting);
  else if (options.hasStream()) yield* streamRead(log, options);
  else yield* logRead(log, options, waiting);
}

const directionOf = (options: ReadReq.Options) =>
  options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS ? 'backwards' : 'forwards';

function* streamRead(log: EventLog, options: ReadReq.Options): Generator<ReadResp> {
  const from = options.getStream()!;
  const stream = streamName(from.getStreamIdentifier());
  if (log.isTombstoned(stream)) throw streamDeleted(stream);
  if (log.lastRevision(stream) === -1 || readableFrom(log, stream).isSoftDeleted)
    return void (yield streamNotFound(stream));
  const direction = directionOf(options);
  let left = Number(options.getCount());
  let next = from.hasRevision() ? Number(from.getRevision()) : direction === 'forwards' ? 0 : log.lastRevision(stream);
  while (left > 0) {
    const [first, last] = [readableFrom(log, stream).first, log.lastRevision(stream)];
    const page =
      direction === 'forwards'
        ? log.ofStream(stream, Math.max(next, first), last, direction, Math.min(left, PAGE))
        : log.ofStream(stream, Math.min(next, last), first, direction, Math.min(left, PAGE));
    if (page.length === 0) break;
    for (const event of page) yield readEvent(event);
    left -= page.length;
    next = page.at(-1)!.revision + (direction === 'forwards' ? 1 : -1);
  }
  if (options.getControlOption()?.getCompatibility()) yield lastStreamPosition(log.lastRevision(stream));
}

async function* logRead(
  log: EventLog,
  options: ReadReq.Options,
  { betweenRecords, readableUpTo }: Waiting,
): AsyncGenerator<ReadResp> {
  const direction = directionOf(options);
  const wanted = filterOf(options);
  const end = readableUpTo();
  const passes = (event: EventName) => event.position <= end && wanted(event);
  if (betweenRecords !== 'refused' && !beginsAtRecord(log, options)) {
    if (betweenRecords === 'silent') await new Promise(() => undefined);
    return;
  }
  let left = Number(options.getCount());
  let next = positionOf(log, options);
  while (left > 0) {
    const page = log.namesOfLog(next, direction, WINDOW);
    if (page.length === 0) return;
    for (const event of page) {
      if (left === 0 || !passes(event)) continue;
      yield readEvent(log.at(event.position)!);
      left -= 1;
    }
    next = page.at(-1)!.position + (direction === 'forwards' ? 1 : 0);
  }
}

/**
 * Answers a subscription to the log or to a stream: existing events after the position, then the caught-up message,
 * then new events. It continues as long as the subscriber takes events as fast as they come.
 */
async function* subscription(
  log: EventLog,
  options: ReadReq.Options,
  { changed, dropsSlowConsumers }: Waiting,
): AsyncGenerator<ReadResp> {
  const next = options.hasStream() ? streamPages(log, options) : logPages(log, options);
  yield confirmation(randomUUID());
  let isLive = false;
  for (;;) {
    const page = next();
    if (isLive && page.responses.length > LIVE_BUFFER) {
      if (dropsSlowConsumers) {
        yield* page.responses.slice(0, LIVE_BUFFER);
        throw consumerTooSlow();
      }
      yield fellBehind();
      isLive = false;
    }
    yield* page.responses;
    if (page.isOver && !isLive) yield caughtUp();
    isLive ||= page.isOver;
    if (page.isOver) await changed();
  }
}

interface Page {
  readonly responses: readonly ReadResp[];
  readonly isOver: boolean;
}

function streamPages(log: EventLog, options: ReadReq.Options): () => Page {
  const from = options.getStream()!;
  const stream = streamName(from.getStreamIdentifier());
  let next = from.hasRevision() ? Number(from.getRevision()) + 1 : from.hasEnd() ? log.lastRevision(stream) + 1 : 0;
  const wasThere = !log.isTombstoned(stream);
  return () => {
    if (log.isTombstoned(stream)) {
      if (!wasThere) throw streamDeleted(stream);
      return { responses: [tombstoneEvent(log.newest(stream)!)], isOver: false };
    }
    const page = log.ofStream(
      stream,
      Math.max(next, readableFrom(log, stream).first),
      log.lastRevision(stream),
      'forwards',
      PAGE,
    );
    next = Math.max(next, (page.at(-1)?.revision ?? -1) + 1);
    return { responses: page.map(readEvent), isOver: page.length === 0 };
  };
}

function logPages(log: EventLog, options: ReadReq.Options): () => Page {
  const passes = filterOf(options);
  const filter = options.getFilter();
  const window = (filter?.getMax() || DEFAULT_WINDOW) * (filter?.getCheckpointintervalmultiplier() || 1);
  const all = options.getAll()!;
  let next = positionOf(log, options) + (all.hasPosition() ? 1 : 0);
  let considered = 0;
  return () => {
    const page = log.namesOfLog(next, 'forwards', PAGE);
    next = (page.at(-1)?.position ?? next - 1) + 1;
    const responses = page.flatMap((event) => {
      considered += 1;
      const isCheckpoint = filter !== undefined && considered % window === 0;
      return [
        ...(passes(event) ? [readEvent(log.at(event.position)!)] : []),
        ...(isCheckpoint ? [checkpoint(event.position)] : []),
      ];
    });
    return { responses, isOver: page.length === 0 };
  };
}

/** The first position. As on the real server it must be that of a record, or beyond the last one. */
function positionOf(log: EventLog, options: ReadReq.Options): number {
  const all = options.getAll()!;
  if (!all.hasPosition()) return all.hasStart() ? 0 : Number.MAX_SAFE_INTEGER;
  if (!beginsAtRecord(log, options))
    throw serverError(status.INVALID_ARGUMENT, 'the position to read from is not valid');
  return Number(all.getPosition()!.getCommitPosition());
}

function beginsAtRecord(log: EventLog, options: ReadReq.Options): boolean {
  const position = options.getAll()!.getPosition()?.getCommitPosition();
  return position === undefined || log.isBoundary(Number(position));
}

function filterOf(options: ReadReq.Options): (event: EventName) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const expression = filter.getEventType() ?? filter.getStreamIdentifier()!;
  const nameOf = (event: EventName) => (filter.hasEventType() ? event.type : event.stream);
  if (expression.getRegex() !== '') return (event) => new RegExp(expression.getRegex(), 'u').test(nameOf(event));
  const prefixes = expression.getPrefixList();
  return (event) => prefixes.some((prefix) => nameOf(event).startsWith(prefix));
}
