import type { RecordedEvent } from '@assay/event-store';
import { organizationStream } from '@assay/identity';
import { InfrastructureError, type RefusedError, microcredits, noCredits } from '@assay/kernel';
import { SandboxProvider } from '@assay/payments';
import { ChangeOverage } from '../src/commands/change-overage/change-overage';
import { ChargeSession, ChargeSessionHandler } from '../src/commands/charge-session/charge-session';
import { GrantCredits } from '../src/commands/grant-credits/grant-credits';
import { RefundSession } from '../src/commands/refund-session/refund-session';
import { chargeAiReport } from '../src/domain/charging';
import { balanceOf } from '../src/domain/credit-ledger';
import { verify } from '../src/domain/entry-chain';
import type { LedgerEntryOf, OverageSettled } from '../src/domain/events';
import type { PurchaseOrder } from '../src/domain/purchase-events';
import { OverageCollection } from '../src/overage-collection';
import { PurchaseBooking } from '../src/purchase-booking';
import { Purchases } from '../src/purchases';
import { collectOverage } from '../src/reactors/collect-overage.reactor';
import { bookPurchases } from '../src/reactors/purchases.reactor';
import { BillingWorld } from './billing-world';
import { ORGANIZATION, credits, subject } from './ledger';
import { WITH_OVERAGE } from './prices';

const organizationId = ORGANIZATION;
const DECEMBER = '2026-12-03T00:00:00.000Z';
let world: BillingWorld;
beforeEach(async () => {
  world = await BillingWorld.begin({ list: WITH_OVERAGE });
});

const allow = (limit: number) =>
  world.execute(new ChangeOverage({ organizationId, by: 'key_1', enabled: limit > 0, limit: credits(limit) }));
/** 10 credits: base, accessibility and performance. A month includes 50. */
const session = (sessionId: string) =>
  new ChargeSession({
    organizationId,
    ...subject(sessionId),
    tools: (['accessibility', 'performance'] as const).map((billing) => ({ id: billing, billing })),
    aiFeatures: [],
  });
const charge = (sessionId: string) => world.untilAnswered(session(sessionId));
const refund = (sessionId: string) => world.execute(new RefundSession({ organizationId, sessionId, reason: 'failed' }));
const spend = async (...sessions: string[]) => {
  for (const sessionId of sessions) expect(await charge(sessionId)).toBe('accepted');
};
const balance = async () => world.accounts.balance(organizationId);
const settled = async (): Promise<OverageSettled[]> =>
  (await world.facts()).flatMap(({ type, data }) => (type === 'OverageSettled' ? [data] : []));
const buy = (purchaseId: string, amount: number) =>
  new PurchaseBooking(world.accounts, world.store).book(
    organizationId,
    { purchaseId, packageId: 'p', credits: credits(amount), reversed: noCredits },
    world.clock.now().toISOString(),
  );
const soundLedger = async () => expect(verify(await world.entries()).broken).toBeUndefined();

const FIVE = ['ses_1', 'ses_2', 'ses_3', 'ses_4', 'ses_5'];

describe('overage', () => {
  afterEach(soundLedger);

  it('is off until it is allowed, and then goes as far as its limit', async () => {
    await spend(...FIVE);
    expect(await charge('ses_6')).toBe('INSUFFICIENT_CREDITS');
    await allow(15);
    await spend('ses_6');
    expect(await balance()).toBe(-credits(10));
    expect(await charge('ses_7')).toBe('INSUFFICIENT_CREDITS');
    await allow(20);
    await spend('ses_7');
    expect(await balance()).toBe(-credits(20));
  });

  it.each([41, -1])('is not allowed with a limit of %d where the tier has 40', async (limit) =>
    expect(
      await world.untilAnswered(
        new ChangeOverage({ organizationId, by: 'key_1', enabled: true, limit: credits(limit) }),
      ),
    ).toBe('VALIDATION_ERROR'),
  );

  it('is not allowed where the tier has none', async () => {
    world = await BillingWorld.begin();
    expect(await world.untilAnswered(new ChangeOverage({ organizationId, by: 'key_1', enabled: true }))).toBe(
      'TIER_REQUIRED',
    );
  });

  it('is never exceeded by 64 sessions at once from several processes', async () => {
    await allow(35);
    const processes = [1, 2, 3, 4].map(() => world.anotherProcess());
    const answers = await Promise.all(
      Array.from({ length: 64 }, async (_, n) => {
        const handler = new ChargeSessionHandler(processes[n % processes.length]!, world.quotes, world.prices);
        return handler.execute(session(`ses_${n}`)).then(
          () => 'accepted',
          (error: unknown) => (error as RefusedError).refusal.code,
        );
      }),
    );
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(8);
    expect(await balance()).toBe(-credits(30));
  });

  it('gets back first what comes back of it', async () => {
    await allow(40);
    await spend(...FIVE, 'ses_6');
    await refund('ses_6');
    expect(await balance()).toBe(noCredits);
    await refund('ses_5');
    expect(await balance()).toBe(credits(10));
    world.moveTo(DECEMBER);
    await charge('ses_7');
    expect(await settled()).toEqual([]);
  });

  it('is covered at the end of the month by what has come in, and sold for the rest', async () => {
    await allow(40);
    await spend(...FIVE, 'ses_6', 'ses_7');
    await buy('pur_1', 5);
    expect(await balance()).toBe(-credits(15));
    world.moveTo(DECEMBER);
    const foreseen = await world.standing();
    await charge('ses_8');
    expect(foreseen.remaining).toBe(credits(50));
    expect(await balance()).toBe(credits(40));
    expect(await settled()).toMatchObject([
      {
        period: '2026-11',
        used: credits(20),
        drawn: [{ lot: 'purchased-pur_1', amount: credits(5) }],
        amount: credits(15),
        microdollarsPerCredit: 123_457,
        cents: 185,
      },
    ]);
  });

  it('that was sold comes back as credits that do not expire', async () => {
    await allow(40);
    await spend(...FIVE, 'ses_6');
    world.moveTo(DECEMBER);
    await refund('ses_6');
    world.moveTo('2027-06-01T00:00:00.000Z');
    await world.time.accept();
    await charge('ses_7');
    const { lots } = await world.accounts.ledger(organizationId);
    expect(lots.find(({ id }) => id === 'overage-2026-11')).toMatchObject({
      kind: 'purchased',
      remaining: credits(10),
    });
  });

  it('that credits covered comes back to those, and not as bought', async () => {
    await allow(40);
    await spend(...FIVE, 'ses_6');
    await buy('pur_1', 4);
    const gift = { organizationId, grantId: 'gift', amount: credits(3), reason: 'sorry', expires: '2026-11' };
    await world.execute(new GrantCredits(gift));
    world.moveTo(DECEMBER);
    await refund('ses_6');
    expect(await settled()).toMatchObject([{ used: credits(10), amount: credits(3) }]);
    const { lots } = await world.accounts.ledger(organizationId);
    const left = lots.filter(({ remaining }) => remaining > 0);
    expect(Object.fromEntries(left.map(({ id, kind, remaining }) => [id, [kind, remaining]]))).toEqual({
      'overage-2026-11': ['purchased', credits(3)],
      'purchased-pur_1': ['purchased', credits(4)],
      'included-2026-12': ['included', credits(50)],
      'returned-2026-12': ['rollover', credits(3)],
    });
  });

  it('keeps its price while it is used, and its limit within the tier', async () => {
    await allow(40);
    await spend(...FIVE, 'ses_6');
    const free = { ...WITH_OVERAGE.tiers.free, overage: { credits: credits(15), microdollarsPerCredit: 999_999 } };
    world.use({ ...WITH_OVERAGE, version: 'dearer', tiers: { ...WITH_OVERAGE.tiers, free } });
    expect((await world.standing()).overage).toEqual({ limit: credits(15), microdollarsPerCredit: 123_457 });
    expect(await charge('ses_7')).toBe('INSUFFICIENT_CREDITS');
    await allow(12);
    expect((await world.accounts.ledger(organizationId)).overage).toEqual({
      limit: credits(12),
      microdollarsPerCredit: 123_457,
    });
    world.moveTo(DECEMBER);
    await charge('ses_8');
    expect(await settled()).toMatchObject([{ amount: credits(10), cents: 123 }]);
    expect((await world.accounts.ledger(organizationId)).overage).toEqual({
      limit: credits(12),
      microdollarsPerCredit: 999_999,
    });
  });

  it('keeps the limit that was asked for where the tier had brought it there already', async () => {
    await allow(40);
    const free = { ...WITH_OVERAGE.tiers.free, overage: { credits: credits(15), microdollarsPerCredit: 123_457 } };
    world.use({ ...WITH_OVERAGE, version: 'less', tiers: { ...WITH_OVERAGE.tiers, free } });
    expect((await allow(15)).overage).toMatchObject({ limit: 15, maximum: 15 });
    world.use(WITH_OVERAGE);
    expect((await world.standing()).overage?.limit).toBe(credits(15));
  });

  it('ends for good with a tier that has none', async () => {
    await allow(40);
    await spend(...FIVE, 'ses_6');
    await world.store.append(organizationStream(organizationId), [
      { type: 'OrganizationTierChanged', data: { organizationId, tier: 'starter', at: '2026-11-06T00:00:00.000Z' } },
    ]);
    const starter = { ...WITH_OVERAGE.tiers.starter, overage: null };
    world.use({ ...WITH_OVERAGE, version: 'without', tiers: { ...WITH_OVERAGE.tiers, starter } });
    expect((await world.standing()).overage?.limit).toBe(noCredits);
    expect(await charge('ses_7')).toBe('INSUFFICIENT_CREDITS');
    world.moveTo(DECEMBER);
    await charge('ses_8');
    expect((await world.accounts.ledger(organizationId)).overage).toBeUndefined();
    expect(await settled()).toMatchObject([{ amount: credits(10), cents: 123 }]);
  });
});

describe('the overage of a month that is over', () => {
  /** As the reactor does it, in a new process. */
  async function collect(booking = new PurchaseBooking(world.anotherProcess(), world.store)): Promise<void> {
    const { store, clock } = world;
    const provider = new SandboxProvider(store, clock);
    const purchases = new Purchases(store, clock, provider, booking);
    const reactor = collectOverage(new OverageCollection(purchases, store, provider));
    for (const event of [...store.log].filter(({ type }) => type === 'OverageSettled'))
      await reactor.react(event as RecordedEvent<LedgerEntryOf<'OverageSettled'>>);
  }
  /** As the reactor that continues where somebody could not. */
  async function bookWhatChanged(): Promise<void> {
    const { store, clock } = world;
    const booking = new PurchaseBooking(world.anotherProcess(), store);
    const reactor = bookPurchases(new Purchases(store, clock, new SandboxProvider(store, clock), booking));
    for (const event of [...store.log].filter(({ type }) => type in reactor.handles))
      await reactor.react(event as Parameters<typeof reactor.react>[0]);
  }
  const keepCard = (card: 'accepted' | 'declined-later') =>
    world.store.append(`sandboxcustomer-sandbox_${ORGANIZATION}`, [
      { type: 'SandboxMethodKept', data: { at: '2026-11-01T00:00:00.000Z', card, purchaseId: 'pur_1' } },
    ]);
  const charges = () => world.store.log.filter(({ type }) => type === 'SandboxCharged');
  beforeEach(async () => {
    await allow(40);
    await spend(...FIVE, 'ses_6');
    world.moveTo(DECEMBER);
    await world.accounts.post(organizationId, () => []);
  });
  afterEach(soundLedger);

  it('is charged once to the method on file, and owed by nobody', async () => {
    await keepCard('accepted');
    await collect();
    await collect();
    expect(charges()).toHaveLength(1);
    expect(charges()[0]!.data).toMatchObject({ order: { cents: 123 }, declined: null });
    const ledger = await world.accounts.ledger(organizationId);
    expect([balanceOf(ledger), ledger.owed]).toEqual([credits(50), noCredits]);
  });

  /** By invoice, as an operator books it; a gift pays nothing. */
  const pay = async (amount: number) => {
    const grant = { organizationId, grantId: 'invoice-1', reason: 'invoice 1', expires: null } as const;
    await world.execute(new GrantCredits({ ...grant, grantId: 'gift', amount: credits(1) }));
    for (const kind of ['purchased', 'purchased', 'promotional'] as const)
      await world.execute(new GrantCredits({ ...grant, amount: credits(amount), kind }));
  };

  it.each([undefined, 'declined-later' as const])(
    'is owed once where nothing can be charged (%s); what is owed turns overage off, and purchases pay it',
    async (card) => {
      if (card !== undefined) await keepCard(card);
      await collect();
      await collect();
      expect((await world.accounts.ledger(organizationId)).owed).toBe(credits(10));
      await spend('ses_11', 'ses_12', 'ses_13', 'ses_14', 'ses_15');
      expect(await charge('ses_16')).toBe('INSUFFICIENT_CREDITS');
      await pay(12);
      const { owed } = await world.accounts.ledger(organizationId);
      expect([owed, await balance()]).toEqual([noCredits, credits(3)]);
      expect(await charge('ses_16')).toBe('accepted');
    },
  );

  it.each([undefined, 'declined-later' as const])(
    'is owed also where the ledger could not be reached when its charge was refused (%s)',
    async (card) => {
      if (card !== undefined) await keepCard(card);
      const book = () => Promise.reject(new InfrastructureError('the store is away'));
      await collect({ book } as unknown as PurchaseBooking);
      expect((await world.accounts.ledger(organizationId)).owed).toBe(noCredits);
      await bookWhatChanged();
      await bookWhatChanged();
      expect((await world.accounts.ledger(organizationId)).owed).toBe(credits(10));
    },
  );

  it('is owed by nobody where it turns out to be paid while it is booked as refused', async () => {
    const { store, clock } = world;
    const booking = new PurchaseBooking(world.anotherProcess(), store);
    const elsewhere = new Purchases(store, clock, new SandboxProvider(store, clock), booking);
    const [{ paymentId: purchaseId, cents }] = (await settled()) as [OverageSettled];
    const heard: boolean[] = [];
    const book: PurchaseBooking['book'] = async (...order) => {
      const fact = { type: 'paid', cents } as const;
      heard.push(await elsewhere.receive({ eventId: 'evt_1', purchaseId, organizationId, fact }));
      return booking.book(...order);
    };
    await collect({ book } as PurchaseBooking);
    expect(heard).toEqual([true, true]);
    const ledger = await world.accounts.ledger(organizationId);
    expect([balanceOf(ledger), ledger.owed]).toEqual([credits(50), noCredits]);
  });
});

describe('overage that is less than a charge has at least', () => {
  /** A credit costs 12.3457 cents: 10 of them 123. */
  const cents = async () =>
    (await settled()).map((data) => [data.cents, data.before?.cents ?? 0, data.isLeft ?? false] as const);
  const take = async (id: string, amount: number) => {
    const { lots } = await world.accounts.ledger(organizationId);
    const left = lots.reduce((sum, { remaining }) => sum + remaining, 0);
    const lines = [
      { item: 'base', category: 'base', tool: null, amount: microcredits(left + credits(amount)) },
    ] as const;
    await world.accounts.post(organizationId, (ledger, at) => {
      const charged = chargeAiReport({ ...subject(id), at, lines }, ledger);
      return charged.ok ? charged.value : [];
    });
  };
  const month = async (at: string) => {
    world.moveTo(at);
    await world.accounts.post(organizationId, () => []);
  };
  const collected = async () => {
    const { store, clock } = world;
    const provider = new SandboxProvider(store, clock);
    const booking = new PurchaseBooking(world.anotherProcess(), store);
    const collection = new OverageCollection(new Purchases(store, clock, provider, booking), store, provider);
    for (const data of await settled()) await collection.collect(organizationId, data);
    return store.log.flatMap(({ type, data }) =>
      type === 'PurchaseStarted' ? [[(data as PurchaseOrder).cents, (data as PurchaseOrder).credits]] : [],
    );
  };

  it('is left to later months until it is enough, and then charged whole, once', async () => {
    await allow(40);
    await take('air_1', 2);
    await month('2026-12-03T00:00:00.000Z');
    expect(await collected()).toEqual([]);
    expect((await world.accounts.ledger(organizationId)).owed).toBe(noCredits);
    await month('2027-01-03T00:00:00.000Z');
    expect((await world.accounts.ledger(organizationId)).unpaid).toEqual({ amount: credits(2), cents: 24 });
    await take('air_2', 2);
    await month('2027-02-03T00:00:00.000Z');
    expect(await collected()).toEqual([]);
    await take('air_3', 1);
    await month('2027-03-03T00:00:00.000Z');
    expect(await cents()).toEqual([
      [24, 0, true],
      [24, 24, true],
      [12, 48, false],
    ]);
    expect(await collected()).toEqual([[60, credits(5)]]);
    expect(await collected()).toEqual([[60, credits(5)]]);
    // There is no method on file: all of it is owed.
    const ledger = await world.accounts.ledger(organizationId);
    expect([ledger.owed, ledger.unpaid]).toEqual([credits(5), undefined]);
    await soundLedger();
  });

  it.each([
    [4.04, true],
    [4.05, false],
  ])('is less than 50 cents: %d credits are left: %p', async (amount, isLeft) => {
    await allow(40);
    await take('air_1', amount);
    await month(DECEMBER);
    expect(await cents()).toEqual([[isLeft ? 49 : 50, 0, isLeft]]);
  });
});
