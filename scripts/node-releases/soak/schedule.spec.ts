import { lengthOf, scheduleOf } from './schedule';

const count = (load: Parameters<typeof scheduleOf>[0], action: string) =>
  scheduleOf(load).filter((appointment) => appointment.action === action).length;

describe('the schedule of a soak', () => {
  const load = { minutes: 10, sessions: 200 };

  it('has all sessions, an audit to four of them, and a collection every two seconds of work', () => {
    expect(count(load, 'session')).toBe(200);
    expect(count(load, 'audit')).toBe(50);
    expect(count(load, 'collect')).toBe(200);
  });

  it('goes through the time in order, and leaves the last third of each minute free', () => {
    const times = scheduleOf(load).map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.max(...times.map((at) => at % 60_000))).toBeLessThan(40_000);
    expect(times.at(-1)).toBeLessThan(lengthOf(load));
  });

  it('gives each minute as many sessions as any other', () => {
    const minutes = scheduleOf(load)
      .filter(({ action }) => action === 'session')
      .map(({ at }) => Math.floor(at / 60_000));
    for (let minute = 0; minute < 10; minute += 1) expect(minutes.filter((m) => m === minute)).toHaveLength(20);
  });

  it('audits only at the end where there are fewer than four sessions', () => {
    expect(count({ minutes: 1, sessions: 3 }, 'audit')).toBe(0);
  });
});
