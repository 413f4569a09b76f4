/**
 * The workflow that a schedule at a Temporal server starts at each due time: one activity, which settles all that is
 * due by then. It decides nothing, so a run that comes late or twice does no harm.
 */
import { scheduleActivity } from '@temporalio/workflow';
import type { RingReport, ScheduleWorkflowArguments } from './temporal-schedule';

const MINUTE = 60_000;

export async function dueTime(given: ScheduleWorkflowArguments): Promise<RingReport> {
  return scheduleActivity<RingReport>('ring', [given], {
    activityId: 'ring',
    startToCloseTimeout: 10 * MINUTE,
    heartbeatTimeout: MINUTE,
    summary: 'settle what is due',
    // Without end: each due time leaves a row, and the next one finds what this one left.
    retry: { initialInterval: 1_000, maximumInterval: MINUTE, backoffCoefficient: 2 },
  });
}
