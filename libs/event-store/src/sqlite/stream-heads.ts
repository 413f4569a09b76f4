import type { SqliteDatabase } from '@assay/sqlite';
import { LRUCache } from 'lru-cache';
import { categoryOf } from './schema';

/** The end of a stream. Only the writing thread changes it, within its transaction. */
export interface StreamHead {
  readonly id: number;
  readonly category: number;
  /** -1 when nothing was ever appended. */
  revision: number;
  /** Events before this revision were deleted; it is beyond the last one while the whole stream is. */
  deletedBefore: number;
}

export const exists = (head: StreamHead): boolean => head.revision >= head.deletedBefore;

export interface StreamHeads {
  find(stream: string): StreamHead | undefined;
  findOrCreate(stream: string): StreamHead;
  typeId(type: string): number;
  /** After a rollback: remembered ends may be of events that were never written. */
  forget(): void;
}

/** About 3 MB of heads and names; a stream that is not among them costs two index look-ups. */
const REMEMBERED = 10_000;

/** Remembers the ends of the most recently written streams, so that an append to one of them reads nothing. */
export function openStreamHeads(database: SqliteDatabase): StreamHeads {
  const select = database.prepare<[name: string], StreamHead>(`
    SELECT id, category, deleted_before AS deletedBefore,
      COALESCE((SELECT MAX(revision) FROM events WHERE stream = streams.id), -1) AS revision
    FROM streams WHERE name = ?`);
  const insert = database.prepare<[name: string, category: number]>(
    'INSERT INTO streams (name, category) VALUES (?, ?)',
  );
  const remembered = new LRUCache<string, StreamHead>({ max: REMEMBERED });
  const types = openNames(database, 'types');
  const categories = openNames(database, 'categories');

  function remember(stream: string, head: StreamHead): StreamHead {
    remembered.set(stream, head);
    return head;
  }

  function find(stream: string): StreamHead | undefined {
    const head = remembered.get(stream);
    if (head !== undefined) return head;
    const stored = select.get(stream);
    return stored && remember(stream, stored);
  }

  return {
    find,
    findOrCreate(stream) {
      const head = find(stream);
      if (head !== undefined) return head;
      const category = categories.id(categoryOf(stream));
      const id = insert.run(stream, category).lastInsertRowid as number;
      return remember(stream, { id, category, revision: -1, deletedBefore: 0 });
    },
    typeId: types.id,
    forget() {
      remembered.clear();
      types.forget();
      categories.forget();
    },
  };
}

function openNames(database: SqliteDatabase, table: 'types' | 'categories') {
  const select = database.prepare<[name: string], number>(`SELECT id FROM ${table} WHERE name = ?`).pluck();
  const insert = database.prepare<[name: string]>(`INSERT INTO ${table} (name) VALUES (?)`);
  const remembered = new LRUCache<string, number>({ max: REMEMBERED });
  return {
    id(name: string): number {
      let id = remembered.get(name);
      if (id === undefined) {
        id = select.get(name) ?? (insert.run(name).lastInsertRowid as number);
        remembered.set(name, id);
      }
      return id;
    },
    forget: () => remembered.clear(),
  };
}
