import { setImmediate as otherWork } from 'node:timers/promises';
import { messageOf } from '@assay/kernel';
import { EventStoreCorrupt, EventStoreUnavailable } from '../errors';
import { type EventFilter, LOG_START, type LogPosition, type LogReadOptions, type RecordedEvent, type StreamMetadata, type StreamReadOptions } from '../event-store';
import { checkName, checkReadOptions, passes } from '../store-request';
import { candidatesFor, isEmpty } from './candidates';
import { type EventRow, type LogReader, PAGE_ROWS, type Page } from './log-reader';
import { RESTORE, storeError } from './sqlite-error';

/** Reads as the port describes them, page by page; between two pages other work gets its turn. */
export class LogReading {
  constructor(private readonly file: string, private readonly reader: LogReader, private readonly isOpen: () => boolean) {}

  head(): LogPosition {
    return this.#ask((reader) => reader.head());
  }

  metadata(stream: string): StreamMetadata {
    checkName('stream', stream);
    return this.#ask((reader) => reader.metadata(stream));
  }

  /** What the stream holds when the read begins; what is appended meanwhile is the next read's. */
  async *stream(stream: string, options: StreamReadOptions): AsyncGenerator<RecordedEvent> {
    checkName('stream', stream);
    checkReadOptions(options);
    const { direction = 'forwards', from, limit = Infinity } = options;
    const readable = this.#ask((reader) => reader.readable(stream));
    if (readable === undefined) return;
    const forwards = direction === 'forwards';
    const start = forwards ? Math.max(from ?? 0, readable.first) : Math.min(from ?? readable.last, readable.last);
    const end = forwards ? readable.last : readable.first;
    let next = start;
    const pages = this.#pages(limit, (rows) => this.#ask((reader) => reader.streamPage(readable.id, next, end, direction, rows)), (last) => (next = last.revision + (forwards ? 1 : -1)));
    yield* this.#recorded(pages, limit);
  }

  /** What the log holds when the read begins. */
  async *log(options: LogReadOptions): AsyncGenerator<RecordedEvent> {
    checkReadOptions(options);
    const { direction = 'forwards', limit = Infinity, filter = {} } = options;
    const head = this.head();
    const [after, until] = direction === 'forwards' ? [options.after ?? LOG_START, head] : [options.after ?? head + 1, LOG_START];
    yield* this.logBetween(after, until, filter, direction, limit);
  }

  /** `until` is inclusive. */
  async *logBetween(after: LogPosition, until: LogPosition, filter: EventFilter, direction: 'forwards' | 'backwards' = 'forwards', limit = Infinity): AsyncGenerator<RecordedEvent> {
    if (isEmpty(filter)) return;
    const candidates = candidatesFor(filter);
    let next = after;
    const pages = this.#pages(limit, (rows) => this.#ask((reader) => reader.logPage(candidates, next, until, direction, rows)), (last) => (next = last.position));
    yield* this.#recorded(pages, limit, ({ stream, type }) => passes(filter, stream, type));
  }

  /** The first page is as large as the limit; where a filter left too little of it, the next ones are larger. */
  async *#pages(limit: number, read: (rows: number) => Page, continueAfter: (last: EventRow) => void): AsyncGenerator<readonly EventRow[]> {
    if (limit === 0) return;
    for (let asked = Math.min(limit, PAGE_ROWS); ; asked = Math.min(asked * 2, PAGE_ROWS)) {
      const { rows, isLast } = read(asked);
      if (rows.length > 0) {
        continueAfter(rows.at(-1)!);
        yield rows;
      }
      if (isLast) return;
      await otherWork();
    }
  }

  async *#recorded(pages: AsyncIterable<readonly EventRow[]>, limit: number, isWanted: (row: EventRow) => boolean = () => true): AsyncGenerator<RecordedEvent> {
    let left = limit;
    for await (const rows of pages) {
      for (const row of rows) {
        if (!isWanted(row)) continue;
        yield this.#record(row);
        left -= 1;
        if (left === 0) return;
      }
    }
  }

  #record({ data, metadata, recordedAt, ...event }: EventRow): RecordedEvent {
    try {
      return { ...event, data: JSON.parse(data), metadata: metadata === null ? {} : JSON.parse(metadata), recordedAt: new Date(recordedAt).toISOString() };
    } catch (error) {
      throw new EventStoreCorrupt(this.file, `event ${event.id} at position ${event.position} is damaged (${messageOf(error)}): ${RESTORE}`, { cause: error });
    }
  }

  #ask<Answer>(question: (reader: LogReader) => Answer): Answer {
    if (!this.isOpen()) throw new EventStoreUnavailable(`${this.file} is closed`);
    try {
      return question(this.reader);
    } catch (error) {
      throw storeError(this.file, error);
    }
  }
}
