import { Backoff, type BackoffOptions, type Log, messageOf, pause, yieldToLoop } from '@assay/kernel';
import { EventStoreUnavailable } from '../errors';
import {
  LOG_START,
  type LogPosition,
  type LogSubscriptionOptions,
  type RecordedEvent,
  type StreamSubscriptionOptions,
  type SubscriptionMessage,
} from '../event-store';
import { checkCount, checkFilter, checkName, passes } from '../store-request';
import { deletedForGood } from './grpc-error';
import { type EventHead, type LogRead, type StreamRead, eventHead, isOfTheServer } from './protocol';
import type { Reading } from './reading';
import type { Open, Server } from './server';

/** The log for operators about transient faults. */
export type WarningLog = Pick<Log, 'warn'>;

export interface SubscriptionSettings {
  readonly server: Server;
  readonly reading: Reading;
  readonly backoff: BackoffOptions;
  readonly log: WarningLog;
  /** Aborted when the store is closed. */
  readonly closing: AbortSignal;
}

/** The subject that is followed, and how far it has been delivered. */
interface Followed {
  /** The events that are there and have not been delivered yet. @param head where the log ends */
  missed(head: LogPosition): AsyncIterable<RecordedEvent>;
  /** The subscription that continues from there. */
  live(): StreamRead | LogRead;
  isWanted(event: EventHead): boolean;
  /** The event was delivered or skipped. */
  advance(event: Pick<EventHead, 'position' | 'revision'>): void;
  readonly name: string;
}

export async function* subscribeToLog(
  settings: SubscriptionSettings,
  { after = LOG_START, filter = {}, signal }: LogSubscriptionOptions,
): AsyncGenerator<SubscriptionMessage> {
  checkCount('after', after, 0);
  checkFilter(filter);
  let reached = after;
  yield* follow(settings, signal, {
    missed: async function* (head) {
      await settings.reading.refuseUnknown(reached, head);
      yield* settings.reading.log({ after: reached, filter });
    },
    // Not filtered by the server, which has little to filter once it is live: skipped events show how far the
    // subscription is.
    live: () => ({ ...(reached !== LOG_START && { from: reached }), count: 'live' }),
    isWanted: (event) => event.position > reached && !isOfTheServer(event) && passes(filter, event.stream, event.type),
    advance: ({ position }) => (reached = Math.max(reached, position)),
    name: '$all',
  });
}

export async function* subscribeToStream(
  settings: SubscriptionSettings,
  stream: string,
  { after = -1, signal }: StreamSubscriptionOptions,
): AsyncGenerator<SubscriptionMessage> {
  checkName('stream', stream);
  checkCount('after', after, -1);
  let reached = after;
  yield* follow(settings, signal, {
    missed: () => settings.reading.stream(stream, { from: reached + 1 }),
    live: () => ({ stream, ...(reached !== -1 && { from: reached }), count: 'live' }),
    isWanted: ({ revision }) => revision > reached,
    advance: ({ revision }) => (reached = Math.max(reached, revision)),
    name: stream,
  });
}

/**
 * Continues from where it was after each fault, for as long as it takes; ends with its signal, and with an error when
 * the store is closed.
 */
async function* follow(
  settings: SubscriptionSettings,
  signal: AbortSignal | undefined,
  followed: Followed,
): AsyncGenerator<SubscriptionMessage> {
  const { server, closing, backoff, log } = settings;
  const ending = signal ? AbortSignal.any([closing, signal]) : closing;
  const delays = new Backoff(backoff);
  while (!ending.aborted) {
    try {
      for await (const message of attempt(settings, ending, followed)) {
        if (ending.aborted) break;
        delays.reset();
        yield message;
      }
    } catch (error) {
      if (ending.aborted) break;
      if (!(error instanceof EventStoreUnavailable)) throw error;
      const delay = delays.next();
      log.warn(
        { subscription: followed.name, failures: delays.failures, delay: Math.round(delay), error: messageOf(error) },
        'a subscription to the event store broke; subscribing again',
      );
      await pause(delay, ending);
    }
  }
  if (!signal?.aborted) server.refuseClosed();
}

/** Reads missed events, filtered by the server, then goes live; until the server or the connection to it fails. */
async function* attempt(
  { server, reading }: SubscriptionSettings,
  ending: AbortSignal,
  followed: Followed,
): AsyncGenerator<SubscriptionMessage> {
  let position = await reading.head();
  const head = { position, revision: -1 };
  for await (const event of followed.missed(position)) {
    followed.advance(event);
    position = Math.max(position, event.position);
    yield { kind: 'event', event };
  }
  followed.advance(head);
  if (ending.aborted) return;
  const open = await server.open(followed.live(), ending);
  try {
    await server.confirmed(open);
    yield { kind: 'caught-up', position };
    yield* live({ server, reading }, open, followed, position);
  } finally {
    open.cancel();
  }
}

/** The server's own event that ends a stream. */
const TOMBSTONE = '$streamDeleted';

/** Gives the events that arrive, and says that it caught up whenever nothing more is at hand. */
async function* live(
  { server, reading }: Pick<SubscriptionSettings, 'server' | 'reading'>,
  open: Open,
  followed: Followed,
  from: LogPosition,
): AsyncGenerator<SubscriptionMessage> {
  let position = from;
  let looks = 0; // at an empty subscription since something came: what has arrived is decoded a turn later
  let hasNews = false;
  for (;;) {
    const response = server.take(open);
    const read = response?.getEvent();
    const event = read && eventHead(read);
    if (event) {
      if (event.type === TOMBSTONE && event.stream === followed.name) throw deletedForGood(event.stream);
      [hasNews, looks] = [true, 0];
      const recorded = followed.isWanted(event) ? reading.recorded(read, event) : undefined;
      // An event of a newer shape is not of the requested type.
      const isWanted = recorded !== undefined && followed.isWanted(recorded);
      followed.advance(event);
      position = Math.max(position, event.position);
      if (isWanted) yield { kind: 'event', event: recorded };
    } else if (response === undefined) {
      if (open.responses.isOver)
        throw new EventStoreUnavailable(`the event store at ${server.name} ended the subscription`);
      if (hasNews && looks === 0) {
        looks += 1;
        await yieldToLoop();
      } else if (hasNews) {
        hasNews = false;
        yield { kind: 'caught-up', position };
      } else await open.responses.changed();
    }
  }
}
