import { type BillingCategory, type Prices, toCredits } from '@assay/kernel';

/** The part of a session's price that a tool of the category adds, in words. */
export function priceEffect(category: BillingCategory, prices: Prices): string {
  const credits = toCredits(prices.categories[category].price);
  if (credits === 0) return `Free: the category ${category} adds nothing to a session's price.`;
  return (
    `A session with any tool of the category ${category} costs ${credits} ${credits === 1 ? 'credit' : 'credits'} ` +
    'more, however many of them it has. The tools share that price; ' +
    'one that fails, times out or is skipped gives its share back.'
  );
}
