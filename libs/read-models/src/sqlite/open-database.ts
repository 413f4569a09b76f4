import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DatabaseOptions, type SqliteDatabase, isSqliteError, openDatabase } from '@assay/sqlite';
import { ReadModelStoreCorrupt, ReadModelStoreLocked, ReadModelStoreUnavailable } from '../errors';
import { translated } from './faults';

/** "ASRM": tells the file from any other SQLite file. */
const APPLICATION_ID = 0x4153524d;
/** The layout of the tables below. There is no migration: a file of another layout is deleted and rebuilt. */
const LAYOUT = 1;
/**
 * quick_check reads the whole file, about 500 MB/s from cache: up to here it delays a start by less than half a second.
 */
const CHECKED_BYTES = 128 * 1_048_576;

export interface OpenDatabase {
  readonly database: SqliteDatabase;
  close(): void;
}

/** @throws ReadModelStoreLocked, ReadModelStoreCorrupt, ReadModelStoreUnavailable */
export function openForWriting(file: string): OpenDatabase {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw new ReadModelStoreUnavailable(`${dirname(file)} cannot be created`, { cause: error });
  }
  const lock = takeWriterLock(file);
  try {
    const database = opened(file, {});
    // NORMAL loses the last transactions of a power cut, documents and checkpoint alike: they are projected again.
    return prepared(file, database, () => {
      checkIdentity(file, database);
      checkPages(file, database);
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = NORMAL');
      database.pragma('cache_size = -65536');
      database.exec(`
        CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS checkpoints
          (name TEXT PRIMARY KEY, position INTEGER NOT NULL, mark TEXT) WITHOUT ROWID;
        PRAGMA application_id = ${APPLICATION_ID};
        PRAGMA user_version = ${LAYOUT};
      `);
      addMarks(database);
      return { database, close: () => (database.close(), lock.close()) };
    });
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** @throws ReadModelStoreCorrupt, ReadModelStoreUnavailable */
export function openForReading(file: string): OpenDatabase {
  if (!existsSync(file))
    throw new ReadModelStoreUnavailable(`${file} does not exist: no server has built its read models yet`);
  const database = opened(file, { readonly: true });
  return prepared(file, database, () => {
    checkIdentity(file, database);
    return { database, close: () => database.close() };
  });
}

/** Files of earlier versions have checkpoints without them. */
function addMarks(database: SqliteDatabase): void {
  const columns = database.prepare<[], string>(`SELECT name FROM pragma_table_info('checkpoints')`).pluck().all();
  if (!columns.includes('mark')) database.exec('ALTER TABLE checkpoints ADD COLUMN mark TEXT');
}

function opened(file: string, options: DatabaseOptions): SqliteDatabase {
  try {
    return openDatabase(file, { timeout: 5_000, ...options });
  } catch (error) {
    throw translated(file, error);
  }
}

function prepared(file: string, database: SqliteDatabase, prepare: () => OpenDatabase): OpenDatabase {
  try {
    return prepare();
  } catch (error) {
    database.close();
    throw translated(file, error);
  }
}

function checkIdentity(file: string, database: SqliteDatabase): void {
  const application = database.pragma('application_id', { simple: true });
  const layout = database.pragma('user_version', { simple: true });
  const tables = database.prepare('SELECT count(*) FROM sqlite_master').pluck().get();
  if (tables === 0 && application === 0 && !database.readonly) return;
  if (application !== APPLICATION_ID) throw new ReadModelStoreCorrupt(file, 'is not a read model store');
  if (layout !== LAYOUT)
    throw new ReadModelStoreCorrupt(file, `has layout ${layout}, and this version reads layout ${LAYOUT}`);
}

/** A damaged page would otherwise show as an error of whichever request meets it first. */
function checkPages(file: string, database: SqliteDatabase): void {
  if (statSync(file).size > CHECKED_BYTES) return;
  const finding = String(database.pragma('quick_check(1)', { simple: true }));
  if (finding !== 'ok') throw new ReadModelStoreCorrupt(file, `is damaged (${finding.replaceAll('\n', ' ')})`);
}

/**
 * One writer at a time: a second projector would do the same work twice. The lock is a transaction held open on a file
 * beside the store, so that the system frees it when the process dies, and readers of the store are not kept out.
 */
function takeWriterLock(file: string): SqliteDatabase {
  const lockFile = `${file}-lock`;
  let lock: SqliteDatabase | undefined;
  try {
    lock = openDatabase(lockFile, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')) throw new ReadModelStoreLocked(file);
    throw translated(lockFile, error);
  }
}
