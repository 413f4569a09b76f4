import { ReadModelStoreCorrupt, ReadModelStoreReadOnly, ReadModelStoreUnavailable } from '../errors';

/** By its code: the class is one for each time that the module is loaded, its errors are of the first. */
export const isSqliteError = (error: unknown): error is Error & { readonly code: string } =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_');

/** SQLite's result codes, said so that the reader knows what to do. Errors that are not SQLite's pass through. */
export function translated(file: string, error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const { code, message } = error;
  if (code.startsWith('SQLITE_CORRUPT')) return new ReadModelStoreCorrupt(file, `is damaged (${message})`, { cause: error });
  if (code === 'SQLITE_NOTADB') return new ReadModelStoreCorrupt(file, 'is not a read model store', { cause: error });
  if (code === 'SQLITE_READONLY') return new ReadModelStoreReadOnly(file, message);
  if (/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)/.test(code)) {
    return new ReadModelStoreUnavailable(`${file}: ${message} (${code})`, { cause: error });
  }
  return error;
}
