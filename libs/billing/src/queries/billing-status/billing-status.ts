import { PRICE_LIST, type PriceList, TIER_IDS, type TierId, plus, toCredits } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { overageAllowed } from '../../domain/overage';
import { endOf } from '../../domain/period';
import { CreditStanding } from '../credit-standing';
import { type OverageView, overageView } from '../overage-view';

/** `credits` in credits, `maxRepoSize` in MB. */
export interface BillingStatusView {
  readonly tier: TierId;
  readonly tierName: string;
  readonly credits: {
    readonly remaining: number;
    readonly included: number;
    readonly used: number;
    readonly rollover: number;
    readonly percentUsed: number;
  };
  readonly subscription: {
    readonly status: string;
    readonly renewsAt: string;
    /** Whether the tier changes to the smallest one at the end of the period. */
    readonly cancelAtPeriodEnd: boolean;
    /** The tier that it is to have from then on; null if it keeps the one that it has. */
    readonly nextTier: TierId | null;
  };
  readonly limits: {
    readonly maxProjects: number;
    readonly maxRepoSize: number;
    readonly aiFeatures: readonly string[];
  };
  readonly canScan: boolean;
  readonly needsUpgrade: boolean;
  readonly overageEnabled: boolean;
  readonly overage: OverageView;
  /** Credits that are owed: the next purchased ones pay them. */
  readonly debt: number;
}

/** GET /api/billing/status. Refused: ORGANIZATION_NOT_FOUND. */
export class BillingStatus extends Query<BillingStatusView> {
  constructor(readonly input: { readonly organizationId: string }) {
    super();
  }
}

@QueryHandler(BillingStatus)
export class BillingStatusHandler implements IQueryHandler<BillingStatus> {
  constructor(
    private readonly standing: CreditStanding,
    @Inject(PRICE_LIST) private readonly list: PriceList,
  ) {}

  async execute({ input }: BillingStatus): Promise<BillingStatusView> {
    const standing = await this.standing.of(input.organizationId);
    const { tier, period, remaining, included, used, rollover, owed } = standing;
    const nextTier = standing.comingTier?.tier ?? null;
    const canScan = plus(remaining, overageAllowed(standing)) >= this.list.prices.base;
    const overage = overageView(standing.overage, remaining, tier);
    return {
      tier: tier.id,
      tierName: tier.name,
      credits: {
        remaining: toCredits(remaining),
        included: toCredits(included),
        used: toCredits(used),
        rollover: toCredits(rollover),
        percentUsed: percentUsed(used, remaining),
      },
      subscription: {
        status: 'active',
        renewsAt: endOf(period),
        cancelAtPeriodEnd: nextTier === TIER_IDS[0],
        nextTier,
      },
      limits: { maxProjects: tier.maxProjects, maxRepoSize: tier.maxRepoSizeMb, aiFeatures: tier.aiFeatures },
      canScan,
      needsUpgrade: !canScan,
      overageEnabled: overage.allowed,
      overage,
      debt: toCredits(owed),
    };
  }
}

/** The percentage of all that could be spent this period, with at most 2 places; 0 when there was nothing to spend. */
const percentUsed = (used: number, remaining: number): number =>
  used === 0 ? 0 : Math.round((used / (used + Math.max(0, remaining))) * 10_000) / 100;
