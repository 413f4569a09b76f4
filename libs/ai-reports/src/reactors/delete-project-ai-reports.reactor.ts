import { type EventStore, decide, load } from '@assay/event-store';
import { type Clock, timestamp } from '@assay/kernel';
import { type ProjectDeleted, project, projectStream } from '@assay/projects';
import { type ReadModels, type Reactor, pagesOf } from '@assay/read-models';
import {
  type AiReportGenerated,
  type IssueHelpDelivered,
  aiReportsStream,
  scanOfAiReports,
} from '../domain/ai-report-events';
import { model, remove } from '../domain/scan-reports';
import { aiReportsDocuments } from '../queries/get-ai-report/documents';

const SCANS_A_PAGE = 50;

/**
 * Deletes the AI reports of a deleted project's scans, including a report that is delivered while the project is being
 * deleted.
 */
export function deleteProjectAiReports({
  events,
  readModels,
  clock,
  reached,
}: {
  readonly events: EventStore;
  readonly readModels: ReadModels;
  readonly clock: Clock;
  /** Resolves when the read models have seen everything up to a position. */
  readonly reached: (position: number) => Promise<void>;
}): Reactor<ProjectDeleted | AiReportGenerated | IssueHelpDelivered> {
  const removeReports = async (scanId: string) => {
    const stream = aiReportsStream(scanId);
    const at = timestamp(clock);
    for (let isLeft = true; isLeft; ) {
      const { state, revision } = await decide(events, stream, model, (reports) => remove({ at, scanId }, reports));
      isLeft = state.help.size > 0;
      if (!isLeft) await events.setStreamMetadata(stream, { truncateBefore: revision });
    }
  };

  return {
    name: 'delete-project-ai-reports',
    handles: { ProjectDeleted: true, AiReportGenerated: true, IssueHelpDelivered: true },
    async react({ type, data, stream, position }) {
      if (type !== 'ProjectDeleted') {
        if (data.projectId === null) return;
        const { state: owner } = await load(events, projectStream(data.projectId), project);
        if (owner.status === 'gone') await removeReports(scanOfAiReports(stream));
        return;
      }
      await reached(position);
      const { organizationId, projectId } = data;
      const where = { organizationId, projectId };
      const documents = readModels.collection(aiReportsDocuments);
      for await (const page of pagesOf(documents, { where, by: 'scanId', size: SCANS_A_PAGE }))
        for (const { id } of page) await removeReports(id);
    },
  };
}
