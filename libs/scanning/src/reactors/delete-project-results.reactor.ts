import { decide, type EventStore, load } from '@assay/event-store';
import { DeleteFindings, DeleteFindingsLine, DeleteTriage } from '@assay/findings';
import { type Clock, timestamp } from '@assay/kernel';
import { type ProjectDeleted, project, projectStream } from '@assay/projects';
import { type ReadModels, type Reactor, pagesOf } from '@assay/read-models';
import type { CommandBus } from '@nestjs/cqrs';
import { model, remove, requestCancel } from '../domain/session';
import { ENDINGS, type SessionEnd, isEnding, sessionStream } from '../domain/session-events';
import type { SessionQueues } from '../queue/session-queues';
import { lineOf } from '../lifecycle/line-of-session';
import { sessionDocuments } from '../queries/session-document';

/** Their documents have a few dozen kilobytes each. */
const SESSIONS_A_PAGE = 50;

/**
 * With a project go its sessions and findings; the credit history stays. A session that still runs is canceled, and
 * goes when it has ended and been refunded. One that was started while the project was being deleted goes at its end,
 * too.
 */
export function deleteProjectResults({
  events,
  queues,
  readModels,
  commands,
  clock,
  reached,
}: {
  events: EventStore;
  queues: SessionQueues;
  readModels: ReadModels;
  commands: CommandBus;
  clock: Clock;
  /** Resolves when the read models have seen everything up to a position. */
  reached: (position: number) => Promise<void>;
}): Reactor<ProjectDeleted | SessionEnd> {
  const removeSession = async (organizationId: string, sessionId: string) => {
    // Before the stream forgets whose session it was.
    await queues.leave({ organizationId, sessionId });
    await commands.execute(new DeleteFindings({ sessionId }));
    const stream = sessionStream(sessionId);
    const { started, prepared } = (await load(events, stream, model)).state;
    if (started) await commands.execute(new DeleteFindingsLine(lineOf({ started, prepared })));
    const { state, revision } = await decide(events, stream, model, (session) => remove(session, timestamp(clock)));
    // Only the fact of the deletion stays: to a reader that continues from an earlier event, an empty stream would look
    // as if nothing had happened.
    if (state.deleted) await events.setStreamMetadata(stream, { truncateBefore: revision });
  };

  const cancel = (sessionId: string) =>
    decide(events, sessionStream(sessionId), model, (session) => requestCancel('system', session, timestamp(clock)));

  const projectDeleted = async (projectId: string, organizationId: string, position: number) => {
    await reached(position);
    const sessions = readModels.collection(sessionDocuments);
    const where = { organizationId, projectId };
    for await (const page of pagesOf(sessions, { where, by: 'createdAt', size: SESSIONS_A_PAGE }))
      for (const { id, document } of page)
        if (document.active) await cancel(id);
        else await removeSession(organizationId, id);
    await commands.execute(new DeleteTriage({ scope: projectId }));
  };

  const sessionEnded = async (sessionId: string) => {
    const { state: session } = await load(events, sessionStream(sessionId), model);
    if (!session.started?.projectId) return;
    const { organizationId, projectId } = session.started;
    const { state: owner } = await load(events, projectStream(projectId), project);
    if (owner.status === 'gone') await removeSession(organizationId, sessionId);
  };

  return {
    name: 'delete-project-results',
    handles: { ProjectDeleted: true, ...ENDINGS },
    async react(event) {
      if (isEnding(event)) await sessionEnded(event.stream.slice('session-'.length));
      else await projectDeleted(event.data.projectId, event.data.organizationId, event.position);
    },
  };
}
