export interface SqliteError extends Error {
  /** SQLite's extended result code by name, such as SQLITE_BUSY_SNAPSHOT. */
  readonly code: string;
}

/**
 * Tells SQLite's errors by their code, not by their class: the native module keeps the first error class that it is
 * given, and a test runner that loads modules anew for each file has several.
 */
export const isSqliteError = (error: unknown): error is SqliteError =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_');
