import type { Clock } from '@assay/kernel';
import type { RingReport, ScheduleActivities, ScheduleWorkflowArguments } from '@assay/workflows';
import type { Client } from '@temporalio/client';
import type { Alarm } from '../scheduler';
import { attempt } from './attempt';
import { LISTED, dueTimesAfter, scheduleOf } from './schedule-options';
import { ServerSchedules } from './server-schedules';

interface RingActivityOptions {
  readonly alarm: Alarm;
  readonly client: Client;
  readonly taskQueue: string;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
}

/** Rings the alarm for a schedule's run, and gives the server further due times before it runs out of them. */
export async function ringAndRenew(
  { alarm, schedules, clock }: Pick<RingActivityOptions, 'alarm' | 'clock'> & { readonly schedules: ServerSchedules },
  { automationId, listedUntil }: ScheduleWorkflowArguments,
): Promise<RingReport> {
  const { schedule, settled } = await alarm.ring(automationId);
  if (schedule === null) {
    await schedules.remove(automationId);
    return { settled, listedMore: false };
  }
  const ahead = dueTimesAfter(scheduleOf(schedule), clock.now().getTime(), LISTED / 2);
  const runsLow = new Date(ahead.at(-1) ?? 0).toISOString() > listedUntil;
  if (runsLow) await schedules.set(schedule);
  return { settled, listedMore: runsLow };
}

/** The activities for a run: the server repeats an attempt after any failure. */
export function ringActivity({ alarm, client, taskQueue, clock, stopping }: RingActivityOptions): ScheduleActivities {
  const schedules = new ServerSchedules({ client, taskQueue, clock });
  return {
    ring: (given) =>
      attempt({ sessionId: given.automationId, stopping, retried: 'everything', movable: true }, () =>
        ringAndRenew({ alarm, schedules, clock }, given),
      ),
  };
}
