import type { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { EventStoreUnavailable, NoSuchPosition, endsBefore, nothingAt } from '../errors';
import {
  LOG_START,
  type LogPosition,
  type LogReadOptions,
  type RecordedEvent,
  type StreamReadOptions,
} from '../event-store';
import { checkName, checkReadOptions, passes } from '../store-request';
import { type Upcasts, upcast } from '../upcast';
import { PassingFault } from './passing-fault';
import { type EventHead, eventHead, isOfTheServer, recordedEvent } from './protocol';
import type { Server } from './server';

/**
 * Most streams are no longer than this, so one call reads them to their end. A page is held in memory: at most so many
 * events of 1 MB.
 */
const FIRST_PAGE = 100;

/**
 * Some versions of the server do not say that a position is not in its log: they return nothing, or another fault.
 * After so many failures at a position, while the server still reports the end of the log, the position counts as
 * unknown.
 */
const FAILURES_AT_POSITION = 3;

/** The end of a stream. */
export interface StreamEnd {
  /** -1 when the server knows nothing of the stream. */
  readonly revision: number;
}

/** Some of a stream's events, and where it stood when they were read. */
export interface StreamPage {
  readonly events: readonly RecordedEvent[];
  /** Infinity if the server does not say it. */
  readonly end: number;
  /** Nothing can be read after these events. */
  readonly isOver: boolean;
}

export class Reading {
  constructor(
    private readonly server: Server,
    private readonly upcasts: Upcasts,
  ) {}

  /** An event that the server gave, with its data in today's shape. @throws EventStoreCorrupt */
  recorded(read: ReadResp.ReadEvent, head: EventHead): RecordedEvent {
    return upcast(recordedEvent(read, head), this.upcasts);
  }

  /**
   * Gives the events of the stream as it is when the read begins; events appended meanwhile belong to the next read.
   *
   * @param whenRead called with the end of the stream, after the last event
   */
  async *stream(
    stream: string,
    options: StreamReadOptions,
    whenRead?: (end: StreamEnd) => void,
  ): AsyncGenerator<RecordedEvent> {
    checkName('stream', stream);
    checkReadOptions(options);
    this.server.refuseClosed();
    const { from, direction = 'forwards', limit = Infinity } = options;
    if (limit === 0) return;
    if (direction === 'backwards') {
      yield* this.events(stream, { from, direction, count: limit });
      return;
    }
    const { events, end, isOver } = await this.firstPage(stream, from, Math.min(limit, FIRST_PAGE));
    yield* events;
    const last = events.at(-1)?.revision;
    if (last !== undefined && !isOver && limit > FIRST_PAGE) {
      const count = Math.min(limit - FIRST_PAGE, end - last);
      for await (const event of this.events(stream, { from: last + 1, direction, count })) {
        if (event.revision > end) break; // a page of the server may have holes where something was scavenged
        yield event;
      }
    }
    whenRead?.({ revision: end === Infinity ? (last ?? -1) : end });
  }

  /**
   * Gives the events of the log as it is when the read begins; a read of few events may include newer ones. @throws
   * NoSuchPosition if it is to begin between two events, and the server says so
   */
  async *log(options: LogReadOptions): AsyncGenerator<RecordedEvent> {
    checkReadOptions(options);
    this.server.refuseClosed();
    const { direction = 'forwards', limit = Infinity, after = LOG_START, filter = {} } = options;
    if (limit === 0 || filter.types?.length === 0 || filter.streamPrefixes?.length === 0) return;
    if (direction === 'backwards') {
      // The server has no position before the start.
      if (options.after !== LOG_START) yield* this.#log(options, Infinity);
    } else if (limit <= FIRST_PAGE) {
      try {
        yield* this.#log(options, Infinity);
      } catch (error) {
        if (!(error instanceof NoSuchPosition) || after <= (await this.head())) throw error;
      }
    } else {
      const until = await this.head();
      // Nor is one beyond the end.
      if (after < until) yield* this.#log(options, until);
    }
  }

  async *#log(
    { direction = 'forwards', limit = Infinity, after, filter = {} }: LogReadOptions,
    until: LogPosition,
  ): AsyncGenerator<RecordedEvent> {
    let left = limit;
    for await (const response of this.server.read({
      ...(after !== undefined && after !== LOG_START && { from: after }),
      direction,
      count: Number.MAX_SAFE_INTEGER,
      filter,
    })) {
      const read = response.getEvent();
      const head = read && eventHead(read);
      if (!head) continue;
      if (head.position > until) return;
      const isBeyond =
        after !== undefined && (direction === 'forwards' ? head.position <= after : head.position >= after);
      if (isBeyond || isOfTheServer(head) || !passes(filter, head.stream, head.type)) continue;
      const event = this.recorded(read, head);
      // An event of a newer shape is not of the requested type.
      if (event.type !== head.type && !passes(filter, event.stream, event.type)) continue;
      yield event;
      left -= 1;
      if (left === 0) return;
    }
  }

  /**
   * Does nothing if the log has the position.
   *
   * @param head where the log ended a moment ago
   * @throws NoSuchPosition
   */
  async refuseUnknown(position: LogPosition, head: LogPosition): Promise<void> {
    if (position === LOG_START) return;
    await this.#refuseBeyondEnd(position, head);
    await this.#refuseBetweenEvents(position);
  }

  /**
   * Does nothing if the log reaches the position. A node that has just begun to lead a cluster may have to catch up
   * first.
   */
  async #refuseBeyondEnd(position: LogPosition, head: LogPosition): Promise<void> {
    const { server } = this;
    let end = head;
    if (position > end && server.isCluster) {
      const behind = new PassingFault('the log is not there yet', false);
      const look = async () => {
        end = await this.head();
        if (position > end) throw behind;
      };
      await server.repeating(look, { until: server.deadline, isRecognised: true }).catch((error: unknown) => {
        if (error !== behind) throw error;
      });
    }
    if (position > end) throw endsBefore(position, server.name, end);
  }

  /**
   * Does nothing if an event is at the position, or was there until it was removed from the disk: the server then
   * begins with the next one.
   *
   * @param position not beyond the end of the log
   */
  async #refuseBetweenEvents(position: LogPosition): Promise<void> {
    const { server } = this;
    for (let failures = 1; ; failures += 1) {
      try {
        for await (const response of server.read({ from: position, direction: 'forwards', count: 1 }))
          if (response.hasEvent()) return;
        throw nothingAt(position, server.name);
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable)) throw error;
        await this.head();
        if (failures === FAILURES_AT_POSITION) throw nothingAt(position, server.name, { cause: error });
      }
    }
  }

  /**
   * The position of the newest event, which may be one of the server's own: those are found at once, others only behind
   * them.
   */
  async head(): Promise<LogPosition> {
    for await (const response of this.server.read({ direction: 'backwards', count: 1 })) {
      const read = response.getEvent();
      const head = read && eventHead(read);
      if (head) return head.position;
    }
    return LOG_START;
  }

  /**
   * The last revision of a stream, including the server's own streams, even if none of its events is readable; and its
   * newest event.
   */
  async end(stream: string): Promise<StreamEnd & { readonly event?: RecordedEvent }> {
    let event: RecordedEvent | undefined;
    let revision = -1;
    for await (const response of this.server.read({ stream, direction: 'backwards', count: 1 })) {
      const read = response.getEvent();
      const head = read && eventHead(read);
      if (head) event = this.recorded(read, head);
      if (response.hasLastStreamPosition()) revision = Number(response.getLastStreamPosition());
    }
    return { revision: event?.revision ?? revision, ...(event && { event }) };
  }

  /** From a revision on. */
  async firstPage(stream: string, from: number | undefined, count = FIRST_PAGE): Promise<StreamPage> {
    const events: RecordedEvent[] = [];
    let end: number | undefined;
    let isThere = true;
    for await (const response of this.server.read({ stream, ...(from !== undefined && { from }), count })) {
      const read = response.getEvent();
      const head = read && eventHead(read);
      if (head) events.push(this.recorded(read, head));
      if (response.hasStreamNotFound()) isThere = false;
      if (response.hasLastStreamPosition()) end = Number(response.getLastStreamPosition());
    }
    const reached = isThere ? (end ?? Infinity) : -1;
    return { events, end: reached, isOver: events.length < count || events.at(-1)!.revision >= reached };
  }

  /** Events in the order of the server, including those that are appended meanwhile. */
  async *events(
    stream: string,
    { from, direction, count }: { from: number | undefined; direction: 'forwards' | 'backwards'; count: number },
  ): AsyncGenerator<RecordedEvent> {
    for await (const response of this.server.read({
      stream,
      ...(from !== undefined && { from }),
      direction,
      count: Math.min(count, Number.MAX_SAFE_INTEGER),
    })) {
      const read = response.getEvent();
      const head = read && eventHead(read);
      if (head) yield this.recorded(read, head);
    }
  }
}
