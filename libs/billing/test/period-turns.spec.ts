import { ChangeOrganizationTier, organizationDocuments, organizationStream } from '@assay/identity';
import { RefusedError, hasType } from '@assay/kernel';
import { organizations } from '../../../projections/organizations.projection';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { verify } from '../src/domain/entry-chain';
import { ClockAhead, LedgerTime } from '../src/ledger-time';
import { PeriodTurns } from '../src/period-turns';
import { BillingWorld } from './billing-world';
import { ORGANIZATION, subject } from './ledger';
import { readModelsOf } from '../../read-models/test/read-models-of';

const charge = (sessionId: string) =>
  new ChargeSession({ organizationId: ORGANIZATION, ...subject(sessionId), tools: [], aiFeatures: [] });

/** The coming tier in the read model of organizations, computed from the events. */
const comingTier = ({ store: { log } }: BillingWorld) =>
  log.reduce(
    (document, event) =>
      hasType(organizations.handles, event.type)
        ? organizations.apply(document, event as Parameters<typeof organizations.apply>[1], ORGANIZATION)
        : document,
    undefined as Parameters<typeof organizations.apply>[0],
  )?.comingTier ?? null;

/** A separate process, whose read models have the present ledger or an earlier one. */
function turns(world: BillingWorld, { ids = [ORGANIZATION], books = world } = {}): PeriodTurns {
  const collection = ({ name }: { name: string }) =>
    name === organizationDocuments.name
      ? { find: async () => ids.map((id) => ({ id, document: { comingTier: comingTier(books) } })) }
      : {
          getMany: async (ids: readonly string[]) => {
            const opened = (await books.facts()).findLast(({ type }) => type === 'PeriodOpened');
            if (opened?.type !== 'PeriodOpened') return [];
            return ids.map((id) => ({ id, document: { period: opened.data.period } }));
          },
        };
  const time = new LedgerTime(world.store, world.clock);
  return new PeriodTurns(world.anotherProcess(), time, readModelsOf(collection), world.store);
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
    // Outdated read models show that the turn is still due.
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
    const { opened, failed } = await turns(world, { ids: ['org_unknown', ORGANIZATION] }).turn();
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

describe('a tier that ends with the month', () => {
  const order = (tier: string) => new ChangeOrganizationTier({ organizationId: ORGANIZATION, tier });
  const changes = (world: BillingWorld) =>
    world.store.log.flatMap(({ type, data }) => (type === 'OrganizationTierChanged' ? [data] : []));
  const included = async (world: BillingWorld) =>
    (await world.facts()).flatMap(({ type, data }) =>
      type === 'CreditsGranted' ? [`${data.lot.id} ${data.lot.remaining}`] : [],
    );
  const came = { organizationId: ORGANIZATION, tier: 'free', at: '2026-12-01T00:00:00.000Z' };

  it('gives way to the other by an event at its end, once, with what that one includes', async () => {
    const world = await BillingWorld.begin({ tier: 'pro' });
    await world.execute(charge('ses_1'));
    await world.execute(order('free'));
    world.moveTo('2026-11-30T23:59:59.999Z');
    await turns(world).turn();
    expect(changes(world)).toEqual([]);
    world.moveTo('2026-12-01T00:00:00.000Z');
    await Promise.all([turns(world).turn(), turns(world).turn(), turns(world).turn()]);
    await turns(world, { books: world.copy() }).turn();
    expect(changes(world)).toEqual([came]);
    expect(await included(world)).toEqual(['included-2026-11 2000000000', 'included-2026-12 50000000']);
  });

  it('does so in its own month also where all slept for two months', async () => {
    const world = await BillingWorld.begin({ tier: 'pro' });
    await world.execute(order('free'));
    world.moveTo('2026-12-20T00:00:00.000Z');
    await world.time.confirmed();
    world.moveTo('2027-01-15T00:00:00.000Z');
    expect((await world.standing()).remaining).toBe(100_000_000);
    const stale = world.copy();
    await turns(world).turn();
    await turns(world, { books: stale }).turn();
    expect(changes(world)).toEqual([came]);
    expect(await included(world)).toEqual([
      'included-2026-11 2000000000',
      'included-2026-12 50000000',
      'included-2027-01 50000000',
    ]);
    expect(verify(await world.entries())).toMatchObject({ broken: undefined });
  });

  it.each(['lost-before-writing', 'lost-after-writing'] as const)(
    'comes once where the process dies between any two of the steps (%s)',
    async (fault) => {
      let point = 0;
      for (let isReached = true; isReached; point += 1) {
        const world = await BillingWorld.begin({ tier: 'pro' });
        await world.execute(charge('ses_1'));
        await world.execute(order('free'));
        world.moveTo('2026-12-01T00:00:00.000Z');
        world.store.faults.push(...Array<undefined>(point).fill(undefined), fault);
        await turns(world)
          .turn()
          .catch((error: unknown) => error);
        isReached = world.store.faults.length === 0;
        world.store.faults.length = 0;
        await turns(world).turn();
        expect(changes(world)).toEqual([came]);
        expect(await included(world)).toEqual(['included-2026-11 2000000000', 'included-2026-12 50000000']);
      }
      // At least the time, the change, the close and the opening.
      expect(point).toBeGreaterThan(4);
    },
  );

  it('gives way also where the organization has no books', async () => {
    const world = await BillingWorld.begin({ tier: 'pro' });
    await world.store.append(organizationStream(ORGANIZATION), [
      {
        type: 'OrganizationTierScheduled',
        data: { organizationId: ORGANIZATION, tier: 'free', from: came.at, at: world.startedAt },
      },
    ]);
    world.moveTo('2026-12-01T00:30:00.000Z');
    await turns(world).turn();
    expect(changes(world)).toEqual([came]);
    expect(await included(world)).toEqual([]);
  });
});
