import { messageOf, yieldToLoop } from '@assay/kernel';
import { EventStoreCorrupt, EventStoreUnavailable, endsBefore, nothingAt } from '../errors';
import {
  type EventFilter,
  LOG_START,
  type LogMark,
  type LogPosition,
  type LogReadOptions,
  type RecordedEvent,
  type StreamMetadata,
  type StreamReadOptions,
} from '../event-store';
import { checkName, checkReadOptions, passes } from '../store-request';
import { type Upcasts, upcast } from '../upcast';
import { markText, parsedMark } from '../log-mark';
import { candidatesFor, isEmpty } from './candidates';
import {
  type Direction,
  type EventRow,
  type LogReader,
  PAGE_ROWS,
  type RowPage,
  type ReadableStream,
} from './log-reader';
import { SCAVENGED } from './schema';
import { RESTORE, storeError } from './sqlite-error';

interface Scan {
  /** Continues where the last page ended. */
  nextPage(rows: number): RowPage;
  isWanted(row: EventRow): boolean;
}

/** Reads as the port describes them, page by page; between two pages other work gets its turn. */
export class LogReading {
  constructor(
    private readonly file: string,
    private readonly reader: LogReader,
    private readonly isOpen: () => boolean,
    private readonly upcasts: Upcasts,
  ) {}

  head(): LogPosition {
    return this.#ask((reader) => reader.head());
  }

  /** @throws NoSuchPosition unless there is an event at the position; the start is in every log */
  refuseUnknown(position: LogPosition): void {
    if (position === LOG_START) return;
    const head = this.head();
    if (position > head) throw endsBefore(position, this.file, head);
    if (this.#ask((reader) => reader.eventAt(position)) === undefined) throw nothingAt(position, this.file);
  }

  mark(): LogMark {
    return this.#ask((reader) => {
      const newest = reader.newest();
      return { position: newest?.position ?? LOG_START, text: markText(reader.log(), newest) };
    });
  }

  holds(mark: string): boolean {
    return this.#ask((reader) => {
      const { position } = parsedMark(mark);
      return markText(reader.log(), position === undefined ? undefined : reader.eventAt(position)) === mark;
    });
  }

  metadata(stream: string): StreamMetadata {
    checkName('stream', stream);
    return this.#ask((reader) => reader.metadata(stream));
  }

  /**
   * Gives the events of the stream as it is when the read begins; events appended meanwhile belong to the next read.
   */
  stream(stream: string, options: StreamReadOptions): AsyncGenerator<RecordedEvent> {
    return this.#read(options.limit, () => {
      checkName('stream', stream);
      checkReadOptions(options);
      const readable = this.#ask((reader) => reader.readable(stream));
      return readable && this.#scanStream(readable, options);
    });
  }

  /** Gives the events of the log as it is when the read begins. */
  log(options: LogReadOptions): AsyncGenerator<RecordedEvent> {
    const { direction = 'forwards', limit, after, filter = {} } = options;
    return this.#read(limit, () => {
      checkReadOptions(options);
      const head = this.head();
      return direction === 'forwards'
        ? this.#scanLog(after ?? LOG_START, head, filter, direction)
        : this.#scanLog(after ?? head + 1, LOG_START, filter, direction);
    });
  }

  /** `until` is inclusive. */
  logBetween(after: LogPosition, until: LogPosition, filter: EventFilter): AsyncGenerator<RecordedEvent> {
    return this.#read(Infinity, () => this.#scanLog(after, until, filter, 'forwards'));
  }

  #scanStream({ id, first, last }: ReadableStream, { direction = 'forwards', from }: StreamReadOptions): Scan {
    const [step, end] = direction === 'forwards' ? [1, last] : [-1, first];
    let next = direction === 'forwards' ? Math.max(from ?? 0, first) : Math.min(from ?? last, last);
    return {
      isWanted: ({ type }) => type !== SCAVENGED,
      nextPage: (rows) => {
        const page = this.#ask((reader) => reader.streamPage(id, next, end, direction, rows));
        next = (page.rows.at(-1)?.revision ?? end) + step;
        return page;
      },
    };
  }

  #scanLog(after: LogPosition, until: LogPosition, filter: EventFilter, direction: Direction): Scan | undefined {
    if (isEmpty(filter)) return undefined;
    const candidates = candidatesFor(filter);
    let next = after;
    return {
      isWanted: ({ stream, type }) => type !== SCAVENGED && passes(filter, stream, type),
      nextPage: (rows) => {
        const page = this.#ask((reader) => reader.logPage(candidates, next, until, direction, rows));
        next = page.rows.at(-1)?.position ?? until;
        return page;
      },
    };
  }

  /** The first page is as large as the limit; if a filter left too few events, the next ones are larger. */
  async *#read(limit = Infinity, begin: () => Scan | undefined): AsyncGenerator<RecordedEvent> {
    const scan = begin();
    if (scan === undefined || limit === 0) return;
    let left = limit;
    for (let asked = Math.min(limit, PAGE_ROWS); ; asked = Math.min(asked * 2, PAGE_ROWS)) {
      const { rows, isLast } = scan.nextPage(asked);
      for (const row of rows) {
        if (!scan.isWanted(row)) continue;
        const event = upcast(this.#record(row), this.upcasts);
        // An event of a newer shape is not of the requested type.
        if (event.type !== row.type && !scan.isWanted({ ...row, type: event.type })) continue;
        yield event;
        left -= 1;
        if (left === 0) return;
      }
      if (isLast) return;
      await yieldToLoop();
    }
  }

  #record(row: EventRow): RecordedEvent {
    const { id, stream, revision, position, type, metadata } = row;
    try {
      // Member by member: a rest and a spread here took 40 % of a long read.
      return {
        id,
        stream,
        revision,
        position,
        type,
        data: JSON.parse(row.data),
        metadata: metadata === null ? {} : JSON.parse(metadata),
        recordedAt: new Date(row.recordedAt).toISOString(),
      };
    } catch (error) {
      throw new EventStoreCorrupt(
        this.file,
        `event ${id} at position ${position} is damaged (${messageOf(error)}): ${RESTORE}`,
        { cause: error },
      );
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
