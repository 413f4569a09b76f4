import type { Tiers } from '@assay/identity';
import { type ProjectPlatform, type Tier, refused } from '@assay/kernel';

/** @throws RefusedError PLATFORM_NOT_ALLOWED, naming the smallest tier that has all of them */
export function refusePlatformsBeyond(tiers: Tiers, tier: Tier, platforms: readonly ProjectPlatform[]): void {
  const lacking = platforms.filter((platform) => !tier.platforms.includes(platform));
  if (lacking.length === 0) return;
  const required = tiers.smallest((candidate) => platforms.every((platform) => candidate.platforms.includes(platform)));
  refused('PLATFORM_NOT_ALLOWED', `Platform ${lacking.join(', ')} requires the ${required?.name ?? 'next'} tier`, {
    platforms: lacking,
    tier: tier.id,
    requiredTier: required?.id ?? null,
  });
}
