import { refused } from '@assay/kernel';
import { type CronSchedule, readSchedule } from '@assay/schedules';

/** @throws RefusedError INVALID_CRON_EXPRESSION; VALIDATION_ERROR for the time zone */
export function requireCron(schedule: CronSchedule): void {
  const read = readSchedule(schedule);
  if (read.ok) return;
  const { field, message } = read.refusal;
  const details = [{ field: `trigger.config.${field}`, message }];
  if (field === 'cron') refused('INVALID_CRON_EXPRESSION', 'Invalid cron expression', details);
  refused('VALIDATION_ERROR', `trigger.config.${field}: ${message}`, details);
}
