import { type Clock, CLOCK } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from './domain/api-key';
import type { Organization } from './domain/organization';

export interface CachedKey {
  readonly key: ApiKey;
  readonly organization: Pick<Organization, 'tier' | 'comingTier'>;
}

/** How long a revocation made by another process may go unnoticed by this one; one made here is effective at once. */
const MAX_AGE_MS = 1_000;
const MAX_KEYS = 10_000;

/**
 * Keys that were just looked up, by hash. Each entry is short-lived. Every change empties the cache, which is rare and
 * costs one read per key.
 */
@Injectable()
export class ApiKeyCache {
  private readonly keys = new LRUCache<string, CachedKey & { readonly at: number }>({ max: MAX_KEYS });
  private generation = 0;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  get(hash: string): CachedKey | undefined {
    const cached = this.keys.get(hash);
    if (cached === undefined) return undefined;
    const age = this.clock.now().getTime() - cached.at;
    return age >= 0 && age < MAX_AGE_MS ? cached : undefined;
  }

  /** The value that a lookup must pass to {@link put}: a lookup that a revocation overtook may not be cached. */
  begin(): number {
    return this.generation;
  }

  put(hash: string, { key, organization }: CachedKey, begunAt: number): void {
    if (begunAt !== this.generation) return;
    this.keys.set(hash, { key, organization, at: this.clock.now().getTime() });
  }

  clear(): void {
    this.generation += 1;
    this.keys.clear();
  }
}
