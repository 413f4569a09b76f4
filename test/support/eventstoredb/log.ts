import { type SqliteDatabase, type SqliteStatement, openDatabase } from '@assay/sqlite';

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

export interface StoredEvent extends ProposedEvent {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly created: number;
}

export type EventName = Pick<StoredEvent, 'position' | 'stream' | 'type'>;

/** The size of a record in the server's log besides its data, so that positions rise in leaps like real ones. */
const RECORD_OVERHEAD = 118;
/** The first record of a real log is the server's own: no client's event has the position 0. */
const FIRST_POSITION = 262;

/**
 * The events of the stand-in, in a table. Synchronous "NORMAL" survives a kill -9, which is the worst in the tests; the
 * real server flushes to the disk.
 */
export class EventLog {
  readonly #database: SqliteDatabase;
  readonly #insert: SqliteStatement;
  readonly #last: SqliteStatement<[string], number | null>;
  readonly #end: SqliteStatement<[], { position: number; size: number } | undefined>;
  readonly #watchers = new Set<(stream: string) => void>();

  constructor(file: string) {
    this.#database = openDatabase(file);
    this.#database.pragma('journal_mode = WAL');
    this.#database.pragma('synchronous = NORMAL');
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS events (
        position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL,
        type TEXT NOT NULL,
        contentType TEXT NOT NULL, data BLOB NOT NULL, metadata BLOB NOT NULL, created INTEGER NOT NULL,
        UNIQUE (stream, revision)
      );
      CREATE INDEX IF NOT EXISTS events_by_id ON events (id);
      CREATE INDEX IF NOT EXISTS names ON events (position, stream, type); -- holds all that a filter looks at
      CREATE TABLE IF NOT EXISTS tombstones (stream TEXT PRIMARY KEY);`);
    this.#insert = this.#database.prepare(
      'INSERT INTO events VALUES (@position, @stream, @revision, @id, @type, @contentType, @data, @metadata, @created)',
    );
    this.#last = this.#database
      .prepare<[string], number | null>('SELECT MAX(revision) FROM events WHERE stream = ?')
      .pluck();
    this.#end = this.#database.prepare(
      'SELECT position, length(data) + length(metadata) AS size FROM events ORDER BY position DESC LIMIT 1',
    );
  }

  /** -1 for a stream without events. */
  lastRevision(stream: string): number {
    return this.#last.get(stream) ?? -1;
  }

  /** @returns the last of the events */
  append(stream: string, events: readonly ProposedEvent[]): StoredEvent {
    const stored = this.#database.transaction(() => {
      const end = this.#end.get();
      let position = end === undefined ? FIRST_POSITION : end.position + end.size + RECORD_OVERHEAD;
      let revision = this.lastRevision(stream);
      let last: StoredEvent | undefined;
      for (const event of events) {
        last = { ...event, stream, position, revision: (revision += 1), created: Date.now() };
        this.#insert.run(last);
        position += event.data.length + event.metadata.length + RECORD_OVERHEAD;
      }
      return last!;
    })();
    for (const changed of this.#watchers) changed(stream);
    return stored;
  }

  event(stream: string, revision: number): StoredEvent | undefined {
    return this.#prepare('SELECT * FROM events WHERE stream = ? AND revision = ?').get(stream, revision) as
      | StoredEvent
      | undefined;
  }

  newest(stream: string): StoredEvent | undefined {
    return this.event(stream, this.lastRevision(stream));
  }

  withId(stream: string, id: string): StoredEvent | undefined {
    return this.#prepare('SELECT * FROM events WHERE id = ? AND stream = ?').get(id, stream) as StoredEvent | undefined;
  }

  /** Revisions from `from` up to `to`, or down to it. */
  ofStream(stream: string, from: number, to: number, direction: 'forwards' | 'backwards', rows: number): StoredEvent[] {
    const sql =
      direction === 'forwards'
        ? 'revision >= ? AND revision <= ? ORDER BY revision'
        : 'revision <= ? AND revision >= ? ORDER BY revision DESC';
    return this.#prepare(`SELECT * FROM events WHERE stream = ? AND ${sql} LIMIT ?`).all(
      stream,
      from,
      to,
      rows,
    ) as StoredEvent[];
  }

  /** Forwards: positions from `from` on, inclusive; backwards: before it. */
  namesOfLog(from: number, direction: 'forwards' | 'backwards', rows: number): EventName[] {
    const sql = direction === 'forwards' ? 'position >= ? ORDER BY position' : 'position < ? ORDER BY position DESC';
    return this.#prepare(`SELECT position, stream, type FROM events INDEXED BY names WHERE ${sql} LIMIT ?`).all(
      from,
      rows,
    ) as EventName[];
  }

  at(position: number): StoredEvent | undefined {
    return this.#prepare('SELECT * FROM events WHERE position = ?').get(position) as StoredEvent | undefined;
  }

  /** Whether a record begins at the position, or the log ends before it. */
  isBoundary(position: number): boolean {
    return position > (this.#end.get()?.position ?? 0) || this.at(position) !== undefined;
  }

  tombstone(stream: string): void {
    this.#database.prepare('INSERT OR IGNORE INTO tombstones VALUES (?)').run(stream);
  }

  isTombstoned(stream: string): boolean {
    return this.#prepare('SELECT 1 FROM tombstones WHERE stream = ?').get(stream) !== undefined;
  }

  /** @returns a function that stops watching */
  watch(changed: (stream: string) => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  close(): void {
    this.#database.close();
  }

  readonly #prepared = new Map<string, SqliteStatement>();
  #prepare(sql: string): SqliteStatement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) this.#prepared.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }
}
