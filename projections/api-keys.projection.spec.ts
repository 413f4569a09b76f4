import type { ApiKeyEvent } from '@assay/identity';
import { projected } from '../libs/read-models/test/projected';
import { apiKeys } from './api-keys.projection';

const created: ApiKeyEvent = {
  type: 'ApiKeyCreated',
  data: {
    keyId: 'key_1',
    organizationId: 'org_1',
    name: 'CI',
    prefix: 'ak_live_1',
    hash: 'abc',
    permissions: ['scans:read'],
    expiresAt: null,
    createdBy: null,
    at: '2026-11-01T10:00:00.000Z',
  },
};
const about = { keyId: 'key_1', organizationId: 'org_1', at: '2026-11-02T10:00:00.000Z' };

describe('the read model of API keys', () => {
  it('has a key by its id, with its hash and never the key, and when it was last used', () =>
    expect(projected(apiKeys, [created, { type: 'ApiKeyUsed', data: about }])).toEqual({
      key_1: {
        keyId: 'key_1',
        organizationId: 'org_1',
        name: 'CI',
        prefix: 'ak_live_1',
        hash: 'abc',
        permissions: ['scans:read'],
        createdAt: '2026-11-01T10:00:00.000Z',
        createdBy: null,
        expiresAt: null,
        lastUsedAt: '2026-11-02T10:00:00.000Z',
      },
    }));

  it('forgets a key that is revoked, also when its use is noted after that', () =>
    expect(
      projected(apiKeys, [created, { type: 'ApiKeyRevoked', data: about }, { type: 'ApiKeyUsed', data: about }]),
    ).toEqual({}));
});
