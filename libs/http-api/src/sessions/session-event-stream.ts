import { creditBalanceDocuments } from '@assay/billing';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '@assay/event-store';
import { findingGroupDocuments, findingMemberDocuments } from '@assay/findings';
import { type Authenticated, IsApiKeyInForce } from '@assay/identity';
import { type Settings, SETTINGS, refused } from '@assay/kernel';
import { type ProcessState, PROCESS_STATE } from '@assay/platform';
import { sessions } from '@assay/projections';
import { type SessionDocument, type SessionEvent, isEnding, sessionDocuments, sessionStream } from '@assay/scanning';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { ReadYourWrites } from '../http/read-your-writes';
import { withHeartbeats } from './heartbeats';
import { OpenStreams } from './open-streams';
import { frameOf } from './session-frames';
import { whileAllowed } from './while-allowed';

/** The documents that a client asks for next, after the event of a tool's outcome or of the end. */
const READ_NEXT = [sessionDocuments, findingGroupDocuments, findingMemberDocuments, creditBalanceDocuments];

/**
 * Milliseconds that a stream waits for them. Heartbeats go on meanwhile: a late event is better than a closed stream.
 */
const PATIENCE = 600_000;

/**
 * A session as server-sent events, one for each fact of its stream, whose id is the fact's revision. The documents are
 * folded by the projection that polling answers from, so that both tell the same story.
 */
@Injectable()
export class SessionEventStream {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(PROCESS_STATE) private readonly state: ProcessState,
    private readonly readYourWrites: ReadYourWrites,
    private readonly openStreams: OpenStreams,
    private readonly queries: QueryBus,
  ) {}

  async send(
    { organizationId, keyId }: Pick<Authenticated, 'organizationId' | 'keyId'>,
    sessionId: string,
    lastEventId: string | undefined,
    reply: FastifyReply,
  ): Promise<void> {
    const seen = revisionOf(lastEventId);
    const release = this.openStreams.take(organizationId);
    // Before anything is awaited: a client that is gone by then would leave its subscription behind for ever.
    const closed = new AbortController();
    const close = () => {
      release();
      closed.abort();
    };
    if (reply.raw.destroyed) close();
    else reply.raw.once('close', close);
    const { document, ended } = await this.current(organizationId, sessionId);
    // An EventSource that reconnects after the end gets a 204, so that it stops.
    if (ended && seen >= document.revision) return void reply.status(204).send();
    // Where the process drains, the stream ends between two events: the client comes back to another one, with
    // Last-Event-ID.
    const over = AbortSignal.any([closed.signal, this.state.draining]);
    const frames = whileAllowed(
      withHeartbeats(this.frames(sessionId, seen, over), this.settings.heartbeat),
      // A stream outlives the request that its key was checked for.
      () => this.queries.execute(new IsApiKeyInForce({ keyId })),
    );
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    await reply.send(Readable.from(frames, { objectMode: false }));
  }

  private async current(
    organizationId: string,
    sessionId: string,
  ): Promise<{ document: SessionDocument; ended: boolean }> {
    let document: SessionDocument | undefined;
    for await (const event of this.events.readStream<SessionEvent>(sessionStream(sessionId)))
      document = sessions.apply(document, event, sessionId);
    if (document?.organizationId !== organizationId) return refused('SESSION_NOT_FOUND', 'Session not found');
    return { document, ended: !document.active };
  }

  private async *frames(sessionId: string, seen: number, signal: AbortSignal): AsyncGenerator<string> {
    yield 'retry: 2000\n\n';
    let document: SessionDocument | undefined;
    const stream = sessionStream(sessionId);
    for await (const message of this.events.subscribeToStream<SessionEvent>(stream, { signal })) {
      if (message.kind !== 'event') continue;
      const { event } = message;
      document = sessions.apply(document, event, sessionId);
      if (document && event.revision > seen) {
        // The log is ahead of the read models: who polls because of this must not be answered from before it.
        if (!(await this.isReached(event, signal))) return;
        yield frameOf(event, document);
      }
      if (isEnding(event)) return;
    }
  }

  /** False when the stream is over before the read models have come so far. */
  private async isReached({ position }: RecordedEvent, signal: AbortSignal): Promise<boolean> {
    const reached = this.readYourWrites.reached(position, READ_NEXT, PATIENCE).then(() => true);
    const stopped = new AbortController();
    const over = new Promise<false>((resolve) => {
      if (signal.aborted) return resolve(false);
      signal.addEventListener('abort', () => resolve(false), { once: true, signal: stopped.signal });
    });
    try {
      return await Promise.race([reached, over]);
    } finally {
      stopped.abort();
      reached.catch(() => undefined); // a client that has gone does not need it
    }
  }
}

/**
 * Empty where a client has received nothing yet: some send the header nevertheless. No stream will ever be longer, and
 * every number of 15 digits is exact.
 */
export const LAST_EVENT_ID = /^[0-9]{0,15}$/;

function revisionOf(lastEventId: string | undefined): number {
  if (lastEventId === undefined || lastEventId === '') return -1;
  if (!LAST_EVENT_ID.test(lastEventId))
    return refused('VALIDATION_ERROR', 'Last-Event-ID must be the id of an event of this stream', [
      { field: 'Last-Event-ID', message: 'must be a whole number' },
    ]);
  return Number(lastEventId);
}
