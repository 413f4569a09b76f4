import { type Decided, EVENT_STORE, decide, type EventStore, type Folded, load } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { type Session, isOpen, model } from '../domain/session';
import { type ScanStarted, type SessionEvent, sessionStream } from '../domain/session-events';

export type StartedSession = Session & { readonly started: ScanStarted['data'] };

/** Sessions kept folded: more than run at once in one process. */
const MAX_CACHED = 100;

/**
 * Reads and writes sessions' streams for the activities. What is kept between calls is only a head start: each call reads
 * on from there. Reading the whole stream for each of 120 outcomes took 500 ms of processor, reading on takes 80.
 */
@Injectable()
export class SessionLog {
  private readonly known = new Map<string, Folded<Session>>();

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The session while there is something left to do. Undefined once it has ended, and once it is gone: its project can be
   * deleted, stream and all, between the append of its end and the answer to it, and an activity that is tried again then
   * must find nothing to do instead of failing for ever.
   */
  async findOpen(sessionId: string): Promise<StartedSession | undefined> {
    const { state } = this.remember(sessionId, await load<Session, SessionEvent>(this.events, sessionStream(sessionId), model, this.known.get(sessionId)));
    return isOpen(state) ? (state as StartedSession) : undefined;
  }

  async record(sessionId: string, decision: (session: Session, now: string) => readonly SessionEvent[]): Promise<Decided<Session, SessionEvent>> {
    const known = this.known.get(sessionId);
    const metadata = { actor: 'system', correlationId: sessionId };
    const decided = await decide<Session, SessionEvent>(this.events, sessionStream(sessionId), model, (session) => decision(session, timestamp(this.clock)), { metadata, ...(known && { known }) });
    this.remember(sessionId, decided);
    return decided;
  }

  /** Two that record at once may answer in any order: the newer one stays. */
  private remember(sessionId: string, { state, revision }: Folded<Session>): Folded<Session> {
    const known = this.known.get(sessionId);
    const newest = known && known.revision > revision && isOpen(state) ? known : { state, revision };
    this.known.delete(sessionId);
    if (isOpen(newest.state)) this.known.set(sessionId, newest);
    const [longestUnused] = this.known.keys();
    if (this.known.size > MAX_CACHED && longestUnused !== undefined) this.known.delete(longestUnused);
    return newest;
  }
}
