import {
  AI_FEATURES,
  type AiFeature,
  BILLING_CATEGORIES,
  type BillingCategory,
  type Microcredits,
  type Prices,
  isAiFeature,
  microcredits,
  refused,
  sumOf,
  toCredits,
} from '@assay/kernel';
import { isBillingCategory, priceOfLines } from './pricing';

export interface QuoteRequest {
  readonly estimatedLines?: number;
  readonly estimatedIssues?: number;
  /** Without categories: all of them. Without features: none. */
  readonly config?: { readonly categories?: readonly string[]; readonly aiFeatures?: readonly string[] };
}

export interface QuoteOptions {
  readonly categories: readonly {
    readonly id: BillingCategory;
    readonly name: string;
    readonly creditCost: number;
    readonly included: boolean;
  }[];
  readonly aiFeatures: readonly { readonly id: AiFeature; readonly creditCost: number; readonly perIssue: boolean }[];
  readonly linesCostPer10K: number;
  readonly baseScanCost: number;
}

/** In credits, as the answer shows them. */
export interface Estimate {
  readonly breakdown: {
    readonly base: number;
    readonly lines: number;
    readonly tools: Readonly<Record<string, number>>;
    readonly ai: Readonly<Record<string, number>>;
  };
  readonly total: number;
}

export const quoteOptions = (prices: Prices): QuoteOptions => ({
  categories: BILLING_CATEGORIES.map((id) => ({
    id,
    name: prices.categories[id].name,
    creditCost: toCredits(prices.categories[id].price),
    included: prices.categories[id].price === 0,
  })),
  aiFeatures: AI_FEATURES.map((id) => ({
    id,
    creditCost: toCredits(prices.ai[id].price),
    perIssue: prices.ai[id].perIssue,
  })),
  linesCostPer10K: toCredits(microcredits((prices.lines.price * 10_000) / prices.lines.block)),
  baseScanCost: toCredits(prices.base),
});

/** The sums of a quote, which it guarantees. */
export interface QuotedPrice {
  readonly base: Microcredits;
  /** The `estimated` lines, at `price` for each started block. */
  readonly lines: {
    readonly estimated: number;
    readonly price: Microcredits;
    readonly block: number;
    readonly amount: Microcredits;
  };
  /** By billing category, including free ones. */
  readonly categories: Readonly<Record<string, Microcredits>>;
  /** By feature. The price of a feature that is priced by the issue is for `issues` of them. */
  readonly ai: Readonly<Record<string, Microcredits>>;
  readonly issues: number;
  readonly total: Microcredits;
}

/**
 * The price that a session as described would have: base + lines + categories + features.
 *
 * @throws RefusedError VALIDATION_ERROR with every field that is wrong
 */
export function quotedPrice(request: QuoteRequest, prices: Prices): QuotedPrice {
  const { lines: estimated, issues, categories, features } = validated(request);
  const lines = { estimated, ...prices.lines, amount: priceOfLines(estimated, prices) };
  const tools = categories.map((category) => [category, prices.categories[category].price] as const);
  const ai = features.map((feature) => [feature, featurePrice(feature, issues, prices)] as const);
  return {
    base: prices.base,
    lines,
    categories: Object.fromEntries(tools),
    ai: Object.fromEntries(ai),
    issues,
    total: sumOf([prices.base, lines.amount, ...tools.map(([, price]) => price), ...ai.map(([, price]) => price)]),
  };
}

export const estimateOf = ({ base, lines, categories, ai, total }: QuotedPrice): Estimate => ({
  breakdown: { base: toCredits(base), lines: toCredits(lines.amount), tools: inCredits(categories), ai: inCredits(ai) },
  total: toCredits(total),
});

const featurePrice = (feature: AiFeature, issues: number, { ai }: Prices): Microcredits =>
  ai[feature].perIssue ? microcredits(ai[feature].price * issues) : ai[feature].price;

const inCredits = (costs: Readonly<Record<string, Microcredits>>): Record<string, number> =>
  Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, toCredits(cost)]));

/**
 * The price of the described session: base + lines + categories + features.
 *
 * @throws RefusedError VALIDATION_ERROR with every field that is wrong
 */
const MOST = 1_000_000_000;

function validated({ estimatedLines = 0, estimatedIssues = 0, config = {} }: QuoteRequest) {
  const { categories = BILLING_CATEGORIES, aiFeatures = [] } = config;
  const problems = [
    ...countProblems('estimatedLines', estimatedLines),
    ...countProblems('estimatedIssues', estimatedIssues),
    ...categories
      .filter((name) => !isBillingCategory(name))
      .map((name) => ({
        field: 'config.categories',
        message: `unknown category ${name}; known are ${BILLING_CATEGORIES.join(', ')}`,
      })),
    ...aiFeatures
      .filter((name) => !isAiFeature(name))
      .map((name) => ({
        field: 'config.aiFeatures',
        message: `unknown feature ${name}; known are ${AI_FEATURES.join(', ')}`,
      })),
  ];
  if (problems.length > 0) refused('VALIDATION_ERROR', `${problems[0]!.field}: ${problems[0]!.message}`, problems);
  return {
    lines: estimatedLines,
    issues: estimatedIssues,
    categories: [...new Set(categories)].filter(isBillingCategory),
    features: [...new Set(aiFeatures)].filter(isAiFeature),
  };
}

const countProblems = (field: string, count: number): { field: string; message: string }[] =>
  Number.isSafeInteger(count) && count >= 0 && count <= MOST
    ? []
    : [{ field, message: `must be a whole number from 0 to ${MOST}` }];
