import { RefusedError, fromCredits } from '@assay/kernel';
import { creditBalance } from '../../../projections/credit-balance.projection';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { GrantCredits } from '../src/commands/grant-credits/grant-credits';
import { RefundSession } from '../src/commands/refund-session/refund-session';
import { verify } from '../src/domain/entry-chain';
import { Lapses } from '../src/lapses';
import type { CreditBalanceDocument } from '../src/queries/documents';
import { BillingWorld } from './billing-world';
import { ORGANIZATION, subject } from './ledger';
import { readModelsOf } from '../../read-models/test/read-models-of';

const organizationId = ORGANIZATION;
const NOON = '2026-11-20T12:00:00.000Z';
const grant = (expires: string | null, more: { grantId?: string; priority?: number; kind?: 'purchased' } = {}) =>
  new GrantCredits({ organizationId, grantId: 'g', amount: fromCredits(10), reason: 'sorry', expires, ...more });
/** Costs 10 credits. */
const charge = (sessionId: string) => {
  const tools = (['accessibility', 'performance'] as const).map((billing) => ({ id: billing, billing }));
  return new ChargeSession({ organizationId, ...subject(sessionId), tools, aiFeatures: [] });
};
const balanceOf = (world: BillingWorld): CreditBalanceDocument | undefined =>
  world.store.log.reduce(
    (document, event) =>
      event.stream.startsWith('credits-')
        ? creditBalance.apply(document, event as Parameters<typeof creditBalance.apply>[1], organizationId)
        : document,
    undefined as CreditBalanceDocument | undefined,
  );

/** A process of its own, with read models that say what the ledger says. */
function lapses(world: BillingWorld): Lapses {
  const find = ({ where }: { where: { lapsesAt: { lte: string } } }) => {
    const lapsesAt = balanceOf(world)?.lapsesAt ?? null;
    return Promise.resolve(lapsesAt !== null && lapsesAt <= where.lapsesAt.lte ? [{ id: organizationId }] : []);
  };
  const readModels = readModelsOf(() => ({ find }));
  return new Lapses(world.anotherProcess(), world.clock, readModels);
}
const lapsed = async (world: BillingWorld) =>
  (await world.facts()).flatMap(({ type, data }) => (type === 'CreditsLapsed' ? [[data.at, data.lapsed]] : []));
const drawn = async (world: BillingWorld) =>
  (await world.facts()).flatMap(({ type, data }) =>
    type === 'CreditsCharged' ? data.drawn.map(({ lot }) => lot) : [],
  );

describe('a grant that ends within a month', () => {
  it('lapses at its time by an event, once, in however many processes', async () => {
    const world = await BillingWorld.begin();
    await world.execute(grant('2026-11-20T13:00+01:00'));
    expect(balanceOf(world)).toMatchObject({ lapsesAt: NOON, balance: fromCredits(60) });
    world.moveTo('2026-11-20T11:59:59.999Z');
    await lapses(world).lapse();
    expect(await lapsed(world)).toEqual([]);
    world.moveTo(NOON);
    expect((await world.standing()).remaining).toBe(fromCredits(50));
    await Promise.all([lapses(world).lapse(), lapses(world).lapse(), lapses(world).lapse()]);
    await lapses(world).lapse();
    expect(await lapsed(world)).toEqual([[NOON, [{ lot: 'promotional-g', amount: fromCredits(10) }]]]);
    expect(balanceOf(world)).toMatchObject({ lapsesAt: null, balance: fromCredits(50) });
    expect(verify(await world.entries()).broken).toBeUndefined();
  });

  it.each(['lost-before-writing', 'lost-after-writing'] as const)(
    'lapses once where the process dies at it (%s)',
    async (fault) => {
      const world = await BillingWorld.begin();
      await world.execute(grant(NOON));
      world.moveTo('2026-11-20T12:00:40.000Z');
      world.store.faults.push(fault);
      await expect(lapses(world).lapse()).rejects.toThrow('1 of 1 wait');
      world.moveTo('2026-11-21T12:00:00.000Z');
      world.restart();
      await lapses(world).lapse();
      expect(await lapsed(world)).toHaveLength(1);
      expect(await world.accounts.balance(organizationId)).toBe(fromCredits(50));
    },
  );

  it('is spent by nobody after its time, also before anybody has looked', async () => {
    const world = await BillingWorld.begin();
    await world.execute(grant(NOON));
    world.moveTo(NOON);
    await world.execute(charge('ses_1'));
    expect(await drawn(world)).toEqual(['included-2026-11']);
    expect(await lapsed(world)).toHaveLength(1);
  });

  it('lapses in its own month where all slept over its end, and covers nothing of a later one', async () => {
    const world = await BillingWorld.begin();
    await world.execute(grant('2026-12-10T00:00:00.000Z'));
    await world.execute(grant(NOON, { grantId: 'h' }));
    world.moveTo('2026-12-20T00:00:00.000Z');
    expect((await world.standing()).remaining).toBe(fromCredits(100));
    await world.accounts.post(organizationId, () => []);
    expect((await lapsed(world)).map(([, lots]) => lots)).toEqual([
      [{ lot: 'promotional-h', amount: fromCredits(10) }],
      [{ lot: 'promotional-g', amount: fromCredits(10) }],
    ]);
    expect(await world.accounts.balance(organizationId)).toBe(fromCredits(100));
  });

  it('is not there for a refund any more: that goes to the credits of the month that came back', async () => {
    const world = await BillingWorld.begin();
    await world.execute(grant(NOON));
    await world.execute(charge('ses_1'));
    expect(await drawn(world)).toEqual(['promotional-g']);
    world.moveTo(NOON);
    await world.execute(new RefundSession({ organizationId, sessionId: 'ses_1', reason: 'failed' }));
    expect(await lapsed(world)).toEqual([]);
    const { lots } = await world.accounts.ledger(organizationId);
    expect(lots).toContainEqual(expect.objectContaining({ id: 'returned-2026-11', remaining: fromCredits(10) }));
    world.moveTo('2026-12-01T00:00:00.000Z');
    await world.accounts.post(organizationId, () => []);
    expect(await lapsed(world)).toHaveLength(1);
  });

  it('that ends with a month is one that reaches to its end', async () => {
    const world = await BillingWorld.begin();
    await world.execute(grant('2026-12-01T00:00:00.000Z'));
    const { lots } = await world.accounts.ledger(organizationId);
    expect(lots.find(({ id }) => id === 'promotional-g')).toMatchObject({ expires: '2026-11' });
    expect(balanceOf(world)?.lapsesAt).toBeNull();
  });

  it.each([
    '2026-11-05T10:00:00.000Z',
    '2026-10',
    '2026-11-20',
    '2026-11-20T12:00',
    'tomorrow',
    '2026-11-31T25:00:00Z',
    '2027-02-30T12:00:00Z',
  ])('is refused with the end %s', async (expires) => {
    const world = await BillingWorld.begin();
    const refused = world.execute(grant(expires)).catch((error: unknown) => error);
    expect(await refused).toBeInstanceOf(RefusedError);
    expect(await refused).toMatchObject({ refusal: { code: 'VALIDATION_ERROR', details: [{ field: 'expires' }] } });
  });

  it('is given once, also where it is repeated after its end', async () => {
    const world = await BillingWorld.begin();
    await world.execute(grant(NOON));
    world.moveTo('2026-11-21T00:00:00.000Z');
    expect(await world.execute(grant(NOON))).toMatchObject({ newBalance: fromCredits(50) });
  });
});

describe('the order of spending', () => {
  it('is by priority, then by the end, then promotional before others, then by age', async () => {
    const world = await BillingWorld.begin();
    await world.accounts.post(organizationId, () => []);
    world.elapse(1);
    for (const [grantId, expires, more] of [
      ['late', null, {}],
      ['bought', '2026-11', { kind: 'purchased' }],
      ['month', '2026-11', {}],
      ['soon', NOON, {}],
      ['last', NOON, { priority: 51 }],
      ['first', null, { priority: 49 }],
      ['zero', null, { priority: 0 }],
    ] as const)
      await world.execute(grant(expires, { grantId, ...more }));
    // Each session pays 10 of 50 included credits; the month's own come after what was promised for it.
    for (let n = 1; n <= 12; n += 1) await world.execute(charge(`ses_${n}`));
    expect((await drawn(world)).map((lot) => lot.replace(/^(promotional|granted)-/, ''))).toEqual([
      ...['zero', 'first', 'soon', 'month'],
      ...Array<string>(5).fill('included-2026-11'),
      ...['bought', 'late', 'last'],
    ]);
  });

  it.each([-1, 101, 1.5])('takes no priority %p', async (priority) => {
    const world = await BillingWorld.begin();
    await expect(world.execute(grant(null, { priority }))).rejects.toMatchObject({
      refusal: { code: 'VALIDATION_ERROR', details: [{ field: 'priority' }] },
    });
  });
});
