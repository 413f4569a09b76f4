import { refused, toCredits } from '@assay/kernel';
import { projectDocuments } from '@assay/projects';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { smallestTier } from '@assay/identity';
import { type Estimate, type QuoteOptions, type QuoteRequest, estimate, quoteOptions } from '../../domain/quote';
import { CreditStanding, type Standing } from '../credit-standing';

/** In credits. */
interface QuoteView {
  readonly options: QuoteOptions;
  readonly balance: { readonly remaining: number; readonly included: number; readonly used: number };
  readonly estimate: Estimate;
  readonly canAfford: boolean;
  /** Null: overage is off, what the balance does not cover cannot be bought. */
  readonly overage: null;
}

/**
 * POST /api/billing/quote. Refused: VALIDATION_ERROR with every wrong field; TIER_REQUIRED for a feature that the tier
 * lacks; PROJECT_NOT_FOUND, also for another organization's project.
 */
export class Quote extends Query<QuoteView> {
  constructor(readonly input: QuoteRequest & { readonly organizationId: string; readonly projectId?: string }) {
    super();
  }
}

/** They change with the version only. */
const OPTIONS = quoteOptions();

@QueryHandler(Quote)
export class QuoteHandler implements IQueryHandler<Quote> {
  constructor(
    private readonly standing: CreditStanding,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
  ) {}

  async execute({ input }: Quote): Promise<QuoteView> {
    const priced = estimate(input);
    if (input.projectId !== undefined) await this.refuseUnknownProject(input.organizationId, input.projectId);
    const standing = await this.standing.of(input.organizationId);
    refuseMissingFeatures(input.config?.aiFeatures ?? [], standing);
    return {
      options: OPTIONS,
      balance: {
        remaining: toCredits(standing.remaining),
        included: toCredits(standing.included),
        used: toCredits(standing.used),
      },
      estimate: priced.estimate,
      canAfford: priced.total <= standing.remaining,
      overage: null,
    };
  }

  private async refuseUnknownProject(organizationId: string, projectId: string): Promise<void> {
    const stored = await this.readModels.collection(projectDocuments).get(projectId);
    if (stored?.document.organizationId !== organizationId) refused('PROJECT_NOT_FOUND', 'Project not found');
  }
}

function refuseMissingFeatures(features: readonly string[], { tier }: Standing): void {
  const missing = features.find((feature) => !tier.aiFeatures.includes(feature));
  if (missing === undefined) return;
  const required = smallestTier(({ aiFeatures }) => aiFeatures.includes(missing));
  refused('TIER_REQUIRED', `${missing} requires the ${required?.name ?? 'next'} tier`, {
    feature: missing,
    tier: tier.id,
    requiredTier: required?.id ?? null,
  });
}
