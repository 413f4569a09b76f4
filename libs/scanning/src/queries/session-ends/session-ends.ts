import { EVENT_STORE, type EventStore } from '@assay/event-store';
import type { Microcredits } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ENDINGS, type ScanStarted, type SessionEnd } from '../../domain/session-events';

/** The amounts that a session's own end records. */
export interface EndedSession {
  readonly sessionId: string;
  readonly refunded: Microcredits;
  readonly newBalance: Microcredits;
}

/**
 * The ends of all sessions of an organization, from the whole log: an audit compares the ledger with them. They include
 * sessions of deleted projects until the log is scavenged.
 */
export class SessionEnds extends Query<readonly EndedSession[]> {
  constructor(readonly input: { readonly organizationId: string }) {
    super();
  }
}

@QueryHandler(SessionEnds)
export class SessionEndsHandler implements IQueryHandler<SessionEnds> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input: { organizationId } }: SessionEnds): Promise<readonly EndedSession[]> {
    const sessions = new Map<string, string>();
    const ended: EndedSession[] = [];
    const filter = { types: ['ScanStarted', ...Object.keys(ENDINGS)] };
    for await (const { type, stream, data } of this.events.readAll<ScanStarted | SessionEnd>({ filter })) {
      if (type === 'ScanStarted') {
        if (data.organizationId === organizationId) sessions.set(stream, data.sessionId);
        continue;
      }
      const sessionId = sessions.get(stream);
      if (sessionId === undefined) continue;
      const { refunded, newBalance } = data.refund;
      ended.push({ sessionId, refunded, newBalance });
    }
    return ended;
  }
}
