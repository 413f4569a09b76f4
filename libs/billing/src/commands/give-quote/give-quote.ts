import {
  ID_SOURCE,
  type IdSource,
  type Microcredits,
  microcredits,
  minus,
  plus,
  refused,
  toCredits,
} from '@assay/kernel';
import { projectDocuments } from '@assay/projects';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Tiers } from '@assay/identity';
import {
  type Estimate,
  type QuoteOptions,
  type QuoteRequest,
  estimateOf,
  quoteOptions,
  quotedPrice,
} from '../../domain/quote';
import { centsOf, overageAllowed } from '../../domain/overage';
import { HeldQuotes } from '../../held-quotes';
import { PriceVersions } from '../../price-versions';
import { CreditStanding, type Standing } from '../../queries/credit-standing';
import { dollarsOf } from '../../queries/overage-view';

/** In credits, and dollars: `cost` is the price of these credits alone, rounded down to whole cents. */
interface QuotedOverage {
  readonly enabled: true;
  readonly credits: number;
  readonly pricePerCredit: number;
  readonly cost: number;
}

/** In credits. */
interface QuoteView {
  readonly options: QuoteOptions;
  readonly balance: { readonly remaining: number; readonly included: number; readonly used: number };
  readonly estimate: Estimate;
  readonly canAfford: boolean;
  /** The part of the price that the balance does not cover; null if it covers all, or overage is off. */
  readonly overage: QuotedOverage | null;
  /** The id by which a session or scan that starts before `expiresAt` names the price. */
  readonly quoteId: string;
  readonly expiresAt: string;
}

/**
 * POST /api/billing/quote: records a price, which one session or scan may pay. Refused: VALIDATION_ERROR with every
 * wrong field; TIER_REQUIRED for a feature that the tier lacks; PROJECT_NOT_FOUND, also for another organization's
 * project.
 */
export class GiveQuote extends Command<QuoteView> {
  constructor(
    readonly input: QuoteRequest & {
      readonly organizationId: string;
      readonly projectId?: string;
      /** Given if a repeated request must get the same quote. */
      readonly quoteId?: string;
    },
  ) {
    super();
  }
}

@CommandHandler(GiveQuote)
export class GiveQuoteHandler implements ICommandHandler<GiveQuote> {
  constructor(
    private readonly standing: CreditStanding,
    private readonly quotes: HeldQuotes,
    private readonly tiers: Tiers,
    private readonly versions: PriceVersions,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
  ) {}

  async execute({ input }: GiveQuote): Promise<QuoteView> {
    const { organizationId, projectId = null } = input;
    const { prices, version } = this.versions.current;
    const price = quotedPrice(input, prices);
    if (projectId !== null) await this.refuseUnknownProject(organizationId, projectId);
    const standing = await this.standing.of(organizationId);
    this.refuseMissingFeatures(input.config?.aiFeatures ?? [], standing);
    await this.versions.recorded();
    const quoteId = input.quoteId ?? this.ids.next('quo');
    const given = await this.quotes.give({ quoteId, organizationId, projectId, price, prices: version });
    return {
      options: quoteOptions(prices),
      balance: {
        remaining: toCredits(standing.remaining),
        included: toCredits(standing.included),
        used: toCredits(standing.used),
      },
      estimate: estimateOf(given.price),
      canAfford: given.price.total <= plus(standing.remaining, overageAllowed(standing)),
      overage: quotedOverage(given.price.total, standing),
      quoteId,
      expiresAt: given.expiresAt,
    };
  }

  private async refuseUnknownProject(organizationId: string, projectId: string): Promise<void> {
    const stored = await this.readModels.collection(projectDocuments).get(projectId);
    if (stored?.document.organizationId !== organizationId) refused('PROJECT_NOT_FOUND', 'Project not found');
  }

  private refuseMissingFeatures(features: readonly string[], { tier }: Standing): void {
    const missing = features.find((feature) => !tier.aiFeatures.includes(feature));
    if (missing === undefined) return;
    const required = this.tiers.smallest(({ aiFeatures }) => aiFeatures.includes(missing));
    refused('TIER_REQUIRED', `${missing} requires the ${required?.name ?? 'next'} tier`, {
      feature: missing,
      tier: tier.id,
      requiredTier: required?.id ?? null,
    });
  }
}

/** The part of a price that would take the balance below zero. `canAfford` says whether the limit allows it. */
function quotedOverage(total: Microcredits, standing: Standing): QuotedOverage | null {
  const { overage, remaining } = standing;
  const credits = minus(total, microcredits(Math.max(0, remaining)));
  if (overage === undefined || overageAllowed(standing) === 0 || credits <= 0) return null;
  const { microdollarsPerCredit } = overage;
  return {
    enabled: true,
    credits: toCredits(credits),
    pricePerCredit: dollarsOf(microdollarsPerCredit),
    cost: centsOf(credits, microdollarsPerCredit) / 100,
  };
}
