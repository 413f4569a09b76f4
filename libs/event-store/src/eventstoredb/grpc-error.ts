import { status } from '@grpc/grpc-js';
import { EventStoreCorrupt, EventStoreUnavailable, InvalidStoreRequest, WrongExpectedRevision } from '../errors';
import type { EndPoint } from './connection-string';
import { reasonOf } from './fault-reason';
import { PassingFault } from './passing-fault';

/** The used fields of a gRPC error. */
interface Fault {
  readonly code?: unknown;
  readonly details?: unknown;
  readonly metadata?: { get(key: string): readonly (string | Buffer)[] };
}

/**
 * Turns a fault of the server, or of the way to it, into an error of the port. Nothing of the connection string is in
 * it but hosts.
 */
export function storeError(server: string, error: unknown, { what = 'do that', hasSeveral = false } = {}): Error {
  if (
    error instanceof EventStoreUnavailable ||
    error instanceof InvalidStoreRequest ||
    error instanceof EventStoreCorrupt ||
    error instanceof WrongExpectedRevision
  )
    return error;
  const { code } = (error ?? {}) as Fault;
  switch (exceptionOf(error)) {
    case 'maximum-append-size-exceeded':
      return new InvalidStoreRequest(
        `the events are too large together for the event store (at most ${named(error, 'maximum-append-size')} ` +
          'bytes an append): append them in several parts',
        { cause: error },
      );
    case 'stream-deleted':
      return deletedForGood(named(error, 'stream-name'), error);
    case 'access-denied':
      return forbidden(server, what, error);
    case 'not-leader':
      return anotherLeader(server, error, { mayBeDone: false });
  }
  if (code === status.UNAUTHENTICATED)
    return new EventStoreUnavailable(
      `the event store at ${server} does not know this user: look at the user and the password of the connection ` +
        'string',
      { cause: error },
    );
  if (code === status.PERMISSION_DENIED) return forbidden(server, what, error);
  if (code === status.DEADLINE_EXCEEDED)
    return new EventStoreUnavailable(`the event store at ${server} did not answer in time`, { cause: error });
  const message = `the event store at ${server} cannot be used: ${reasonOf(error)}`;
  if (isNotReady(error)) return new PassingFault(message, false, { cause: error });
  if (isCommitTimeout(error) || (hasSeveral && isConnectionLost(error)))
    return new PassingFault(message, true, { cause: error });
  return new EventStoreUnavailable(message, { cause: error });
}

export const anotherLeader = (server: string, cause: unknown, { mayBeDone }: { mayBeDone: boolean }): PassingFault =>
  new PassingFault(`the event store at ${server} has another leader now`, mayBeDone, { cause });

/** The stream ends with a tombstone, which the service itself never writes. */
export const deletedForGood = (stream: string, cause?: unknown): InvalidStoreRequest =>
  new InvalidStoreRequest(`the stream ${stream} was deleted for good on the event store itself`, { cause });

const forbidden = (server: string, what: string, error: unknown) =>
  new EventStoreUnavailable(
    `the event store at ${server} does not let this user ${what}: give the user the right to it on the server, or ` +
      'name another user in the connection string',
    { cause: error },
  );

/** Whether the server refused before it did anything. */
const isNotReady = (error: unknown): boolean =>
  isConnectionLost(error) && /not ready|busy|no leader info/i.test(String((error as Fault).details));

/** The node waited for the others in vain: the events may be in the log nevertheless. */
const isCommitTimeout = (error: unknown): boolean =>
  (error as Fault | undefined)?.code === status.ABORTED && /timed out|timeout/i.test(String((error as Fault).details));

export const isNotLeader = (error: unknown): boolean => exceptionOf(error) === 'not-leader';

/** The server refused an argument as impossible: for a read of the log, the position to begin at. */
export const isRefusedArgument = (error: unknown): boolean =>
  (error as Fault | undefined)?.code === status.INVALID_ARGUMENT;

/** The leader, where a call reached another node, which knows of one. */
export function leaderOf(error: unknown): EndPoint | undefined {
  if (!isNotLeader(error) || named(error, 'leader-endpoint-host') === '') return undefined;
  return { address: named(error, 'leader-endpoint-host'), port: Number(named(error, 'leader-endpoint-port')) };
}

/** The server is away, or ended the call without an answer to it, as one does that is shut down. */
export function isConnectionLost(error: unknown): boolean {
  const { code, details } = (error ?? {}) as Fault;
  return (
    code === status.UNAVAILABLE ||
    code === status.CANCELLED ||
    (code === status.INTERNAL && /RST_STREAM/.test(String(details)))
  );
}

const exceptionOf = (error: unknown): string => named(error, 'exception');
const named = (error: unknown, key: string): string =>
  (error as Fault | undefined)?.metadata?.get(key)[0]?.toString() ?? '';
