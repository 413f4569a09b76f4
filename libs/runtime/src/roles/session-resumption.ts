import type { Orchestrator } from '@assay/orchestration';
import { type ReadModels, pagesOf } from '@assay/read-models';
import {
  type SessionDocument,
  type SessionQueues,
  type StagingArea,
  sessionDocuments,
  workflowInput,
} from '@assay/scanning';

/** Documents held at once: one has a few dozen kilobytes, and thousands of sessions may be waiting for their turn. */
const PAGE = 50;

/** Each session that has not ended, a page at a time. */
async function* unfinishedSessions(readModels: ReadModels): AsyncGenerator<readonly SessionDocument[]> {
  const collection = readModels.collection(sessionDocuments);
  for await (const page of pagesOf(collection, { where: { active: true }, by: 'createdAt', size: PAGE }))
    yield page.map(({ document }) => document);
}

/**
 * Gives every session that has not ended, and whose turn has come, its workflow; one that has it keeps it. The reactor
 * `queue-sessions` decides whose turn it is, also for sessions from before there were queues.
 */
export async function resumeSessions(
  readModels: ReadModels,
  orchestrator: Pick<Orchestrator, 'start'>,
  queues: Pick<SessionQueues, 'isRunning'>,
): Promise<void> {
  for await (const page of unfinishedSessions(readModels))
    for (const document of page)
      if (await queues.isRunning(document))
        await orchestrator.start(workflowInput({ ...document, tools: Object.keys(document.toolReports).length }));
}

/** Removes the copies of sessions that have ended: a crash can fall between a session's end and its cleaning. */
export async function removeFinishedCopies(
  readModels: ReadModels,
  staging: Pick<StagingArea, 'sessions' | 'remove'>,
): Promise<void> {
  const collection = readModels.collection(sessionDocuments);
  for (const sessionId of await staging.sessions())
    if (!(await collection.get(sessionId))?.document.active) await staging.remove(sessionId);
}
