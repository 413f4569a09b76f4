import { type Decided, EVENT_STORE, type EventStore } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { type Session, isOpen, model } from '../domain/session';
import { type ScanStarted, type SessionEvent, sessionStream } from '../domain/session-events';
import { FoldedStreams } from './folded-streams';

export type OpenSession = Session & { readonly started: ScanStarted['data'] };

/** Reads and writes sessions' streams for the activities. */
@Injectable()
export class SessionLog {
  private readonly sessions: FoldedStreams<Session, SessionEvent>;

  constructor(
    @Inject(EVENT_STORE) events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.sessions = new FoldedStreams(events, model, (session) => !isOpen(session));
  }

  /**
   * The session, while it has something left to do. Undefined if it has ended or its stream is gone. A project can be
   * deleted with its streams between the append of a session's end and the answer to that append. An activity that is
   * repeated then must have nothing to do, instead of failing for ever.
   */
  async findOpen(sessionId: string): Promise<OpenSession | undefined> {
    const session = await this.sessions.load(sessionStream(sessionId));
    return isOpen(session) ? (session as OpenSession) : undefined;
  }

  record(
    sessionId: string,
    decision: (session: Session, now: string) => readonly SessionEvent[],
  ): Promise<Decided<Session, SessionEvent>> {
    return this.sessions.decide(sessionStream(sessionId), (session) => decision(session, timestamp(this.clock)), {
      actor: 'system',
      correlationId: sessionId,
    });
  }
}
