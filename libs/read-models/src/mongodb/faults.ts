import { InvalidQuery, ReadModelStoreUnavailable } from '../errors';

export const DUPLICATE_KEY = 11_000;
export const NAMESPACE_NOT_FOUND = 26;
export const INDEX_NOT_FOUND = 27;
export const NAMESPACE_EXISTS = 48;
/** MongoDB's codes for a document above its 16 MB, when it arrives and when an update makes it so. */
const TOO_LARGE: ReadonlySet<unknown> = new Set([10_334, 17_419, 17_420]);

/**
 * Compares by name, because the driver is loaded only when needed, and each of its errors has the name of its class.
 */
const isMongoError = (error: unknown): error is Error & { readonly code?: unknown } =>
  isError(error) && error.name.startsWith('Mongo');

/**
 * Whether it is the error of a socket or stream whose connection breaks during a write; the driver passes it through.
 * Some come from the system (`syscall`), some from Node alone, such as the EPIPE of a socket whose other end has closed
 * it.
 */
const isConnectionError = (error: unknown): error is Error =>
  isError(error) &&
  ('syscall' in error ||
    ('code' in error &&
      typeof error.code === 'string' &&
      /^(EPIPE|ECONN[A-Z]+|ETIMEDOUT|ERR_STREAM_[A-Z_]+|ERR_SOCKET_[A-Z_]+)$/.test(error.code)));

/** The driver serializes BSON into a buffer of 17 MB. */
const isOverflow = (error: unknown): boolean => isError(error) && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';

const isError = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error;

export function hasCode(error: unknown, code: number): boolean {
  if (!isMongoError(error)) return false;
  // Some servers of the protocol send this error without its code.
  return error.code === code || (code === NAMESPACE_NOT_FOUND && error.message === 'ns not found');
}

/** Translates errors of the driver and the server: nearly all are worth another try later. Others pass through. */
export function translated(shown: string, error: unknown): unknown {
  if (isOverflow(error) || (isMongoError(error) && TOO_LARGE.has(error.code)))
    return new InvalidQuery(`${shown}: a document is larger than MongoDB keeps (16 MB)`);
  if (!isMongoError(error) && !isConnectionError(error)) return error;
  // The driver refuses to send this, such as a document above the server's size limit, and would refuse it again.
  if (error.name === 'MongoInvalidArgumentError') return new InvalidQuery(`${shown}: ${error.message}`);
  return new ReadModelStoreUnavailable(`${shown}: ${withoutCredentials(error.message)} (${error.name})`, {
    cause: error,
  });
}

/** Treats the error with this code as success: the wanted state already exists. */
export const unless =
  (code: number) =>
  (error: unknown): undefined => {
    if (hasCode(error, code)) return undefined;
    throw error;
  };

const withoutCredentials = (message: string): string => message.replaceAll(/\/\/[^/@\s]*@/g, '//');

interface WriteErrors {
  readonly writeErrors: unknown;
  readonly result: { readonly matchedCount: number; readonly upsertedCount: number };
  readonly errorResponse?: unknown;
}

export interface Refused {
  /** The indexes, in the list of writes, of those that met an existing document with their id. */
  readonly duplicates: readonly number[];
  /** Replacements that took effect. */
  readonly replaced: number;
}

/**
 * A bulk write of which nothing failed except writes that met a document of their id; undefined for any other error.
 */
export function refusedOnly(error: unknown): Refused | undefined {
  if (!isMongoError(error) || !('writeErrors' in error) || !('result' in error)) return undefined;
  const { writeErrors, result } = error as typeof error & WriteErrors;
  const failed = [writeErrors].flat() as { readonly code: number; readonly index: number }[];
  if (failed.length === 0 || failed.some(({ code }) => code !== DUPLICATE_KEY)) return undefined;
  return { duplicates: failed.map(({ index }) => index), replaced: result.matchedCount + result.upsertedCount };
}
