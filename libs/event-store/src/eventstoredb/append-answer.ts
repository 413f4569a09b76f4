import { Metadata, status } from '@grpc/grpc-js';
import { MaximumAppendSizeExceeded, WrongExpectedVersion } from '@eventstore/db-client/generated/shared_pb';
import type { Status } from '@eventstore/db-client/generated/status_pb';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { LogPosition } from '../event-store';
import { safe } from './protocol';

export interface WrittenEvents {
  readonly revision: number;
  readonly position: LogPosition;
}

/** The stream is not where it was expected; a deleted one counts with the revisions that it had. */
export interface Elsewhere {
  readonly actual: number | 'no-stream';
}

/** Reads the result of an append. @throws the fault that a call of its own would throw */
export function outcome(stream: string, response: BatchAppendResp): WrittenEvents | Elsewhere {
  const refusal = response.getError();
  if (refusal !== undefined) return refused(stream, refusal);
  const success = response.getSuccess()!;
  return {
    revision: Number(success.getCurrentRevision()),
    position: success.hasPosition() ? safe(success.getPosition()!.getCommitPosition()) : 0,
  };
}

/**
 * A refusal within a call has in its details, by type, the data that the error of a call has in its trailing metadata.
 */
function refused(stream: string, refusal: Status): Elsewhere {
  const details = refusal.getDetails();
  switch (details?.getTypeName()) {
    case 'event_store.client.WrongExpectedVersion': {
      const wrong = WrongExpectedVersion.deserializeBinary(details.getValue_asU8());
      return { actual: wrong.hasCurrentStreamRevision() ? Number(wrong.getCurrentStreamRevision()) : 'no-stream' };
    }
    case 'event_store.client.StreamDeleted':
      throw faultOf(refusal, status.FAILED_PRECONDITION, { exception: 'stream-deleted', 'stream-name': stream });
    case 'event_store.client.AccessDenied':
      throw faultOf(refusal, status.PERMISSION_DENIED, { exception: 'access-denied' });
    case 'event_store.client.MaximumAppendSizeExceeded': {
      const limit = MaximumAppendSizeExceeded.deserializeBinary(details.getValue_asU8()).getMaxappendsize();
      const named = { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(limit) };
      throw faultOf(refusal, status.INVALID_ARGUMENT, named);
    }
    case 'event_store.client.Timeout':
      // The node waited for the others in vain.
      throw faultOf(refusal, status.ABORTED, {}, 'Operation timed out');
    case 'event_store.client.Unknown':
    case 'event_store.client.BadRequest':
      throw faultOf(refusal, status.UNKNOWN, {});
    default:
      // A node that does not accept writes yet, or no longer does, gives neither a type nor a code.
      throw faultOf(refusal, refusal.getCode() || status.UNAVAILABLE, {});
  }
}

function faultOf(
  refusal: Status,
  code: number,
  exception: Readonly<Record<string, string>>,
  unsaid = 'the server does not say why',
): Error {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(exception)) metadata.set(key, value);
  const details = refusal.getMessage() || unsaid;
  return Object.assign(new Error(details), { code, details, metadata });
}
