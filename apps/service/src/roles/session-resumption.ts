import type { Orchestrator } from '@assay/orchestration';
import type { ReadModels } from '@assay/read-models';
import { type SessionDocument, workflowInput } from '@assay/scanning';

export const unfinishedSessions = async (readModels: ReadModels): Promise<SessionDocument[]> =>
  (await readModels.collection<SessionDocument>('sessions').find({ where: { active: true } })).map(({ document }) => document);

/** Gives every session that has not ended its workflow; one that has it keeps it. */
export async function resumeSessions(sessions: readonly SessionDocument[], orchestrator: Pick<Orchestrator, 'start'>): Promise<void> {
  for (const document of sessions) await orchestrator.start(workflowInput({ ...document, tools: Object.keys(document.toolReports).length }));
}
