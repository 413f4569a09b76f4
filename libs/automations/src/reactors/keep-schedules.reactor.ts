import type { Scheduler } from '@assay/orchestration';
import type { Reactor } from '@assay/read-models';
import type { AutomationChanged, AutomationCreated, AutomationDeleted } from '../domain/automation';
import type { DueTimeAlarm } from '../schedule/due-time-alarm';

/**
 * Keeps the scheduler consistent with the automations: it decides by the current state of an automation, not by the
 * event.
 */
export const keepSchedules = (
  scheduler: Scheduler,
  alarm: Pick<DueTimeAlarm, 'find'>,
): Reactor<AutomationCreated | AutomationChanged | AutomationDeleted> => ({
  name: 'keep-schedules',
  handles: { AutomationCreated: true, AutomationChanged: true, AutomationDeleted: true },
  async react({ type, data: { automationId } }) {
    const schedule = await alarm.find(automationId);
    if (schedule) await scheduler.set(schedule);
    else if (type !== 'AutomationCreated') await scheduler.remove(automationId);
  },
});
