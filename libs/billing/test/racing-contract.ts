import { type EventStore, decide } from '@assay/event-store';
import { organizationStream } from '@assay/identity';
import { type PriceList, RefusedError, defaultPriceList, systemClock, toCredits } from '@assay/kernel';
import { SandboxProvider, testCard } from '@assay/payments';
import { ChargeSession, ChargeSessionHandler } from '../src/commands/charge-session/charge-session';
import { CreditAccounts } from '../src/credit-accounts';
import { verify } from '../src/domain/entry-chain';
import { changeOverage } from '../src/domain/overage';
import { autoTopup } from '../src/domain/topup/auto-topup';
import { changeAutoTopup } from '../src/domain/topup/changing';
import { topupStream } from '../src/domain/topup/topup-events';
import { HeldQuotes } from '../src/held-quotes';
import { LedgerHistory } from '../src/ledger-history';
import { LedgerTime } from '../src/ledger-time';
import type { PriceVersions } from '../src/price-versions';
import { PurchaseBooking } from '../src/purchase-booking';
import { Purchases } from '../src/purchases';
import { CreditStanding } from '../src/queries/credit-standing';
import { AutoTopups } from '../src/topup/auto-topups';
import { ORGANIZATION, credits, subject } from './ledger';
import { WITH_OVERAGE, versionsOn } from './prices';

const PROCESSES = 8;
const SESSIONS = 64;
const PACKAGE = defaultPriceList().packages[0]!;
/** Base, accessibility and performance. */
const PRICE = 10;
const INCLUDED = 50;
const TOOLS = (['accessibility', 'performance'] as const).map((billing) => ({ id: billing, billing }));

/** A process with nothing of its own but a connection to the store. */
class Process {
  private readonly prices: PriceVersions;
  private readonly accounts: CreditAccounts;
  private readonly provider: SandboxProvider;
  private readonly topups: AutoTopups;
  readonly purchases: Purchases;

  constructor(
    private readonly events: EventStore,
    list: PriceList,
  ) {
    const clock = systemClock;
    const time = new LedgerTime(events, clock);
    this.prices = versionsOn(events, clock, list);
    this.accounts = new CreditAccounts(events, clock, time, this.prices);
    this.provider = new SandboxProvider(events, clock);
    this.purchases = new Purchases(events, clock, this.provider, new PurchaseBooking(this.accounts, events));
    const standing = new CreditStanding(undefined as never, events, clock, time, this.accounts, this.prices);
    this.topups = new AutoTopups(events, clock, this.provider, list, this.accounts, standing, this.purchases);
  }

  /** @returns whether it was accepted */
  async charge(sessionId: string): Promise<boolean> {
    const handler = new ChargeSessionHandler(this.accounts, new HeldQuotes(this.events, systemClock), this.prices);
    const charge = { organizationId: ORGANIZATION, ...subject(sessionId), tools: TOOLS, aiFeatures: [] };
    try {
      await handler.execute(new ChargeSession(charge));
      return true;
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.code === 'INSUFFICIENT_CREDITS') return false;
      throw error;
    }
  }

  /** As far as the tier allows it, where it does. */
  async allowOverage(): Promise<void> {
    const { overage } = this.prices.current.tiers.free;
    if (overage === null) return;
    const terms = { limit: overage.credits, microdollarsPerCredit: overage.microdollarsPerCredit };
    await this.accounts.post(ORGANIZATION, (ledger, at) => changeOverage({ at, by: 'key_1', terms }, ledger));
  }

  topUp(): Promise<void> {
    return this.topups.consider(ORGANIZATION, null);
  }

  /** A customer has paid a page, and nobody has heard of it yet. */
  async paid(purchaseId: string): Promise<void> {
    const order = {
      purchaseId,
      organizationId: ORGANIZATION,
      packageId: PACKAGE.id,
      quantity: 1,
      credits: PACKAGE.credits,
      cents: PACKAGE.priceCents,
      origin: 'checkout' as const,
      provider: this.provider.name,
      customer: await this.provider.customer({ organizationId: ORGANIZATION }),
      returnTo: { success: '/ok', cancel: '/no' },
      expiresAt: new Date(Date.now() + 12 * 3_600_000).toISOString(),
    };
    await this.purchases.checkout(order);
    await this.provider.pay(purchaseId, { card: testCard('accepted')!, keepCard: true });
  }
}

async function begin(events: EventStore, list: PriceList): Promise<void> {
  const at = new Date().toISOString();
  await events.append(organizationStream(ORGANIZATION), [
    { type: 'OrganizationCreated', data: { organizationId: ORGANIZATION, name: 'One', tier: 'free', at } },
  ]);
  await versionsOn(events, systemClock, list).recorded();
  await new Process(events, list).paid('pur_1');
  const settings = { triggerThreshold: credits(100), packageId: PACKAGE.id, maxPerMonth: 2 };
  const change = { at, organizationId: ORGANIZATION, by: 'key_1', enabled: true, settings };
  await decide(events, topupStream(ORGANIZATION), autoTopup, (state) => changeAutoTopup(change, state));
}

/** How far below nothing charges may go, in credits. */
const FLOORS = [
  { list: defaultPriceList(), floor: 0, what: 'none of them below nothing' },
  { list: WITH_OVERAGE, floor: 40, what: 'those that overage pays, too' },
];

/** @param open gives an empty store */
export function racingContract(name: string, open: () => Promise<EventStore>): void {
  const title = `on ${name}, 64 sessions, two top-ups and a purchase at a time come to what they come to in turn, `;
  it.each(FLOORS)(
    `${title}$what`,
    async ({ list, floor }) => {
      const events = await open();
      try {
        await begin(events, list);
        const processes = Array.from({ length: PROCESSES }, () => new Process(events, list));
        const of = (index: number) => processes[index % PROCESSES]!;
        const ids = Array.from({ length: SESSIONS }, (_, index) => `ses_${index}`);
        const accepted = new Set<string>();
        const entriesNow = async () => (await new LedgerHistory(events, systemClock).whole(ORGANIZATION)).length;
        // Those that were refused while the credits were on their way ask again, until nothing moves any more.
        for (let before = -1, now = 0; before < now; ) {
          before = now;
          await Promise.all([
            ...ids.map(async (id, index) => {
              if (await of(index).charge(id)) accepted.add(id);
            }),
            ...processes.flatMap((process) => [
              process.topUp(),
              process.purchases.ask('pur_1'),
              process.allowOverage(),
            ]),
          ]);
          now = await entriesNow();
        }
        const { entries, broken } = verify(await new LedgerHistory(events, systemClock).whole(ORGANIZATION));
        expect(broken).toBeUndefined();
        expect(Math.min(...entries.map(({ balanceAfter }) => balanceAfter))).toBe(-credits(floor) + 0);
        expect(entries.at(-1)!.balanceAfter).toBe(-credits(floor) + 0);
        const facts = entries.map(({ entry }) => entry);
        const charged = facts.flatMap(({ type, data }) => (type === 'CreditsCharged' ? [data.sessionId] : []));
        expect(charged.sort()).toEqual([...accepted].sort());
        expect(facts.filter(({ type }) => type === 'OverageChanged')).toHaveLength(floor > 0 ? 1 : 0);
        const purchases = facts.flatMap(({ type, data }) => (type === 'CreditsPurchased' ? [data] : []));
        const bought = purchases.map(({ paymentId }) => paymentId);
        expect(bought).toHaveLength(3);
        expect(new Set(bought).size).toBe(3);
        expect(bought).toContain('pur_1');
        // A top-up is as large as the gap is when it begins, which below nothing takes two packages.
        const paid = purchases.reduce((sum, { lot }) => sum + toCredits(lot.remaining), 0);
        expect(paid).toBe(floor === 0 ? 300 : accepted.size * PRICE - INCLUDED - floor);
        expect(accepted.size).toBe((INCLUDED + paid + floor) / PRICE);
      } finally {
        await events.close();
      }
    },
    240_000,
  );
}
