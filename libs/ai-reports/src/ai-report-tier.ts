import type { Tiers } from '@assay/identity';
import { refused } from '@assay/kernel';
import { type AiReportFormat, featuresOf } from './domain/ai-report';

/** @throws RefusedError TIER_REQUIRED if the organization's tier lacks a feature of the format */
export async function requireTier(tiers: Tiers, organizationId: string, format: AiReportFormat): Promise<void> {
  await requireFeatures(tiers, organizationId, { features: featuresOf(format), what: 'AI reports require' });
}

/** @throws RefusedError TIER_REQUIRED if the organization's tier lacks one of the features */
export async function requireFeatures(
  tiers: Tiers,
  organizationId: string,
  { features, what }: { readonly features: readonly string[]; readonly what: string },
): Promise<void> {
  const has = (aiFeatures: readonly string[]) => features.every((feature) => aiFeatures.includes(feature));
  if (has((await tiers.of(organizationId)).aiFeatures)) return;
  const tier = tiers.smallest(({ aiFeatures }) => has(aiFeatures));
  refused('TIER_REQUIRED', `${what} the ${tier?.name ?? 'next'} tier`, { requiredTier: tier?.id ?? null });
}
