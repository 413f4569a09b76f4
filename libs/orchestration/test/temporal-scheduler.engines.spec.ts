import {
  Client,
  Connection,
  type ScheduleHandle,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { readSchedule } from '@assay/schedules';
import { randomUUID } from 'node:crypto';
import type { Scheduler } from '../src/scheduler';
import { type TemporalWorker, connectTemporalScheduler, startTemporalWorker } from '../src/temporal';
import { FakeTime } from './fake-time';
import { schedulerContract } from './scheduler-contract';
import { ScriptedAlarm, schedule } from './scripted-alarm';
import { scripted } from './scripted-worker';
import { NAMESPACE, temporalAddress } from './temporal-server';

const ID = (automationId: string) => `automation-${automationId}`;

interface Service {
  readonly clock: FakeTime;
  readonly operator: Client;
  readonly scheduler: Scheduler;
  readonly worker: TemporalWorker;
}

/** A service whose clock is in the past: its schedules run only where the test has the server make up for a time. */
async function service(alarm: ScriptedAlarm, now: string): Promise<Service> {
  const taskQueue = `schedules-${randomUUID()}`;
  const clock = new FakeTime(now);
  const server = { address: temporalAddress(), namespace: NAMESPACE, taskQueue, clock };
  const operator = new Client({ connection: Connection.lazy({ address: server.address }), namespace: NAMESPACE });
  const scheduler = await connectTemporalScheduler(server);
  const worker = await startTemporalWorker({
    ...server,
    worker: scripted().worker,
    alarm,
    maxSessions: 1,
    workerLoss: 30_000,
  });
  return { clock, operator, scheduler, worker };
}

async function closeService({ operator, scheduler, worker }: Service, alarm: ScriptedAlarm): Promise<void> {
  for (const automationId of alarm.automations) await scheduler.remove(automationId);
  await worker.close();
  await scheduler.close();
  await operator.connection.close();
}

/** When the server is going to run a schedule, in a time. */
async function matchingTimes({ connection }: Client, scheduleId: string, after: number, until: number) {
  const stamp = (time: number) => ({ seconds: Math.floor(time / 1_000) as never, nanos: 0 });
  const asked = { namespace: NAMESPACE, scheduleId, startTime: stamp(after), endTime: stamp(until) };
  const { startTime } = await connection.workflowService.listScheduleMatchingTimes(asked);
  return startTime.map(({ seconds }) => Number(seconds) * 1_000).filter((time) => time > after);
}

/**
 * Has the server make up for a time, a few due times at once, and waits for the runs. What the runs tell the server of
 * further due times is made up for, too.
 */
async function makeUp({ clock, operator }: Service, alarm: ScriptedAlarm, automationId: string, until: number) {
  const handle = operator.schedule.getHandle(ID(automationId));
  for (let from = clock.now().getTime(); await isThere(handle); ) {
    const times = (await matchingTimes(operator, ID(automationId), from, until)).slice(0, 25);
    if (times.length === 0) return;
    const last = times.at(-1)!;
    const before = alarm.count(automationId);
    const [start, end] = [new Date(from + 1_000), new Date(last)];
    await handle.backfill({ start, end, overlap: ScheduleOverlapPolicy.ALLOW_ALL });
    await alarm.rung(automationId, before + times.length);
    const runs = times.map((time) => `due-${automationId}-${new Date(time).toISOString().replace('.000', '')}`);
    await Promise.all(runs.map((run) => operator.workflow.getHandle(run).result()));
    await clock.moveTo(end.toISOString());
    from = last;
  }
}

async function isThere(handle: ScheduleHandle): Promise<boolean> {
  try {
    await handle.describe();
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

schedulerContract('the Temporal scheduler', async (alarm, now) => {
  const opened = await service(alarm, now);
  const { clock, scheduler } = opened;
  const elapse = async (until: string) => {
    const start = clock.now();
    for (const automationId of alarm.automations) {
      clock.sleepUntil(start.toISOString());
      await makeUp(opened, alarm, automationId, Date.parse(until));
    }
    await clock.moveTo(until);
  };
  return { scheduler, elapse, close: () => closeService(opened, alarm) };
});

describe('the Temporal scheduler', () => {
  const START = '2025-03-01T00:00:00.000Z';
  let alarm: ScriptedAlarm;
  let opened: Service;
  let id: string;
  beforeEach(async () => {
    alarm = new ScriptedAlarm();
    opened = await service(alarm, START);
    id = `aut_${randomUUID()}`;
  });
  afterEach(() => closeService(opened, alarm));

  /** From the start on: forward, back, by half an hour, around Ramadan, at midnight, by no change at all. */
  it.each([
    ['30 2 * * *', 'Europe/Berlin'],
    ['*/30 1-2 * * SUN', 'America/New_York'],
    ['*/15 1-2 * * SUN', 'Australia/Lord_Howe'],
    ['0 9 * * *', 'Pacific/Apia'],
    ['30 2 * * *', 'Africa/Casablanca'],
    ['30 0 * * THU-SAT', 'Africa/Cairo'],
    ['0 0 L * *', 'Asia/Kathmandu'],
    ['15 10 15W,L * MON#2', 'UTC'],
  ])('tells the server exactly the due times of %s in %s', async (cron, timezone) => {
    const read = readSchedule({ cron, timezone });
    if (!read.ok) throw new Error(read.refusal.message);
    await opened.scheduler.set(alarm.know(schedule(id, cron, timezone)));
    const from = Date.parse(START);
    const due: number[] = [];
    for (const time of read.value.dueBetween(from, Number.POSITIVE_INFINITY)) {
      due.push(time);
      if (due.length === 100) break;
    }
    expect(await matchingTimes(opened.operator, ID(id), from, due.at(-1)! + 86_400_000)).toEqual(due);
  });

  it('keeps the pause and the note of an operator', async () => {
    await opened.scheduler.set(alarm.know(schedule(id, '15 * * * *')));
    const handle = opened.operator.schedule.getHandle(ID(id));
    expect((await handle.describe()).state).toMatchObject({ paused: false, note: '15 * * * * in UTC' });
    await handle.pause('while the code host moves');
    await opened.scheduler.set(alarm.know(schedule(id, '30 * * * *')));
    const { state, spec } = await handle.describe();
    expect(state).toMatchObject({ paused: true, note: 'while the code host moves' });
    expect(spec.calendars?.[0]).toMatchObject({ minute: [{ start: 30, end: 30 }] });
    expect(alarm.count(id)).toBe(0);
  });

  it('rings for a time that came due while the schedule was changed', async () => {
    await opened.clock.moveTo('2025-03-01T00:00:30.000Z');
    await opened.scheduler.set(alarm.know(schedule(id, '0 * * * *')));
    await alarm.rung(id, 1);
    expect(alarm.count(id)).toBe(1);
  });

  it('leaves the schedules of another service on the same namespace alone', async () => {
    const other = await service(alarm, START);
    await opened.scheduler.set(alarm.know(schedule(id, '0 * * * *')));
    expect(await other.scheduler.list()).toEqual([]);
    await closeService(other, alarm);
  });
});
