import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { type ProjectEvent, project, projectStream } from '@assay/projects';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type SessionEvent, sessionStream } from '../../domain/session-events';

interface Settlement {
  readonly sessionId: string;
  readonly projectId: string | null;
}

/**
 * The settlements of an organization's ledger that belong to none of its sessions: a sentence for each. It is asked
 * about settlements without a known end, because the session is still being settled, was never started, or was deleted
 * with its project.
 */
export class SettledSessions extends Query<readonly string[]> {
  constructor(readonly input: { readonly organizationId: string; readonly settlements: readonly Settlement[] }) {
    super();
  }
}

@QueryHandler(SettledSessions)
export class SettledSessionsHandler implements IQueryHandler<SettledSessions> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input: { organizationId, settlements } }: SettledSessions): Promise<readonly string[]> {
    const wrong: string[] = [];
    const deleted = new Map<string, boolean>();
    for (const { sessionId, projectId } of settlements) {
      const owner = await this.ownerOf(sessionId);
      if (owner === organizationId || owner === 'never started') continue;
      if (owner !== undefined) {
        wrong.push(`${sessionId} is settled in this ledger, and is a session of ${owner}`);
        continue;
      }
      // A deleted project takes its sessions with it.
      if (projectId !== null && !deleted.has(projectId)) deleted.set(projectId, await this.isDeleted(projectId));
      if (projectId === null || !deleted.get(projectId))
        wrong.push(`${sessionId} is settled in this ledger, and there is no such session`);
    }
    return wrong;
  }

  private async ownerOf(sessionId: string): Promise<string | undefined> {
    for await (const { type, data } of this.events.readStream<SessionEvent>(sessionStream(sessionId), { limit: 1 }))
      return type === 'ScanStarted' ? data.organizationId : 'never started';
    return undefined;
  }

  private async isDeleted(projectId: string): Promise<boolean> {
    const { state } = await load<ReturnType<typeof project.evolve>, ProjectEvent>(
      this.events,
      projectStream(projectId),
      project,
    );
    return state.status === 'gone';
  }
}
