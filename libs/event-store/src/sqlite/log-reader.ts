import type { SqliteDatabase, SqliteStatement } from '@assay/sqlite';
import { LRUCache } from 'lru-cache';
import { type LogPosition, LOG_START, type StreamMetadata } from '../event-store';
import type { MarkedEvent } from '../log-mark';
import type { Candidates } from './candidates';

/** An event as it is stored. */
export interface EventRow {
  readonly position: LogPosition;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string | null;
  readonly recordedAt: number;
}

/** The readable part of a stream: its revisions from `first` to `last`. */
export interface ReadableStream {
  readonly id: number;
  readonly first: number;
  readonly last: number;
}

export type Direction = 'forwards' | 'backwards';

/** A page has at most so many rows, and is full at so many characters: 256 events of 1 MB each would be no page. */
export const PAGE_ROWS = 256;
const PAGE_CHARACTERS = 4_194_304;

export interface RowPage {
  readonly rows: readonly EventRow[];
  /** There is nothing behind it within the bounds. */
  readonly isLast: boolean;
}

/**
 * Reads a page at a time, each with statements that are over when it returns: nothing stays open while a consumer
 * thinks.
 */
export interface LogReader {
  head(): LogPosition;
  /** The identity of the log; undefined in a file of an earlier version that was not opened for writing since. */
  log(): string | undefined;
  newest(): MarkedEvent | undefined;
  eventAt(position: LogPosition): MarkedEvent | undefined;
  readable(stream: string): ReadableStream | undefined;
  metadata(stream: string): StreamMetadata;
  /** Revisions `from` to `to`, both inclusive, `from` being where to begin. */
  streamPage(stream: number, from: number, to: number, direction: Direction, rows: number): RowPage;
  /** Positions after `after` up to `until`, inclusive; backwards: before `after` down to `until`, inclusive. */
  logPage(candidates: Candidates, after: LogPosition, until: LogPosition, direction: Direction, rows: number): RowPage;
}

const COLUMNS = `
  e.position, s.name AS stream, e.revision, e.id, t.name AS type, e.data, e.metadata, e.recorded_at AS recordedAt`;
const NAMES = 'JOIN streams s ON s.id = e.stream JOIN types t ON t.id = e.type';

export function openLogReader(database: SqliteDatabase): LogReader {
  const head = database.prepare<[], number | null>('SELECT MAX(position) FROM events').pluck();
  const marked =
    'SELECT e.position, s.name AS stream, e.revision, e.id, e.recorded_at AS recordedAt FROM events e ' +
    'JOIN streams s ON s.id = e.stream';
  const newest = database.prepare<[], MarkedEvent>(`${marked} ORDER BY e.position DESC LIMIT 1`);
  const eventAt = database.prepare<[position: number], MarkedEvent>(`${marked} WHERE e.position = ?`);
  const hasIdentity = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'log'`).get();
  const log = hasIdentity ? database.prepare<[], string>('SELECT id FROM log').pluck() : undefined;
  const stream = database.prepare<[name: string], StoredStream>(`
    SELECT id, truncate_before AS truncateBefore, deleted_before AS deletedBefore,
      (SELECT MAX(revision) FROM events WHERE stream = streams.id) AS last
    FROM streams WHERE name = ?`);
  const streamPage = {
    forwards: database.prepare<[number, number, number, number], EventRow>(
      `SELECT ${COLUMNS} FROM events e ${NAMES} WHERE e.stream = ? AND e.revision >= ? AND e.revision <= ? ` +
        'ORDER BY e.revision LIMIT ?',
    ),
    backwards: database.prepare<[number, number, number, number], EventRow>(
      `SELECT ${COLUMNS} FROM events e ${NAMES} WHERE e.stream = ? AND e.revision <= ? AND e.revision >= ? ` +
        'ORDER BY e.revision DESC LIMIT ?',
    ),
  };
  const logPages = new LRUCache<string, SqliteStatement<unknown[], EventRow>>({ max: 100 });

  function logRows(
    { sources, parameters }: Candidates,
    after: number,
    until: number,
    direction: Direction,
    rows: number,
  ) {
    const sql = logPageSql(sources, direction);
    const statement = logPages.get(sql) ?? database.prepare<unknown[], EventRow>(sql);
    logPages.set(sql, statement);
    return statement.iterate(...parameters.flatMap((parameter) => [...parameter, after, until]), rows);
  }

  return {
    head: () => head.get() ?? LOG_START,
    log: () => log?.get(),
    newest: () => newest.get(),
    eventAt: (position) => eventAt.get(position),
    readable(name) {
      const stored = stream.get(name);
      return stored?.last == null ? undefined : { id: stored.id, first: firstReadable(stored), last: stored.last };
    },
    metadata(name) {
      const { truncateBefore } = stream.get(name) ?? {};
      return { ...(truncateBefore != null && { truncateBefore }) };
    },
    streamPage: (id, from, to, direction, rows) => fill(streamPage[direction].iterate(id, from, to, rows), rows),
    logPage: (candidates, after, until, direction, rows) =>
      fill(logRows(candidates, after, until, direction, rows), rows),
  };
}

interface StoredStream {
  readonly id: number;
  readonly truncateBefore: number | null;
  readonly deletedBefore: number;
  readonly last: number | null;
}

const firstReadable = ({ truncateBefore, deletedBefore }: StoredStream): number =>
  Math.max(truncateBefore ?? 0, deletedBefore);

/** Each source is sorted by position in its index; SQLite merges them, so the cost of a page depends on its size. */
function logPageSql(sources: readonly string[], direction: Direction): string {
  const [bounds, order] =
    direction === 'forwards'
      ? ['position > ? AND position <= ?', 'ORDER BY position']
      : ['position < ? AND position >= ?', 'ORDER BY position DESC'];
  const merged = sources
    .map((source) => `SELECT position FROM events WHERE ${source} AND ${bounds}`)
    .join(' UNION ALL ');
  return (
    `SELECT ${COLUMNS} FROM (${merged} ${order} LIMIT ?) AS c CROSS JOIN events e ON e.position = c.position ` +
    `${NAMES} ${order.replace('position', 'c.position')}`
  );
}

function fill(rows: IterableIterator<EventRow>, asked: number): RowPage {
  const page: EventRow[] = [];
  let characters = 0;
  for (const row of rows) {
    page.push(row);
    characters += row.data.length;
    if (characters >= PAGE_CHARACTERS) return { rows: page, isLast: false };
  }
  return { rows: page, isLast: page.length < asked };
}
