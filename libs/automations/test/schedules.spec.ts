import { MISSED_ROWS } from '../src/domain/due-times';
import { START, ScheduleWorld } from './schedule-world';

const DAILY = { cron: '0 3 * * *', timezone: 'UTC' };
const at = (text: string) => Date.parse(text);
const UNTOLD = { reason: expect.any(String) as unknown as string };

describe('a schedule', () => {
  let world: ScheduleWorld;
  beforeEach(() => {
    world = new ScheduleWorld();
  });
  /** Each row as a word: when it was due, and what became of it. */
  const told = () =>
    world.rows().map(({ trigger: { dueAt, lateMs }, skip, scanned }) => {
      const outcome = skip?.code ?? (scanned ? (lateMs === undefined ? 'ran' : `late ${lateMs / 60_000} min`) : 'open');
      return `${dueAt!.slice(5, 16)} ${outcome}`;
    });

  it('runs at each due time, with that time as the trigger', async () => {
    await world.automation('aut_1', DAILY);
    await world.start();
    for (const day of ['01', '02', '03']) {
      await world.leapTo(at(`2025-01-${day}T03:00:00.500Z`));
      await world.endScans();
    }
    expect(told()).toEqual(['01-01T03:00 ran', '01-02T03:00 ran', '01-03T03:00 ran']);
    expect(world.rows()[0]).toMatchObject({ trigger: { type: 'schedule', dueAt: '2025-01-01T03:00:00.000Z' } });
  });

  it('leaves a row for each due time that it missed while nothing ran, and catches the newest up', async () => {
    await world.automation('aut_1', DAILY);
    await world.leapTo(at('2025-01-04T09:00:00Z'));
    await world.start();
    expect(told()).toEqual([
      '01-01T03:00 missed',
      '01-02T03:00 missed',
      '01-03T03:00 missed',
      '01-04T03:00 late 360 min',
    ]);
  });

  it('skips a due time while the scan before it is running', async () => {
    await world.automation('aut_1', { cron: '0 * * * *', timezone: 'UTC' });
    await world.start();
    await world.leapTo(at('2025-01-01T01:00:00Z'));
    await world.leapTo(at('2025-01-01T02:00:00Z'));
    await world.leapTo(at('2025-01-01T03:00:00Z'));
    await world.endScans();
    await world.leapTo(at('2025-01-01T04:00:00Z'));
    expect(told()).toEqual(['01-01T01:00 ran', '01-01T02:00 overlap', '01-01T03:00 overlap', '01-01T04:00 ran']);
  });

  it('skips a due time while the automation is disabled', async () => {
    await world.automation('aut_1', DAILY);
    await world.start();
    await world.fact('aut_1', 'AutomationChanged', { enabled: false });
    await world.leapTo(at('2025-01-01T03:00:00Z'));
    await world.fact('aut_1', 'AutomationChanged', { enabled: true });
    await world.leapTo(at('2025-01-02T03:00:00Z'));
    expect(told()).toEqual(['01-01T03:00 disabled', '01-02T03:00 ran']);
  });

  it('runs again where the scan before went with its project, and nobody noted its end', async () => {
    await world.automation('aut_1', DAILY);
    await world.start();
    await world.leapTo(at('2025-01-01T03:00:00Z'));
    await world.deleteScans();
    await world.leapTo(at('2025-01-02T03:00:00Z'));
    expect(told()).toEqual(['01-01T03:00 ran', '01-02T03:00 ran']);
    expect(world.events.log.filter(({ type }) => type === 'AutomationScanEnded').map(({ data }) => data)).toEqual([
      expect.objectContaining({ status: 'canceled', duration: 0 }),
    ]);
  });

  it('knows nothing of what was due before it was set', async () => {
    await world.automation('aut_1', DAILY);
    await world.leapTo(at('2025-01-10T00:00:00Z'));
    const config = { cron: '0 12 * * *', timezone: 'UTC' };
    await world.fact('aut_1', 'AutomationChanged', { trigger: { type: 'schedule', config } });
    await world.start();
    await world.leapTo(at('2025-01-10T12:00:00Z'));
    expect(told()).toEqual(['01-10T12:00 ran']);
  });

  it('fires no more once its automation is deleted, or waits for something else', async () => {
    await world.automation('aut_1', DAILY);
    await world.automation('aut_2', DAILY);
    const { scheduler } = await world.start();
    await world.fact('aut_1', 'AutomationDeleted');
    await world.fact('aut_2', 'AutomationChanged', { trigger: { type: 'webhook', config: {} } });
    await world.leapTo(at('2025-01-05T09:00:00Z'));
    expect(told()).toEqual([]);
    expect(await scheduler.list()).toEqual([]);
  });

  it('runs once if two processes ring at the same time', async () => {
    await world.automation('aut_1', DAILY);
    const [one, other] = [await world.start(), await world.start()];
    world.time.sleepUntil('2025-01-02T09:00:00Z');
    await Promise.all([one.alarm.ring('aut_1'), other.alarm.ring('aut_1'), one.alarm.ring('aut_1')]);
    expect(told()).toEqual(['01-01T03:00 missed', '01-02T03:00 late 360 min']);
  });

  it('decides nothing by a clock that is years ahead, and goes on when it is right again', async () => {
    await world.automation('aut_1', DAILY);
    const { faults } = await world.start();
    await world.leapTo(at('2025-01-01T03:00:00Z'));
    await world.events.append('ledger-time', [{ type: 'TimeRecorded', data: { at: START, by: 'service' } }]);
    await world.leapTo(at('2035-01-01T00:00:00Z'));
    expect(faults).toEqual([expect.objectContaining({ name: 'ClockAhead' })]);
    await world.endScans();
    await world.leapTo(at('2025-01-02T03:00:00Z'));
    await world.start();
    expect(told()).toEqual(['01-01T03:00 ran', '01-02T03:00 ran']);
  });

  it('of every minute and a year asleep leaves few rows: one for the most of it, and one catch-up', async () => {
    await world.automation('aut_1', { cron: '* * * * *', timezone: 'Europe/Berlin' });
    await world.leapTo(at('2026-01-01T00:00:00Z'));
    await world.start();
    const rows = world.rows();
    expect(rows).toHaveLength(MISSED_ROWS + 2);
    expect(rows[0]).toEqual({
      automationId: 'aut_1',
      key: 'missed 2025-01-01T00:01:00.000Z 2025-12-31T23:09:00.000Z',
      trigger: {
        type: 'schedule',
        dueAt: '2025-12-31T23:09:00.000Z',
        // A year of minutes, but for the hour that comes twice, those that have rows, and the catch-up.
        missed: {
          count: 525_600 - 60 - MISSED_ROWS - 1,
          from: '2025-01-01T00:01:00.000Z',
          until: '2025-12-31T23:09:00.000Z',
        },
      },
      skip: { code: 'missed', ...UNTOLD },
      scanned: false,
    });
    expect(rows[0]?.skip?.reason).toBe(
      'Nothing ran at 525489 due times from 2025-01-01T00:01:00.000Z to 2025-12-31T23:09:00.000Z, ' +
        'which have this row together',
    );
    expect(told().slice(1, 3)).toEqual(['12-31T23:10 missed', '12-31T23:11 missed']);
    expect(told().slice(-2)).toEqual(['12-31T23:59 missed', '01-01T00:00 ran']);
  });

  it.each(['lost-before-writing', 'lost-after-writing'] as const)(
    'gives each due time one row wherever an append is %s',
    async (fault) => {
      for (let place = 0; place < 12; place += 1) {
        world = new ScheduleWorld();
        await world.automation('aut_1', DAILY);
        await world.leapTo(at('2025-01-03T09:00:00Z'));
        world.events.faults.push(...Array<undefined>(place).fill(undefined), fault);
        const died = await world.start();
        await died.scheduler.close();
        world.events.faults.length = 0;
        await world.start();
        expect(told()).toEqual(['01-01T03:00 missed', '01-02T03:00 missed', '01-03T03:00 late 360 min']);
      }
    },
  );
});
