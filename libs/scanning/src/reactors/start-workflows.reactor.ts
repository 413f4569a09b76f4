import { type EventStore, type RecordedEvent, load } from '@assay/event-store';
import type { Orchestrator, SessionWorkflowInput } from '@assay/orchestration';
import type { Reactor } from '@assay/read-models';
import { isOpen, model } from '../domain/session';
import type { ScanCancelRequested, ScanStarted } from '../domain/session-events';
import { describeTarget } from '../domain/session-target';

export const workflowInput = ({ sessionId, scanId, organizationId, projectId, target, tools, timeout, maxConcurrent }: Pick<ScanStarted['data'], 'sessionId' | 'scanId' | 'organizationId' | 'projectId' | 'target' | 'timeout' | 'maxConcurrent'> & { tools: number }): SessionWorkflowInput =>
  ({ sessionId, maxConcurrent, timeout, summary: { organizationId, projectId, scanId, target: describeTarget(target), tools } });

/**
 * A session that started gets its workflow, whose id is the session's: once, however often the event comes. One that is
 * over gets none: a reactor that begins anew meets every session that ever was.
 */
export const startWorkflows = (orchestrator: Orchestrator, events: EventStore): Reactor => ({
  name: 'start-workflows',
  handles: ['ScanStarted'],
  async react(event: RecordedEvent) {
    const { data, stream } = event as RecordedEvent<ScanStarted>;
    const { state } = await load(events, stream, model);
    if (!isOpen(state)) return;
    await orchestrator.start(workflowInput({ ...data, tools: data.tools.length }));
  },
});

/** Who asked for a session's end gets it: the workflow is told, and refunds what was not delivered. */
export const cancelWorkflows = (orchestrator: Orchestrator): Reactor => ({
  name: 'cancel-workflows',
  handles: ['ScanCancelRequested'],
  async react(event: RecordedEvent) {
    const { stream } = event as RecordedEvent<ScanCancelRequested>;
    await orchestrator.cancel(stream.slice('session-'.length));
  },
});
