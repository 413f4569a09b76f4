import { InvalidQuery, ReadModelStoreUnavailable } from '../errors';

export const DUPLICATE_KEY = 11_000;
export const NAMESPACE_NOT_FOUND = 26;
export const INDEX_NOT_FOUND = 27;
export const NAMESPACE_EXISTS = 48;
/** MongoDB's codes for a document above its 16 MB, when it arrives and when an update makes it so. */
const TOO_LARGE: ReadonlySet<unknown> = new Set([10_334, 17_419, 17_420]);

/** By its name: the driver is loaded when it is needed, and each of its errors is named after its class. */
const isMongoError = (error: unknown): error is Error & { readonly code?: unknown } =>
  isError(error) && error.name.startsWith('Mongo');

/**
 * What a socket or a stream says where a connection breaks while it is written to; the driver lets it through. Some
 * come from the system (`syscall`), some from Node alone, such as the EPIPE of a socket whose other end has said
 * goodbye.
 */
const isConnectionError = (error: unknown): error is Error =>
  isError(error) &&
  ('syscall' in error ||
    ('code' in error &&
      typeof error.code === 'string' &&
      /^(EPIPE|ECONN[A-Z]+|ETIMEDOUT|ERR_STREAM_[A-Z_]+|ERR_SOCKET_[A-Z_]+)$/.test(error.code)));

/** BSON is written into a buffer of 17 MB. */
const isOverflow = (error: unknown): boolean => isError(error) && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';

const isError = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error;

export function hasCode(error: unknown, code: number): boolean {
  if (!isMongoError(error)) return false;
  // Not every server of the protocol gives this one its number.
  return error.code === code || (code === NAMESPACE_NOT_FOUND && error.message === 'ns not found');
}

/** The driver's and the server's errors: nearly all of them are worth trying again later. Others pass through. */
export function translated(shown: string, error: unknown): unknown {
  if (isOverflow(error) || (isMongoError(error) && TOO_LARGE.has(error.code)))
    return new InvalidQuery(`${shown}: a document is larger than MongoDB keeps (16 MB)`);
  if (!isMongoError(error) && !isConnectionError(error)) return error;
  // What the driver refuses to send, such as a document above the server's size, it will refuse again.
  if (error.name === 'MongoInvalidArgumentError') return new InvalidQuery(`${shown}: ${error.message}`);
  return new ReadModelStoreUnavailable(`${shown}: ${withoutCredentials(error.message)} (${error.name})`, {
    cause: error,
  });
}

/** Takes an error of the code for an answer: what was to be done is done. */
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
  /** The places of the writes, in the list that was sent, for which a document with the id was there. */
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
