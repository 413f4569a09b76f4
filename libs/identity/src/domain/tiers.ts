import { type Microcredits, PROJECT_PLATFORMS, type ProjectPlatform, fromCredits } from '@assay/kernel';

export const TIER_IDS = ['free', 'starter', 'pro', 'business'] as const;
export type TierId = (typeof TIER_IDS)[number];

/** What an organization gets for its subscription. Data: a deployment may bring its own. */
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
}

/** Smallest first: the first one that has something is the one to recommend. */
export const TIERS: Readonly<Record<TierId, Tier>> = {
  free: {
    id: 'free',
    name: 'Free',
    creditsPerMonth: fromCredits(50),
    maxProjects: 3,
    maxAutomations: 1,
    platforms: ['web'],
    aiFeatures: [],
    concurrentSessions: 1,
    maxRepoSizeMb: 100,
  },
  starter: {
    id: 'starter',
    name: 'Starter',
    creditsPerMonth: fromCredits(500),
    maxProjects: 10,
    maxAutomations: 5,
    platforms: ['web'],
    aiFeatures: ['summary', 'priority_scoring'],
    concurrentSessions: 2,
    maxRepoSizeMb: 500,
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    creditsPerMonth: fromCredits(2_000),
    maxProjects: 50,
    maxAutomations: 25,
    platforms: ['web', 'ios', 'android'],
    aiFeatures: ['summary', 'priority_scoring', 'issue_explanations'],
    concurrentSessions: 5,
    maxRepoSizeMb: 2_000,
  },
  business: {
    id: 'business',
    name: 'Business',
    creditsPerMonth: fromCredits(10_000),
    maxProjects: 500,
    maxAutomations: 100,
    platforms: PROJECT_PLATFORMS,
    aiFeatures: ['summary', 'priority_scoring', 'issue_explanations', 'fix_suggestions'],
    concurrentSessions: 20,
    maxRepoSizeMb: 10_000,
  },
};

export const isTierId = (name: string): name is TierId => (TIER_IDS as readonly string[]).includes(name);

/** The smallest tier that satisfies a condition, or undefined where none does. */
export const smallestTier = (having: (tier: Tier) => boolean): Tier | undefined =>
  TIER_IDS.map((id) => TIERS[id]).find(having);
