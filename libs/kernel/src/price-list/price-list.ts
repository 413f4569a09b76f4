import type { Microcredits } from '../credits';
import {
  AI_FEATURES,
  type AiFeature,
  type BillingCategory,
  type ProjectPlatform,
  TIER_IDS,
  type TierId,
} from '../vocabulary';

/** The services that an organization gets for its subscription. */
export interface Tier {
  readonly id: TierId;
  readonly name: string;
  readonly creditsPerMonth: Microcredits;
  readonly maxProjects: number;
  readonly maxAutomations: number;
  readonly platforms: readonly ProjectPlatform[];
  readonly aiFeatures: readonly string[];
  readonly concurrentSessions: number;
  readonly maxRepoSizeMb: number;
  /** How far below nothing a balance may go, where the customer allows it; null: not at all. */
  readonly overage: { readonly credits: Microcredits; readonly microdollarsPerCredit: number } | null;
}

/** The price of a session. */
export interface Prices {
  readonly base: Microcredits;
  /** For each block of lines begun. */
  readonly lines: { readonly price: Microcredits; readonly block: number };
  readonly categories: Readonly<Record<BillingCategory, { readonly name: string; readonly price: Microcredits }>>;
  readonly ai: Readonly<Record<AiFeature, { readonly price: Microcredits; readonly perIssue: boolean }>>;
}

/** Credits that can be bought together. */
export interface CreditPackage {
  readonly id: string;
  readonly name: string;
  readonly credits: Microcredits;
  readonly priceCents: number;
  readonly isFeatured: boolean;
}

/** Everything that is sold and granted, and for how much: one file, read once at the start of each process. */
export interface PriceList {
  /** Names these conditions for ever. Each charge, quote and purchase records the version it was made under. */
  readonly version: string;
  readonly prices: Prices;
  /** Smallest first. */
  readonly tiers: Readonly<Record<TierId, Tier>>;
  readonly packages: readonly CreditPackage[];
}

/** The injection token of the {@link PriceList} that is in force. */
export const PRICE_LIST = Symbol('PriceList');

/** The smallest tier that satisfies a condition, to recommend it; undefined if none does. */
export const smallestTier = ({ tiers }: PriceList, having: (tier: Tier) => boolean): Tier | undefined =>
  TIER_IDS.map((id) => tiers[id]).find(having);

export const isTierId = (name: string): name is TierId => (TIER_IDS as readonly string[]).includes(name);
export const isAiFeature = (name: string): name is AiFeature => (AI_FEATURES as readonly string[]).includes(name);
