import { InfrastructureError, type Microcredits, defaultPriceList, timestamp } from '@assay/kernel';
import { type OffSessionCharge, type Order, type Payment, SandboxProvider, testCard } from '@assay/payments';
import { PurchaseCredits, PurchaseCreditsHandler } from '../src/commands/purchase-credits/purchase-credits';
import { PurchaseBooking } from '../src/purchase-booking';
import { Purchases } from '../src/purchases';
import { verify } from '../src/domain/entry-chain';
import { BillingWorld } from './billing-world';
import type { AppendFault } from './failing-appends';
import { ORGANIZATION, credits } from './ledger';

const LIST = defaultPriceList();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A process that buys: only the store survives a crash of it. */
class Shop {
  constructor(
    readonly world: BillingWorld,
    readonly provider = new SandboxProvider(world.store, world.clock),
  ) {}

  get purchases(): Purchases {
    const { store, clock } = this.world;
    return new Purchases(store, clock, this.provider, new PurchaseBooking(this.world.anotherProcess(), store));
  }

  async checkout(purchaseId: string): Promise<string> {
    const { store, clock } = this.world;
    const handler = new PurchaseCreditsHandler(
      this.purchases,
      store,
      clock,
      { next: () => 'pur_0' },
      this.provider,
      LIST,
    );
    const returnTo = { success: '/ok', cancel: '/no' };
    const command = { organizationId: ORGANIZATION, packageId: 'credits-500', purchaseId, returnTo };
    return (await handler.execute(new PurchaseCredits(command))).checkoutUrl;
  }

  /** Charges the stored payment method, as a top-up does. */
  async charge(purchaseId: string, quantity = 1) {
    const { id: packageId, credits: each, priceCents } = LIST.packages[0]!;
    const now = this.world.clock.now().getTime();
    const { status, reason } = await this.purchases.charge({
      purchaseId,
      organizationId: ORGANIZATION,
      packageId,
      quantity,
      credits: (each * quantity) as Microcredits,
      cents: priceCents * quantity,
      origin: 'topup',
      provider: this.provider.name,
      customer: await this.provider.customer({ organizationId: ORGANIZATION }),
      returnTo: { success: '', cancel: '' },
      expiresAt: new Date(now + 3 * DAY).toISOString(),
    });
    return { status, reason };
  }

  /** Repeats the work in a new process after each interrupted connection. */
  async untilDone<Value>(work: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof InfrastructureError)) throw error;
      }
    }
  }

  async balance(): Promise<Microcredits> {
    const { broken, ledger } = verify(await this.world.entries());
    expect(broken).toBeUndefined();
    return (await this.world.anotherProcess().balance(ledger.organizationId)) as Microcredits;
  }

  async credited(): Promise<number> {
    return (await this.world.facts()).filter(({ type }) => type === 'CreditsPurchased').length;
  }
}

/**
 * A provider that remembers a charge by its key for a day, as Stripe does, and then takes the same order as a new one.
 * Its answers to charges can be lost.
 */
class ForgetfulProvider extends SandboxProvider {
  readonly charges: { readonly at: string; readonly order: Order }[] = [];
  lost: 'nothing' | 'the answer' | 'the order' = 'nothing';

  constructor(private readonly world: BillingWorld) {
    super(world.store, world.clock);
  }

  override charge(order: Order): Promise<OffSessionCharge> {
    const now = this.world.clock.now().getTime();
    const isKnown = this.charges.some(({ at }) => now - Date.parse(at) < DAY);
    if (!isKnown && this.lost !== 'the order') this.charges.push({ at: timestamp(this.world.clock), order });
    if (this.lost !== 'nothing') return Promise.reject(new InfrastructureError('the provider does not answer'));
    return Promise.resolve({ status: 'paid', reference: 'ref_1' });
  }

  override payment(): Promise<Payment | undefined> {
    const [charge] = this.charges;
    return Promise.resolve(
      charge && { status: 'paid', reference: 'ref_1', facts: [{ type: 'paid', cents: charge.order.cents }] },
    );
  }
}

const begin = async (): Promise<Shop> => new Shop(await BillingWorld.begin());
const pays = { card: testCard('accepted')!, keepCard: true };
/** The credits that the tier includes. */
const INCLUDED = 50;

describe('a purchase of credits', () => {
  it.each(['lost-before-writing', 'lost-after-writing'] as const)(
    'is credited once wherever between two writes the process dies (%s)',
    async (fault) => {
      const died: number[] = [];
      for (let writes = 0; ; writes += 1) {
        const shop = await begin();
        const { faults } = shop.world.store;
        faults.push(...Array.from<AppendFault | undefined>({ length: writes }), fault);
        await shop.untilDone(() => shop.checkout('pur_1'));
        await shop.untilDone(() => shop.provider.pay('pur_1', pays));
        await shop.untilDone(() => shop.purchases.ask('pur_1'));
        expect(await shop.credited()).toBe(1);
        expect(await shop.balance()).toBe(credits(INCLUDED + 500));
        if (faults.length > 0) break;
        died.push(writes);
      }
      // The start, the page twice, the card, the payment, the record that it is paid, the month, the credits, the
      // booking.
      expect(died.length).toBeGreaterThanOrEqual(8);
    },
  );

  it.each(['lost-before-writing', 'lost-after-writing'] as const)(
    'without the customer is charged and credited once wherever the process dies (%s)',
    async (fault) => {
      for (let writes = 0; ; writes += 1) {
        const shop = await begin();
        await shop.checkout('pur_1');
        await shop.provider.pay('pur_1', pays);
        const { faults, log } = shop.world.store;
        faults.push(...Array.from<AppendFault | undefined>({ length: writes }), fault);
        expect(await shop.untilDone(() => shop.charge('pur_2', 3))).toEqual({ status: 'paid', reason: undefined });
        expect(await shop.balance()).toBe(credits(INCLUDED + 300));
        expect(log.filter(({ type }) => type === 'SandboxCharged')).toHaveLength(1);
        if (faults.length > 0) break;
      }
    },
  );

  it.each([
    ['the answer', 0, 1, 'paid'],
    ['the answer', 19, 1, 'paid'],
    ['the answer', 25, 1, 'paid'],
    ['the answer', 24 * 40, 1, 'paid'],
    ['the order', 19, 1, 'paid'],
    ['the order', 25, 0, 'started'],
    ['the order', 73, 0, 'expired'],
  ] as const)(
    'without the customer, of which %s was lost, is asked for again after %d hours: %d charge, %s',
    async (lost, hours, charges, status) => {
      const world = await BillingWorld.begin();
      const provider = new ForgetfulProvider(world);
      const shop = new Shop(world, provider);
      provider.lost = lost;
      await expect(shop.charge('pur_1')).rejects.toThrow('the provider does not answer');
      provider.lost = 'nothing';
      world.elapse(hours / 24);
      await world.time.accept();
      expect(await shop.charge('pur_1')).toMatchObject({ status });
      expect(await shop.charge('pur_1')).toMatchObject({ status });
      expect(provider.charges).toHaveLength(charges);
      expect(await shop.credited()).toBe(charges);
    },
  );

  it('says why the method on file was declined, and credits nothing', async () => {
    const shop = await begin();
    expect(await shop.charge('pur_1')).toEqual({ status: 'declined', reason: 'no_payment_method' });
    await shop.checkout('pur_2');
    await shop.provider.pay('pur_2', { card: testCard('declined-later')!, keepCard: true });
    expect(await shop.charge('pur_3')).toEqual({ status: 'declined', reason: 'card_declined' });
    expect(await shop.credited()).toBe(0);
  });

  it('is credited once by 64 processes at a time', async () => {
    const shop = await begin();
    await shop.checkout('pur_1');
    await shop.provider.pay('pur_1', pays);
    await Promise.all(Array.from({ length: 64 }, () => shop.untilDone(() => shop.purchases.ask('pur_1'))));
    expect([await shop.credited(), await shop.balance()]).toEqual([1, credits(INCLUDED + 500)]);
  });

  it('is one of 16 that are all credited at a time', async () => {
    const shop = await begin();
    const ids = Array.from({ length: 16 }, (_, index) => `pur_${index}`);
    for (const id of ids) await shop.checkout(id);
    await Promise.all(ids.map((id) => shop.provider.pay(id, pays)));
    await Promise.all(ids.map((id) => shop.purchases.ask(id)));
    expect([await shop.credited(), await shop.balance()]).toEqual([16, credits(INCLUDED + 16 * 500)]);
  });

  it.each([0, 1, 40])('is credited once where the process died before it was noted, %d days ago', async (days) => {
    const shop = await begin();
    await shop.checkout('pur_1');
    await shop.provider.pay('pur_1', pays);
    // The record of the payment and the ledger's entries are written, but not the purchase's record of its booking.
    const { store } = shop.world;
    const booked = store.append.bind(store);
    store.append = (stream, events, options) =>
      events[0]!.type === 'PurchaseBooked'
        ? Promise.reject(new InfrastructureError('the line was cut'))
        : booked(stream, events, options);
    await expect(shop.purchases.ask('pur_1')).rejects.toThrow('the line was cut');
    store.append = booked;
    shop.world.elapse(days);
    await shop.world.time.accept();
    await shop.untilDone(() => shop.purchases.ask('pur_1'));
    expect(await shop.credited()).toBe(1);
  });

  it('that nobody has paid expires, and is credited if money comes after all', async () => {
    const shop = await begin();
    await shop.checkout('pur_1');
    shop.world.elapse(1);
    await shop.purchases.ask('pur_1');
    expect((await shop.purchases.find('pur_1'))?.status).toBe('expired');
    const fact = { type: 'paid', cents: 4_500 } as const;
    const event = { eventId: 'evt_1', purchaseId: 'pur_1', organizationId: ORGANIZATION, fact };
    expect(await shop.purchases.receive({ ...event, organizationId: 'org_eve' })).toBe(false);
    expect(await shop.purchases.receive({ ...event, purchaseId: 'pur_unknown' })).toBe(false);
    expect(await shop.credited()).toBe(0);
    expect(await shop.purchases.receive(event)).toBe(true);
    expect(await shop.purchases.receive(event)).toBe(true);
    expect(await shop.credited()).toBe(1);
  });
});
