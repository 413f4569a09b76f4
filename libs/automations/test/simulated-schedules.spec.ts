import { readSchedule } from '@assay/schedules';
import { ScheduleWorld } from './schedule-world';

/** Set by the configuration of Jest: 10,000 in `npm run test:faults`, and few where it is run by its path. */
declare const dueTimes: number;

const DAY = 86_400_000;
const SCHEDULES = [
  ['30 2 * * *', 'Europe/Berlin'],
  ['0 */6 * * *', 'America/New_York'],
  ['15,45 1-2 * * *', 'Australia/Lord_Howe'],
  ['0 9 * * MON-FRI', 'Pacific/Apia'],
  ['30 2,3 * * *', 'Africa/Casablanca'],
  ['0 0 * * *', 'Africa/Cairo'],
  ['45 23 * * *', 'Asia/Kathmandu'],
  ['0 0,12 * * *', 'UTC'],
] as const;

/** The same numbers in each run, from 0 up to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('schedules in eight time zones, over years, with restarts, crashes and two processes', () => {
  it(`leave one row for each of ${dueTimes} due times, and none twice`, async () => {
    const random = randomNumbers(14);
    const chance = (share: number) => random() < share;
    const world = new ScheduleWorld();
    const ids: string[] = [];
    for (const [index, [cron, timezone]] of SCHEDULES.entries())
      ids.push(await world.automation(`aut_${index}`, { cron, timezone }));
    const next = ids.map((id) => readSchedule(world.schedules.get(id)!)).map((read) => read.ok && read.value.nextDue);
    let processes = [await world.start()];
    const restart = async (count: number) => {
      for (const { scheduler } of processes.splice(0)) await scheduler.close();
      world.events.faults.length = 0;
      processes = await Promise.all(Array.from({ length: count }, () => world.start()));
    };
    const counted = { restarts: 0, crashes: 0, sleeps: 0 };

    // Each has its row in a moment at the latest; whether each has, is asked at the end.
    while (world.rowCount() < dueTimes) {
      const now = world.time.now().getTime();
      if (chance(0.02)) {
        // Everything is down, for up to nine days: fewer due times than have rows of their own.
        for (const { scheduler } of processes) await scheduler.close();
        await world.leapTo(now + Math.ceil(random() * 9 * DAY));
        await restart(1);
        counted.sleeps += 1;
      } else {
        if (chance(0.05)) {
          world.events.faults.push(...Array<undefined>(Math.floor(random() * 6)).fill(undefined));
          world.events.faults.push(chance(0.5) ? 'lost-before-writing' : 'lost-after-writing');
        }
        const soonest = Math.min(...next.map((nextDue) => (nextDue && nextDue(now)) || Number.POSITIVE_INFINITY));
        await world.leapTo(soonest + Math.floor(random() * 30_000));
        if (processes.some(({ faults }) => faults.length > 0)) {
          await restart(1);
          counted.crashes += 1;
        } else if (chance(0.03)) {
          await restart(chance(0.5) ? 2 : 1);
          counted.restarts += 1;
        }
      }
      world.events.faults.length = 0;
      if (chance(0.9)) await world.endScans();
    }
    await restart(1);

    const outcomes = new Map<string, number>();
    for (const id of ids) {
      const rows = world.rows(id);
      expect(rows.map(({ trigger }) => trigger.dueAt).sort()).toEqual(world.due(id));
      for (const { skip, trigger, scanned } of rows) {
        const outcome = skip?.code ?? (scanned ? (trigger.lateMs === undefined ? 'ran' : 'late') : 'open');
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }
    expect([...outcomes.keys()].sort()).toEqual(['late', 'missed', 'overlap', 'ran']);
    expect(Math.min(counted.restarts, counted.crashes, counted.sleeps)).toBeGreaterThan(0);
  });
});
