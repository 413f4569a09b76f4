import { type Schedule, readSchedule } from '@assay/schedules';
import { SCHEDULE_WORKFLOW, type ScheduleWorkflowArguments } from '@assay/workflows';
import { type CalendarSpec, ScheduleOverlapPolicy, type ScheduleUpdateOptions } from '@temporalio/client';
import type { AutomationSchedule } from '../scheduler';
import { scheduleSummary } from './static-summary';

/**
 * The number of due times that the server gets in advance. It gets them one by one, in UTC, because its own calendars
 * leave out a time that does not exist when clocks change, and take the second of two.
 */
export const LISTED = 100;
/** A calendar of the server ends with the year 2100: a schedule with a later time would be refused as a whole. */
const END_OF_CALENDAR = Date.UTC(2101, 0, 1);

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;

export const scheduleId = (automationId: string): string => `automation-${automationId}`;

/** @throws Error for a schedule that cannot be read */
export function scheduleOf(schedule: AutomationSchedule): Schedule {
  const read = readSchedule(schedule);
  if (read.ok) return read.value;
  const { field, message } = read.refusal;
  throw new Error(`the schedule of ${schedule.automationId} cannot be read: ${field}: ${message}`);
}

/** The next due times, rising, up to the end of the server's calendar: a yearly schedule has fewer than `count`. */
export function dueTimesAfter(schedule: Schedule, now: number, count = LISTED): readonly number[] {
  const times: number[] = [];
  for (const time of schedule.dueBetween(now, END_OF_CALENDAR - 1)) {
    times.push(time);
    if (times.length >= count) break;
  }
  return times;
}

/** The options for the server, without the operator's state. There is at least one due time. */
export function scheduleOptions(
  schedule: AutomationSchedule,
  times: readonly number[],
  taskQueue: string,
): Omit<ScheduleUpdateOptions, 'state'> {
  const { automationId, timezone } = schedule;
  const given: ScheduleWorkflowArguments = { automationId, listedUntil: new Date(times.at(-1)!).toISOString() };
  return {
    spec: { timezone: 'UTC', calendars: times.map((time) => calendarOf(time, timezone)) },
    action: {
      type: 'startWorkflow',
      workflowType: SCHEDULE_WORKFLOW,
      workflowId: `due-${automationId}`,
      taskQueue,
      args: [given],
      staticSummary: scheduleSummary(schedule),
    },
    policies: {
      // One run settles all that is due, so one more run is enough for what becomes due meanwhile.
      overlap: ScheduleOverlapPolicy.BUFFER_ONE,
      // After any time without the server, the missed run is made.
      catchupWindow: '365 days',
    },
  };
}

function calendarOf(time: number, timeZone: string): CalendarSpec {
  const date = new Date(time);
  return {
    year: date.getUTCFullYear(),
    month: MONTHS[date.getUTCMonth()]!,
    dayOfMonth: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    comment: `${date.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })} ${timeZone}`,
  };
}
