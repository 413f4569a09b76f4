import { organizationDocuments } from '@assay/identity';
import type { ReadModels } from '@assay/read-models';
import { RefusedError } from '@assay/kernel';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { verify } from '../src/domain/entry-chain';
import { ClockAhead, LedgerTime } from '../src/ledger-time';
import { PeriodTurns } from '../src/period-turns';
import { BillingWorld } from './billing-world';
import { ORGANIZATION, subject } from './ledger';

const charge = (sessionId: string) =>
  new ChargeSession({ organizationId: ORGANIZATION, ...subject(sessionId), tools: [], aiFeatures: [] });

/** A process of its own, whose read models say what the ledger says, or what it said. */
function turns(world: BillingWorld, { organizations = [ORGANIZATION], books = world } = {}): PeriodTurns {
  const collection = ({ name }: { name: string }) =>
    name === organizationDocuments.name
      ? { find: () => Promise.resolve(organizations.map((id) => ({ id }))) }
      : {
          getMany: async (ids: readonly string[]) => {
            const opened = (await books.facts()).findLast(({ type }) => type === 'PeriodOpened');
            if (opened?.type !== 'PeriodOpened') return [];
            return ids.map((id) => ({ id, document: { period: opened.data.period } }));
          },
        };
  const time = new LedgerTime(world.store, world.clock);
  return new PeriodTurns(world.anotherProcess(), time, { collection } as unknown as ReadModels);
}

const months = async (world: BillingWorld) =>
  (await world.facts()).flatMap((fact) =>
    fact.type === 'PeriodOpened'
      ? [`open ${fact.data.period}`]
      : fact.type === 'PeriodClosed'
        ? [`close ${fact.data.period}`]
        : [],
  );

describe('the turn of the month', () => {
  it('renews without a command, once, however often and in how many processes it is looked for', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    world.moveTo('2026-12-01T00:00:00.000Z');
    await Promise.all([turns(world).turn(), turns(world).turn(), turns(world).turn()]);
    await turns(world).turn();
    expect(await months(world)).toEqual(['open 2026-11', 'close 2026-11', 'open 2026-12']);
    expect(verify(await world.entries())).toMatchObject({ broken: undefined });
  });

  it('opens each month of a sleep once, where the time is confirmed on the way', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    world.moveTo('2026-12-20T00:00:00.000Z');
    await world.time.confirmed();
    world.moveTo('2027-01-15T00:00:00.000Z');
    const stale = world.copy();
    await turns(world).turn();
    // Read models that are behind say that the turn is still due.
    await turns(world, { books: stale }).turn();
    expect(await months(world)).toEqual([
      'open 2026-11',
      'close 2026-11',
      'open 2026-12',
      'close 2026-12',
      'open 2027-01',
    ]);
  });

  it('opens nothing by a clock that is not believed', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    world.moveTo('2027-02-01T00:00:00.000Z');
    await expect(turns(world).turn()).rejects.toThrow(ClockAhead);
    expect(await months(world)).toEqual(['open 2026-11']);
  });

  it('does not make one organization wait for another whose books cannot be opened', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    world.moveTo('2026-12-01T00:00:00.000Z');
    const { opened, failed } = await turns(world, { organizations: ['org_unknown', ORGANIZATION] }).turn();
    expect(opened).toEqual([ORGANIZATION]);
    expect(failed).toEqual([{ organizationId: 'org_unknown', error: expect.any(RefusedError) }]);
  });

  it('looks at the books again only in another month, once all are open', async () => {
    const world = await BillingWorld.begin();
    await world.execute(charge('ses_1'));
    world.moveTo('2026-12-01T00:00:00.000Z');
    const process = turns(world);
    await process.turn();
    const before = world.store.log.length;
    expect(await process.turn()).toEqual({ opened: [], failed: [] });
    expect(world.store.log).toHaveLength(before);
    world.moveTo('2027-01-01T00:00:00.000Z');
    expect((await process.turn()).opened).toEqual([ORGANIZATION]);
  });
});
