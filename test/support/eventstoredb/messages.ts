import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import {
  AccessDenied,
  AllStreamPosition,
  Empty,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  StreamIdentifier,
  Timeout,
  type UUID,
  UUID as UuidMessage,
  WrongExpectedVersion,
} from '@eventstore/db-client/generated/shared_pb';
import {
  AppendReq,
  AppendResp,
  type BatchAppendReq,
  BatchAppendResp,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import { Any } from 'google-protobuf/google/protobuf/any_pb';
import type { ProposedEvent, StoredEvent } from './log';
import type { Expected, Outcome } from './stream-rules';

const TICKS_PER_MILLISECOND = 10_000n;

/** An error like the real server's: its kind is in the trailing metadata. */
export function serverError(code: status, details: string, exception?: Record<string, string>): Partial<ServiceError> {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(exception ?? {})) metadata.set(key, value);
  return { code, details, metadata };
}

export const streamDeleted = (stream: string): Partial<ServiceError> =>
  serverError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export function wrongVersion(stream: string, current: number): Partial<ServiceError> {
  return serverError(status.FAILED_PRECONDITION, `Append failed due to WrongExpectedVersion. Stream: ${stream}`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': '-2',
    'actual-version': String(current),
  });
}

/** The error of a node that is not the leader, with the leader's address if known. */
export const notLeader = (
  leader: { readonly address: string; readonly port: number } | undefined,
): Partial<ServiceError> =>
  leader === undefined
    ? serverError(status.UNAVAILABLE, 'No leader info available in response')
    : serverError(status.NOT_FOUND, 'Leader info available', {
        exception: 'not-leader',
        'leader-endpoint-host': leader.address,
        'leader-endpoint-port': String(leader.port),
      });

export const tooLarge = (limit: number): Partial<ServiceError> =>
  serverError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });

export const streamName = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier!.getStreamName_asU8()).toString();
const identifierOf = (stream: string): StreamIdentifier => new StreamIdentifier().setStreamName(Buffer.from(stream));

/** The methods that both kinds of expectation have. */
interface Expectation {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
}

export function expectedOf(options: Expectation, revision: string): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no-stream';
  return options.hasStreamExists() ? 'stream-exists' : Number(revision);
}

export function proposedEvent(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent {
  const map = message.getMetadataMap();
  return {
    id: idOf(message.getId()).toLowerCase(),
    type: map.get('type')!,
    contentType: map.get('content-type')!,
    data: Buffer.from(message.getData_asU8()),
    metadata: Buffer.from(message.getCustomMetadata_asU8()),
  };
}

const idOf = (id: UUID | undefined): string => id!.getString();

export function appended(stream: string, outcome: Outcome): AppendResp {
  if (outcome.kind === 'deleted') throw streamDeleted(stream);
  if (outcome.kind === 'written') {
    const position = new AppendResp.Position()
      .setCommitPosition(String(outcome.position))
      .setPreparePosition(String(outcome.position));
    return new AppendResp().setSuccess(
      new AppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position),
    );
  }
  const wrong = new AppendResp.WrongExpectedVersion();
  if (outcome.current === -1) wrong.setCurrentNoStream(new Empty());
  else wrong.setCurrentRevision(String(outcome.current));
  return new AppendResp().setWrongExpectedVersion(wrong);
}

/** The answer to one append of a batch call. */
export function batchAppended(correlation: UUID, stream: string, outcome: Outcome): BatchAppendResp {
  if (outcome.kind === 'deleted') return batchRefused(correlation, stream, streamDeleted(stream));
  const response = batchAnswer(correlation, stream);
  if (outcome.kind === 'written') {
    const position = new AllStreamPosition()
      .setCommitPosition(String(outcome.position))
      .setPreparePosition(String(outcome.position));
    return response.setSuccess(
      new BatchAppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position),
    );
  }
  const wrong = new WrongExpectedVersion();
  if (outcome.current >= 0) wrong.setCurrentStreamRevision(String(outcome.current));
  else wrong.setCurrentNoStream(new Empty());
  return response.setError(refusal('WrongExpectedVersion', wrong, 'WrongExpectedVersion'));
}

/** The error of one append, which does not affect the others of its call: its kind is the type of its details. */
export function batchRefused(correlation: UUID, stream: string, error: Partial<ServiceError>): BatchAppendResp {
  const kind = error.metadata?.get('exception')[0]?.toString();
  const message = error.details ?? '';
  const details = () => {
    if (kind === 'stream-deleted')
      return refusal(message, new StreamDeleted().setStreamIdentifier(identifierOf(stream)), 'StreamDeleted');
    if (kind === 'access-denied') return refusal(message, new AccessDenied(), 'AccessDenied');
    if (kind === 'maximum-append-size-exceeded') {
      const limit = Number(error.metadata!.get('maximum-append-size')[0]);
      return refusal(message, new MaximumAppendSizeExceeded().setMaxappendsize(limit), 'MaximumAppendSizeExceeded');
    }
    if (error.code === status.ABORTED) return refusal(message, new Timeout(), 'Timeout');
    return refusal(message, new Empty(), 'Empty'); // not ready, too busy, no leader known: the message says it
  };
  return batchAnswer(correlation, stream).setError(details());
}

function refusal(message: string, details: { serializeBinary(): Uint8Array }, type: string): Status {
  const any = new Any();
  any.pack(details.serializeBinary(), `${type === 'Empty' ? 'google.protobuf' : 'event_store.client'}.${type}`);
  return new Status().setMessage(message).setDetails(any);
}

/** The server returns an id as two numbers, whatever its form in the request. */
function batchAnswer(correlation: UUID, stream: string): BatchAppendResp {
  const digits = idOf(correlation).replaceAll('-', '');
  const [most, least] = [digits.slice(0, 16), digits.slice(16)].map((half) => BigInt.asIntN(64, BigInt(`0x${half}`)));
  const numbers = new UuidMessage.Structured().setMostSignificantBits(`${most}`).setLeastSignificantBits(`${least}`);
  return new BatchAppendResp()
    .setCorrelationId(new UuidMessage().setStructured(numbers))
    .setStreamIdentifier(identifierOf(stream));
}

export function readEvent(event: StoredEvent): ReadResp {
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UuidMessage().setString(event.id))
    .setStreamIdentifier(identifierOf(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.created) * TICKS_PER_MILLISECOND));
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position)));
}

/** A tombstone as an existing subscription gets it: at the highest possible revision. */
export function tombstoneEvent(event: StoredEvent): ReadResp {
  const response = readEvent(event);
  response
    .getEvent()!
    .getEvent()!
    .setStreamRevision(String(2n ** 63n - 1n));
  return response;
}

export const streamNotFound = (stream: string): ReadResp =>
  new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)));
export const lastStreamPosition = (revision: number): ReadResp =>
  new ReadResp().setLastStreamPosition(String(revision));
export const confirmation = (id: string): ReadResp =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id));
export const caughtUp = (): ReadResp => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());
export const fellBehind = (): ReadResp => new ReadResp().setFellBehind(new ReadResp.FellBehind());
/** The error with which servers before 23.10 end the subscription. */
export const consumerTooSlow = (): Partial<ServiceError> =>
  serverError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );
export const checkpoint = (position: number): ReadResp =>
  new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );
