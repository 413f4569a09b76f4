import { ScheduleServer } from '../../test/schedule-server';
import { ScriptedAlarm, schedule } from '../../test/scripted-alarm';
import { ringAndRenew } from './ring-activity';
import { scheduleOf } from './schedule-options';
import { ServerSchedules } from './server-schedules';

const START = Date.parse('2026-11-23T10:00:30.000Z');
const DAY = 86_400_000;

/** A service and a server with one time, which passes from run to run. */
function world(cron: string, timezone: string) {
  const given = schedule('aut_1', cron, timezone);
  const alarm = new ScriptedAlarm();
  alarm.know(given);
  const time = { now: START };
  const server = new ScheduleServer(() => time.now);
  const clock = { now: () => new Date(time.now) };
  const schedules = new ServerSchedules({ client: server.client(), taskQueue: 'assay', clock });
  const due = (from: number, until: number) => [...scheduleOf(given).dueBetween(from, until)];
  /** The due times whose runs the server starts until then, each some time late. */
  const rung = async (until: number, late: (run: number) => number = () => 0): Promise<number[]> => {
    const times: number[] = [];
    for (let last = time.now, next = server.next(last); next && next.at <= until; next = server.next(last)) {
      if (next.at > last) times.push(next.at);
      last = Math.max(last, next.at);
      time.now = Math.max(time.now, next.at + late(times.length));
      await ringAndRenew({ alarm, schedules, clock }, next.given);
    }
    time.now = Math.max(time.now, until);
    return times;
  };
  return { alarm, given, server, schedules, time, due, rung, clock };
}

describe('the due times of a schedule, of which a server knows a hundred', () => {
  it.each([
    ['0 */6 * * *', 'Europe/Berlin', 365],
    ['*/30 * * * *', 'Australia/Lord_Howe', 30],
    ['15 10 * * MON#2', 'America/New_York', 365 * 12],
    ['0 3 29 2 *', 'UTC', 365 * 60],
  ])('are renewed for %s in %s before they end, for %i days', async (cron, timezone, days) => {
    const { server, schedules, given, due, rung } = world(cron, timezone);
    await schedules.set(given);
    const until = START + days * DAY;
    const all = due(START, until);
    // Each run is up to a minute and a half late.
    expect(await rung(until, (run) => (run * 7_919) % 90_000)).toEqual(all);
    // Half of the times are used before the server gets the next ones.
    expect(server.updates).toBeLessThanOrEqual(1 + all.length / 49);
  });

  it('are renewed by the run that comes after others were lost', async () => {
    const { time, schedules, given, server, due, rung } = world('0 * * * *', 'UTC');
    await schedules.set(given);
    // Nothing ran for 99 hours: the server makes up for them with one run, the last that it was told of.
    const last = server.next(START + 99.4 * 3_600_000)!;
    time.now = last.at - 1;
    expect(await rung(last.at + 300 * 3_600_000)).toEqual(due(last.at - 1, last.at + 300 * 3_600_000));
  });

  it('are told again by an alignment, where a pause outlasted them and the server closed the schedule', async () => {
    const { time, schedules, given, server, due, rung } = world('*/30 * * * *', 'UTC');
    await schedules.set(given);
    server.pause(true);
    expect(await rung(START + 40 * DAY)).toEqual([]);
    server.pause(false);
    expect(await rung(START + 41 * DAY)).toEqual([]);
    const from = time.now;
    await schedules.set(given);
    expect(await rung(from + 20 * DAY)).toEqual(due(from, from + 20 * DAY));
  });

  it('are the same where the process dies after it has told them, and the run is repeated', async () => {
    const { alarm, time, schedules, given, server, due, rung, clock } = world('0 * * * *', 'UTC');
    await schedules.set(given);
    await rung(START + 50 * 3_600_000);
    const { at, given: told } = server.next(time.now)!;
    time.now = at;
    for (let tries = 0; tries < 2; tries += 1)
      expect(await ringAndRenew({ alarm, schedules, clock }, told)).toMatchObject({ listedMore: true });
    expect(await rung(at + 400 * 3_600_000)).toEqual(due(at, at + 400 * 3_600_000));
  });

  it('are taken from the server where the automation is gone', async () => {
    const { alarm, schedules, given, server, rung } = world('0 * * * *', 'UTC');
    await schedules.set(given);
    alarm.forget('aut_1');
    await rung(START + DAY);
    expect(alarm.count('aut_1')).toBe(1);
    expect(server.next(START)).toBeUndefined();
  });
});
