import {
  type AiFeature,
  BILLING_CATEGORIES,
  type BillingCategory,
  type Microcredits,
  type Prices,
  isAiFeature,
  microcredits,
  refused,
} from '@assay/kernel';
import { type ChargeLine, type PaidPlan, toolLines } from './charge';

interface PricedTool {
  readonly id: string;
  readonly billing: BillingCategory;
}

export interface SessionPlan {
  readonly tools: readonly PricedTool[];
  /** Features bought with the session. Features priced by the issue cannot be: the issues are not known yet. */
  readonly aiFeatures: readonly string[];
}

/**
 * The lines of a session's first charge: base, features, and each priced category that has a planned tool, split over
 * its tools. Free items have no line.
 *
 * @throws RefusedError VALIDATION_ERROR for a feature that does not exist or is priced by the issue
 */
export function priceSession(plan: SessionPlan, prices: Prices): ChargeLine[] {
  const lines: ChargeLine[] = [
    { item: 'base', category: 'base', tool: null, amount: prices.base },
    ...priceFeatures(plan.aiFeatures, prices),
    ...categoriesOf(plan).flatMap((category) =>
      toolLines(category, prices.categories[category].price, toolsOf(plan, category)),
    ),
  ];
  return lines.filter(({ amount }) => amount > 0);
}

/**
 * The lines of features whose price does not depend on the findings.
 *
 * @throws RefusedError VALIDATION_ERROR for a feature that does not exist or is priced by the issue
 */
export const priceFeatures = (features: readonly string[], prices: Prices): ChargeLine[] =>
  [...new Set(features)]
    .map((feature) => sessionFeature(feature, prices))
    .map(({ feature, price }): ChargeLine => ({ item: `ai:${feature}`, category: 'ai', tool: null, amount: price }));

/**
 * A line for each issue, so that an undelivered one is returned by its line.
 *
 * @throws RefusedError VALIDATION_ERROR for a feature that does not exist or is not priced by the issue
 */
export function priceIssues(feature: string, findingIds: readonly string[], prices: Prices): ChargeLine[] {
  if (!isAiFeature(feature) || !prices.ai[feature].perIssue)
    return refused('VALIDATION_ERROR', `${feature} is not priced by the issue`, [
      { field: 'feature', message: `${feature} is not priced by the issue` },
    ]);
  const { price: amount } = prices.ai[feature];
  return [...new Set(findingIds)].map((id) => ({ item: issueItem(feature, id), category: 'ai', tool: null, amount }));
}

/** The name of an issue's line. */
export const issueItem = (feature: string, findingId: string): string => `ai:${feature}:${findingId}`;

/** The categories that have a planned tool, including free ones, in the order of the price list. */
export const categoriesOf = ({ tools }: SessionPlan): BillingCategory[] =>
  BILLING_CATEGORIES.filter((category) => tools.some(({ billing }) => billing === category));

/** A plan as its charge records it. */
export const paidPlan = (plan: SessionPlan): PaidPlan => ({
  tools: Object.fromEntries(categoriesOf(plan).map((category) => [category, toolsOf(plan, category)])),
  aiFeatures: [...new Set(plan.aiFeatures)],
});

/** @throws RangeError when the number of lines is not a whole number from 0 */
export function priceOfLines(lines: number, { lines: { price, block } }: Prices): Microcredits {
  if (!Number.isSafeInteger(lines) || lines < 0) throw new RangeError(`not a number of lines: ${lines}`);
  return microcredits(Math.ceil(lines / block) * price);
}

export const isBillingCategory = (name: string): name is BillingCategory =>
  (BILLING_CATEGORIES as readonly string[]).includes(name);

const toolsOf = ({ tools }: SessionPlan, category: BillingCategory): string[] => [
  ...new Set(tools.filter(({ billing }) => billing === category).map(({ id }) => id)),
];

function sessionFeature(feature: string, prices: Prices): { feature: AiFeature; price: Microcredits } {
  if (!isAiFeature(feature))
    return refused('VALIDATION_ERROR', `Unknown feature: ${feature}`, [
      { field: 'aiFeatures', message: `unknown feature ${feature}` },
    ]);
  const { price, perIssue } = prices.ai[feature];
  if (perIssue)
    refused('VALIDATION_ERROR', `${feature} is priced by the issue and cannot be bought with a session`, [
      { field: 'aiFeatures', message: `${feature} is priced by the issue` },
    ]);
  return { feature, price };
}
