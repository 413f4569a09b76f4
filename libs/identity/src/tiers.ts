import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { CLOCK, type Clock, PRICE_LIST, type PriceList, type Tier, smallestTier, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { tierNow } from './domain/organization';
import { loadOrganization } from './organizations';

/** The tiers of organizations, by the price list in force. */
@Injectable()
export class Tiers {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(PRICE_LIST) private readonly list: PriceList,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The tier that an organization has at this moment.
   *
   * @throws RefusedError ORGANIZATION_NOT_FOUND
   */
  async of(organizationId: string): Promise<Tier> {
    const organization = await loadOrganization(this.events, organizationId);
    return this.list.tiers[tierNow(organization, timestamp(this.clock)).tier];
  }

  /** The smallest one that satisfies a condition, to recommend it; undefined if none does. */
  smallest(having: (tier: Tier) => boolean): Tier | undefined {
    return smallestTier(this.list, having);
  }
}
