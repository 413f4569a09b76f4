import { type EventStore, load } from '@assay/event-store';
import { type ReadModels, type Reactor, pagesOf } from '@assay/read-models';
import { type AutomationDeleted, automation, automationStream } from '../domain/automation';
import { type AutomationTriggered, firingStream, recordDeletion } from '../domain/firing';
import type { Firings } from '../firing/firings';
import { firingDocuments } from '../queries/documents';

const FIRINGS_A_PAGE = 100;

/** With an automation goes its history, and a firing that comes while it is being deleted. Its scans stay. */
export function deleteAutomationHistory({
  events,
  readModels,
  firings,
  reached,
}: {
  readonly events: EventStore;
  readonly readModels: ReadModels;
  readonly firings: Firings;
  /** Resolves when the read models have seen everything up to a position. */
  readonly reached: (position: number) => Promise<void>;
}): Reactor<AutomationDeleted | AutomationTriggered> {
  const remove = async (historyId: string) => {
    const { state, revision } = await firings.record(historyId, recordDeletion);
    // The fact that it is gone stays, alone.
    if (state.deleted) await events.setStreamMetadata(firingStream(historyId), { truncateBefore: revision });
  };
  return {
    name: 'delete-automation-history',
    handles: { AutomationDeleted: true, AutomationTriggered: true },
    async react({ type, data, position }) {
      if (type === 'AutomationTriggered') {
        const { state: owner } = await load(events, automationStream(data.automationId), automation);
        if (owner.status === 'gone') await remove(data.historyId);
        return;
      }
      await reached(position);
      const documents = readModels.collection(firingDocuments);
      const where = { automationId: data.automationId };
      for await (const page of pagesOf(documents, { where, by: 'triggeredAt', size: FIRINGS_A_PAGE }))
        for (const { id } of page) await remove(id);
    },
  };
}
