import { type EventStore, load } from '@assay/event-store';
import { RefusedError } from '@assay/kernel';
import { type ProjectDeleted, project, projectStream } from '@assay/projects';
import { type ReadModels, type Reactor, pagesOf } from '@assay/read-models';
import type { AutomationRegistry } from '../automation-registry';
import type { AutomationChanged, AutomationCreated } from '../domain/automation';
import { automationDocuments } from '../queries/documents';

const AUTOMATIONS_A_PAGE = 100;

/** Deletes the automations of a deleted project, including one that is added while the project is being deleted. */
export function deleteProjectAutomations({
  events,
  readModels,
  registry,
  reached,
}: {
  readonly events: EventStore;
  readonly readModels: ReadModels;
  readonly registry: AutomationRegistry;
  /** Resolves when the read models have seen everything up to a position. */
  readonly reached: (position: number) => Promise<void>;
}): Reactor<ProjectDeleted | AutomationCreated | AutomationChanged> {
  const remove = async (organizationId: string, automationId: string) => {
    try {
      await registry.delete(organizationId, automationId);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.refusal.code !== 'AUTOMATION_NOT_FOUND') throw error;
    }
  };
  return {
    name: 'delete-project-automations',
    handles: { ProjectDeleted: true, AutomationCreated: true, AutomationChanged: true },
    async react({ type, data, position }) {
      if (type === 'ProjectDeleted') {
        const { organizationId, projectId } = data;
        await reached(position);
        const automations = readModels.collection(automationDocuments);
        const where = { organizationId, projectId };
        for await (const page of pagesOf(automations, { where, by: 'id', size: AUTOMATIONS_A_PAGE }))
          for (const { id } of page) await remove(organizationId, id);
      } else if (data.projectId !== undefined) {
        const { state: owner } = await load(events, projectStream(data.projectId), project);
        if (owner.status === 'gone') await remove(data.organizationId, data.automationId);
      }
    },
  };
}
