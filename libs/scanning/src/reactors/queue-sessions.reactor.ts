import type { EventStore } from '@assay/event-store';
import type { OrganizationTierChanged } from '@assay/identity';
import type { Reactor } from '@assay/read-models';
import { ENDINGS, type ScanStarted, type SessionEnd, isEnding } from '../domain/session-events';
import { isOver, startOf } from '../queue/session-bounds';
import type { SessionQueues } from '../queue/session-queues';

/**
 * A session that started enters its organization's queue, and leaves it at its end, be it that it was admitted or not.
 * The command that starts a session has it enter, too, to tell the client at once; this makes sure of it.
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
    // Gone with its project, and it left the queue before that.
    if (!started) return;
    const { organizationId, sessionId, at: startedAt } = started;
    if (isEnding(event)) await queues.leave({ organizationId, sessionId });
    // A reactor that begins from the start meets every session that ever was.
    else if (!(await isOver(event.stream, events))) await queues.makeSureOf({ organizationId, sessionId, startedAt });
  },
});
