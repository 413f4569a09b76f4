import type { EventStore } from '@assay/event-store';
import type { OrganizationTierChanged } from '@assay/identity';
import type { Reactor } from '@assay/read-models';
import { ENDINGS, type ScanStarted, type SessionEnd, isEnding } from '../domain/session-events';
import { isOver, startOf } from '../queue/session-bounds';
import type { SessionQueues } from '../queue/session-queues';

/**
 * Enters a started session into its organization's queue, and removes it at its end, whether it was admitted or not.
 * The command that starts a session enters it, too, to answer the client at once; the reactor makes sure of it.
 */
export const queueSessions = (
  queues: SessionQueues,
  events: EventStore,
): Reactor<ScanStarted | SessionEnd | OrganizationTierChanged> => ({
  name: 'queue-sessions',
  handles: { ScanStarted: true, ...ENDINGS, OrganizationTierChanged: true },
  async react(event) {
    if (event.type === 'OrganizationTierChanged') return queues.fill(event.data.organizationId);
    const started = await startOf(event.stream, events);
    // The session was deleted with its project, and it left the queue before that.
    if (!started) return;
    const { organizationId, sessionId, at: startedAt } = started;
    if (isEnding(event)) await queues.leave({ organizationId, sessionId });
    // A reactor that begins from the start meets every session that ever was.
    else if (!(await isOver(event.stream, events))) await queues.makeSureOf({ organizationId, sessionId, startedAt });
  },
});
