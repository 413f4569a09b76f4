import { messageOf } from '@assay/kernel';
import { isSqliteError } from '@assay/sqlite';
import { EventStoreCorrupt, EventStoreUnavailable } from '../errors';

export const RESTORE =
  'restore it from a backup (assay restore), or move it and its -wal file away to begin with an empty store';

/**
 * The error that the port's callers know instead of a code of SQLite. Anything else is a mistake of ours and stays as
 * it is.
 */
export function storeError(file: string, error: unknown): unknown {
  if (isSqliteError(error)) return fromCode(file, error.code, error.message, error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined && !isNoDirectory(error)) return error;
  return new EventStoreUnavailable(`${file}: ${messageOf(error)}`, { cause: error });
}

export function fromCode(file: string, code: string, message: string, cause?: unknown): Error {
  if (code.startsWith('SQLITE_NOTADB'))
    return new EventStoreCorrupt(file, `is not an event store (${message}): ${RESTORE}`, { cause });
  if (code.startsWith('SQLITE_CORRUPT'))
    return new EventStoreCorrupt(file, `is damaged (${message}): ${RESTORE}`, { cause });
  if (code.startsWith('SQLITE_FULL'))
    return new EventStoreUnavailable(`${file}: the disk is full, nothing was written: free some space and try again`, {
      cause,
    });
  return new EventStoreUnavailable(`${file}: ${message} (${code})`, { cause });
}

/** better-sqlite3 checks the folder itself and throws a bare TypeError. */
const isNoDirectory = (error: unknown): boolean =>
  error instanceof TypeError && error.message.includes('directory does not exist');
