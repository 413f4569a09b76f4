import { type Tier, smallestTier } from '@assay/identity';
import { type ProjectPlatform, refused } from '@assay/kernel';

/** @throws RefusedError PLATFORM_NOT_ALLOWED, naming the smallest tier that has all of them */
export function refusePlatformsBeyond(tier: Tier, platforms: readonly ProjectPlatform[]): void {
  const lacking = platforms.filter((platform) => !tier.platforms.includes(platform));
  if (lacking.length === 0) return;
  const required = smallestTier((candidate) => platforms.every((platform) => candidate.platforms.includes(platform)));
  refused('PLATFORM_NOT_ALLOWED', `Platform ${lacking.join(', ')} requires the ${required?.name ?? 'next'} tier`, {
    platforms: lacking,
    tier: tier.id,
    requiredTier: required?.id ?? null,
  });
}
