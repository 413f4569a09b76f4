import { InfrastructureError } from '@assay/kernel';
import type { Scheduler } from '@assay/orchestration';
import { type ReadModels, pagesOf } from '@assay/read-models';
import { automationDocuments } from '../queries/documents';
import type { DueTimeAlarm } from './due-time-alarm';

const AUTOMATIONS_A_PAGE = 100;

/**
 * Gives a scheduler all existing schedules, and removes those of automations that have none any longer: at the start of
 * a process, and now and then where a server may have lost or kept one.
 *
 * @param onFault is called for each schedule that cannot be read, or that the scheduler refuses; the others are still
 * set
 * @throws InfrastructureError if the scheduler or a store is unavailable: the others would fail likewise
 */
export async function alignSchedules(
  scheduler: Scheduler,
  alarm: Pick<DueTimeAlarm, 'find'>,
  readModels: ReadModels,
  onFault: (automationId: string, error: unknown) => void,
): Promise<void> {
  const each = async (automationId: string, align: () => Promise<void>) => {
    try {
      await align();
    } catch (error) {
      if (error instanceof InfrastructureError) throw error;
      onFault(automationId, error);
    }
  };
  const automations = readModels.collection(automationDocuments);
  const where = { 'trigger.type': 'schedule' };
  for await (const page of pagesOf(automations, { where, by: 'id', size: AUTOMATIONS_A_PAGE }))
    for (const { id } of page)
      await each(id, async () => {
        const schedule = await alarm.find(id);
        if (schedule) await scheduler.set(schedule);
      });
  // The read model may lag behind, so the automation's own stream is read.
  for (const automationId of await scheduler.list())
    await each(automationId, async () => {
      if (!(await alarm.find(automationId))) await scheduler.remove(automationId);
    });
}
