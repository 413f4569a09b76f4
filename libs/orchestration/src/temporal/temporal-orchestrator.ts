import { silentLog } from '@assay/kernel';
import { SESSION_WORKFLOW, type SessionWorkflowArguments } from '@assay/workflows';
import {
  Client,
  Connection,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/common';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_RETRY } from '../retry-policy';
import type { SessionWorkflowInput, WorkflowStatus } from '../orchestrator';
import type { TemporalOrchestrator, TemporalOrchestratorOptions } from './index';
import { registerSearchAttributes, searchAttributesOf } from './search-attributes';
import { INVALID_ARGUMENT, asServerFault, grpcStatus } from './server-errors';
import { staticSummary } from './static-summary';
import { startTracing } from './tracing';

/** Milliseconds for one request and its retries. The caller tries again later. */
const DEADLINE = 10_000;
/** Milliseconds for the question whether the server is there. The caller needs the answer soon. */
const PING = 3_000;
const DEFAULT_WORKER_LOSS = 30_000;
/** The parts of a server learn of new search attributes within about ten seconds. */
const LEARNING = { attempts: 15, pause: 1_000 };

const workflowIdOf = (sessionId: string): string => `session-${sessionId}`;

export async function openTemporalOrchestrator({
  address,
  namespace,
  taskQueue,
  log = silentLog,
  traces = false,
  workerLoss = DEFAULT_WORKER_LOSS,
  retry = DEFAULT_RETRY,
}: TemporalOrchestratorOptions): Promise<TemporalOrchestrator> {
  const connection = Connection.lazy({ address });
  const client = new Client({
    connection,
    namespace,
    identity: `${taskQueue} orchestrator`,
    ...(traces && { interceptors: { workflow: startTracing() } }),
  });
  let registered: boolean | undefined;

  const asked: Asked = (ask, deadline = DEADLINE) => askedWithin(client, address, ask, deadline);

  async function startWorkflow(input: SessionWorkflowInput, searchable: boolean): Promise<void> {
    const options = startOptions(input, { taskQueue, workerLoss, retry, searchable });
    await asked(() => client.workflow.start(SESSION_WORKFLOW, options));
  }

  async function start(input: SessionWorkflowInput): Promise<void> {
    registered ??= await asked(() => registerSearchAttributes(connection, namespace, log));
    try {
      if (registered && (await onceLearned(() => startWorkflow(input, true)))) return;
      if (registered)
        log.warn(
          { namespace },
          'Temporal knows the search attributes of sessions but takes none yet; going on without them until ' +
            'the next start of this process',
        );
      registered = false;
      await startWorkflow(input, false);
    } catch (error) {
      // the workflow has already ended
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  return {
    start,
    cancel: (sessionId) => cancelWorkflow(client, asked, sessionId),
    status: (sessionId) => workflowStatus(client, asked, sessionId),
    ping: async () => void (await asked(() => connection.workflowService.describeNamespace({ namespace }), PING)),
    close: () => connection.close(),
  };
}

/** Asks the server for something. The deadline is in milliseconds, {@link DEADLINE} by default. */
type Asked = <Value>(ask: () => Promise<Value>, deadline?: number) => Promise<Value>;

/** @throws InfrastructureError for every error but those that say whether a workflow is there */
async function askedWithin<Value>(
  client: Client,
  address: string,
  ask: () => Promise<Value>,
  deadline: number,
): Promise<Value> {
  try {
    return await client.withDeadline(Date.now() + deadline, ask);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || error instanceof WorkflowExecutionAlreadyStartedError) throw error;
    throw asServerFault(address, error);
  }
}

async function cancelWorkflow(client: Client, asked: Asked, sessionId: string): Promise<void> {
  try {
    await asked(() => client.workflow.getHandle(workflowIdOf(sessionId)).cancel());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

async function workflowStatus(client: Client, asked: Asked, sessionId: string): Promise<WorkflowStatus> {
  try {
    const { status, raw } = await asked(() => client.workflow.getHandle(workflowIdOf(sessionId)).describe());
    if (status.name !== 'RUNNING') return 'not-running';
    return raw.workflowExtendedInfo?.cancelRequested ? 'canceling' : 'running';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'not-running';
    throw error;
  }
}

/** Tries a start until the server has learned the search attributes that it names. @returns whether it has */
async function onceLearned(start: () => Promise<void>): Promise<boolean> {
  for (let attempt = 1; attempt <= LEARNING.attempts; attempt += 1) {
    try {
      await start();
      return true;
    } catch (error) {
      if (grpcStatus(error) !== INVALID_ARGUMENT || !/search attribute/i.test(String((error as Error).cause)))
        throw error;
      await pause(LEARNING.pause);
    }
  }
  return false;
}

/** How the workflow of a session is started. `searchable`: the server knows the search attributes of sessions. */
function startOptions(
  input: SessionWorkflowInput,
  {
    taskQueue,
    ...given
  }: Pick<SessionWorkflowArguments, 'workerLoss' | 'retry' | 'searchable'> & { taskQueue: string },
): WorkflowStartOptions {
  const { sessionId, maxConcurrent, timeout, summary } = input;
  const args: SessionWorkflowArguments = { sessionId, maxConcurrent, timeout, ...given };
  return {
    workflowId: workflowIdOf(sessionId),
    taskQueue,
    args: [args],
    // Only one runs at a time. After an operator terminated it, it may run again: its activities know the rest.
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
    // A server with `matching.enableFairness` shares the workers between the organizations that wait; others ignore it.
    priority: { fairnessKey: summary.organizationId },
    staticSummary: staticSummary(summary),
    ...(given.searchable && { typedSearchAttributes: searchAttributesOf(input) }),
  };
}
