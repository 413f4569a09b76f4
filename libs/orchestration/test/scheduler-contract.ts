import { randomUUID } from 'node:crypto';
import type { Scheduler } from '../src/scheduler';
import { ScriptedAlarm, schedule } from './scripted-alarm';

/** One service with its own time. */
export interface SchedulerBench {
  readonly scheduler: Scheduler;
  /** Lets the time pass up to an instant, and waits until all has rung that rings. */
  elapse(until: string): Promise<void>;
  close(): Promise<void>;
}
export type OpenSchedulerBench = (alarm: ScriptedAlarm, now: string) => Promise<SchedulerBench>;

/** No schedule of the contract is due here. */
const START = '2025-03-28T12:02:30.000Z';

/** The behaviour of every scheduler. How often it rings while nothing is due is an adapter's own. */
export function schedulerContract(name: string, open: OpenSchedulerBench): void {
  describe(name, () => {
    let bench: SchedulerBench;
    let alarm: ScriptedAlarm;
    let id: string;
    beforeEach(async () => {
      alarm = new ScriptedAlarm();
      id = `aut_${randomUUID()}`;
      bench = await open(alarm, START);
    });
    afterEach(() => bench.close());

    const set = async (cron: string, timezone?: string, automationId = id) => {
      await bench.scheduler.set(alarm.know(schedule(automationId, cron, timezone)));
      // Time stands still: what is due now has rung.
      await bench.elapse(START);
    };
    /** How often it rings while the time passes. */
    const rings = async (until: string, automationId = id) => {
      const before = alarm.count(automationId);
      await bench.elapse(until);
      return alarm.count(automationId) - before;
    };

    /** The automations of this test that it lists. A server lists with a delay. */
    const listed = async (expected: readonly string[]) => {
      const ask = async () => (await bench.scheduler.list()).filter((each) => each.startsWith(id));
      let ids = await ask();
      for (let asked = 1; asked < 300 && ids.join() !== expected.join(); asked += 1) ids = await ask();
      return ids;
    };

    it('rings once at each due time, also where the clocks change', async () => {
      await set('30 2 * * *', 'Europe/Berlin');
      expect(await rings('2025-03-29T01:30:00.000Z')).toBe(1);
      expect(await rings('2025-03-31T12:00:00.000Z')).toBe(2);
    });

    it('does not ring before the due time', async () => {
      await set('30 2 * * *', 'Europe/Berlin');
      expect(await rings('2025-03-29T01:29:59.000Z')).toBe(0);
    });

    it('rings no more often if it is given the same schedule again', async () => {
      await set('0 */6 * * *');
      await set('0 */6 * * *');
      expect(await rings('2025-03-29T12:00:00.000Z')).toBe(4);
      expect(await listed([id])).toEqual([id]);
    });

    it('rings at the due times of the schedule that it was given last', async () => {
      await set('0 */6 * * *');
      await set('0 0 * * *', 'Asia/Kathmandu');
      expect(await rings('2025-03-30T12:00:00.000Z')).toBe(2);
    });

    it('keeps the schedules of two automations apart', async () => {
      const other = `${id}_other`;
      await set('0 */6 * * *');
      await set('0 */12 * * *', 'UTC', other);
      await bench.scheduler.remove(id);
      expect(await rings('2025-03-29T12:00:00.000Z', other)).toBe(2);
      expect(await rings('2025-03-30T12:00:00.000Z', id)).toBe(0);
      expect(await listed([other])).toEqual([other]);
    });

    it('forgets a schedule that the alarm does not know any more', async () => {
      await set('0 */6 * * *');
      alarm.forget(id);
      expect(await rings('2025-03-28T18:00:00.000Z')).toBe(1);
      expect(await listed([])).toEqual([]);
    });

    it('goes on with the schedule that the alarm knows', async () => {
      await set('0 */6 * * *');
      alarm.know(schedule(id, '0 */6 * * *'));
      expect(await rings('2025-03-28T18:00:00.000Z')).toBe(1);
      expect(await rings('2025-03-29T00:00:00.000Z')).toBe(1);
    });

    it('rings again if a ring failed', async () => {
      await set('0 */6 * * *');
      alarm.fail(2);
      expect(await rings('2025-03-28T18:01:00.000Z')).toBe(3);
    });

    it('removes what it does not have', async () => {
      await bench.scheduler.remove(id);
      expect(await listed([])).toEqual([]);
    });
  });
}
