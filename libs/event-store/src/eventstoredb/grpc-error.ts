import { status } from '@grpc/grpc-js';
import { messageOf } from '@assay/kernel';
import { EventStoreCorrupt, EventStoreUnavailable, InvalidStoreRequest, WrongExpectedRevision } from '../errors';
import type { EndPoint } from './connection-string';

/** The part of a gRPC error that is looked at. */
interface Fault {
  readonly code?: unknown;
  readonly details?: unknown;
  readonly metadata?: { get(key: string): readonly (string | Buffer)[] };
}

/**
 * What a fault of the server or of the way to it means to a caller of the port. Nothing of the connection string is in
 * it but hosts.
 */
export function storeError(server: string, error: unknown): Error {
  if (
    error instanceof EventStoreUnavailable ||
    error instanceof InvalidStoreRequest ||
    error instanceof EventStoreCorrupt ||
    error instanceof WrongExpectedRevision
  )
    return error;
  const { code, details } = (error ?? {}) as Fault;
  const reason = typeof details === 'string' ? details : messageOf(error);
  switch (exceptionOf(error)) {
    case 'maximum-append-size-exceeded':
      return new InvalidStoreRequest(
        `the events are too large together for the event store (at most ${named(error, 'maximum-append-size')} ` +
          'bytes an append): append them in several parts',
        { cause: error },
      );
    case 'stream-deleted':
      return new InvalidStoreRequest(
        `the stream ${named(error, 'stream-name')} was deleted for good on the event store itself`,
        { cause: error },
      );
    case 'access-denied':
      return denied(server, error);
  }
  if (code === status.UNAUTHENTICATED || code === status.PERMISSION_DENIED) return denied(server, error);
  if (code === status.DEADLINE_EXCEEDED)
    return new EventStoreUnavailable(`the event store at ${server} did not answer in time`, { cause: error });
  return new EventStoreUnavailable(`the event store at ${server} cannot be used: ${reason}`, { cause: error });
}

const denied = (server: string, error: unknown) =>
  new EventStoreUnavailable(
    `the event store at ${server} does not let this user do that: look at the user and the password of the ` +
      'connection string',
    { cause: error },
  );

/**
 * The current revision, where the fault is that the stream is elsewhere. Servers before 21 say so by an error, newer
 * ones in the answer.
 */
export function actualRevision(error: unknown): number | 'no-stream' | undefined {
  if (exceptionOf(error) !== 'wrong-expected-version') return undefined;
  const actual = named(error, 'actual-version');
  return actual === '' || actual === '-1' ? 'no-stream' : Number(actual);
}

/** The leader, where a call reached another node. */
export function leaderOf(error: unknown): EndPoint | undefined {
  if (exceptionOf(error) !== 'not-leader') return undefined;
  return { address: named(error, 'leader-endpoint-host'), port: Number(named(error, 'leader-endpoint-port')) };
}

export const isConnectionLost = (error: unknown): boolean => (error as Fault | undefined)?.code === status.UNAVAILABLE;

const exceptionOf = (error: unknown): string => named(error, 'exception');
const named = (error: unknown, key: string): string =>
  (error as Fault | undefined)?.metadata?.get(key)[0]?.toString() ?? '';
