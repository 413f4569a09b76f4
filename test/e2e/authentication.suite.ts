import { type ApiKeyEvent, PERMISSIONS, apiKeyStream } from '@assay/identity';
import { sha256Hex } from '@assay/kernel';
import { randomBytes } from 'node:crypto';
import { httpClient } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { sharedService } from './shared-service';

const ROUTES = [
  ['GET', '/api/v1/projects', 'projects:read'],
  ['POST', '/api/v1/projects', 'projects:write'],
  ['GET', '/api/v1/projects/prj_1', 'projects:read'],
  ['PATCH', '/api/v1/projects/prj_1', 'projects:write'],
  ['DELETE', '/api/v1/projects/prj_1', 'projects:write'],
  ['GET', '/api/sessions', 'scans:read'],
  ['POST', '/api/sessions', 'scans:write'],
  ['GET', '/api/sessions/ses_1', 'scans:read'],
  ['DELETE', '/api/sessions/ses_1', 'scans:write'],
  ['GET', '/api/sessions/ses_1/events', 'scans:read'],
  ['GET', '/api/v1/findings?scanId=scn_1', 'findings:read'],
  ['GET', '/api/v1/findings/fnd_1', 'findings:read'],
  ['GET', '/api/v1/projects/prj_1/trend', 'findings:read'],
  ['GET', '/api/v1/scans/scn_1/compare/scn_2', 'findings:read'],
  ['GET', '/api/v1/findings/decisions?projectId=prj_1', 'findings:read'],
  ['PATCH', '/api/v1/findings/fnd_1', 'findings:write'],
  ['POST', '/api/v1/findings/triage', 'findings:write'],
  ['GET', '/api/billing/status', 'billing:read'],
  ['POST', '/api/billing/quote', 'billing:read'],
  ['GET', '/api/billing/usage', 'billing:read'],
  ['GET', '/api/billing/usage/export', 'billing:read'],
  ['GET', '/api/billing/audit', 'billing:read'],
  ['GET', '/api/settings/api-keys', 'keys:read'],
  ['POST', '/api/settings/api-keys', 'keys:write'],
  ['DELETE', '/api/settings/api-keys/key_1', 'keys:write'],
  ['GET', '/api/settings/webhooks', 'settings:read'],
  ['GET', '/api/settings/webhooks/whk_1/deliveries', 'settings:read'],
  ['POST', '/api/settings/webhooks', 'settings:write'],
  ['PATCH', '/api/settings/webhooks/whk_1', 'settings:write'],
  ['DELETE', '/api/settings/webhooks/whk_1', 'settings:write'],
  ['GET', '/api/v1/tools', 'scans:read'],
] as const;
const INVALID = 'Invalid or expired API key';

describe('authentication', () => {
  let service: RunningService;
  let tenant: Tenant;
  let anonymous: ReturnType<typeof httpClient>;
  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('pro');
    anonymous = httpClient(service.url);
  });

  const newKey = async (body: object, by: Tenant = tenant) => {
    const answer = await by.post('/api/settings/api-keys', body);
    expect(answer.status).toBe(201);
    return answer.body as { apiKey: { id: string; permissions: string[] }; key: string };
  };

  it.each(['/api/billing/status', '/api/v1/projects'])('takes a key in either header for %s', async (path) => {
    const presented: Record<string, string>[] = [
      { authorization: `Bearer ${tenant.key}` },
      { authorization: `bearer  ${tenant.key}` },
      { 'x-api-key': tenant.key },
    ];
    for (const headers of presented) expect((await anonymous.get(path, headers)).status).toBe(200);
  });

  it.each(ROUTES)('refuses %s %s without a key', async (method, path) =>
    expectRefusal(await anonymous.send(method, path, undefined), 401, 'INVALID_API_KEY', INVALID),
  );

  it.each([
    ['an unknown key', { authorization: `Bearer asy_${'A'.repeat(43)}` }],
    ['something else', { 'x-api-key': 'secret' }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['nothing after the scheme', { authorization: 'Bearer ' }],
    ['an empty header', { 'x-api-key': '' }],
  ])('refuses %s in the same words', async (_, headers) =>
    expectRefusal(
      await anonymous.get('/api/v1/projects', headers as Record<string, string>),
      401,
      'INVALID_API_KEY',
      INVALID,
    ),
  );

  it('refuses a key that is valid but for its last character', async () => {
    const wrong = tenant.key.slice(0, -1) + (tenant.key.endsWith('A') ? 'B' : 'A');
    expectRefusal(await anonymous.get('/api/v1/projects', { 'x-api-key': wrong }), 401, 'INVALID_API_KEY', INVALID);
  });

  it('refuses a key whose time has come', async () => {
    const key = `asy_${randomBytes(32).toString('base64url')}`;
    const event: ApiKeyEvent = {
      type: 'ApiKeyCreated',
      data: {
        keyId: 'key_expired',
        organizationId: tenant.organizationId,
        name: 'old',
        prefix: key.slice(0, 12),
        hash: sha256Hex(key),
        permissions: PERMISSIONS,
        expiresAt: '2020-01-02T00:00:00.000Z',
        createdBy: null,
        at: '2020-01-01T00:00:00.000Z',
      },
    };
    const { position } = await service.platform.events.append(apiKeyStream('key_expired'), [event]);
    await service.platform.readModels.waitFor(position);
    expect((await tenant.get('/api/settings/api-keys')).body.apiKeys.map(({ id }: { id: string }) => id)).toContain(
      'key_expired',
    );
    expectRefusal(await anonymous.get('/api/v1/projects', { 'x-api-key': key }), 401, 'INVALID_API_KEY', INVALID);
  });

  describe.each([...new Set(ROUTES.map(([, , permission]) => permission))])('%s', (permission) => {
    const routes = ROUTES.filter(([, , needed]) => needed === permission);

    it('is what its routes need and name, whatever else a key has', async () => {
      const other = await service.tenant('pro', { permissions: PERMISSIONS.filter((each) => each !== permission) });
      for (const [method, path] of routes)
        expectRefusal(
          await other.send(method, path, undefined),
          403,
          'FORBIDDEN',
          `Missing required permission: ${permission}`,
        );
    });

    it('is all that its routes need', async () => {
      const only = await service.tenant('pro', { permissions: [permission] });
      for (const [method, path] of routes)
        expect([200, 400, 404]).toContain((await only.send(method, path, undefined)).status);
    });
  });

  it('needs no key for health and documentation', async () => {
    for (const path of ['/', '/health', '/health/live', '/openapi.json', '/docs', '/.well-known/assay-audit.json'])
      expect((await anonymous.get(path)).status).toBe(200);
  });

  describe('API keys', () => {
    it('are shown once, when they are created, and listed newest first by their beginning', async () => {
      const mine = await service.tenant('pro');
      const first = await newKey({ name: 'First', permissions: ['scans:read', 'projects:read'] }, mine);
      const second = await newKey(
        { name: ' Second ', preset: 'read_only', expiresAt: '2999-12-31T23:59:59+01:00' },
        mine,
      );
      expect(first.key).toMatch(/^asy_[A-Za-z0-9_-]{43}$/);
      const { status, body } = await mine.get('/api/settings/api-keys');
      expect(status).toBe(200);
      expect(body.apiKeys).toHaveLength(3);
      expect(body.apiKeys.slice(0, 2)).toEqual([
        {
          id: second.apiKey.id,
          name: 'Second',
          prefix: second.key.slice(0, 12),
          permissions: ['projects:read', 'scans:read', 'findings:read', 'reports:read'],
          createdAt: expect.any(String),
          createdBy: body.apiKeys[2].id,
          expiresAt: '2999-12-31T22:59:59.000Z',
          lastUsedAt: null,
        },
        {
          id: first.apiKey.id,
          name: 'First',
          prefix: first.key.slice(0, 12),
          permissions: ['projects:read', 'scans:read'],
          createdAt: expect.any(String),
          createdBy: body.apiKeys[2].id,
          expiresAt: null,
          lastUsedAt: null,
        },
      ]);
      expect(JSON.stringify(body)).not.toContain(first.key);
    });

    it.each([
      ['read_only', ['projects:read', 'scans:read', 'findings:read', 'reports:read']],
      [
        'execute',
        [
          'projects:read',
          'projects:write',
          'scans:read',
          'scans:write',
          'findings:read',
          'findings:write',
          'reports:read',
          'automations:read',
          'billing:read',
        ],
      ],
      ['full_access', [...PERMISSIONS]],
    ])('with the preset %s have exactly its permissions', async (preset, permissions) =>
      expect((await newKey({ name: preset, preset })).apiKey.permissions.sort()).toEqual([...permissions].sort()),
    );

    it('work at once, and once revoked not even once more', async () => {
      const { apiKey, key } = await newKey({ name: 'Short-lived', preset: 'read_only' });
      const client = httpClient(service.url, { 'x-api-key': key });
      expect((await client.get('/api/v1/projects')).status).toBe(200);
      expect(await tenant.delete(`/api/settings/api-keys/${apiKey.id}`)).toMatchObject({
        status: 200,
        body: { success: true, message: expect.any(String) },
      });
      expectRefusal(await client.get('/api/v1/projects'), 401, 'INVALID_API_KEY', INVALID);
      expect(JSON.stringify((await tenant.get('/api/settings/api-keys')).body)).not.toContain(apiKey.id);
      expect((await tenant.delete(`/api/settings/api-keys/${apiKey.id}`)).status).toBe(200);
    });

    it('note when they were used', async () => {
      const { apiKey, key } = await newKey({ name: 'Used', preset: 'read_only' });
      await httpClient(service.url, { 'x-api-key': key }).get('/api/v1/projects');
      await service.platform.readModels.waitFor(await service.platform.events.head());
      const listed = (await tenant.get('/api/settings/api-keys')).body.apiKeys.find(
        ({ id }: { id: string }) => id === apiKey.id,
      );
      expect(listed.lastUsedAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    });

    it('cannot grant what they lack', async () => {
      const limited = await service.tenant('pro', {
        permissions: ['keys:write', 'projects:read'],
        organizationId: tenant.organizationId,
      });
      expectRefusal(
        await limited.post('/api/settings/api-keys', { name: 'More', permissions: ['projects:read', 'billing:write'] }),
        403,
        'FORBIDDEN',
        'Missing required permission: billing:write',
      );
      expectRefusal(
        await limited.post('/api/settings/api-keys', { name: 'More', preset: 'read_only' }),
        403,
        'FORBIDDEN',
        'Missing required permission: scans:read',
      );
      expect(
        (await limited.post('/api/settings/api-keys', { name: 'As much', permissions: ['projects:read'] })).status,
      ).toBe(201);
    });

    it('expire no later than the key that makes them', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const mortal = await service.tenant('pro', { expiresAt, organizationId: tenant.organizationId });
      const child = await newKey({ name: 'Child', preset: 'full_access' }, mortal);
      expect(child.apiKey).toMatchObject({ expiresAt });
      const never = await newKey({ name: 'Never', preset: 'full_access', expiresAt: null }, mortal);
      expect(never.apiKey).toMatchObject({ expiresAt });
      const later = new Date(Date.now() + 7_200_000).toISOString();
      expectInvalid(
        await mortal.post('/api/settings/api-keys', { name: 'Later', preset: 'read_only', expiresAt: later }),
        'expiresAt',
      );
    });

    it('show and offer what they made when they are revoked', async () => {
      const own = await service.tenant('pro');
      const parent = await newKey({ name: 'Parent', preset: 'full_access' }, own);
      const byParent: Tenant = { ...own, ...httpClient(service.url, { 'x-api-key': parent.key }) };
      const child = await newKey({ name: 'Child', preset: 'full_access' }, byParent);
      const byChild: Tenant = { ...own, ...httpClient(service.url, { 'x-api-key': child.key }) };
      const grandchild = await newKey({ name: 'Grandchild', preset: 'read_only' }, byChild);
      const path = `/api/settings/api-keys/${parent.apiKey.id}`;
      const { body } = await own.delete(path);
      expect(body).toEqual({
        success: true,
        message:
          'The API key is revoked. Keys that it made still work: 2. ' +
          `DELETE ${path}?descendants=true revokes them, too.`,
        descendants: [grandchild.apiKey, { ...child.apiKey, lastUsedAt: expect.any(String) }],
      });
      expect((await byChild.get('/api/v1/projects')).status).toBe(200);
      expect((await own.delete(`${path}?descendants=true`)).body).toMatchObject({ success: true, descendants: [] });
      expectRefusal(await byChild.get('/api/v1/projects'), 401, 'INVALID_API_KEY', INVALID);
      expectRefusal(
        await httpClient(service.url, { 'x-api-key': grandchild.key }).get('/api/v1/projects'),
        401,
        'INVALID_API_KEY',
      );
      expect((await own.get('/api/settings/api-keys')).body.pagination.total).toBe(1);
    });

    it('are listed in pages, and so many and no more', async () => {
      const limited = await runningService({ settings: { ASSAY_MAX_API_KEYS: '3' } });
      try {
        const own = await limited.tenant('pro');
        for (const name of ['One', 'Two']) await newKey({ name, preset: 'read_only' }, own);
        expectRefusal(
          await own.post('/api/settings/api-keys', { name: 'Three', preset: 'read_only' }),
          429,
          'API_KEY_LIMIT_REACHED',
          /revoke some first/,
        );
        const { body } = await own.get('/api/settings/api-keys?limit=1&page=2');
        expect(body).toMatchObject({ apiKeys: [{ name: 'One' }], pagination: { total: 3, limit: 1, offset: 1 } });
        expectInvalid(await own.get('/api/settings/api-keys?limit=101'), 'limit');
      } finally {
        await limited.close();
      }
    });

    it('of another organization are not found', async () => {
      const { apiKey, key } = await newKey({ name: 'Mine', preset: 'read_only' });
      const stranger = await service.tenant('pro');
      expectRefusal(await stranger.delete(`/api/settings/api-keys/${apiKey.id}`), 404, 'API_KEY_NOT_FOUND');
      expect((await httpClient(service.url, { 'x-api-key': key }).get('/api/v1/projects')).status).toBe(200);
    });

    it.each([
      [{ preset: 'read_only' }, ['name']],
      [{ name: '  ', preset: 'read_only' }, ['name']],
      [{ name: 'x'.repeat(101), preset: 'read_only' }, ['name']],
      [{ name: 'a' }, ['permissions']],
      [{ name: 'a', preset: 'read_only', permissions: ['scans:read'] }, ['permissions']],
      [{ name: 'a', permissions: [] }, ['permissions']],
      [{ name: 'a', permissions: ['scans:fly'] }, ['permissions']],
      [{ name: 'a', permissions: 'scans:read' }, ['permissions']],
      [{ name: 'a', preset: 'root' }, ['preset']],
      [{ name: 'a', preset: 'toString' }, ['preset']],
      [{ name: 'a', preset: 'read_only', expiresAt: 'tomorrow' }, ['expiresAt']],
      [{ name: 'a', preset: 'read_only', expiresAt: '2999-02-30T00:00:00Z' }, ['expiresAt']],
      [{ name: 'a', preset: 'read_only', expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
    ])('are not made from %j', async (body, fields) =>
      expectInvalid(await tenant.post('/api/settings/api-keys', body), ...fields),
    );
  });
});
