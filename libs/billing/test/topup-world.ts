import { decide } from '@assay/event-store';
import { type Clock, InfrastructureError, defaultPriceList, microcredits } from '@assay/kernel';
import type { OffSessionCharge, Order, PaymentProvider } from '@assay/payments';
import { SandboxProvider } from '../../payments/src/sandbox/sandbox-provider';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { CreditAccounts } from '../src/credit-accounts';
import type { LedgerEntryOf } from '../src/domain/events';
import { changeAutoTopup } from '../src/domain/topup/changing';
import { autoTopup } from '../src/domain/topup/auto-topup';
import { type LoweringEntry, type TopupEvent, topupStream } from '../src/domain/topup/topup-events';
import { LedgerTime } from '../src/ledger-time';
import { PurchaseBooking } from '../src/purchase-booking';
import { Purchases } from '../src/purchases';
import { CreditStanding } from '../src/queries/credit-standing';
import { AutoTopups, TopupUnanswered } from '../src/topup/auto-topups';
import { BillingWorld } from './billing-world';
import type { FailingAppends } from './failing-appends';
import { ORGANIZATION, credits, subject } from './ledger';

export const PACKAGE = defaultPriceList().packages[0]!;

/** The faults that a process may meet at the provider: a line that is cut before or after the charge was made. */
export type ProviderFault = 'cut-before' | 'cut-after' | 'unavailable';

class ProcessEnded extends Error {}

/** The sandbox behind a line that can be cut. */
class CutProvider extends SandboxProvider {
  constructor(
    store: FailingAppends,
    clock: Clock,
    private readonly cuts: (ProviderFault | undefined)[],
  ) {
    super(store, clock);
  }

  override async charge(order: Order): Promise<OffSessionCharge> {
    const cut = this.cuts.shift();
    if (cut === 'cut-before') throw new ProcessEnded('before the charge');
    if (cut === 'unavailable') throw new InfrastructureError('the provider does not answer');
    const charge = await super.charge(order);
    if (cut === 'cut-after') throw new ProcessEnded('after the charge');
    return charge;
  }
}

/** An organization with 50 credits and a card on file. */
export class TopupWorld {
  readonly cuts: (ProviderFault | undefined)[] = [];
  private sessions = 0;

  private constructor(readonly billing: BillingWorld) {}

  static async begin({ card = true } = {}): Promise<TopupWorld> {
    const world = new TopupWorld(await BillingWorld.begin());
    if (card) await world.keepCard('accepted');
    return world;
  }

  get store(): FailingAppends {
    return this.billing.store;
  }

  provider(): PaymentProvider {
    return new CutProvider(this.store, this.billing.clock, this.cuts);
  }

  /** The card that the customer left when a package was bought. */
  async keepCard(id: 'accepted' | 'declined-later'): Promise<void> {
    await this.store.append(`sandboxcustomer-sandbox_${ORGANIZATION}`, [
      { type: 'SandboxMethodKept', data: { at: '2026-11-01T00:00:00.000Z', card: id, purchaseId: 'pur_1' } },
    ]);
  }

  /** As another process would do it. */
  process(): AutoTopups {
    const { store, clock, prices } = this.billing;
    const time = new LedgerTime(store, clock);
    const accounts = new CreditAccounts(store, clock, time, prices);
    const standing = new CreditStanding(undefined as never, store, clock, time, accounts, prices);
    const provider = this.provider();
    const purchases = new Purchases(store, clock, provider, new PurchaseBooking(accounts, store));
    return new AutoTopups(store, clock, provider, defaultPriceList(), accounts, standing, purchases);
  }

  async set(threshold: number, maxPerMonth: number, enabled = true): Promise<void> {
    const at = this.billing.clock.now().toISOString();
    const settings = { triggerThreshold: credits(threshold), packageId: PACKAGE.id, maxPerMonth };
    const change = { at, organizationId: ORGANIZATION, by: 'key_1', enabled, settings };
    await decide(this.store, topupStream(ORGANIZATION), autoTopup, (state) => changeAutoTopup(change, state));
  }

  /** A session of 1 to 10 credits; refused where the balance does not cover it. */
  async charge(price: number): Promise<boolean> {
    this.sessions += 1;
    const tools = [
      ...(price > 1 ? [{ id: 'a', billing: 'security' as const }] : []),
      ...(price > 2 ? [{ id: 'b', billing: 'performance' as const }] : []),
    ];
    const of = { organizationId: ORGANIZATION, ...subject(`ses_${this.sessions}`) };
    const answer = await this.billing.untilAnswered(new ChargeSession({ ...of, tools, aiFeatures: [] }));
    return answer === 'accepted';
  }

  /** The result of the reactor for the newest charge. */
  newestCharge(): LoweringEntry | null {
    const event = this.store.log.findLast(({ type }) => type === 'CreditsCharged');
    if (!event) return null;
    const { stream, revision } = event;
    const { balance: after, amount } = event.data as LedgerEntryOf<'CreditsCharged'>['data'];
    return { stream, revision, before: microcredits(after + amount), after };
  }

  /** As a reactor does it: again, in a new process, until it has gone through. */
  async react(entry: LoweringEntry | null = this.newestCharge()): Promise<number> {
    for (let cuts = 0; ; cuts += 1) {
      try {
        await this.process().consider(ORGANIZATION, entry);
        return cuts;
      } catch (error) {
        if (error instanceof TopupUnanswered) return cuts;
        if (!(error instanceof InfrastructureError || error instanceof ProcessEnded)) throw error;
      }
    }
  }

  async events(): Promise<TopupEvent[]> {
    const events: TopupEvent[] = [];
    for await (const { type, data } of this.store.readStream<TopupEvent>(topupStream(ORGANIZATION)))
      events.push({ type, data } as TopupEvent);
    return events;
  }

  /** Each payment that took money: for what, and how much. */
  payments(): { readonly purchaseId: string; readonly cents: number }[] {
    return this.store.log.flatMap(({ type, data }) => {
      if (type !== 'SandboxCharged') return [];
      const { order, declined } = data as { order: Order; declined: string | null };
      return declined === null ? [{ purchaseId: order.purchaseId, cents: order.cents }] : [];
    });
  }

  async balance(): Promise<number> {
    return this.process()['accounts'].balance(ORGANIZATION);
  }
}
