import {
  type Metadata,
  type ServiceError,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb';
import {
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type BatchAppendResp,
  type DeleteReq,
  DeleteResp,
  type ReadReq,
  type ReadResp,
  type TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb';
import type { UUID } from '@eventstore/db-client/generated/shared_pb';
import { once } from 'node:events';
import type { EventLog, ProposedEvent } from './log';
import {
  appended,
  batchAppended,
  batchRefused,
  expectedOf,
  notLeader,
  proposedEvent,
  serverError,
  streamDeleted,
  streamName,
  tooLarge,
  wrongVersion,
} from './messages';
import { type BetweenRecords, type Waiting, answers } from './reads';
import { type Expected, type Outcome, append, softDelete, tombstone } from './stream-rules';

export interface StreamsServiceOptions {
  readonly log: EventLog;
  /** The most bytes of data in an append. */
  readonly maxAppendSize: number;
  /** For tests: runs before an append and after it, and may wait or throw. */
  readonly beforeAppend?: (stream: string, types: readonly string[]) => Promise<void> | void;
  readonly afterAppend?: (stream: string) => Promise<void> | void;
  /** For tests: called when a call with appends begins. */
  readonly onAppendCall?: () => void;
  /** For tests: called when a read begins, of a stream or of the log, and for each event that it sends. */
  readonly onRead?: (stream: string | undefined) => void;
  readonly onReadEvent?: (stream: string | undefined) => void;
  /** Whether a call with this authorization header is allowed; by default all are. */
  readonly admits?: (authorization: string | undefined) => boolean;
  /** Whether the log as a whole may be read. */
  readonly mayReadAll?: () => boolean;
  /** Whether a slow live subscriber is dropped, as on servers before 23.10. */
  readonly dropsSlowConsumers?: boolean;
  /** The node's role in its cluster. Default: the leader. */
  readonly role?: () => Role;
  /**
   * The outcome of a read of the log that begins at a position without a record. Present servers refuse it, earlier
   * ones returned nothing or did not answer. Default: refused.
   */
  readonly betweenRecords?: BetweenRecords;
  /** The end of the log for readers: a node that has just become the leader may have to catch up. */
  readonly readableUpTo?: () => number;
}

/** A silent node accepts calls and answers none, like one that was stopped or cut off. */
export type Role =
  | { readonly kind: 'leader' }
  | { readonly kind: 'follower'; readonly leader: { readonly address: string; readonly port: number } | undefined }
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'silent' };

/** An object that is not an Error was made to be sent as it is. */
const errorOf = (error: unknown): object =>
  error instanceof Error ? serverError(status.UNKNOWN, `the stand-in failed: ${error.message}`) : (error as object);

export function streamsService({
  log,
  maxAppendSize,
  beforeAppend,
  afterAppend,
  onAppendCall,
  onRead,
  onReadEvent,
  admits,
  mayReadAll = () => true,
  dropsSlowConsumers = false,
  role = () => ({ kind: 'leader' }),
  betweenRecords = 'refused',
  readableUpTo = () => Infinity,
}: StreamsServiceOptions): IStreamsServer {
  const admit = async ({ metadata }: { readonly metadata: Metadata }) => {
    const now = role();
    if (now.kind === 'silent') await new Promise(() => undefined);
    if (now.kind === 'not-ready') throw serverError(status.UNAVAILABLE, 'Server Is Not Ready');
    if (now.kind === 'follower' && metadata.get('requires-leader')[0] === 'true') throw notLeader(now.leader);
    if (admits?.(metadata.get('authorization')[0]?.toString()) === false)
      throw serverError(status.UNAUTHENTICATED, 'Unauthenticated');
  };
  const write = async (stream: string, events: readonly ProposedEvent[], expected: Expected): Promise<Outcome> => {
    if (sizeOf(events) > maxAppendSize) throw tooLarge(maxAppendSize);
    await beforeAppend?.(
      stream,
      events.map(({ type }) => type),
    );
    const outcome = append(log, stream, events, expected);
    await afterAppend?.(stream);
    return outcome;
  };
  return {
    append(call: ServerReadableStream<AppendReq, AppendResp>, callback: sendUnaryData<AppendResp>) {
      void (async () => {
        try {
          await admit(call);
          const requests: AppendReq[] = [];
          for await (const request of call) requests.push(request as AppendReq);
          const options = requests[0]!.getOptions()!;
          const stream = streamName(options.getStreamIdentifier());
          const events = requests.slice(1).map((request) => proposedEvent(request.getProposedMessage()!));
          callback(null, appended(stream, await write(stream, events, expectedOf(options, options.getRevision()))));
        } catch (error) {
          callback(errorOf(error));
        }
      })();
    },

    batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) {
      const open = new Map<string, { options: BatchAppendReq.Options; events: ProposedEvent[] }>();
      const answering = new Set<Promise<void>>();
      onAppendCall?.();
      const answer = async (
        correlation: UUID,
        { options, events }: { options: BatchAppendReq.Options; events: ProposedEvent[] },
      ) => {
        const stream = streamName(options.getStreamIdentifier());
        try {
          await admit(call);
          const expected = expectedOf(options, options.getStreamPosition());
          call.write(batchAppended(correlation, stream, await write(stream, events, expected)));
        } catch (error) {
          const fault = errorOf(error) as Partial<ServiceError>;
          // An unauthorized client, and one that should ask another node, gets the error once for the whole call.
          const isOfCall =
            fault.code === status.UNAUTHENTICATED || fault.metadata?.get('exception')[0] === 'not-leader';
          if (isOfCall) call.emit('error', fault);
          else call.write(batchRefused(correlation, stream, fault));
        }
      };
      call.on('data', (request: BatchAppendReq) => {
        const correlation = request.getCorrelationId()!;
        const batch = open.get(correlation.getString()) ?? { options: request.getOptions()!, events: [] };
        batch.events.push(...request.getProposedMessagesList().map(proposedEvent));
        open.set(correlation.getString(), batch);
        if (!request.getIsFinal()) return;
        open.delete(correlation.getString());
        const answered = answer(correlation, batch).finally(() => answering.delete(answered));
        answering.add(answered);
      });
      call.on('end', () => void Promise.all(answering).then(() => call.end()));
    },

    read(call: ServerWritableStream<ReadReq, ReadResp>) {
      void answer(log, call, {
        admit: async () => {
          onRead?.(readStreamOf(call));
          await admit(call);
          if (call.request.getOptions()!.hasAll() && !mayReadAll())
            throw serverError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
        },
        onEvent: () => onReadEvent?.(readStreamOf(call)),
        dropsSlowConsumers,
        betweenRecords,
        readableUpTo,
      });
    },

    delete(call: ServerUnaryCall<DeleteReq, DeleteResp>, callback: sendUnaryData<DeleteResp>) {
      const options = call.request.getOptions()!;
      const stream = streamName(options.getStreamIdentifier());
      reply(callback, stream, softDelete(log, stream, expectedOf(options, options.getRevision())), (position) =>
        new DeleteResp().setPosition(
          new DeleteResp.Position().setCommitPosition(position).setPreparePosition(position),
        ),
      );
    },

    tombstone(call: ServerUnaryCall<TombstoneReq, TombstoneResp>, callback: sendUnaryData<TombstoneResp>) {
      const options = call.request.getOptions()!;
      const stream = streamName(options.getStreamIdentifier());
      reply(callback, stream, tombstone(log, stream, expectedOf(options, options.getRevision())), (position) =>
        new TombstoneResp().setPosition(
          new TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position),
        ),
      );
    },
  };
}

function reply<Response>(
  callback: sendUnaryData<Response>,
  stream: string,
  outcome: Outcome,
  response: (position: string) => Response,
): void {
  if (outcome.kind === 'written') callback(null, response(String(outcome.position)));
  else callback(outcome.kind === 'deleted' ? streamDeleted(stream) : wrongVersion(stream, outcome.current));
}

const sizeOf = (events: readonly ProposedEvent[]): number => events.reduce((sum, { data }) => sum + data.length, 0);

/** The stream of a read; undefined for the log as a whole. */
function readStreamOf({ request }: ServerWritableStream<ReadReq, ReadResp>): string | undefined {
  const identifier = request.getOptions()!.getStream()?.getStreamIdentifier();
  return identifier && streamName(identifier);
}

/** Writes as fast as the client reads, and stops when the client is gone. */
async function answer(
  log: EventLog,
  call: ServerWritableStream<ReadReq, ReadResp>,
  {
    admit,
    onEvent,
    ...behaviour
  }: { readonly admit: () => Promise<void>; readonly onEvent: () => void } & Omit<Waiting, 'changed'>,
): Promise<void> {
  const gone = new AbortController();
  let wake: (() => void) | undefined;
  let isNew = false;
  const changed = () => {
    isNew = true;
    wake?.();
  };
  const followed = readStreamOf(call);
  const unwatch = log.watch((stream) => {
    if (followed === undefined || stream === followed) changed();
  });
  call.on('cancelled', () => {
    gone.abort();
    changed();
  });
  const changedAgain = async () => {
    if (!isNew) await new Promise<void>((resolve) => (wake = resolve));
    isNew = false;
  };
  try {
    await admit();
    for await (const response of answers(log, call.request, { changed: changedAgain, ...behaviour })) {
      if (gone.signal.aborted) return;
      if (response.hasEvent()) onEvent();
      if (!call.write(response)) await once(call, 'drain', { signal: gone.signal });
    }
    call.end();
  } catch (error) {
    if (!gone.signal.aborted) call.emit('error', errorOf(error));
  } finally {
    unwatch();
  }
}
