import { type EventStore, load } from '@assay/event-store';
import type { Orchestrator, SessionWorkflowInput } from '@assay/orchestration';
import type { Reactor } from '@assay/read-models';
import { isOpen, model } from '../domain/session';
import { type ScanStarted, sessionStream } from '../domain/session-events';
import type { SessionAdmitted } from '../domain/session-queue';
import { describeTarget } from '../targets/describe-target';
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
 * that is over gets none and gives its place back: a reactor that begins from the start meets every session that ever
 * was, and one that entered the queue late, by a process that was held up, would keep its place for ever.
 */
export const startWorkflows = (
  orchestrator: Orchestrator,
  queues: SessionQueues,
  events: EventStore,
): Reactor<SessionAdmitted> => ({
  name: 'start-workflows',
  handles: { SessionAdmitted: true },
  async react({ data: { organizationId, sessionId } }) {
    const { state } = await load(events, sessionStream(sessionId), model);
    if (isOpen(state))
      await orchestrator.start(workflowInput({ ...state.started!, tools: state.started!.tools.length }));
    else await queues.leave({ organizationId, sessionId });
  },
});
