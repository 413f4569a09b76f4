import { statSync } from 'node:fs';
import type { SqliteDatabase } from '@assay/sqlite';
import { canonicalPath, openForWriting, verify } from './database-file';
import { lockForWriting } from './file-lock';
import { SCAVENGED } from './schema';
import { storeError } from './sqlite-error';

export interface Scavenged {
  /** Events whose content was removed now. */
  readonly events: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/**
 * Removes content from the file that no reader of a stream can read any longer: that of deleted or truncated events.
 * Their ids, revisions and positions stay. If it is killed at any moment, the store is intact; a second run does the
 * rest. It needs as much free space on the disk as the file takes.
 *
 * @throws EventStoreLocked when a process writes to the store; EventStoreCorrupt, EventStoreUnavailable; the reason of
 * the signal, between two streams
 */
export function scavengeEventStore(file: string, signal?: AbortSignal): Scavenged {
  const path = canonicalPath(file, { create: false });
  const unlock = lockForWriting(path);
  try {
    verify(path, { readOnly: false });
    const database = openForWriting(path);
    try {
      const bytesBefore = statSync(path).size;
      const events = removeContent(database, signal);
      signal?.throwIfAborted();
      // Also if nothing was removed now: an earlier run may have stopped before this step.
      database.exec('VACUUM');
      database.pragma('wal_checkpoint(TRUNCATE)');
      return { events, bytesBefore, bytesAfter: statSync(path).size };
    } finally {
      database.close();
    }
  } catch (error) {
    throw storeError(path, error);
  } finally {
    unlock();
  }
}

/** A stream a transaction. */
function removeContent(database: SqliteDatabase, signal: AbortSignal | undefined): number {
  const [type, category] = (['types', 'categories'] as const).map((table) => {
    database.prepare(`INSERT OR IGNORE INTO ${table} (name) VALUES (?)`).run(SCAVENGED);
    return database.prepare<[string], number>(`SELECT id FROM ${table} WHERE name = ?`).pluck().get(SCAVENGED)!;
  });
  const streams = database
    .prepare<[], { id: number; first: number }>(
      `SELECT id, MAX(COALESCE(truncate_before, 0), deleted_before) AS first FROM streams
      WHERE MAX(COALESCE(truncate_before, 0), deleted_before) > 0`,
    )
    .all();
  const remove = database.prepare<[number, number, number, number, number]>(
    `UPDATE events SET data = 'null', metadata = NULL, type = ?, category = ?
    WHERE stream = ? AND revision < ? AND type <> ?`,
  );
  let events = 0;
  for (const { id, first } of streams) {
    signal?.throwIfAborted();
    events += remove.run(type!, category!, id, first, type!).changes;
  }
  return events;
}
