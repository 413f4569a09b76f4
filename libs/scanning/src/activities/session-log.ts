import { type Decided, EVENT_STORE, decide, type EventStore, load } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { type Session, model } from '../domain/session';
import { type ScanStarted, type SessionEvent, sessionStream } from '../domain/session-events';

export type StartedSession = Session & { readonly started: ScanStarted['data'] };

/** Reads and writes sessions' streams for the activities. */
@Injectable()
export class SessionLog {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Error for a session that never started: no workflow is started for one */
  async load(sessionId: string): Promise<StartedSession> {
    const { state } = await load<Session, SessionEvent>(this.events, sessionStream(sessionId), model);
    if (!state.started) throw new Error(`session ${sessionId} has not started`);
    return state as StartedSession;
  }

  record(sessionId: string, decision: (session: Session, now: string) => readonly SessionEvent[]): Promise<Decided<Session, SessionEvent>> {
    return decide(this.events, sessionStream(sessionId), model, (session) => decision(session, timestamp(this.clock)), { metadata: { actor: 'system', correlationId: sessionId } });
  }
}
