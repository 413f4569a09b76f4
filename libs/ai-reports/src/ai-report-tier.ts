import type { EventStore } from '@assay/event-store';
import { TIERS, loadOrganization, smallestTier } from '@assay/identity';
import { refused } from '@assay/kernel';
import { type AiReportFormat, featuresOf } from './domain/ai-report';

/** @throws RefusedError TIER_REQUIRED where the organization's tier lacks what the format is made of */
export async function requireTier(events: EventStore, organizationId: string, format: AiReportFormat): Promise<void> {
  const features = featuresOf(format);
  const has = (aiFeatures: readonly string[]) => features.every((feature) => aiFeatures.includes(feature));
  if (has(TIERS[(await loadOrganization(events, organizationId)).tier].aiFeatures)) return;
  const tier = smallestTier(({ aiFeatures }) => has(aiFeatures));
  refused('TIER_REQUIRED', `AI reports require the ${tier?.name ?? 'next'} tier`, { requiredTier: tier?.id ?? null });
}
