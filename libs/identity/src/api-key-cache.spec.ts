import { ApiKeyCache } from './api-key-cache';

const found = {
  key: {
    id: 'key_1',
    organizationId: 'org_1',
    hash: 'h',
    permissions: [],
    expiresAt: null,
    createdBy: null,
    revoked: false,
  },
  organization: { tier: 'free' as const, comingTier: undefined },
};
let time = 0;
const clock = { now: () => new Date(time) };

describe('the cache of keys', () => {
  beforeEach(() => {
    time = 1_000_000;
  });

  it('remembers a key for a second', () => {
    const cache = new ApiKeyCache(clock);
    cache.put('h', found, cache.begin());
    time += 999;
    expect(cache.get('h')).toMatchObject(found);
    time += 1;
    expect(cache.get('h')).toBeUndefined();
  });

  it('does not remember longer because the clock was set back', () => {
    const cache = new ApiKeyCache(clock);
    cache.put('h', found, cache.begin());
    time -= 60_000;
    expect(cache.get('h')).toBeUndefined();
  });

  it('forgets a lookup that a revocation overtook', () => {
    const cache = new ApiKeyCache(clock);
    const begunAt = cache.begin();
    cache.clear();
    cache.put('h', found, begunAt);
    expect(cache.get('h')).toBeUndefined();
  });
});
