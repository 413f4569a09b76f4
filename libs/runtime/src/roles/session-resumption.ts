import type { Orchestrator } from '@assay/orchestration';
import type { ReadModels } from '@assay/read-models';
import { type SessionDocument, type SessionQueues, sessionDocuments, workflowInput } from '@assay/scanning';

export const unfinishedSessions = async (readModels: ReadModels): Promise<SessionDocument[]> =>
  (await readModels.collection(sessionDocuments).find({ where: { active: true } })).map(({ document }) => document);

/**
 * Gives every session that has not ended, and whose turn has come, its workflow; one that has it keeps it. Whose turn
 * it is, the reactor `queue-sessions` decides, also of sessions of before there were queues.
 */
export async function resumeSessions(
  sessions: readonly SessionDocument[],
  orchestrator: Pick<Orchestrator, 'start'>,
  queues: Pick<SessionQueues, 'isRunning'>,
): Promise<void> {
  for (const document of sessions)
    if (await queues.isRunning(document))
      await orchestrator.start(workflowInput({ ...document, tools: Object.keys(document.toolReports).length }));
}
