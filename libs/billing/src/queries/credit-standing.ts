import { type EventStore, EVENT_STORE } from '@assay/event-store';
import {
  type Organization,
  type OrganizationDocument,
  loadOrganization,
  organizationDocuments,
  tierNow,
} from '@assay/identity';
import {
  type Clock,
  CLOCK,
  type Microcredits,
  type Tier,
  microcredits,
  minus,
  noCredits,
  sumOf,
  timestamp,
} from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type { CreditLedger } from '../domain/credit-ledger';
import { type OverageTerms, allowedNow, termsWithin } from '../domain/overage';
import { type Lots, totalOf, withoutExpired } from '../domain/lot';
import { type Period, following, periodOf, periodsAfter, preceding } from '../domain/period';
import { type ComingMonth, lotsAsOf } from '../domain/period-roll';
import { CreditAccounts } from '../credit-accounts';
import { LedgerTime } from '../ledger-time';
import { PriceVersions } from '../price-versions';
import { includedByVersion, tierIn } from '../tier-in-month';
import { type CreditBalanceDocument, creditBalanceDocuments } from './documents';

/** The current state of an organization's credits, in micro-credits. */
export interface Standing {
  readonly tier: Tier;
  /** The tier that follows it, and from when on (ISO 8601); null if none does. */
  readonly comingTier: OrganizationDocument['comingTier'];
  readonly period: Period;
  readonly remaining: Microcredits;
  /**
   * In this period: the tier's credits, the credits that rolled over, and the credits that were spent and not returned.
   */
  readonly included: Microcredits;
  readonly rollover: Microcredits;
  readonly used: Microcredits;
  /** The credits that it may overdraw in this period; undefined if overage is off. */
  readonly overage: OverageTerms | undefined;
  /** Credits that are owed. */
  readonly owed: Microcredits;
}

type LedgerAtItsEnd = Pick<CreditLedger, 'status' | 'lots' | 'period' | 'prices' | 'included'>;

@Injectable()
export class CreditStanding {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly time: LedgerTime,
    private readonly accounts: CreditAccounts,
    private readonly prices: PriceVersions,
  ) {}

  /**
   * A month begins with its first command, not with its first day: until then the standing shows the state that this
   * command will find. Otherwise an organization that spent everything would be refused scans for ever.
   *
   * @throws RefusedError ORGANIZATION_NOT_FOUND
   * @throws ClockAhead if that command would be refused because of the clock
   * @throws UnknownFact if a newer release wrote to the ledger: read models ignore its entries
   */
  async of(organizationId: string): Promise<Standing> {
    const found = await this.organization(organizationId);
    const { tier: tierId, comingTier = null } = tierNow(found, timestamp(this.clock));
    const tier = this.prices.current.tiers[tierId];
    const { overage, owed, prices, included } = await this.accounts.ledger(organizationId);
    const stored = await this.readModels.collection(creditBalanceDocuments).get(organizationId);
    if (stored && stored.document.period >= periodOf(timestamp(this.clock)))
      return {
        tier,
        comingTier,
        ...standingIn(stored.document, timestamp(this.clock)),
        overage: allowedNow(overage, tier.overage),
        owed,
      };

    const at = await this.time.foreseen();
    const period = periodOf(at);
    const books = stored?.document ?? { lots: [], period: preceding(periodOf(found.createdAt)) };
    const organization = await loadOrganization(this.events, organizationId);
    const coming = await this.comingMonths(organization, books.period, period);
    const includes = await includedByVersion(this.prices, prices);
    const lots = lotsAsOf({ ...books, included, tiers: organization.tiers, includes }, coming, at);
    return {
      tier,
      comingTier,
      period: coming.at(-1)?.period ?? period,
      remaining: totalOf(lots),
      included: totalOfKind(lots, 'included'),
      rollover: totalOfKind(lots, 'rollover'),
      used: noCredits,
      overage: coming.reduce((terms, month) => termsWithin(terms, month.tier.overage), overage),
      owed,
    };
  }

  /**
   * The standing that the first command at a time would find on a ledger without newer entries, like {@link of} for the
   * current time. A clock that is not trusted opens no month.
   */
  async after(
    organizationId: string,
    { status, lots, period: last, prices, included }: LedgerAtItsEnd,
    at: string,
  ): Promise<{ balance: Microcredits; months: Period[] }> {
    const organization = await loadOrganization(this.events, organizationId);
    const { createdAt } = organization;
    const period = status === 'unopened' ? preceding(periodOf(createdAt)) : last;
    if (at < createdAt || periodOf(at) <= period || (await this.isAhead(at)))
      return { balance: totalOf(withoutExpired(lots, at)), months: [] };
    const coming = await this.comingMonths(organization, period, periodOf(at));
    const includes = await includedByVersion(this.prices, prices);
    const then = lotsAsOf({ lots, period, included, tiers: organization.tiers, includes }, coming, at);
    return { balance: totalOf(then), months: coming.map((month) => month.period) };
  }

  private async isAhead(at: string): Promise<boolean> {
    const newest = await this.time.newest();
    return newest !== undefined && periodOf(at) > following(periodOf(newest));
  }

  private comingMonths(
    organization: Organization,
    last: Period,
    now: Period,
  ): Promise<(ComingMonth & { readonly tier: Tier })[]> {
    // An organization that was created under a clock ahead of this one begins in its own month.
    const periods = periodsAfter(last, now > last ? now : following(last));
    return Promise.all(
      periods.map(async (period) => {
        const { tier, by } = await tierIn(this.prices, { organization, period });
        return { period, tier, included: tier.creditsPerMonth, includes: by.includes };
      }),
    );
  }

  /**
   * An answer may be a moment old, as the balance beside it is. An organization that the read model does not know yet
   * is looked for in the log.
   */
  private async organization(
    organizationId: string,
  ): Promise<Pick<OrganizationDocument, 'tier' | 'comingTier' | 'createdAt'>> {
    const stored = await this.readModels.collection(organizationDocuments).get(organizationId);
    if (stored) return stored.document;
    const { tier, comingTier = null, createdAt } = await loadOrganization(this.events, organizationId);
    return { tier, comingTier, createdAt };
  }
}

const standingIn = (
  { period, lots, included, rollover, charged, refunded }: CreditBalanceDocument,
  at: string,
): Omit<Standing, 'tier' | 'comingTier' | 'overage' | 'owed'> => ({
  period,
  remaining: totalOf(withoutExpired(lots, at)),
  included,
  rollover,
  // A refund of a charge of an earlier period is not negative use of this one.
  used: microcredits(Math.max(0, minus(charged, refunded))),
});

const totalOfKind = (lots: Lots, wanted: 'included' | 'rollover'): Microcredits =>
  sumOf(lots.filter(({ kind }) => kind === wanted).map(({ remaining }) => remaining));
