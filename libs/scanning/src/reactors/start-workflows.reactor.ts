import { type EventStore, load } from '@assay/event-store';
import type { Orchestrator, SessionWorker, SessionWorkflowInput } from '@assay/orchestration';
import type { Reactor } from '@assay/read-models';
import { isOpen, model } from '../domain/session';
import { type ScanCancelRequested, type ScanStarted, sessionStream } from '../domain/session-events';
import type { SessionAdmitted } from '../domain/session-queue';
import { describeTarget } from '../targets/describe-target';
import { isOver, startOf } from '../queue/session-bounds';
import type { SessionQueues } from '../queue/session-queues';

export const workflowInput = ({
  sessionId,
  scanId,
  organizationId,
  projectId,
  target,
  tools,
  timeout,
  maxConcurrent,
}: Pick<
  ScanStarted['data'],
  'sessionId' | 'scanId' | 'organizationId' | 'projectId' | 'target' | 'timeout' | 'maxConcurrent'
> & { tools: number }): SessionWorkflowInput => ({
  sessionId,
  maxConcurrent,
  timeout,
  summary: { organizationId, projectId, scanId, target: describeTarget(target), tools },
});

/**
 * A session whose turn has come gets its workflow, whose id is the session's: once, however often the event comes. One
 * that is over gets none and gives its place back: a reactor that begins anew meets every session that ever was, and
 * one that entered the queue late, by a process that was held up, would keep its place for ever.
 */
export const startWorkflows = (
  orchestrator: Orchestrator,
  queues: SessionQueues,
  events: EventStore,
): Reactor<SessionAdmitted> => ({
  name: 'start-workflows',
  handles: ['SessionAdmitted'],
  async react({ data: { organizationId, sessionId } }) {
    const { state } = await load(events, sessionStream(sessionId), model);
    if (isOpen(state))
      await orchestrator.start(workflowInput({ ...state.started!, tools: state.started!.tools.length }));
    else await queues.leave({ organizationId, sessionId });
  },
});

/** How a session without a workflow is settled, once it is canceled. */
export const settleCanceled =
  (worker: Pick<SessionWorker, 'settle'>) =>
  async (sessionId: string): Promise<void> => {
    const context = { signal: new AbortController().signal, heartbeat: () => undefined };
    await worker.settle(sessionId, { canceled: true }, context);
  };

/**
 * Who asked for a session's end gets it: the workflow is told, and refunds what was not delivered. A session that waits
 * for its turn has none: it is settled here, and never gets one.
 *
 * @param settle ends the session and refunds what was not delivered; harmless beside a workflow that does the same
 */
export const cancelWorkflows = (
  orchestrator: Orchestrator,
  queues: SessionQueues,
  events: EventStore,
  settle: (sessionId: string) => Promise<void>,
): Reactor<ScanCancelRequested> => ({
  name: 'cancel-workflows',
  handles: ['ScanCancelRequested'],
  async react({ stream }) {
    const started = await startOf(stream, events);
    if (!started || (await isOver(stream, events))) return;
    const { isRunning } = await queues.withdraw(started);
    if (!isRunning) await settle(started.sessionId);
    await orchestrator.cancel(started.sessionId);
  },
});
