import { type SqliteDatabase, openDatabase } from '@assay/sqlite';
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { EventStoreCorrupt, EventStoreUnavailable } from '../errors';
import { APPLICATION_ID, LOG_IDENTITY, SCHEMA, SCHEMA_VERSION, TABLES } from './schema';
import { RESTORE, storeError } from './sqlite-error';

/**
 * quick_check reads the whole file, about 500 MB/s from cache: up to here it delays a start by less than half a second.
 */
const CHECKED_BYTES = 128 * 1_048_576;

/** One name for one file, whatever links lead to it: the lock file is next to that name. */
export function canonicalPath(file: string, { create }: { create: boolean }): string {
  const absolute = resolve(file);
  try {
    if (create) mkdirSync(dirname(absolute), { recursive: true });
    return statSync(absolute, { throwIfNoEntry: false })
      ? realpathSync(absolute)
      : join(realpathSync(dirname(absolute)), basename(absolute));
  } catch (error) {
    // Who opens it says that it is not there, and what to do.
    if (!create && (error as NodeJS.ErrnoException).code === 'ENOENT') return absolute;
    throw storeError(absolute, error);
  }
}

/**
 * Creates the file if it is missing. It is made under another name and renamed when complete, so that a crash in
 * between leaves no half of a store, and an empty file always means a lost one.
 */
export function createWhereMissing(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })) return;
  const unfinished = `${file}.new`;
  try {
    for (const leftover of [unfinished, `${unfinished}-wal`, `${unfinished}-shm`, `${file}-wal`, `${file}-shm`])
      refuseOrRemove(leftover, file);
    writeEmptyLog(unfinished);
    syncFile(unfinished);
    renameSync(unfinished, file);
    syncDirectory(dirname(file));
  } catch (error) {
    throw storeError(file, error);
  }
}

/** No other process has the file yet, so it needs no journal, and one sync when it is complete. */
function writeEmptyLog(file: string): void {
  const database = openDatabase(file);
  try {
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.exec(
      `BEGIN; ${SCHEMA}; ${LOG_IDENTITY}; PRAGMA application_id = ${APPLICATION_ID}; ` +
        `PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`,
    );
    database.prepare('INSERT INTO log (id) VALUES (?)').run(randomUUID());
    database.pragma('journal_mode = WAL');
  } finally {
    database.close();
  }
}

/** Gives the log an identity if it has none yet. Only the one writer may call it. */
export function identify(file: string): void {
  try {
    const database = openForWriting(file);
    try {
      if (hasIdentity(database)) return;
      database
        .transaction(() => {
          database.exec(LOG_IDENTITY);
          database.prepare('INSERT INTO log (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM log)').run(randomUUID());
        })
        .immediate();
    } finally {
      database.close();
    }
  } catch (error) {
    throw storeError(file, error);
  }
}

/** A file of an earlier version may have the table and no row in it, after a crash between the two. */
const hasIdentity = (database: SqliteDatabase): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'log'`).get() !== undefined &&
  database.prepare('SELECT 1 FROM log').get() !== undefined;

function refuseOrRemove(leftover: string, file: string): void {
  const isOfTheStore = leftover === `${file}-wal`;
  if (isOfTheStore && (statSync(leftover, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new EventStoreCorrupt(file, `is gone, but ${leftover} is there and may hold events: ${RESTORE}`);
  }
  rmSync(leftover, { force: true });
}

export const syncDirectory = (directory: string): void => syncFile(directory);

export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Looks whether the file is ours and whole. It is read through SQLite only: closing a descriptor of our own would
 * drop the locks that other connections of this process hold on it (POSIX).
 *
 * @throws EventStoreCorrupt, EventStoreUnavailable
 */
export function verify(
  file: string,
  { readOnly, everyPage = false }: { readOnly: boolean; everyPage?: boolean },
): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new EventStoreUnavailable(
      `${file} does not exist: start the service once to create it, or name another file`,
    );
  if (!stat.isFile()) throw new EventStoreUnavailable(`${file} is not a file: name the event store's file`);
  if (stat.size === 0) throw new EventStoreCorrupt(file, `is empty, which an event store never is: ${RESTORE}`);
  let database: SqliteDatabase | undefined;
  try {
    database = openDatabase(file, { readonly: readOnly, fileMustExist: true });
    checkHeader(file, database);
    // Whether or not it was closed well: a page that the disk lost is met by a read in a month, as an error, otherwise.
    if (everyPage || (!readOnly && stat.size <= CHECKED_BYTES)) quickCheck(file, database);
  } catch (error) {
    throw storeError(file, error);
  } finally {
    database?.close();
  }
}

function checkHeader(file: string, database: SqliteDatabase): void {
  const applicationId = database.pragma('application_id', { simple: true });
  if (applicationId !== APPLICATION_ID)
    throw new EventStoreCorrupt(file, `is a database of another program: name the event store's file, or ${RESTORE}`);
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version > SCHEMA_VERSION)
    throw new EventStoreCorrupt(
      file,
      `was written by a newer version of this program (schema ${version}, this one knows ${SCHEMA_VERSION}): ` +
        'run that version',
    );
  if (version < 1) throw new EventStoreCorrupt(file, `has the unknown schema version ${version}: ${RESTORE}`);
  const tables = database.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  const missing = TABLES.filter((table) => !tables.includes(table));
  if (missing.length > 0)
    throw new EventStoreCorrupt(file, `is damaged (the table ${missing.join(', ')} is missing): ${RESTORE}`);
}

function quickCheck(file: string, database: SqliteDatabase): void {
  const finding = String(database.pragma('quick_check(1)', { simple: true }));
  if (finding !== 'ok') throw new EventStoreCorrupt(file, `is damaged (${finding.replaceAll('\n', ' ')}): ${RESTORE}`);
}

/** The one connection that writes. Its commits are on the disk, unless the file is `brief` and need not be. */
export function openForWriting(file: string, { brief = false }: { brief?: boolean } = {}): SqliteDatabase {
  const database = openDatabase(file, { fileMustExist: true });
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${brief ? 'OFF' : 'FULL'}`);
  database.pragma('foreign_keys = ON');
  database.pragma('journal_size_limit = 67108864'); // a WAL that a long reader let grow shrinks back to 64 MB
  return database;
}

export const openForReading = (file: string): SqliteDatabase =>
  openDatabase(file, { readonly: true, fileMustExist: true });
