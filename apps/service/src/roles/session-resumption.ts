import type { Orchestrator } from '@assay/orchestration';
import type { ReadModels } from '@assay/read-models';
import { type SessionDocument, type SessionQueues, workflowInput } from '@assay/scanning';

export const unfinishedSessions = async (readModels: ReadModels): Promise<SessionDocument[]> =>
  (await readModels.collection<SessionDocument>('sessions').find({ where: { active: true } })).map(({ document }) => document);

/**
 * Gives every session that has not ended, and whose turn has come, its workflow; one that has it keeps it. Those of before
 * there were queues enter theirs.
 */
export async function resumeSessions(sessions: readonly SessionDocument[], orchestrator: Pick<Orchestrator, 'start'>, queues: Pick<SessionQueues, 'enter'>): Promise<void> {
  for (const document of sessions) {
    const { isRunning } = await queues.enter({ ...document, startedAt: document.createdAt });
    if (isRunning) await orchestrator.start(workflowInput({ ...document, tools: Object.keys(document.toolReports).length }));
  }
}
