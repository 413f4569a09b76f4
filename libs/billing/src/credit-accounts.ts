import {
  type EventStore,
  type LogPosition,
  EVENT_STORE,
  WrongExpectedRevision,
  load,
  retryConflicts,
} from '@assay/event-store';
import { changeDueTier, loadOrganization, tierNow } from '@assay/identity';
import { type Clock, CLOCK, type Microcredits, timestamp, Turns, UnknownFact } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { ChargeAccount, PaidPlan } from './domain/charge';
import {
  type CreditLedger,
  accountOfSession,
  apply,
  balanceOf,
  creditLedger,
  evolve,
  hashOf,
  headOf,
  seal,
  unopened,
  wasCharged,
} from './domain/credit-ledger';
import { payDebt } from './domain/crediting';
import { entryEventId } from './domain/entry-chain';
import { type LedgerEntry, type LedgerFact, ledgerStream } from './domain/events';
import { lapseExpired } from './domain/lapsing';
import { type Period, periodOf, preceding, startOf } from './domain/period';
import { termsWithin, withinTier } from './domain/overage';
import { carryOn, closePeriod, openPeriod } from './domain/period-roll';
import { type IncludedByTier, addUpgrades } from './domain/prorating';
import { type Account, KeptAccounts } from './kept-accounts';
import { LedgerTime } from './ledger-time';
import { PriceVersions } from './price-versions';
import { includedByVersion, tierIn } from './tier-in-month';
import { namingTopup } from './topup/topup-under-way';

export interface Posted {
  /** After the decision. */
  readonly ledger: CreditLedger;
  /** The log position that a reader must have reached to see all of the ledger. */
  readonly position: LogPosition | undefined;
  /** Whether the decision added anything. */
  readonly isNew: boolean;
}

/**
 * The one place that finds an organization's current ledger, opens and closes its periods, and appends to it. State
 * kept between calls only saves reads: each call reads the newer entries, and each append names the revision it saw.
 * `decide` does not fit it: a month is a stream of its own, and the facts that are due before a decision come from
 * other streams.
 */
@Injectable()
export class CreditAccounts {
  private readonly kept = new KeptAccounts();
  /**
   * One append at a time for each organization: otherwise a burst in this process would be one winner and a crowd of
   * losers each round.
   */
  private readonly turns = new Turns<string>();
  /** The organizations whose ledger held an entry of a newer release when it was read last. */
  private readonly refused = new Set<string>();

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly time: LedgerTime,
    private readonly prices: PriceVersions,
  ) {}

  /**
   * Decides on the open period and appends the resulting facts, all or none, and decides again if another writer was
   * first. `decision` must be pure; its errors are rethrown, and a refusal for lack of credits names the top-up that is
   * in flight.
   *
   * @throws RefusedError ORGANIZATION_NOT_FOUND
   * @throws ClockAhead if a month would be opened that is too far from everything recorded
   * @throws UnknownFact if a newer release wrote an entry, as every method that reads a ledger does
   * @throws WrongExpectedRevision after 50 lost races
   */
  post(organizationId: string, decision: (ledger: CreditLedger, at: string) => readonly LedgerFact[]): Promise<Posted> {
    return this.turns
      .take(organizationId, () => retryConflicts(() => this.postOnce(organizationId, decision)))
      .catch(async (error: unknown) => Promise.reject(await namingTopup(this.events, organizationId, error)));
  }

  /**
   * Adds the credits that upgrades of the tier include for the rest of the open month, once, even if repeated.
   *
   * @throws RefusedError ORGANIZATION_NOT_FOUND
   */
  async addUpgrades(organizationId: string): Promise<Posted> {
    const { ledger: found } = await this.post(organizationId, () => []);
    const { tiers } = await loadOrganization(this.events, organizationId);
    const includes = await this.includedIn(found);
    // A month that was opened meanwhile already includes the credits of upgrades until then.
    return this.post(organizationId, (ledger, at) =>
      ledger.period === found.period ? addUpgrades(tiers, at, ledger, includes) : [],
    );
  }

  /** How many ledgers were refused at their last read, because a newer release wrote to them. */
  get unreadable(): number {
    return this.refused.size;
  }

  /** The balance after the newest entry, without opening or closing anything; zero if there is no entry. */
  async balance(organizationId: string): Promise<Microcredits> {
    return balanceOf((await this.latest(organizationId))?.ledger ?? unopened);
  }

  /** The ledger as of its newest entry. */
  async ledger(organizationId: string): Promise<CreditLedger> {
    return (await this.latest(organizationId))?.ledger ?? unopened;
  }

  /** Whether a session has a charge that is not final, in whichever period: open charges are carried over. */
  async hasOpenCharge(organizationId: string, sessionId: string): Promise<boolean> {
    const account = await this.latest(organizationId);
    if (!account) return false;
    if (account.ledger.openCharges.has(sessionId)) return true;
    // While a month is being opened, charges that are not carried yet are in the month before it.
    if (account.ledger.status !== 'opening') return false;
    return (await this.closedBefore(organizationId, account.ledger)).openCharges.has(sessionId);
  }

  /**
   * The cost of a session. A ledger carries a final charge for one day only, so that a settlement that is repeated
   * after a longer outage finds it in the month in which it was settled. Zeros for a session that was never charged.
   */
  async accountOf(organizationId: string, sessionId: string, newest: CreditLedger): Promise<ChargeAccount> {
    let books: CreditLedger | undefined = newest;
    while (books !== undefined && !wasCharged(books, sessionId)) books = await this.monthBefore(organizationId, books);
    return accountOfSession(books ?? newest, sessionId);
  }

  /**
   * The tools and features that a session's first charge paid for, from its entry: the ledger's state keeps only the
   * data of decisions, and only a repeated start needs this. Undefined for a session that was never charged, or was
   * charged by a release that did not record it.
   */
  async planPaidFor(organizationId: string, sessionId: string, newest: CreditLedger): Promise<PaidPlan | undefined> {
    const { createdAt } = await loadOrganization(this.events, organizationId);
    for (let period = newest.period; period >= periodOf(createdAt); period = preceding(period)) {
      const entries = this.events.readStream<LedgerEntry>(ledgerStream(organizationId, period), {
        direction: 'backwards',
      });
      for await (const { type, data } of entries)
        if (type === 'CreditsCharged' && data.sessionId === sessionId && data.categories !== undefined)
          return data.plan;
    }
    return undefined;
  }

  private async postOnce(
    organizationId: string,
    decision: (ledger: CreditLedger, at: string) => readonly LedgerFact[],
  ): Promise<Posted> {
    const account = await this.openAccount(organizationId);
    const at = this.timeFor(account.ledger);
    const due = lapseExpired(at, account.ledger);
    due.push(...(await this.overageWithinTier(organizationId, account.ledger, at)));
    const before = due.reduce(apply, account.ledger);
    const decided = payDebt(decision(before, at), at, before);
    const facts = [...due, ...decided];
    const isNew = decided.length > 0;
    return facts.length === 0
      ? { ...account, isNew }
      : { ...(await this.append(organizationId, account, facts)), isNew };
  }

  /** The tier may have changed since overage was allowed. Ledgers without overage skip this read. */
  private async overageWithinTier(organizationId: string, ledger: CreditLedger, at: string): Promise<LedgerFact[]> {
    if (ledger.overage === undefined || ledger.overage.limit === 0) return [];
    const { tier } = tierNow(await loadOrganization(this.events, organizationId), timestamp(this.clock));
    return withinTier(at, this.prices.current.tiers[tier].overage, ledger);
  }

  /**
   * The account of the current month: the existing one, or one that is rolled over or opened now. Months without a
   * command are opened in their turn: their credits are granted, roll over and lapse like those of any other month.
   */
  private async openAccount(organizationId: string): Promise<Account> {
    let account = await this.latest(organizationId);
    for (;;) {
      const month = periodOf(timestamp(this.clock));
      if (account === undefined || month > account.ledger.period) await this.time.confirmed();
      if (account?.ledger.status === 'opening') account = await this.carryOn(organizationId, account);
      if (account?.ledger.status === 'open') {
        if (month <= account.ledger.period) return account;
        account = await this.close(organizationId, account);
      }
      account = await this.open(organizationId, account?.ledger ?? unopened);
    }
  }

  /** Upgrades of the month add their missing credits before its end. */
  private async close(organizationId: string, account: Account): Promise<Account> {
    const { tiers } = await loadOrganization(this.events, organizationId);
    const at = this.timeFor(account.ledger);
    const added = addUpgrades(tiers, at, account.ledger, await this.includedIn(account.ledger));
    return this.append(organizationId, account, [...added, ...closePeriod(added.reduce(apply, account.ledger), at)]);
  }

  /**
   * The credits that tiers include in a month by its own price list; undefined if the ledger does not name the list.
   */
  private includedIn({ prices }: CreditLedger): Promise<IncludedByTier | undefined> {
    return includedByVersion(this.prices, prices);
  }

  /**
   * The first period is always the month in which the organization was created, never the current month of the clock:
   * two clocks, or one that was set back, then use the same stream and cannot start two ledgers.
   */
  private async open(organizationId: string, before: CreditLedger): Promise<Account> {
    const period = before.next ?? periodOf((await loadOrganization(this.events, organizationId)).createdAt);
    await changeDueTier(this.events, organizationId, startOf(period));
    const organization = await loadOrganization(this.events, organizationId);
    const { tier, by } = await tierIn(this.prices, { organization, period });
    if (by.prices === this.prices.current.version) await this.prices.recorded();
    const opening = {
      at: this.timeFor(before),
      organizationId,
      period,
      included: tier.creditsPerMonth,
      overage: termsWithin(before.overage, tier.overage),
      tiers: organization.tiers,
      by,
    };
    const unread: Account = {
      stream: ledgerStream(organizationId, period),
      ledger: unopened,
      revision: -1,
      position: undefined,
    };
    const opened = await this.append(organizationId, unread, openPeriod(before, opening), headOf(before));
    return this.carryOn(organizationId, opened, before);
  }

  /**
   * Carries over the charges that a period still lacks from the one before it, one append at a time. A crash between
   * two appends leaves a period that is `opening`, and the next command continues from there, in any process.
   */
  private async carryOn(organizationId: string, opened: Account, closed?: CreditLedger): Promise<Account> {
    let account = opened;
    if (account.ledger.status !== 'opening') return account;
    const before = closed ?? (await this.closedBefore(organizationId, account.ledger));
    while (account.ledger.status === 'opening') {
      const facts = carryOn(before, account.ledger);
      if (facts.length === 0)
        throw new Error(`${account.stream} awaits ${account.ledger.awaited} charges that the month before it lacks`);
      try {
        account = await this.append(organizationId, account, facts);
      } catch (error) {
        // Another process carries them, too. In each round one of the two makes progress.
        if (!(error instanceof WrongExpectedRevision)) throw error;
        account = await this.readOn(account);
      }
    }
    return account;
  }

  /** The closed ledger of the period before this one. */
  private async closedBefore(organizationId: string, ledger: CreditLedger): Promise<CreditLedger> {
    const closed = await this.monthBefore(organizationId, ledger);
    if (!closed) throw new Error(`the ledger of ${organizationId} has no month before ${ledger.period}`);
    return closed;
  }

  /** Undefined for the first month. */
  private async monthBefore(organizationId: string, { period }: CreditLedger): Promise<CreditLedger | undefined> {
    const { createdAt } = await loadOrganization(this.events, organizationId);
    return (await this.newest(organizationId, periodOf(createdAt), preceding(period)))?.ledger;
  }

  private async latest(organizationId: string): Promise<Account | undefined> {
    try {
      const account = await this.newestKnown(organizationId);
      this.refused.delete(organizationId);
      return account;
    } catch (error) {
      if (error instanceof UnknownFact) this.refused.add(organizationId);
      throw error;
    }
  }

  /** The newest existing period, open or closed; undefined before the first one. */
  private async newestKnown(organizationId: string): Promise<Account | undefined> {
    const known = this.kept.get(organizationId);
    let account = known ? await this.readOn(known) : await this.locate(organizationId);
    while (account?.ledger.next !== undefined) {
      const successor = await this.read(ledgerStream(organizationId, account.ledger.next));
      if (!successor) break;
      account = successor;
    }
    if (account) this.kept.set(organizationId, account);
    return account;
  }

  private async locate(organizationId: string): Promise<Account | undefined> {
    const { createdAt } = await loadOrganization(this.events, organizationId);
    return this.newest(organizationId, periodOf(createdAt), periodOf(later(timestamp(this.clock), createdAt)));
  }

  /**
   * Searches backwards month by month, from `latest` to `oldest`: one read of an empty stream each, and only on the
   * first call.
   */
  private async newest(organizationId: string, oldest: Period, latest: Period): Promise<Account | undefined> {
    for (let period = latest; period >= oldest; period = preceding(period)) {
      const account = await this.read(ledgerStream(organizationId, period));
      if (account) return account;
    }
    return undefined;
  }

  private async read(stream: string): Promise<Account | undefined> {
    const account = await this.readOn({ stream, ledger: unopened, revision: -1, position: undefined });
    return account.revision === -1 ? undefined : account;
  }

  private async readOn(account: Account): Promise<Account> {
    const { stream, ledger, revision } = account;
    const known = { state: ledger, revision };
    const read = await load<CreditLedger, LedgerEntry>(this.events, stream, creditLedger, known);
    return { stream, ledger: read.state, revision: read.revision, position: read.position ?? account.position };
  }

  private async append(
    organizationId: string,
    account: Account,
    facts: readonly LedgerFact[],
    previousHash?: string,
  ): Promise<Account> {
    const entries = seal(account.ledger, facts, previousHash);
    const events = entries.map((entry) => ({ ...entry, id: entryEventId(hashOf(entry)) }));
    const { revision, position } = await this.events.append(account.stream, events, {
      expectedRevision: account.revision === -1 ? 'no-stream' : account.revision,
    });
    const appended: Account = {
      stream: account.stream,
      ledger: entries.reduce(evolve, account.ledger),
      revision,
      position,
    };
    this.kept.set(organizationId, appended);
    return appended;
  }

  /** A ledger's time never runs backwards, whatever the clock does. */
  private timeFor(ledger: CreditLedger): string {
    return later(timestamp(this.clock), ledger.last?.data.at ?? '');
  }
}

const later = (a: string, b: string): string => (a > b ? a : b);
