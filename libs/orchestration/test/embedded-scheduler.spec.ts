import { EmbeddedScheduler } from '../src/embedded/embedded-scheduler';
import { FakeTime } from './fake-time';
import { schedulerContract } from './scheduler-contract';
import { ScriptedAlarm, schedule } from './scripted-alarm';

const START = '2025-03-28T12:00:00.000Z';

schedulerContract('the embedded scheduler', async (alarm, now) => {
  const time = new FakeTime(now);
  const { startTimer } = time;
  const scheduler = new EmbeddedScheduler({ alarm, clock: time, startTimer });
  return { scheduler, elapse: (until) => time.moveTo(until), close: () => scheduler.close() };
});

describe('the embedded scheduler', () => {
  const opened = () => {
    const alarm = new ScriptedAlarm();
    const time = new FakeTime(START);
    const faults: unknown[] = [];
    const scheduler = new EmbeddedScheduler({
      alarm,
      clock: time,
      startTimer: time.startTimer,
      onFault: (automationId, error) => faults.push([automationId, error]),
    });
    return { alarm, time, scheduler, faults };
  };

  it('rings once as it is given a schedule, for what came due while nothing ran', async () => {
    const { alarm, time, scheduler } = opened();
    await scheduler.set(alarm.know(schedule('aut_1', '0 0 1 1 *')));
    await time.moveTo(START);
    expect(alarm.count('aut_1')).toBe(1);
  });

  it('waits by one timer, of a minute at most, for all its schedules, and by none without any', async () => {
    const { alarm, time, scheduler } = opened();
    expect(time.started).toBe(0);
    for (const each of ['aut_1', 'aut_2', 'aut_3']) await scheduler.set(alarm.know(schedule(each, '0 0 * * *')));
    await time.moveTo(START);
    const before = time.started;
    await time.moveTo('2025-03-28T13:00:00.000Z');
    expect(time.started - before).toBe(60);
    for (const each of await scheduler.list()) await scheduler.remove(each);
    const after = time.started;
    await time.moveTo('2025-03-29T13:00:00.000Z');
    expect(time.started).toBe(after);
  });

  it('rings at each due time of a long time', async () => {
    const { alarm, time, scheduler } = opened();
    await scheduler.set(alarm.know(schedule('aut_1', '30 * * * *', 'Europe/Berlin')));
    await time.moveTo('2025-03-28T12:00:01.000Z');
    const before = alarm.count('aut_1');
    // The half hour that the clocks leave out on 30 March is due with no other.
    await time.moveTo('2025-04-02T12:00:00.000Z');
    expect(alarm.count('aut_1') - before).toBe(121);
  });

  it('rings within a minute after the machine has slept', async () => {
    const { alarm, time, scheduler } = opened();
    await scheduler.set(alarm.know(schedule('aut_1', '0 * * * *')));
    await time.moveTo('2025-03-28T12:30:00.000Z');
    const before = alarm.count('aut_1');
    time.sleepUntil('2025-03-28T20:30:00.000Z');
    await time.moveTo('2025-03-28T20:31:00.000Z');
    expect(alarm.count('aut_1') - before).toBe(1);
  });

  it('tells of a ring that failed, and of a schedule that it cannot read', async () => {
    const { alarm, time, scheduler, faults } = opened();
    alarm.fail(1);
    await scheduler.set(alarm.know(schedule('aut_1', '0 * * * *')));
    await scheduler.set(alarm.know(schedule('aut_2', 'never', 'UTC')));
    await time.moveTo(START);
    expect(faults).toEqual([
      ['aut_1', expect.objectContaining({ message: 'not now' })],
      ['aut_2', expect.objectContaining({ message: expect.stringContaining('its schedule cannot be read: cron') })],
    ]);
  });

  it('rings no more when it is closed', async () => {
    const { alarm, time, scheduler } = opened();
    await scheduler.set(alarm.know(schedule('aut_1', '0 * * * *')));
    await time.moveTo(START);
    await scheduler.close();
    await scheduler.set(alarm.know(schedule('aut_2', '0 * * * *')));
    await time.moveTo('2025-03-29T12:00:00.000Z');
    expect([alarm.count('aut_1'), alarm.count('aut_2')]).toEqual([1, 0]);
  });
});
