import { type SqliteDatabase, isSqliteError, openDatabase } from '@assay/sqlite';
import { EventStoreLocked } from '../errors';
import { storeError } from './sqlite-error';

/**
 * Makes this process the only writer of a file. The lock is an exclusive transaction on a small database beside it: the
 * operating system frees it however the process ends, and it works wherever SQLite's own locks work. A lock on the file
 * itself would keep auditors out.
 *
 * @returns a function that frees it
 * @throws EventStoreLocked when another store (of this process or another) has it
 */
export function lockForWriting(file: string): () => void {
  const lock = `${file}.lock`;
  let database: SqliteDatabase | undefined;
  try {
    database = openDatabase(lock, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')) throw new EventStoreLocked(file);
    throw storeError(lock, error);
  }
  const held = database;
  return () => held.close();
}
