import { status } from '@grpc/grpc-js';
import {
  AccessDenied,
  BadRequest,
  Empty,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  Timeout,
  Unknown,
  WrongExpectedVersion,
} from '@eventstore/db-client/generated/shared_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { EventStoreUnavailable, InvalidStoreRequest } from '../errors';
import { Any } from 'google-protobuf/google/protobuf/any_pb';
import { outcome } from './append-answer';
import { storeError } from './grpc-error';
import { PassingFault } from './passing-fault';

/** A refusal in the server's encoding: the type of the details names its kind. */
function refusal(type: string, details: { serializeBinary(): Uint8Array }, message = ''): BatchAppendResp {
  const any = new Any();
  any.pack(details.serializeBinary(), type);
  return new BatchAppendResp().setError(new Status().setMessage(message).setDetails(any));
}
const refused = (type: string, details: { serializeBinary(): Uint8Array }, message?: string) =>
  refusal(`event_store.client.${type}`, details, message);
const empty = (message: string) => refusal('google.protobuf.Empty', new Empty(), message);

describe('the answer to one append among others', () => {
  it('says where the stream is instead', () => {
    const at = (wrong: WrongExpectedVersion) => outcome('s', refused('WrongExpectedVersion', wrong));
    expect(at(new WrongExpectedVersion().setCurrentStreamRevision('41'))).toEqual({ actual: 41 });
    expect(at(new WrongExpectedVersion().setCurrentStreamRevision('0'))).toEqual({ actual: 0 });
    expect(at(new WrongExpectedVersion().setCurrentNoStream(new Empty()))).toEqual({ actual: 'no-stream' });
  });

  it.each([
    ['a tombstone', refused('StreamDeleted', new StreamDeleted()), InvalidStoreRequest, /the stream s was deleted/],
    [
      'too much at once',
      refused('MaximumAppendSizeExceeded', new MaximumAppendSizeExceeded().setMaxappendsize(1_000)),
      InvalidStoreRequest,
      /at most 1000 bytes/,
    ],
    [
      'no right to write',
      refused('AccessDenied', new AccessDenied()),
      EventStoreUnavailable,
      /give the user the right/,
    ],
    ['what the server cannot say', refused('Unknown', new Unknown(), 'odd'), EventStoreUnavailable, /odd/],
    ['what it cannot read', refused('BadRequest', new BadRequest(), 'unread'), EventStoreUnavailable, /unread/],
    ['no reason at all', new BatchAppendResp().setError(new Status()), EventStoreUnavailable, /does not say why/],
  ])('means the same as the error of a call: %s', (_what, response, kind, message) => {
    const error = faultOf(response);
    expect(error).toBeInstanceOf(kind);
    expect(error).not.toBeInstanceOf(PassingFault);
    expect(error.message).toMatch(message);
  });

  it.each([
    ['Server Is Not Ready', empty('Server Is Not Ready'), false],
    ['Server Is Busy', empty('Server Is Busy'), false],
    ['no leader', empty('No leader info available in response'), false],
    ['a commit that timed out', refused('Timeout', new Timeout()), true],
  ])('may be asked for again after %s', (_what, response, mayBeDone) =>
    expect(faultOf(response)).toMatchObject({ name: 'EventStoreUnavailable', mayBeDone }),
  );

  it('carries a code where the server gives one', () =>
    expect(() =>
      outcome('s', new BatchAppendResp().setError(new Status().setCode(status.RESOURCE_EXHAUSTED as never))),
    ).toThrow(expect.objectContaining({ code: status.RESOURCE_EXHAUSTED })));

  /** The answer that a caller of the port gets. */
  function faultOf(response: BatchAppendResp): Error {
    try {
      outcome('s', response);
    } catch (error) {
      return storeError('db:2113', error);
    }
    throw new Error('it was no refusal');
  }
});
