import type { RecordedEvent } from '@assay/event-store';
import { ChangeOrganizationTier, Tiers, organizationStream } from '@assay/identity';
import * as changing from '../../identity/src/commands/change-organization-tier/change-organization-tier';
import { ApiKeyCache } from '../../identity/src/api-key-cache';
import { type Clock, InfrastructureError, type PriceList, RefusedError, defaultPriceList } from '@assay/kernel';
import type { Command } from '@nestjs/cqrs';
import { ChangeOverage, ChangeOverageHandler } from '../src/commands/change-overage/change-overage';
import { ChargeLines, ChargeLinesHandler } from '../src/commands/charge-lines/charge-lines';
import { ChargeSession, ChargeSessionHandler } from '../src/commands/charge-session/charge-session';
import { GrantCredits, GrantCreditsHandler } from '../src/commands/grant-credits/grant-credits';
import { RefundSession, RefundSessionHandler } from '../src/commands/refund-session/refund-session';
import { SettleCharge, SettleChargeHandler } from '../src/commands/settle-charge/settle-charge';
import { CreditAccounts } from '../src/credit-accounts';
import type { RecordedEntry } from '../src/domain/entry-chain';
import type { LedgerEntry } from '../src/domain/events';
import { ClockAhead, LedgerTime } from '../src/ledger-time';
import { CreditStanding, type Standing } from '../src/queries/credit-standing';
import { type CreditBalanceDocument, creditBalanceDocuments } from '../src/queries/documents';
import { creditBalance } from '../../../projections/credit-balance.projection';
import { HeldQuotes } from '../src/held-quotes';
import { LedgerHistory } from '../src/ledger-history';
import { FailingAppends } from './failing-appends';
import { ORGANIZATION, subject } from './ledger';
import { versionsOn } from './prices';
import { readModelsOf } from '../../read-models/test/read-models-of';

/** One organization's billing, on a store in memory and a clock that only the test moves. */
export class BillingWorld {
  readonly store = new FailingAppends();
  private milliseconds: number;
  readonly clock: Clock = { now: () => new Date(this.milliseconds) };
  time = new LedgerTime(this.store, this.clock);
  prices = versionsOn(this.store, this.clock);
  accounts = new CreditAccounts(this.store, this.clock, this.time, this.prices);
  readonly quotes = new HeldQuotes(this.store, this.clock);
  readonly history = new LedgerHistory(this.store, this.clock);

  private constructor(readonly startedAt: string) {
    this.milliseconds = Date.parse(startedAt);
  }

  static async begin({
    at = '2026-11-05T10:00:00.000Z',
    tier = 'free',
    list = defaultPriceList(),
  } = {}): Promise<BillingWorld> {
    const world = new BillingWorld(at);
    world.use(list);
    await world.store.append(organizationStream(ORGANIZATION), [
      { type: 'OrganizationCreated', data: { organizationId: ORGANIZATION, name: 'One', tier, at } },
    ]);
    await world.prices.recorded();
    return world;
  }

  /** A separate world with the same events at the same time. */
  copy(): BillingWorld {
    const copy = new BillingWorld(this.startedAt);
    copy.use(this.prices.current);
    copy.milliseconds = this.milliseconds;
    copy.store.restore(this.store.log);
    return copy;
  }

  moveTo(at: string): void {
    this.milliseconds = Date.parse(at);
  }

  elapse(days: number): void {
    this.milliseconds += days * 24 * 60 * 60 * 1000;
  }

  /** Starts a new process: only the store remains of the old one. */
  restart(): void {
    this.time = new LedgerTime(this.store, this.clock);
    this.accounts = this.anotherProcess();
  }

  /** A new process with another price list. */
  use(list: PriceList): void {
    this.prices = versionsOn(this.store, this.clock, list);
    this.restart();
  }

  anotherProcess(): CreditAccounts {
    return new CreditAccounts(this.store, this.clock, new LedgerTime(this.store, this.clock), this.prices);
  }

  /** A session of one tool that names the quote `quo_1`, in another process. */
  chargeIn(accounts: CreditAccounts, sessionId: string): Promise<unknown> {
    const charge = new ChargeSession({
      organizationId: ORGANIZATION,
      ...subject(sessionId),
      tools: [{ id: 'security-tool', billing: 'security' }],
      aiFeatures: [],
      quoteId: 'quo_1',
    });
    return new ChargeSessionHandler(accounts, this.quotes, this.prices).execute(charge);
  }

  /** Repeats the command in a new process after each interrupted connection. A refusal is an answer, too. */
  async untilAnswered(command: Command<unknown>): Promise<string> {
    for (;;) {
      try {
        await this.execute(command);
        return 'accepted';
      } catch (error) {
        if (error instanceof RefusedError) return error.refusal.code;
        if (error instanceof ClockAhead) return 'CLOCK_AHEAD';
        if (!(error instanceof InfrastructureError)) throw error;
        this.restart();
      }
    }
  }

  async execute<Answer>(command: Command<Answer>): Promise<Answer> {
    return (await this.dispatch(command)) as Answer;
  }

  entries(): Promise<RecordedEntry[]> {
    return this.history.whole(ORGANIZATION);
  }

  async facts(): Promise<LedgerEntry[]> {
    return (await this.entries()).map(({ entry }) => entry);
  }

  /** The status before a command, computed from the read model as it is projected now. */
  async standing(): Promise<Pick<Standing, 'period' | 'remaining' | 'overage'>> {
    let balance: CreditBalanceDocument | undefined;
    for (const event of this.store.log)
      if (event.stream.startsWith('credits-'))
        balance = creditBalance.apply(balance, event as RecordedEvent<LedgerEntry>, ORGANIZATION);
    const documents: Readonly<Record<string, unknown>> = { [creditBalanceDocuments.name]: balance };
    const collection = ({ name }: { name: string }) => ({
      get: () => Promise.resolve(documents[name] && { document: documents[name] }),
    });
    const standing = new CreditStanding(
      readModelsOf(collection),
      this.store,
      this.clock,
      this.time,
      this.accounts,
      this.prices,
    );
    const { period, remaining, overage } = await standing.of(ORGANIZATION);
    return { period, remaining, overage };
  }

  private dispatch(command: unknown): Promise<unknown> {
    if (command instanceof ChargeSession)
      return new ChargeSessionHandler(this.accounts, this.quotes, this.prices).execute(command);
    if (command instanceof ChargeLines) return new ChargeLinesHandler(this.accounts, this.prices).execute(command);
    if (command instanceof RefundSession) return new RefundSessionHandler(this.accounts).execute(command);
    if (command instanceof SettleCharge) return new SettleChargeHandler(this.accounts).execute(command);
    if (command instanceof ChangeOverage)
      return new ChangeOverageHandler(
        this.accounts,
        this.prices,
        new Tiers(this.store, this.prices.current, this.clock),
      ).execute(command);
    if (command instanceof ChangeOrganizationTier) return this.changeTier(command);
    if (command instanceof GrantCredits) return new GrantCreditsHandler(this.accounts).execute(command);
    throw new Error('not a command of billing');
  }

  /** Changes the tier as the command line does: the credits of an upgrade come at once. */
  private async changeTier(command: ChangeOrganizationTier): Promise<unknown> {
    const { store, clock, prices } = this;
    const ordered = await new changing.ChangeOrganizationTierHandler(
      store,
      clock,
      prices.current,
      new ApiKeyCache(clock),
    ).execute(command);
    await this.accounts.addUpgrades(command.input.organizationId);
    return ordered;
  }
}
