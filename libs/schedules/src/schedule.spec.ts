import { type CronSchedule, type Schedule, type ScheduleFault, readSchedule } from '@assay/schedules';

const read = (cron: string, timezone = 'UTC'): Schedule => {
  const schedule = readSchedule({ cron, timezone });
  if (!schedule.ok) throw new Error(schedule.refusal.message);
  return schedule.value;
};
const fault = (schedule: CronSchedule): ScheduleFault | undefined => {
  const read = readSchedule(schedule);
  return read.ok ? undefined : read.refusal;
};
/** The first due times, three at most. */
function due(cron: string, timezone: string, after: string, until = '2039-01-01T00:00Z'): string[] {
  const times: string[] = [];
  for (const at of read(cron, timezone).dueBetween(Date.parse(after), Date.parse(until))) {
    times.push(new Date(at).toISOString().replace(':00.000Z', 'Z'));
    if (times.length === 3) break;
  }
  return times;
}

describe('the due times of a schedule', () => {
  it.each([
    ['*/20 * * * *', '2026-01-01T00:20Z 2026-01-01T00:40Z 2026-01-01T01:00Z'],
    ['5,35 9-17/4 * * *', '2026-01-01T09:05Z 2026-01-01T09:35Z 2026-01-01T13:05Z'],
    ['0 6 * * MON-FRI', '2026-01-01T06:00Z 2026-01-02T06:00Z 2026-01-05T06:00Z'],
    ['0 6 * * 7', '2026-01-04T06:00Z 2026-01-11T06:00Z 2026-01-18T06:00Z'],
    ['0 0 29 FEB *', '2028-02-29T00:00Z 2032-02-29T00:00Z 2036-02-29T00:00Z'],
    ['0 0 L * *', '2026-01-31T00:00Z 2026-02-28T00:00Z 2026-03-31T00:00Z'],
    ['0 0 15W * *', '2026-01-15T00:00Z 2026-02-16T00:00Z 2026-03-16T00:00Z'],
    ['0 0 LW * *', '2026-01-30T00:00Z 2026-02-27T00:00Z 2026-03-31T00:00Z'],
    ['0 0 * * MON#2', '2026-01-12T00:00Z 2026-02-09T00:00Z 2026-03-09T00:00Z'],
    ['0 0 * * FRIL', '2026-01-30T00:00Z 2026-02-27T00:00Z 2026-03-27T00:00Z'],
    // Either day is enough.
    ['0 0 2 * SUN', '2026-01-02T00:00Z 2026-01-04T00:00Z 2026-01-11T00:00Z'],
    ['@hourly', '2026-01-01T01:00Z 2026-01-01T02:00Z 2026-01-01T03:00Z'],
    [' @Weekly ', '2026-01-04T00:00Z 2026-01-11T00:00Z 2026-01-18T00:00Z'],
  ])('follow from %s', (cron, expected) => {
    expect(due(cron, 'UTC', '2026-01-01T00:00Z')).toEqual(expected.split(' '));
  });

  it('come after one instant, up to and including another', () => {
    expect(due('0 * * * *', 'UTC', '2026-01-01T00:00Z', '2026-01-01T02:00Z')).toEqual([
      '2026-01-01T01:00Z',
      '2026-01-01T02:00Z',
    ]);
    expect(read('0 * * * *').nextDue(Date.parse('2026-01-01T00:59:59.999Z'))).toBe(Date.parse('2026-01-01T01:00Z'));
  });

  it('end with the calendar', () => {
    expect(read('0 0 1 1 *').nextDue(Date.parse('3001-06-01'))).toBeUndefined();
  });
});

/** Each row: what is scheduled, in which zone, in which two days of UTC, and what is due. */
describe('where the clocks change, a schedule', () => {
  it.each([
    // Forward: a time that does not exist is due at the moment to which the clocks are put.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-29T01:00Z 2026-03-30T00:30Z'],
    ['30 2 * * *', 'America/New_York', '2026-03-07T12:00Z', '2026-03-08T07:00Z 2026-03-09T06:30Z'],
    // Half an hour only.
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', '2026-10-03T15:30Z 2026-10-04T15:15Z'],
    // The clocks go from midnight to one: the moment has the date of the time that is missing.
    ['30 0 * * *', 'Africa/Cairo', '2025-04-24T12:00Z', '2025-04-24T22:00Z 2025-04-25T21:30Z'],
    // A whole day is missing: the moment is on the next date, on which the same time comes, too.
    ['0 9 * * *', 'Pacific/Apia', '2011-12-29T20:00Z', '2011-12-30T10:00Z 2011-12-30T19:00Z'],
    // Several times are missing: one due time, that of the moment.
    ['*/20 2-3 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-29T01:00Z 2026-03-29T01:20Z 2026-03-29T01:40Z'],
    ['0 2,3 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-29T01:00Z 2026-03-30T00:00Z'],
    // Back: a time that exists twice is due the first time.
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', '2026-10-25T00:30Z 2026-10-26T01:30Z'],
    ['30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', '2026-11-01T05:30Z 2026-11-02T06:30Z'],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-03T20:00Z', '2026-04-04T14:45Z 2026-04-05T15:15Z'],
    // Also a time that comes every hour.
    ['0 * * * *', 'Europe/Berlin', '2026-10-24T23:30Z', '2026-10-25T00:00Z 2026-10-25T02:00Z 2026-10-25T03:00Z'],
    // Ramadan: back and forward again within five weeks.
    ['30 2 * * *', 'Africa/Casablanca', '2025-02-22T12:00Z', '2025-02-23T01:30Z 2025-02-24T02:30Z'],
    ['30 2 * * *', 'Africa/Casablanca', '2025-04-05T12:00Z', '2025-04-06T02:00Z 2025-04-07T01:30Z'],
    // The clocks did not change in these.
    ['30 2 * * *', 'Asia/Kolkata', '2026-03-28T12:00Z', '2026-03-28T21:00Z 2026-03-29T21:00Z'],
    ['30 2 * * *', 'Asia/Kathmandu', '2026-03-28T12:00Z', '2026-03-28T20:45Z 2026-03-29T20:45Z'],
  ])('%s in %s after %s is due once at each', (cron, timezone, after, expected) => {
    const times = expected.split(' ');
    expect(due(cron, timezone, after).slice(0, times.length)).toEqual(times);
  });
});

describe('a schedule is refused', () => {
  it.each([
    ['', 'it has 0 fields, not five'],
    ['* * * *', 'it has 4 fields, not five (minute, hour, day of the month, month, day of the week)'],
    ['0 0 0 * * *', 'it has 6 fields'],
    ['0 0 0 * * * 2026', 'it has 7 fields'],
    ['2026-01-01T00:00:00', 'a character that has no meaning'],
    ['60 * * * *', 'Invalid value for minute: 60'],
    ['0 24 * * *', 'Invalid value for hour: 24'],
    ['0 0 32 * *', 'Invalid value for day'],
    ['0 0 * 13 *', 'Invalid value for month'],
    ['0 0 * * 8', 'Invalid value for dayOfWeek: 8'],
    ['*/0 * * * *', 'illegal stepping'],
    ['5/15 * * * *', 'numeric prefix'],
    ['9-5 * * * *', 'From value is larger'],
    ['1,,2 * * * *', 'empty'],
    ['a b c d e', 'illegal characters'],
    ['0 9 1-7 * +MON', 'a character that has no meaning'],
    ['@reboot', '@reboot is not supported'],
    ['@never', 'invalid configuration format'],
    ['0 0 30 2 *', 'no day matches it'],
    ['0 0 31 2,4,6,9,11 *', 'no day matches it'],
  ])('if its expression is "%s"', (cron, message) => {
    expect(fault({ cron, timezone: 'UTC' })).toEqual({ field: 'cron', message: expect.stringContaining(message) });
  });

  it('if its expression is very long', () => {
    const cron = `${'1,'.repeat(200)}1 * * * *`;
    expect(fault({ cron, timezone: 'UTC' })?.message).toBe('it has more than 256 characters');
  });

  it.each(['', 'Europe/Nowhere', '+01:00', 'Berlin', '../../etc/passwd', 'UTC\0'])(
    'if its time zone is "%s"',
    (timezone) => {
      expect(fault({ cron: '0 0 * * *', timezone })).toMatchObject({ field: 'timezone' });
    },
  );

  it('not if its time zone is written in other letters', () => {
    expect(read('0 0 * * *', 'europe/berlin').zone.name).toBe('Europe/Berlin');
  });
});
