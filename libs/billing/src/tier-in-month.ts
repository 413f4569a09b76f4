import type { Organization } from '@assay/identity';
import type { PriceList, Tier, TierId } from '@assay/kernel';
import { type Period, endOf, startOf } from './domain/period';
import type { MonthTerms } from './domain/period-roll';
import type { IncludedByTier } from './domain/prorating';
import type { PriceVersions } from './price-versions';

/** The tier of an organization in a month. */
interface TierInMonth {
  readonly tier: Tier;
  readonly by: MonthTerms;
}

/**
 * An organization's tier at the start of a month, which determines the included credits when the month opens, by the
 * price list that was last in force in that month. Upgrades within the month add to them, by the same list.
 */
export async function tierIn(
  prices: PriceVersions,
  { organization, period }: { readonly organization: Organization; readonly period: Period },
): Promise<TierInMonth> {
  const list = await prices.inForceBefore(endOf(period));
  const tier = tierAtStartOf(period, organization);
  return { tier: list.tiers[tier], by: { tier, prices: list.version, includes: includedByTier(list) } };
}

/**
 * The credits that tiers include by a list that was recorded; undefined if no version is named.
 *
 * @throws Error if nothing was recorded under that version
 */
export async function includedByVersion(
  prices: PriceVersions,
  version: string | undefined,
): Promise<IncludedByTier | undefined> {
  if (version === undefined) return undefined;
  const list = await prices.byVersion(version);
  if (list === undefined) throw new Error(`no price list of the version ${version} was recorded`);
  return includedByTier(list);
}

const includedByTier = ({ tiers }: Pick<PriceList, 'tiers'>): IncludedByTier =>
  Object.fromEntries(Object.values(tiers).map(({ id, creditsPerMonth }) => [id, creditsPerMonth]));

/** A change that is scheduled for then holds, also before its event is recorded. */
export function tierAtStartOf(
  period: Period,
  { tiers, comingTier }: Pick<Organization, 'tiers' | 'comingTier'>,
): TierId {
  if (comingTier !== undefined && comingTier.from <= startOf(period)) return comingTier.tier;
  const began = tiers.findLast(({ at, upgrade }) => at < (upgrade === undefined ? endOf(period) : startOf(period)));
  // The clock was set back since the organization was created.
  return (began ?? tiers[0]!).tier;
}
