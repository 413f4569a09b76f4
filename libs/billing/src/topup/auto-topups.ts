import { type EventStore, EVENT_STORE, load, retryConflicts } from '@assay/event-store';
import { loadOrganization } from '@assay/identity';
import { CLOCK, type Clock, InfrastructureError, PRICE_LIST, type PriceList, Turns, timestamp } from '@assay/kernel';
import { type PaymentProvider, PAYMENT_PROVIDER } from '@assay/payments';
import { Inject, Injectable } from '@nestjs/common';
import { CreditAccounts } from '../credit-accounts';
import type { Purchase } from '../domain/purchase';
import { type AutoTopup, type TopupInFlight, autoTopup } from '../domain/topup/auto-topup';
import { type TopupOutcome, considerTopup, recordOutcome } from '../domain/topup/deciding';
import { type LoweringEntry, type TopupEvent, topupStream } from '../domain/topup/topup-events';
import { Purchases } from '../purchases';
import { CreditStanding } from '../queries/credit-standing';

/** The provider could not be asked about a charge. It may have been made, so it is asked again under the same id. */
export class TopupUnanswered extends Error {
  constructor(topupId: string, cause: InfrastructureError) {
    super(`the payment provider could not be asked about the top-up ${topupId}: ${cause.message}`, { cause });
    this.name = 'TopupUnanswered';
  }
}

/** Milliseconds after which an undecided charge counts as declined. */
const GIVEN_UP_AFTER = 72 * 60 * 60 * 1000;

/**
 * Decides on automatic top-ups and carries them out: it records the decision, the purchase of its id charges the card
 * and credits the ledger, and it records the outcome. After a crash the next process continues from the records;
 * provider and ledger take each step once.
 */
@Injectable()
export class AutoTopups {
  /** The others of this process would only lose the race. */
  private readonly turns = new Turns<string>();

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    @Inject(PRICE_LIST) private readonly list: Pick<PriceList, 'packages'>,
    private readonly accounts: CreditAccounts,
    private readonly standing: CreditStanding,
    private readonly purchases: Purchases,
  ) {}

  /**
   * Continues until nothing is left to do now. A charge that the provider has not decided stays in flight until
   * somebody looks again.
   *
   * @param entry the entry of the ledger that lowered the balance; null if none did
   * @throws TopupUnanswered
   */
  consider(organizationId: string, entry: LoweringEntry | null): Promise<void> {
    return this.turns.take(organizationId, () =>
      retryConflicts(() => this.considerInTurn(organizationId, entry), topupStream(organizationId)),
    );
  }

  async state(organizationId: string): Promise<AutoTopup> {
    return (await load(this.events, topupStream(organizationId), autoTopup)).state;
  }

  /** The time of a stream never runs backwards, whatever the clock does. */
  timeFor({ last }: AutoTopup): string {
    const [now, newest] = [timestamp(this.clock), last?.data.at ?? ''];
    return now > newest ? now : newest;
  }

  private async considerInTurn(organizationId: string, entry: LoweringEntry | null): Promise<void> {
    for (;;) {
      const { state, revision } = await load(this.events, topupStream(organizationId), autoTopup);
      const next = state.inFlight
        ? await this.carriedOut(organizationId, state.inFlight, state)
        : await this.decided(organizationId, entry, state);
      if (next.length === 0) return;
      await this.events.append(topupStream(organizationId), next, {
        expectedRevision: revision === -1 ? 'no-stream' : revision,
      });
    }
  }

  /** The balance is read after the stream, so it includes all credits of the stream's top-ups. */
  private async decided(organizationId: string, entry: LoweringEntry | null, state: AutoTopup): Promise<TopupEvent[]> {
    if (!state.enabled || state.settings === undefined) return [];
    const { packageId } = state.settings;
    const at = this.timeFor(state);
    const ledger = await this.accounts.ledger(organizationId);
    const { balance } = await this.standing.after(organizationId, ledger, at);
    const offer = this.list.packages.find(({ id }) => id === packageId);
    return considerTopup({ at, balance, owed: ledger.owed, offer, entry }, state);
  }

  private async carriedOut(organizationId: string, topup: TopupInFlight, state: AutoTopup): Promise<TopupEvent[]> {
    const outcome = await this.outcome(organizationId, topup);
    return outcome ? recordOutcome({ at: this.timeFor(state), topupId: topup.topupId, outcome }, state) : [];
  }

  /** Undefined while the outcome is not known. */
  private async outcome(organizationId: string, topup: TopupInFlight): Promise<TopupOutcome | undefined> {
    const { name } = await loadOrganization(this.events, organizationId);
    const purchase = await this.bought({ organizationId, name }, topup);
    switch (purchase.status) {
      case 'paid':
        return { status: 'credited', balance: await this.accounts.balance(organizationId) };
      case 'declined':
      case 'expired':
        return { status: 'declined', reason: purchase.reason ?? purchase.status };
      default:
        return undefined;
    }
  }

  private async bought(
    organization: { readonly organizationId: string; readonly name: string },
    { topupId, packages, triggeredAt, ...topup }: TopupInFlight,
  ): Promise<Purchase> {
    try {
      const begun = await this.purchases.find(topupId);
      if (begun) {
        await this.purchases.ask(topupId);
        return (await this.purchases.find(topupId))!;
      }
      return await this.purchases.charge({
        ...topup,
        purchaseId: topupId,
        organizationId: organization.organizationId,
        quantity: packages,
        origin: 'topup',
        provider: this.provider.name,
        customer: await this.provider.customer(organization),
        returnTo: { success: '', cancel: '' },
        expiresAt: new Date(Date.parse(triggeredAt) + GIVEN_UP_AFTER).toISOString(),
      });
    } catch (error) {
      throw error instanceof InfrastructureError ? new TopupUnanswered(topupId, error) : error;
    }
  }
}
