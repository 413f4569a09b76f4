import { isSqliteError } from '@assay/sqlite';
import { ReadModelStoreCorrupt, ReadModelStoreReadOnly, ReadModelStoreUnavailable } from '../errors';

/** SQLite's result codes, said so that the reader knows what to do. Errors that are not SQLite's pass through. */
export function translated(file: string, error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const { code, message } = error;
  if (code.startsWith('SQLITE_CORRUPT'))
    return new ReadModelStoreCorrupt(file, `is damaged (${message})`, { cause: error });
  if (code === 'SQLITE_NOTADB') return new ReadModelStoreCorrupt(file, 'is not a read model store', { cause: error });
  if (code === 'SQLITE_READONLY') return new ReadModelStoreReadOnly(file, message);
  if (/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)/.test(code)) {
    return new ReadModelStoreUnavailable(`${file}: ${message} (${code})`, { cause: error });
  }
  return error;
}
