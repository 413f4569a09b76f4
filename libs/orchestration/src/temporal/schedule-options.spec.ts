import { schedule } from '../../test/scripted-alarm';
import { LISTED, dueTimesAfter, scheduleOf, scheduleOptions } from './schedule-options';

const NOW = Date.parse('2026-11-23T10:00:30.000Z');
const listed = (cron: string, now = NOW) =>
  dueTimesAfter(scheduleOf(schedule('aut_1', cron, 'UTC')), now).map((time) => new Date(time).toISOString());

describe('the due times that a server is told of', () => {
  it('are a hundred at once', () => {
    const times = listed('* * * * *');
    expect(times).toHaveLength(LISTED);
    expect(times[0]).toBe('2026-11-23T10:01:00.000Z');
    expect(times.at(-1)).toBe('2026-11-23T11:40:00.000Z');
  });

  it('end where its calendars end', () => {
    const times = listed('0 3 1 1 *');
    expect(times[0]).toBe('2027-01-01T03:00:00.000Z');
    expect(times.at(-1)).toBe('2100-01-01T03:00:00.000Z');
    expect(listed('0 3 29 2 *').at(-1)).toBe('2096-02-29T03:00:00.000Z');
    expect(listed('0 3 1 1 *', Date.parse('2100-01-01T03:00:00.000Z'))).toEqual([]);
  });

  it('are calendars of UTC, each with the local time', () => {
    const given = schedule('aut_1', '0 3 1 7 *', 'Europe/Berlin');
    const times = dueTimesAfter(scheduleOf(given), NOW, 1);
    expect(scheduleOptions(given, times, 'assay')).toMatchObject({
      spec: {
        timezone: 'UTC',
        calendars: [{ year: 2027, month: 'JULY', dayOfMonth: 1, hour: 1, comment: expect.stringContaining('03:00') }],
      },
      action: { args: [{ automationId: 'aut_1', listedUntil: '2027-07-01T01:00:00.000Z' }] },
    });
  });
});
