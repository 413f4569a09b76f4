import { type SqliteDatabase, isSqliteError } from '@assay/sqlite';
import type { AppendResult, ExpectedRevision } from '../event-store';
import type { EncodedEvent } from '../store-request';
import { type StreamHead, type StreamHeads, exists, openStreamHeads } from './stream-heads';
import type { WriteAnswer, WriteRequest } from './write-protocol';

interface LogWriter {
  /**
   * Writes all of them in one transaction, each with its own answer: one that is refused does not touch its neighbours.
   */
  commit(requests: readonly WriteRequest[]): WriteAnswer[];
}

type Append = Extract<WriteRequest, { kind: 'append' }>;
type Recorded = { readonly revision: number; readonly position: number };

export function openLogWriter(database: SqliteDatabase): LogWriter {
  const heads = openStreamHeads(database);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');

  function transact(requests: readonly WriteRequest[]): WriteAnswer[] {
    try {
      begin.run();
      const answers = requests.map(apply);
      commit.run();
      return answers;
    } catch (error) {
      if (database.inTransaction) rollback.run();
      heads.forget();
      throw error;
    }
  }

  const apply = writeRequests(database, heads);

  return {
    commit(requests) {
      try {
        return transact(requests);
      } catch (error) {
        if (!isSqliteError(error)) throw error;
        // A disk without room for all requests may have room for some.
        if (requests.length > 1) return requests.flatMap((request) => this.commit([request]));
        return [{ kind: 'failed', code: error.code, message: error.message }];
      }
    },
  };
}

function writeRequests(database: SqliteDatabase, heads: StreamHeads): (request: WriteRequest) => WriteAnswer {
  const append = appending(database, heads);
  const remove = database.prepare<[deletedBefore: number, stream: number]>(
    'UPDATE streams SET deleted_before = ? WHERE id = ?',
  );
  const setMetadata = database.prepare<[truncateBefore: number | null, stream: number]>(
    'UPDATE streams SET truncate_before = ? WHERE id = ?',
  );

  return (request) => {
    if (request.kind === 'append') return append(request);
    if (request.kind === 'set-metadata') {
      setMetadata.run(request.truncateBefore, heads.findOrCreate(request.stream).id);
      return { kind: 'done' };
    }
    const head = heads.find(request.stream);
    if (!meets(request.expected, head)) return wrongRevision(head);
    if (head === undefined || !exists(head)) return { kind: 'done' };
    head.deletedBefore = head.revision + 1;
    remove.run(head.deletedBefore, head.id);
    return { kind: 'done' };
  };
}

function appending(database: SqliteDatabase, heads: StreamHeads): (request: Append) => WriteAnswer {
  const insertAllOrNone = inserting(database, heads);
  const byId = database.prepare<[stream: number, id: string], Recorded>(
    'SELECT revision, position FROM events WHERE stream = ? AND id = ?',
  );

  /** The positions of the events if all of them exist already, one after the other. */
  function earlier(head: StreamHead, events: readonly EncodedEvent[]): AppendResult | undefined {
    let previous: Recorded | undefined;
    for (const { id } of events) {
      const found = byId.get(head.id, id);
      if (found === undefined || (previous !== undefined && found.revision !== previous.revision + 1)) return undefined;
      previous = found;
    }
    return previous && { ...previous, repeated: true };
  }

  return (request) => {
    const known = heads.find(request.stream);
    if (meets(request.expected, known)) {
      const head = known ?? heads.findOrCreate(request.stream);
      const position = insertAllOrNone(head, request);
      if (position !== undefined) {
        head.revision += request.events.length;
        return { kind: 'appended', revision: head.revision, position, repeated: false };
      }
    }
    const repeated = known && earlier(known, request.events);
    return repeated ? { kind: 'appended', ...repeated } : wrongRevision(known);
  };
}

/** Writes the events after the head. Gives the position of the last one; undefined when one of the ids is taken. */
function inserting(
  database: SqliteDatabase,
  heads: StreamHeads,
): (head: StreamHead, request: Append) => number | undefined {
  // The unique index says whether an id is new, so most appends need no SELECT.
  const insert = database.prepare<[number, number, string, number, number, string, string | null, number]>(
    'INSERT INTO events (stream, revision, id, type, category, data, metadata, recorded_at) VALUES (?, ?, ?, ' +
      '?, ?, ?, ?, ?) ON CONFLICT (stream, id) DO NOTHING',
  );
  const [savepoint, release, undo] = ['SAVEPOINT append', 'RELEASE append', 'ROLLBACK TO append'].map((sql) =>
    database.prepare(sql),
  );

  function insertAll(head: StreamHead, { events, recordedAt }: Append, types: readonly number[]): number | undefined {
    let position: number | undefined;
    for (const [index, { id, data, metadata }] of events.entries()) {
      const { changes, lastInsertRowid } = insert.run(
        head.id,
        head.revision + 1 + index,
        id,
        types[index]!,
        head.category,
        data,
        metadata,
        recordedAt,
      );
      if (changes === 0) return undefined;
      position = lastInsertRowid as number;
    }
    return position;
  }

  return (head, request) => {
    // before the savepoint: a rollback must not leave the cache ahead of the file
    const types = request.events.map(({ type }) => heads.typeId(type));
    if (request.events.length === 1) return insertAll(head, request, types);
    savepoint!.run();
    const position = insertAll(head, request, types);
    if (position === undefined) undo!.run();
    release!.run();
    return position;
  };
}

/** A number is the last revision, also of a deleted stream; `no-stream` also holds for a deleted stream. */
function meets(expected: ExpectedRevision, head: StreamHead | undefined): boolean {
  if (expected === 'any') return true;
  if (typeof expected === 'number') return head?.revision === expected;
  const isThere = head !== undefined && exists(head);
  return expected === 'stream-exists' ? isThere : !isThere;
}

const wrongRevision = (head: StreamHead | undefined): WriteAnswer => ({
  kind: 'wrong-revision',
  actual: head !== undefined && exists(head) ? head.revision : 'no-stream',
});
