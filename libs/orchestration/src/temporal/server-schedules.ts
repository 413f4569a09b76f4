import type { Clock } from '@assay/kernel';
import { type Client, ScheduleAlreadyRunning, type ScheduleHandle, ScheduleNotFoundError } from '@temporalio/client';
import type { AutomationSchedule } from '../scheduler';
import { dueTimesAfter, scheduleId, scheduleOf, scheduleOptions } from './schedule-options';

const ID_PREFIX = scheduleId('');
/**
 * Milliseconds. While a schedule is changed, the server may forget a time that came due just then: the alarm is rung
 * once for it, which does no harm where it was rung.
 */
const JUST_DUE = 60_000;

interface ServerSchedulesOptions {
  readonly client: Client;
  readonly taskQueue: string;
  readonly clock: Clock;
}

/** The schedules of one service at a Temporal server. Two services on one namespace do not see each other's. */
export class ServerSchedules {
  constructor(private readonly options: ServerSchedulesOptions) {}

  async set(schedule: AutomationSchedule): Promise<void> {
    const { client, taskQueue, clock } = this.options;
    const { automationId, cron, timezone, summary } = schedule;
    const now = clock.now().getTime();
    const due = scheduleOf(schedule);
    const times = dueTimesAfter(due, now);
    if (times.length === 0) return this.remove(automationId);
    const options = scheduleOptions(schedule, times, taskQueue);
    const note = `${cron} in ${timezone}`;
    const handle = client.schedule.getHandle(scheduleId(automationId));
    if (!(await this.update(handle, options, note)))
      try {
        await client.schedule.create({
          ...options,
          scheduleId: scheduleId(automationId),
          state: { note },
          memo: { taskQueue, automationId, organizationId: summary.organizationId, projectId: summary.projectId },
        });
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await this.update(handle, options, note); // another process was faster
      }
    if (due.nextDue(now - JUST_DUE)! <= now) await this.ringOnce(handle);
  }

  async remove(automationId: string): Promise<void> {
    try {
      await this.options.client.schedule.getHandle(scheduleId(automationId)).delete();
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    }
  }

  async list(): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { scheduleId: id, memo } of this.options.client.schedule.list())
      if (id.startsWith(ID_PREFIX) && memo?.['taskQueue'] === this.options.taskQueue)
        ids.push(id.slice(ID_PREFIX.length));
    return ids;
  }

  /** Whether there is one. What an operator decided stays: a pause, and the note with it. */
  private async update(
    handle: ScheduleHandle,
    options: ReturnType<typeof scheduleOptions>,
    note: string,
  ): Promise<boolean> {
    try {
      await handle.update(({ state }) => ({ ...options, state: state.paused ? state : { ...state, note } }));
      return true;
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return false;
      throw error;
    }
  }

  private async ringOnce(handle: ScheduleHandle): Promise<void> {
    const { state } = await handle.describe();
    if (!state.paused) await handle.trigger();
  }
}
