import type defaults from '../../../../config/prices.json';
import { fromCredits } from '../credits';
import { AI_FEATURES, BILLING_CATEGORIES, type ProjectPlatform, TIER_IDS, type TierId } from '../vocabulary';
import type { CreditPackage, PriceList, Tier } from './price-list';

/** A price list as its file has it: `prices.schema.json` says its shape. */
export type PriceFile = Omit<typeof defaults, '$schema'>;

/** A file that was checked, in the units in which we count: whole micro-credits, cents, and millionths of a dollar. */
export const priceListOf = ({ version, prices, tiers, packages }: PriceFile): PriceList => ({
  version,
  prices: {
    base: fromCredits(prices.base),
    lines: { price: fromCredits(prices.lines.price), block: prices.lines.block },
    categories: mapped(BILLING_CATEGORIES, (id) => {
      const { name, price } = prices.categories[id];
      return { name, price: fromCredits(price) };
    }),
    ai: mapped(AI_FEATURES, (id) => {
      const { price, perIssue } = prices.aiFeatures[id];
      return { price: fromCredits(price), perIssue };
    }),
  },
  tiers: mapped(TIER_IDS, (id) => tierOf(id, tiers[id])),
  packages: packages.map(packageOf),
});

function tierOf(id: TierId, { overage, ...tier }: PriceFile['tiers'][TierId]): Tier {
  return {
    id,
    ...tier,
    creditsPerMonth: fromCredits(tier.creditsPerMonth),
    platforms: tier.platforms as ProjectPlatform[],
    overage: overage && {
      credits: fromCredits(overage.credits),
      microdollarsPerCredit: decimalDigits(overage.pricePerCredit, 6),
    },
  };
}

const packageOf = ({ id, name, credits, price, featured }: PriceFile['packages'][number]): CreditPackage => ({
  id,
  name,
  credits: fromCredits(credits),
  priceCents: decimalDigits(price, 2),
  isFeatured: featured,
});

/**
 * A decimal number as a whole number of its smallest unit, exactly: 0.29 with 2 places is 29.
 *
 * @throws RangeError if it has more places
 */
export function decimalDigits(value: number, places: number): number {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined || fraction.length > places)
    throw new RangeError(`must have at most ${places} decimal places`);
  return Number(`${whole}${fraction.padEnd(places, '0')}`);
}

const mapped = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
