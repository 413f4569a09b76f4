import { type EventStore, decide, load } from '@assay/event-store';
import { type Clock, timestamp } from '@assay/kernel';
import { project, projectStream } from '@assay/projects';
import type { Reactor } from '@assay/read-models';
import { type SessionDeleted, sessionStream } from '@assay/scanning';
import { recordedVerdict, remove } from '../domain/recorded-verdict';
import { type VerdictGiven, verdictStream } from '../domain/verdict-events';

/** With a session goes the verdict on it, and one that is given while its project is being deleted. */
export function deleteVerdicts({
  events,
  clock,
}: {
  readonly events: EventStore;
  readonly clock: Clock;
}): Reactor<SessionDeleted | VerdictGiven> {
  const removeVerdict = async (sessionId: string) => {
    const stream = verdictStream(sessionId);
    const at = timestamp(clock);
    const { state, revision } = await decide(events, stream, recordedVerdict, (verdict) => remove(at, verdict));
    if (state.deleted) await events.setStreamMetadata(stream, { truncateBefore: revision });
  };

  return {
    name: 'delete-verdicts',
    handles: { SessionDeleted: true, VerdictGiven: true },
    async react({ type, data, stream }) {
      if (type === 'SessionDeleted') return removeVerdict(stream.slice(sessionStream('').length));
      if (data.projectId === null) return;
      const { state: owner } = await load(events, projectStream(data.projectId), project);
      if (owner.status === 'gone') await removeVerdict(data.sessionId);
    },
  };
}
