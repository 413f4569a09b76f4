import type { EventStore } from '@assay/event-store';
import { loadOrganization } from '@assay/identity';
import type { Tier } from '@assay/kernel';
import { type Period, endOf } from './domain/period';
import type { PriceVersions } from './price-versions';

/**
 * An organization's tier in a month, which says what is included: the one that it has now, and for a month that is over
 * the one that it had last in it, as the price list of then has it.
 *
 * @throws RefusedError ORGANIZATION_NOT_FOUND
 */
export async function tierIn(
  events: EventStore,
  prices: PriceVersions,
  { organizationId, period }: { readonly organizationId: string; readonly period: Period },
): Promise<Tier> {
  const { tier } = await loadOrganization(events, organizationId, endOf(period));
  return (await prices.inForceBefore(endOf(period))).tiers[tier];
}
