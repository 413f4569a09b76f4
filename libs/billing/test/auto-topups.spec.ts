import fc from 'fast-check';
import { verify } from '../src/domain/entry-chain';
import type { TopupEvent } from '../src/domain/topup/topup-events';
import { PurchaseBooking } from '../src/purchase-booking';
import type { AppendFault } from './failing-appends';
import type { RefusedError } from '@assay/kernel';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { ORGANIZATION, credits, subject } from './ledger';
import { PACKAGE, type ProviderFault, TopupWorld } from './topup-world';

/** Histories that are tried; ASSAY_TOPUP_HISTORIES gives another number. */
const HISTORIES = Number(process.env['ASSAY_TOPUP_HISTORIES'] ?? 60);

const charge = new ChargeSession({
  organizationId: ORGANIZATION,
  ...subject('ses_refused'),
  tools: [],
  aiFeatures: [],
});
const types = (events: readonly TopupEvent[]): string[] => events.map(({ type }) => type);
const purchases = async (world: TopupWorld) =>
  (await world.billing.facts()).flatMap((entry) => (entry.type === 'CreditsPurchased' ? [entry.data] : []));

describe('automatic top-ups', () => {
  it('charge the card and credit the ledger, once', async () => {
    const world = await TopupWorld.begin();
    await world.set(50, 3);
    await world.charge(1);
    await world.react();
    await world.react();
    expect(types(await world.events())).toEqual(['AutoTopupChanged', 'TopupTriggered', 'TopupCredited']);
    const { purchaseId } = world.payments()[0]!;
    expect(world.payments()).toEqual([{ purchaseId, cents: 1_000 }]);
    expect(await purchases(world)).toMatchObject([
      {
        lot: { kind: 'purchased', remaining: PACKAGE.credits, expires: null },
        packageId: PACKAGE.id,
        paymentId: purchaseId,
      },
    ]);
    expect(await world.balance()).toBe(credits(149));
  });

  it('are named where a session lacks credits while one is under way, and not before or after', async () => {
    const world = await TopupWorld.begin();
    const refusal = () =>
      world.billing.execute(charge).then(
        () => undefined,
        (error: unknown) => (error as RefusedError).refusal,
      );
    while (await world.charge(10));
    while (await world.charge(1));
    const lacking = { code: 'INSUFFICIENT_CREDITS', details: { required: 1, balance: 0 } };
    expect(await refusal()).toMatchObject(lacking);
    expect((await refusal())?.details).toEqual(lacking.details);
    await world.set(50, 3);
    world.cuts.push('unavailable');
    await world.react(null);
    const triggered = (await world.events()).find((event) => event.type === 'TopupTriggered')!.data;
    expect(await refusal()).toMatchObject({
      message: expect.stringMatching(/An automatic top-up of 100 credits is under way\.$/) as unknown,
      details: { ...lacking.details, topup: { topupId: triggered.topupId, credits: 100, since: triggered.at } },
    });
    await world.react(null);
    expect(await refusal()).toBeUndefined();
  });

  it('pay what is owed beside the gap, in the same charge', async () => {
    const world = await TopupWorld.begin();
    const booking = new PurchaseBooking(world.billing.accounts, world.store);
    const book = (reversed: number) =>
      booking.book(
        ORGANIZATION,
        { purchaseId: 'pur_1', packageId: PACKAGE.id, credits: credits(10), reversed: credits(reversed) },
        world.billing.startedAt,
      );
    await book(0);
    while (await world.charge(10));
    while (await world.charge(1));
    await book(10);
    expect((await world.billing.accounts.ledger(ORGANIZATION)).owed).toBe(credits(10));
    await world.set(95, 3);
    await world.react(null);
    expect(world.payments()).toMatchObject([{ cents: 2_000 }]);
    expect(await world.balance()).toBe(credits(190));
    expect((await world.events()).at(-2)).toMatchObject({ type: 'TopupTriggered', data: { owed: credits(10) } });
  });

  it('are one where 64 processes see the balance fall at the same time', async () => {
    const world = await TopupWorld.begin();
    await world.set(50, 10);
    await world.charge(1);
    const entry = world.newestCharge();
    await Promise.all(Array.from({ length: 64 }, () => world.process().consider(ORGANIZATION, entry)));
    expect(world.payments()).toHaveLength(1);
    expect(await world.balance()).toBe(credits(149));
    expect(types(await world.events()).filter((type) => type === 'TopupTriggered')).toHaveLength(1);
  });

  it('end after three declined tries, and begin again when the customer says so', async () => {
    const world = await TopupWorld.begin({ card: false });
    await world.keepCard('declined-later');
    await world.set(50, 3);
    await world.charge(1);
    for (const days of [0, 1, 1, 1, 40]) {
      world.billing.elapse(days);
      await world.billing.time.accept();
      await world.react(null);
    }
    const declined = ['TopupTriggered', 'TopupDeclined'];
    const over = ['AutoTopupChanged', ...declined, ...declined, ...declined, 'AutoTopupTurnedOff'];
    expect(types(await world.events())).toEqual(over);
    expect([world.payments(), await purchases(world)]).toEqual([[], []]);
    await world.keepCard('accepted');
    await world.set(200, 3);
    await world.react(null);
    expect(types(await world.events()).slice(over.length)).toEqual([
      'AutoTopupChanged',
      'TopupTriggered',
      'TopupCredited',
    ]);
  });

  it('that the provider cannot be asked about stay in flight, and end with the same charge', async () => {
    const world = await TopupWorld.begin();
    await world.set(50, 3);
    await world.charge(1);
    world.cuts.push('unavailable', 'unavailable');
    await world.react();
    await world.react();
    expect(types(await world.events())).toEqual(['AutoTopupChanged', 'TopupTriggered']);
    await world.react();
    expect(types(await world.events()).slice(2)).toEqual(['TopupCredited']);
    expect(world.payments()).toHaveLength(1);
  });

  it('credit nothing twice, also where the credits are spent and months have gone by', async () => {
    const world = await TopupWorld.begin();
    await world.set(45, 1);
    for (let n = 0; n < 6; n += 1) await world.charge(1);
    // The credits are there, and the word that they are is lost.
    world.store.faults.push(...Array<undefined>(6).fill(undefined), 'lost-before-writing');
    await expect(world.process().consider(ORGANIZATION, world.newestCharge())).rejects.toThrow('the line was cut');
    expect(await world.balance()).toBe(credits(144));
    while (await world.charge(7));
    while (await world.charge(1));
    for (let month = 0; month < 3; month += 1) {
      world.billing.elapse(31);
      await world.billing.time.accept();
      await world.charge(1);
    }
    await world.react(null);
    expect(await purchases(world)).toHaveLength(1);
    expect(types(await world.events()).slice(0, 3)).toEqual(['AutoTopupChanged', 'TopupTriggered', 'TopupCredited']);
  });
});

interface Step {
  readonly days: number;
  readonly price: number;
  readonly card: 'accepted' | 'declined-later' | undefined;
  readonly settings:
    | { readonly threshold: number; readonly maxPerMonth: number; readonly enabled: boolean }
    | undefined;
  readonly faults: readonly (AppendFault | undefined)[];
  readonly cuts: readonly (ProviderFault | undefined)[];
}

const step: fc.Arbitrary<Step> = fc.record({
  days: fc.constantFrom(0, 0, 0, 0, 1, 15),
  price: fc.constantFrom(1, 2, 7),
  card: fc.constantFrom<Step['card']>(undefined, undefined, undefined, undefined, 'accepted', 'declined-later'),
  settings: fc.option(
    fc.record({
      threshold: fc.integer({ min: 1, max: 1_500 }),
      maxPerMonth: fc.integer({ min: 1, max: 3 }),
      enabled: fc.constantFrom(true, true, true, false),
    }),
    { freq: 3, nil: undefined },
  ),
  faults: fc.array(
    fc.constantFrom<AppendFault | undefined>(undefined, undefined, 'lost-before-writing', 'lost-after-writing'),
    { maxLength: 6 },
  ),
  cuts: fc.array(fc.constantFrom<ProviderFault | undefined>(undefined, 'cut-before', 'cut-after', 'unavailable'), {
    maxLength: 3,
  }),
});

/** @returns how often a process was ended in the midst of something */
async function lived(world: TopupWorld, history: readonly Step[]): Promise<number> {
  let ends = 0;
  for (const { days, price, card, settings, faults, cuts } of history) {
    world.billing.elapse(days);
    if (card) await world.keepCard(card);
    if (settings) await world.set(settings.threshold, settings.maxPerMonth, settings.enabled);
    await world.charge(price);
    world.store.faults.push(...faults);
    world.cuts.push(...cuts);
    ends += await world.react();
    world.store.faults.length = 0;
    world.cuts.length = 0;
  }
  // A charge about which the provider was not asked in time is given up.
  world.billing.elapse(4);
  await world.react(null);
  return ends;
}

describe('whatever happens to automatic top-ups', () => {
  it(`what was paid is credited once, as often as was allowed (${HISTORIES} histories)`, async () => {
    let [ends, topups] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (history) => {
        const world = await TopupWorld.begin();
        await world.set(45, 2);
        ends += await lived(world, history);
        const events = await world.events();
        const triggered = events.filter((event) => event.type === 'TopupTriggered');
        const paid = world.payments();
        topups += paid.length;

        expect(new Set(paid.map(({ purchaseId }) => purchaseId)).size).toBe(paid.length);
        const credited = (await purchases(world)).map(({ paymentId, lot }) => ({
          purchaseId: paymentId,
          cents: (lot.remaining / PACKAGE.credits) * PACKAGE.priceCents,
        }));
        expect(credited).toEqual(paid);

        expect(flights(events)).toEqual(
          triggered.flatMap(({ data }) => [`begins ${data.topupId}`, `ends ${data.topupId}`]),
        );
        expect(Math.min(1, ...leftAtTriggers(events))).toBe(1);
        for (const { data } of triggered) {
          expect(data.balance).toBeLessThan(data.threshold);
          expect(data.balance + data.credits).toBeGreaterThanOrEqual(data.threshold);
          expect(data.balance + data.credits - PACKAGE.credits).toBeLessThan(data.threshold);
        }
        expect(isExplained(events, await world.balance())).toBe(true);
        expect(verify(await world.billing.entries()).broken).toBeUndefined();
      }),
      { numRuns: HISTORIES, seed: 13 },
    );
    expect(ends).toBeGreaterThan(HISTORIES);
    expect(topups).toBeGreaterThan(HISTORIES);
  }, 300_000);
});

/** The begins and ends in order: each ends before the next one begins. */
const flights = (events: readonly TopupEvent[]): string[] =>
  events.flatMap(({ type, data }) => {
    if (type === 'TopupTriggered') return [`begins ${data.topupId}`];
    return type === 'TopupCredited' || type === 'TopupDeclined' ? [`ends ${data.topupId}`] : [];
  });

/** Told from the events alone: at each trigger, how many its month may have yet. */
function leftAtTriggers(events: readonly TopupEvent[]): number[] {
  const counted = new Map<string, string>();
  const left: number[] = [];
  let maxPerMonth = 0;
  for (const { type, data } of events) {
    if (type === 'AutoTopupChanged') maxPerMonth = data.maxPerMonth!;
    if (type === 'TopupDeclined') counted.delete(data.topupId);
    if (type !== 'TopupTriggered') continue;
    const month = data.at.slice(0, 7);
    left.push(maxPerMonth - [...counted.values()].filter((other) => other === month).length);
    counted.set(data.topupId, month);
  }
  return left;
}

/** Whether a balance that stays below the threshold has its reason in the stream. */
function isExplained(events: readonly TopupEvent[], balance: number): boolean {
  const settings = events.findLast((event) => event.type === 'AutoTopupChanged')!.data;
  const isOff = events.findLast(({ type }) => type === 'AutoTopupChanged' || type === 'AutoTopupTurnedOff');
  if (!settings.enabled || isOff?.type === 'AutoTopupTurnedOff' || balance >= settings.triggerThreshold!) return true;
  return ['TopupHeldBack', 'TopupDeclined'].includes(events.at(-1)!.type);
}
