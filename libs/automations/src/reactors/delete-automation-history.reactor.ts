import { type EventStore, load } from '@assay/event-store';
import { type ReadModels, type Reactor, pagesOf } from '@assay/read-models';
import { type AutomationDeleted, automation, automationStream } from '../domain/automation';
import { branchOf, branchTurnsStream } from '../domain/branch-turns';
import { dueTimesStream } from '../domain/due-times';
import { type AutomationTriggered, type FiringTrigger, firingStream, recordDeletion } from '../domain/firing';
import type { Firings } from '../firing/firings';
import { firingDocuments } from '../queries/documents';

const FIRINGS_A_PAGE = 100;

/**
 * Deletes all records of a deleted automation: its fields, its history, the turns of its branches and its due times,
 * including a firing that comes while it is being deleted. Its scans stay. Only the fact of the deletion stays, for the
 * automation and for each firing.
 */
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
  const remove = async (
    { historyId, automationId }: { readonly historyId: string; readonly automationId: string },
    trigger: FiringTrigger,
    judgedBranch?: string | null,
  ) => {
    const { state, revision } = await firings.record(historyId, (firing, now) =>
      recordDeletion(firing, now, judgedBranch),
    );
    if (state.deleted) await events.setStreamMetadata(firingStream(historyId), { truncateBefore: revision });
    // A deleted firing takes no turn.
    const branch = branchOf(trigger);
    if (branch !== undefined) await deleteIfThere(events, branchTurnsStream(automationId, branch));
  };
  return {
    name: 'delete-automation-history',
    handles: { AutomationDeleted: true, AutomationTriggered: true },
    async react({ type, data, position }) {
      const { automationId } = data;
      if (type === 'AutomationTriggered') {
        const { state: owner, position: last } = await load(events, automationStream(automationId), automation);
        // A firing from before is deleted by the deletion itself, which knows its verdict.
        if (owner.status === 'gone' && last !== undefined && position > last) await remove(data, data.trigger);
        return;
      }
      await reached(position);
      const documents = readModels.collection(firingDocuments);
      for await (const page of pagesOf(documents, { where: { automationId }, by: 'triggeredAt', size: FIRINGS_A_PAGE }))
        for (const { id: historyId, document } of page)
          await remove({ historyId, automationId }, document.triggerData, document.verdict?.branch);
      await deleteIfThere(events, dueTimesStream(automationId));
      const { state: owner, revision } = await load(events, automationStream(automationId), automation);
      if (owner.status === 'gone')
        await events.setStreamMetadata(automationStream(automationId), { truncateBefore: revision });
    },
  };
}

async function deleteIfThere(events: EventStore, stream: string): Promise<void> {
  for await (const _ of events.readStream(stream, { direction: 'backwards', limit: 1 }))
    return events.deleteStream(stream);
}
