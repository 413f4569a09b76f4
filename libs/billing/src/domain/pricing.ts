import {
  BILLING_CATEGORIES,
  type BillingCategory,
  type Microcredits,
  fromCredits,
  microcredits,
  refused,
} from '@assay/kernel';
import { type ChargeLine, type PaidPlan, toolLines, totalOfLines } from './charge';

export const AI_FEATURES = ['summary', 'priority_scoring', 'issue_explanations', 'fix_suggestions'] as const;
export type AiFeature = (typeof AI_FEATURES)[number];

/** What things cost. Data: a deployment may bring its own. */
export interface Prices {
  readonly base: Microcredits;
  /** For each block of lines begun. */
  readonly lines: { readonly price: Microcredits; readonly block: number };
  readonly categories: Readonly<Record<BillingCategory, { readonly name: string; readonly price: Microcredits }>>;
  readonly ai: Readonly<Record<AiFeature, { readonly price: Microcredits; readonly perIssue: boolean }>>;
}

export const PRICES: Prices = {
  base: fromCredits(1),
  lines: { price: fromCredits(1), block: 10_000 },
  categories: {
    linting: { name: 'Linting', price: fromCredits(0) },
    quality: { name: 'Code quality', price: fromCredits(0) },
    docs: { name: 'Documentation', price: fromCredits(0) },
    git: { name: 'Git', price: fromCredits(0) },
    dependencies: { name: 'Dependencies', price: fromCredits(0) },
    security: { name: 'Security', price: fromCredits(1) },
    accessibility: { name: 'Accessibility', price: fromCredits(4) },
    performance: { name: 'Performance', price: fromCredits(5) },
  },
  ai: {
    summary: { price: fromCredits(1), perIssue: false },
    priority_scoring: { price: fromCredits(1), perIssue: false },
    issue_explanations: { price: fromCredits('0.1'), perIssue: true },
    fix_suggestions: { price: fromCredits('0.15'), perIssue: true },
  },
};

interface PricedTool {
  readonly id: string;
  readonly billing: BillingCategory;
}

export interface SessionPlan {
  readonly tools: readonly PricedTool[];
  /** Features bought with the session. Those priced by the issue cannot be: nobody knows the issues yet. */
  readonly aiFeatures: readonly string[];
}

/**
 * The lines of a session's first charge: base, features, and each priced category that has a planned tool, split over
 * its tools. What costs nothing has no line.
 *
 * @throws RefusedError VALIDATION_ERROR for a feature that does not exist or is priced by the issue
 */
export function priceSession(plan: SessionPlan, prices: Prices = PRICES): ChargeLine[] {
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
 * The lines of features that cost the same whatever the scan holds.
 *
 * @throws RefusedError VALIDATION_ERROR for a feature that does not exist or is priced by the issue
 */
export const priceFeatures = (features: readonly string[], prices: Prices = PRICES): ChargeLine[] =>
  [...new Set(features)]
    .map((feature) => sessionFeature(feature, prices))
    .map(({ feature, price }): ChargeLine => ({ item: `ai:${feature}`, category: 'ai', tool: null, amount: price }));

/** The categories that have a planned tool, free ones too, in the order of the price list. */
export const categoriesOf = ({ tools }: SessionPlan): BillingCategory[] =>
  BILLING_CATEGORIES.filter((category) => tools.some(({ billing }) => billing === category));

/** A plan as its charge records it. */
export const paidPlan = (plan: SessionPlan): PaidPlan => ({
  tools: Object.fromEntries(categoriesOf(plan).map((category) => [category, toolsOf(plan, category)])),
  aiFeatures: [...new Set(plan.aiFeatures)],
});

/** What a session costs before its lines are counted. */
export const sessionPrice = (plan: SessionPlan, prices: Prices = PRICES): Microcredits =>
  totalOfLines(priceSession(plan, prices));

/** @throws RangeError when the number of lines is not a whole number from 0 */
export function priceOfLines(lines: number, { lines: { price, block } }: Prices = PRICES): Microcredits {
  if (!Number.isSafeInteger(lines) || lines < 0) throw new RangeError(`not a number of lines: ${lines}`);
  return microcredits(Math.ceil(lines / block) * price);
}

export const isAiFeature = (name: string): name is AiFeature => (AI_FEATURES as readonly string[]).includes(name);
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
