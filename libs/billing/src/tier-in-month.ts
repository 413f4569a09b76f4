import type { Organization } from '@assay/identity';
import type { Tier, TierId } from '@assay/kernel';
import { type Period, endOf, startOf } from './domain/period';
import type { PriceVersions } from './price-versions';

/**
 * An organization's tier in a month, which says what is included when the month opens: the one with which it began,
 * as the price list has it that was in force last in that month. Upgrades within the month add to it.
 */
export async function tierIn(
  prices: PriceVersions,
  { organization, period }: { readonly organization: Organization; readonly period: Period },
): Promise<Tier> {
  return (await prices.inForceBefore(endOf(period))).tiers[tierAtStartOf(period, organization)];
}

/** A change that is scheduled for then holds, also before its event is recorded. */
export function tierAtStartOf(
  period: Period,
  { tiers, comingTier }: Pick<Organization, 'tiers' | 'comingTier'>,
): TierId {
  if (comingTier !== undefined && comingTier.from <= startOf(period)) return comingTier.tier;
  const began = tiers.findLast(({ at, upgrade }) => at < (upgrade === undefined ? endOf(period) : startOf(period)));
  // Of an organization whose clock was set back since it was created.
  return (began ?? tiers[0]!).tier;
}
