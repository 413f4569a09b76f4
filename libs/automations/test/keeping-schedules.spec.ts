import type { RecordedEvent } from '@assay/event-store';
import { InfrastructureError } from '@assay/kernel';
import type { AutomationSchedule, Scheduler } from '@assay/orchestration';
import { alignSchedules, keepSchedules } from '../src';
import { ScheduleWorld } from './schedule-world';
import { readModelsOf } from '../../read-models/test/read-models-of';

const DAILY = { cron: '0 3 * * *', timezone: 'UTC' };
const HOURLY = { cron: '0 * * * *', timezone: 'Europe/Berlin' };
const PUSH = { type: 'hosta_push', config: { repository: 'ada/shop', branches: ['main'] } };

/** A scheduler in memory, as a server has it. */
class KnownSchedules implements Scheduler {
  readonly known = new Map<string, AutomationSchedule>();
  set = async (schedule: AutomationSchedule) => void this.known.set(schedule.automationId, schedule);
  remove = async (automationId: string) => void this.known.delete(automationId);
  list = async () => [...this.known.keys()];
  close = async () => undefined;
  /** `<automation> <cron>` of each. */
  get told(): string[] {
    return [...this.known.values()].map(({ automationId, cron }) => `${automationId} ${cron}`).sort();
  }
}

describe('the schedules of a scheduler', () => {
  let world: ScheduleWorld;
  let scheduler: KnownSchedules;
  beforeEach(() => {
    world = new ScheduleWorld();
    scheduler = new KnownSchedules();
  });

  /** Has the reactor see all that happened, each event so often. */
  const react = async (times = 1) => {
    const { alarm } = await world.start();
    const reactor = keepSchedules(scheduler, alarm);
    for (const event of world.events.log)
      if (Object.hasOwn(reactor.handles, event.type))
        for (let time = 0; time < times; time += 1) await reactor.react(event as RecordedEvent<never>);
  };
  /** The read model shows these automations, as a projection that is behind might. @returns those with a fault */
  const align = async (...shown: readonly string[]) => {
    const { alarm } = await world.start();
    const find = async () => shown.map((id) => ({ id, document: { id } }));
    const readModels = readModelsOf(() => ({ find }));
    const faults: string[] = [];
    await alignSchedules(scheduler, alarm, readModels, (automationId, error) => {
      faults.push(`${automationId}: ${(error as Error).message}`);
    });
    return faults;
  };

  it('follow the automations, however often an event is seen', async () => {
    await world.automation('aut_1', DAILY);
    await world.automation('aut_2', DAILY);
    await react(2);
    expect(scheduler.told).toEqual(['aut_1 0 3 * * *', 'aut_2 0 3 * * *']);
    await world.fact('aut_1', 'AutomationChanged', { trigger: { type: 'schedule', config: HOURLY } });
    await world.fact('aut_2', 'AutomationDeleted');
    await react(2);
    expect(scheduler.told).toEqual(['aut_1 0 * * * *']);
    expect(scheduler.known.get('aut_1')).toMatchObject({ ...HOURLY, summary: { name: 'Nightly' } });
  });

  it('stay while an automation is disabled, whose due times leave a row, and go with another trigger', async () => {
    await world.automation('aut_1', DAILY);
    await world.fact('aut_1', 'AutomationChanged', { enabled: false, name: 'Renamed' });
    await react();
    expect(scheduler.told).toEqual(['aut_1 0 3 * * *']);
    expect(scheduler.known.get('aut_1')).toMatchObject({ summary: { name: 'Renamed' } });
    await world.fact('aut_1', 'AutomationChanged', { trigger: PUSH });
    await react();
    expect(scheduler.told).toEqual([]);
  });

  it('are by what an automation is now where an old event is seen late', async () => {
    await world.automation('aut_1', DAILY);
    await world.fact('aut_1', 'AutomationDeleted');
    const { alarm } = await world.start();
    const created = world.events.log.find(({ type }) => type === 'AutomationCreated');
    await keepSchedules(scheduler, alarm).react(created as RecordedEvent<never>);
    expect(scheduler.told).toEqual([]);
  });

  it('that a server has lost are there again, and those that it kept too long are gone', async () => {
    await world.automation('aut_lost', DAILY);
    await world.automation('aut_old', DAILY);
    await react();
    await world.fact('aut_old', 'AutomationDeleted');
    scheduler.known.delete('aut_lost');
    // The read model still shows the deleted one.
    await align('aut_lost', 'aut_old');
    expect(scheduler.told).toEqual(['aut_lost 0 3 * * *']);
  });

  it('stay where the read model does not show their automation yet', async () => {
    await world.automation('aut_new', DAILY);
    await react();
    await align();
    expect(scheduler.told).toEqual(['aut_new 0 3 * * *']);
  });

  describe('of which a server refuses one', () => {
    const refuse = (automationId: string, error: Error) => {
      const { set, remove } = scheduler;
      const check = (id: string) => {
        if (id === automationId) throw error;
      };
      scheduler.set = async (schedule) => (check(schedule.automationId), set(schedule));
      scheduler.remove = async (id) => (check(id), remove(id));
    };

    it('are all given to it but that one, which is told', async () => {
      for (const id of ['aut_1', 'aut_2', 'aut_3']) await world.automation(id, DAILY);
      refuse('aut_1', new Error('no such calendar'));
      expect(await align('aut_1', 'aut_2', 'aut_3')).toEqual(['aut_1: no such calendar']);
      expect(scheduler.told).toEqual(['aut_2 0 3 * * *', 'aut_3 0 3 * * *']);
    });

    it('are all taken from it but that one', async () => {
      for (const id of ['aut_1', 'aut_2', 'aut_3']) await world.automation(id, DAILY);
      await react();
      for (const id of ['aut_1', 'aut_2', 'aut_3']) await world.fact(id, 'AutomationDeleted');
      refuse('aut_1', new Error('it is locked'));
      expect(await align()).toEqual(['aut_1: it is locked']);
      expect(scheduler.told).toEqual(['aut_1 0 3 * * *']);
    });

    it('wait where it is away, since it would not take the others either', async () => {
      for (const id of ['aut_1', 'aut_2']) await world.automation(id, DAILY);
      refuse('aut_1', new InfrastructureError('it is away'));
      await expect(align('aut_1', 'aut_2')).rejects.toThrow('it is away');
      expect(scheduler.told).toEqual([]);
    });
  });
});
