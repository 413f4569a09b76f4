import type Database from 'better-sqlite3';
import { closeSync, fchmodSync, openSync } from 'node:fs';
import { type Driver, SqliteDriverMissing, driverFor, isNativePartMissing, loadDriver } from './driver';

export type SqliteDatabase = Database.Database;
export type SqliteStatement<Parameters extends unknown[] = unknown[], Row = unknown> = Database.Statement<
  Parameters,
  Row
>;
export interface DatabaseOptions {
  readonly readonly?: boolean;
  /** Refuses to create the file. */
  readonly fileMustExist?: boolean;
  /** How long to wait for another connection's lock, in milliseconds; 5,000 by default. */
  readonly timeout?: number;
}

let driver: Driver | undefined;

/**
 * Opens a database file. Every database of this project is opened here, so that one place knows which driver is safe
 * on the running Node.js.
 *
 * Nobody but the user of the process may read the file, whatever its folder allows.
 *
 * @param file a path, or `:memory:`
 * @throws SqliteDriverMissing if the driver is not installed; SQLite's own errors, which `isSqliteError` recognises
 */
export function openDatabase(file: string, options: DatabaseOptions = {}): SqliteDatabase {
  if (options.readonly !== true && options.fileMustExist !== true && file !== ':memory:') keepPrivate(file);
  return open(file, options);
}

/**
 * Opens the content of a database file as a database in memory, which is never written anywhere.
 * @throws SqliteDriverMissing if the driver is not installed; SQLite's own errors, which `isSqliteError` recognises
 */
export const openContent = (content: Buffer): SqliteDatabase => open(content, {});

function open(source: string | Buffer, options: DatabaseOptions): SqliteDatabase {
  driver ??= loadDriver();
  try {
    return new driver(source, { ...options });
  } catch (error) {
    const { node } = process.versions;
    throw isNativePartMissing(error) ? new SqliteDriverMissing(driverFor(node), node, error) : error;
  }
}

/** SQLite gives its own files beside the database, such as the write-ahead log, the mode of the database. */
function keepPrivate(file: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'a', 0o600);
  } catch {
    return; // SQLite says better why it cannot be opened
  }
  try {
    fchmodSync(descriptor, 0o600);
  } finally {
    closeSync(descriptor);
  }
}
