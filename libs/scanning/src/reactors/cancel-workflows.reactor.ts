import type { EventStore } from '@assay/event-store';
import type { Orchestrator, SessionWorker } from '@assay/orchestration';
import type { Reactor } from '@assay/read-models';
import type { ScanCancelRequested } from '../domain/session-events';
import { isOver, startOf } from '../queue/session-bounds';
import type { SessionQueues } from '../queue/session-queues';

/** Settles a canceled session that has no workflow. */
export const settleCanceled =
  (worker: Pick<SessionWorker, 'settle'>) =>
  async (sessionId: string): Promise<void> => {
    const context = { signal: new AbortController().signal, heartbeat: () => undefined };
    await worker.settle(sessionId, { canceled: true }, context);
  };

/**
 * Signals the workflow of a session whose cancellation was requested; the workflow refunds everything undelivered. A
 * session that still waits in its queue has no workflow. It is settled here and never gets one.
 *
 * @param settle ends the session and refunds everything undelivered; harmless beside a workflow that does the same
 */
export const cancelWorkflows = (
  orchestrator: Orchestrator,
  queues: SessionQueues,
  events: EventStore,
  settle: (sessionId: string) => Promise<void>,
): Reactor<ScanCancelRequested> => ({
  name: 'cancel-workflows',
  handles: { ScanCancelRequested: true },
  async react({ stream }) {
    const started = await startOf(stream, events);
    if (!started || (await isOver(stream, events))) return;
    const { isRunning } = await queues.withdraw(started);
    if (!isRunning) await settle(started.sessionId);
    await orchestrator.cancel(started.sessionId);
  },
});
