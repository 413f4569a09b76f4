import { type Decided, EVENT_STORE, type EventStore, type LogPosition } from '@assay/event-store';
import { Tiers } from '@assay/identity';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { FoldedStreams } from '../activities/folded-streams';
import {
  type QueueRules,
  type SessionQueue,
  type SessionQueueEvent,
  admit,
  enter,
  isFull,
  leave,
  refuseFull,
  sessionQueue,
  sessionQueueStream,
  withdraw,
} from '../domain/session-queue';

export interface QueuedSession {
  readonly organizationId: string;
  readonly sessionId: string;
  /** ISO 8601: the time of its ScanStarted. */
  readonly startedAt: string;
}

/** The result of a session's turn. */
export interface Turn {
  readonly isRunning: boolean;
  /** The log position that a reader must have reached to see it; undefined if nothing changed. */
  readonly position: LogPosition | undefined;
}

/** Keeps the organizations' queues. Every change may be repeated, in several processes at once. */
@Injectable()
export class SessionQueues {
  private readonly queues: FoldedStreams<SessionQueue, SessionQueueEvent>;

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tiers: Tiers,
  ) {
    this.queues = new FoldedStreams(events, sessionQueue, () => false);
  }

  /**
   * Called before anything of a session is paid for. The last known state of the queue decides, unless the queue was
   * full in it.
   *
   * @throws RefusedError SESSION_LIMIT_REACHED
   */
  async refuseWhereFull({ organizationId, sessionId }: Omit<QueuedSession, 'startedAt'>): Promise<void> {
    const stream = sessionQueueStream(organizationId);
    if (isFull(sessionId, await this.queues.seen(stream))) refuseFull(sessionId, await this.queues.load(stream));
  }

  /**
   * Only for a session that is not over, as far as the caller knows. A session that is over nevertheless leaves when it
   * is admitted.
   */
  enter({ organizationId, sessionId, startedAt }: QueuedSession): Promise<Turn> {
    return this.turn(organizationId, sessionId, (rules, queue) => enter({ sessionId, startedAt }, rules, queue));
  }

  /**
   * For a caller that follows another process which has most likely entered the session: it reads that process's events
   * first, so that the two do not race for each session.
   */
  async makeSureOf(session: QueuedSession): Promise<void> {
    await this.queues.load(sessionQueueStream(session.organizationId));
    await this.enter(session);
  }

  leave({ organizationId, sessionId }: Omit<QueuedSession, 'startedAt'>): Promise<Turn> {
    return this.turn(organizationId, sessionId, (rules, queue) => leave(sessionId, rules, queue));
  }

  /** Gives up waiting; `isRunning` says that it was too late for that. */
  withdraw({ organizationId, sessionId }: Omit<QueuedSession, 'startedAt'>): Promise<Turn> {
    return this.turn(organizationId, sessionId, (rules, queue) => withdraw(sessionId, rules, queue));
  }

  /** Whether the session's turn has come, and it has not left. */
  async isRunning({ organizationId, sessionId }: Omit<QueuedSession, 'startedAt'>): Promise<boolean> {
    return (await this.queues.load(sessionQueueStream(organizationId))).running.has(sessionId);
  }

  /** Fills the places that a larger tier has added. */
  async fill(organizationId: string): Promise<void> {
    await this.decide(organizationId, admit);
  }

  private async turn(
    organizationId: string,
    sessionId: string,
    decision: (rules: QueueRules, queue: SessionQueue) => SessionQueueEvent[],
  ): Promise<Turn> {
    const { state, position } = await this.decide(organizationId, decision);
    return { isRunning: state.running.has(sessionId), position };
  }

  private async decide(
    organizationId: string,
    decision: (rules: QueueRules, queue: SessionQueue) => SessionQueueEvent[],
  ): Promise<Decided<SessionQueue, SessionQueueEvent>> {
    const stream = sessionQueueStream(organizationId);
    const { concurrentSessions: limit } = await this.tiers.of(organizationId);
    const decided = await this.queues.decide(
      stream,
      (queue) => decision({ organizationId, limit, now: timestamp(this.clock) }, queue),
      { actor: 'system' },
    );
    // This event comes last. If this point is not reached after a crash, the next carried queue makes up for it.
    if (decided.events.at(-1)?.type === 'QueueCarried')
      await this.events.setStreamMetadata(stream, { truncateBefore: decided.revision });
    return decided;
  }
}
