import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import {
  CLOCK,
  type Clock,
  type Microcredits,
  PRICE_LIST,
  type PriceList,
  TIER_IDS,
  type TierId,
  timestamp,
} from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiKeyCache } from '../../api-key-cache';
import { type Organization, changeTier, organization, organizationStream } from '../../domain/organization';

interface TierOrdered {
  /** Undefined if nothing was to be changed. */
  readonly position: LogPosition | undefined;
  /** The tier that it is to have from the next month on, and when that begins (ISO 8601); undefined for none. */
  readonly comingTier: Organization['comingTier'];
}

/**
 * A tier that includes as many credits a month or more comes at once, one that includes fewer with the next month.
 * Refused: VALIDATION_ERROR, ORGANIZATION_NOT_FOUND.
 */
export class ChangeOrganizationTier extends Command<TierOrdered> {
  constructor(readonly input: { readonly organizationId: string; readonly tier: string }) {
    super();
  }
}

@CommandHandler(ChangeOrganizationTier)
export class ChangeOrganizationTierHandler implements ICommandHandler<ChangeOrganizationTier> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PRICE_LIST) private readonly list: Pick<PriceList, 'tiers'>,
    private readonly cache: ApiKeyCache,
  ) {}

  async execute({ input: { organizationId, tier } }: ChangeOrganizationTier): Promise<TierOrdered> {
    const included = Object.fromEntries(TIER_IDS.map((id) => [id, this.list.tiers[id].creditsPerMonth])) as Record<
      TierId,
      Microcredits
    >;
    const { position, state } = await decide(this.events, organizationStream(organizationId), organization, (found) =>
      changeTier({ tier, at: timestamp(this.clock), included }, found),
    );
    this.cache.clear();
    return { position, comingTier: state?.comingTier };
  }
}
