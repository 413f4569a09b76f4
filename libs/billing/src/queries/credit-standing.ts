import { type EventStore, EVENT_STORE } from '@assay/event-store';
import { type OrganizationDocument, TIERS, type Tier, loadOrganization, organizationDocuments } from '@assay/identity';
import { type Clock, CLOCK, type Microcredits, microcredits, minus, noCredits, sumOf, timestamp } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { type Lots, totalOf } from '../domain/lot';
import { type Period, periodOf } from '../domain/period';
import { includedLot, lotsAsOf } from '../domain/period-roll';
import { type CreditBalanceDocument, creditBalanceDocuments } from './documents';

/** Where an organization stands at this moment, in micro-credits. */
export interface Standing {
  readonly tier: Tier;
  readonly period: Period;
  readonly remaining: Microcredits;
  /** Of this period: what the tier gives, what rolled over, what was spent and did not come back. */
  readonly included: Microcredits;
  readonly rollover: Microcredits;
  readonly used: Microcredits;
}

@Injectable()
export class CreditStanding {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A month begins with its first command, not with its first day: until then the standing is what that command will
   * find. Without this, an organization that spent everything would be told for ever that it cannot scan.
   *
   * @throws RefusedError ORGANIZATION_NOT_FOUND
   */
  async of(organizationId: string): Promise<Standing> {
    const organization = await this.organization(organizationId);
    const tier = TIERS[organization.tier];
    const stored = await this.readModels.collection(creditBalanceDocuments).get(organizationId);
    const at = timestamp(this.clock);
    const period = periodOf(at);
    if (stored && stored.document.period >= period) return { tier, ...standingIn(stored.document) };

    const books = stored?.document ?? firstBooks(organization.createdAt, tier);
    const lots = lotsAsOf(books.lots, books.period, { period, included: tier.creditsPerMonth, at });
    return {
      tier,
      period,
      remaining: totalOf(lots),
      included: tier.creditsPerMonth,
      rollover: rolledOverTotal(lots),
      used: noCredits,
    };
  }

  /**
   * An answer may be a moment old, as the balance beside it is. An organization that the read model does not know yet
   * is looked for in the log.
   */
  private async organization(organizationId: string): Promise<Pick<OrganizationDocument, 'tier' | 'createdAt'>> {
    const stored = await this.readModels.collection(organizationDocuments).get(organizationId);
    return stored?.document ?? loadOrganization(this.events, organizationId);
  }
}

const standingIn = ({
  period,
  balance,
  included,
  rollover,
  charged,
  refunded,
}: CreditBalanceDocument): Omit<Standing, 'tier'> =>
  // A refund of what an earlier period paid for is not negative use of this one.
  ({ period, remaining: balance, included, rollover, used: microcredits(Math.max(0, minus(charged, refunded))) });

/** What the first command will open: the month in which the organization was created. */
const firstBooks = (createdAt: string, tier: Tier): { period: Period; lots: Lots } => {
  const period = periodOf(createdAt);
  return { period, lots: [includedLot(period, tier.creditsPerMonth, createdAt)] };
};

const rolledOverTotal = (lots: Lots): Microcredits =>
  sumOf(lots.filter(({ kind }) => kind === 'rollover').map(({ remaining }) => remaining));
