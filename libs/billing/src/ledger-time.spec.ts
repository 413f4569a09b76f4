import { BillingWorld } from '../test/billing-world';
import { ClockAhead } from './ledger-time';

const recorded = ({ store }: BillingWorld) =>
  store.log.filter(({ stream }) => stream === 'ledger-time').map(({ data }) => data);

describe('the time that a ledger may open a month at', () => {
  it('is at most one month beyond the newest recorded time', async () => {
    const world = await BillingWorld.begin();
    world.moveTo('2026-12-31T23:59:59.999Z');
    expect(await world.time.foreseen()).toBe('2026-12-31T23:59:59.999Z');
    expect(recorded(world)).toEqual([]);
    world.moveTo('2027-01-01T00:00:00.000Z');
    await expect(world.time.foreseen()).rejects.toThrow(ClockAhead);
    await expect(world.time.confirmed()).rejects.toThrow(/newest recorded time, 2026-11-05T10:00:00.000Z/);
    expect(recorded(world)).toEqual([]);
  });

  it('goes on from month to month while a service runs, though no ledger has an entry', async () => {
    const world = await BillingWorld.begin();
    for (const at of ['2026-11-30', '2026-12-02', '2026-12-30', '2027-01-15', '2027-02-15']) {
      world.moveTo(`${at}T00:00:00.000Z`);
      world.restart();
      expect(await world.time.confirmed()).toBe(`${at}T00:00:00.000Z`);
    }
    expect(recorded(world)).toEqual(
      ['2026-12-02', '2027-01-15', '2027-02-15'].map((at) => ({ at: `${at}T00:00:00.000Z`, by: 'service' })),
    );
  });

  it("is what an operator says it is, also for other processes, and from then on a service's word again", async () => {
    const world = await BillingWorld.begin();
    world.moveTo('2031-05-05T00:00:00.000Z');
    await expect(world.time.confirmed()).rejects.toThrow(ClockAhead);
    await expect(world.anotherProcess().post('org_1', () => [])).rejects.toThrow(ClockAhead);
    expect(await world.time.accept()).toBe('2031-05-05T00:00:00.000Z');
    world.restart();
    expect(await world.time.confirmed()).toBe('2031-05-05T00:00:00.000Z');
    world.moveTo('2031-07-01T00:00:00.000Z');
    await expect(world.time.confirmed()).rejects.toThrow(ClockAhead);
    expect(recorded(world)).toEqual([{ at: '2031-05-05T00:00:00.000Z', by: 'operator' }]);
  });
});
