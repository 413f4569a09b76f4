import { type EventStore, load } from '@assay/event-store';
import { type Clock, timestamp } from '@assay/kernel';
import { project, projectStream } from '@assay/projects';
import type { Reactor } from '@assay/read-models';
import { type SessionDeleted, sessionStream } from '@assay/scanning';
import type { VerdictGiven } from '../domain/verdict-events';
import { removeVerdict } from '../remove-verdict';

/** Deletes a session's verdict with the session, also one that is given during the deletion of the project. */
export function deleteVerdicts({
  events,
  clock,
}: {
  readonly events: EventStore;
  readonly clock: Clock;
}): Reactor<SessionDeleted | VerdictGiven> {
  return {
    name: 'delete-verdicts',
    handles: { SessionDeleted: true, VerdictGiven: true },
    async react({ type, data, stream }) {
      if (type === 'SessionDeleted')
        return removeVerdict(events, stream.slice(sessionStream('').length), timestamp(clock));
      if (data.projectId === null) return;
      const { state: owner } = await load(events, projectStream(data.projectId), project);
      if (owner.status === 'gone') await removeVerdict(events, data.sessionId, timestamp(clock));
    },
  };
}
