interface SqliteError extends Error {
  /** SQLite's extended result code by name, such as SQLITE_BUSY_SNAPSHOT. */
  readonly code: string;
}

/**
 * Recognises SQLite's errors by their code, not by their class. The native module keeps the first error class that it
 * receives, but a test runner that loads modules again for each file has several classes.
 */
export const isSqliteError = (error: unknown): error is SqliteError =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_');
