import type { EventStore } from '@assay/event-store';
import { TIERS, loadOrganization } from '@assay/identity';
import type { Microcredits } from '@assay/kernel';
import { type Period, endOf } from './domain/period';

/**
 * What an organization's tier includes in a month: the tier that it has now, and for a month that is over the one that
 * it had last in it.
 *
 * @throws RefusedError ORGANIZATION_NOT_FOUND
 */
export async function includedCredits(
  events: EventStore,
  organizationId: string,
  period: Period,
): Promise<Microcredits> {
  const { tier } = await loadOrganization(events, organizationId, endOf(period));
  return TIERS[tier].creditsPerMonth;
}
