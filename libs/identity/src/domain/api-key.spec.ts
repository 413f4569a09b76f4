import { RefusedError } from '@assay/kernel';
import { specification } from '../../../kernel/test/specification';
import { type ApiKey, type ApiKeyEvent, type NewApiKey, apiKey, createApiKey, isGood, revokeApiKey } from './api-key';
import { PERMISSIONS, PRESETS } from './permissions';

const AT = '2026-11-05T10:00:00.000Z';
const request: NewApiKey = {
  keyId: 'key_1',
  organizationId: 'org_1',
  name: 'CI',
  permissions: ['scans:read'],
  prefix: 'asy_12345678',
  hash: 'h',
  grantedBy: 'operator',
  at: AT,
};
const created = (more: object = {}): ApiKeyEvent => ({
  type: 'ApiKeyCreated',
  data: {
    keyId: 'key_1',
    organizationId: 'org_1',
    name: 'CI',
    prefix: 'asy_12345678',
    hash: 'h',
    permissions: ['scans:read'],
    expiresAt: null,
    createdBy: null,
    at: AT,
    ...more,
  },
});
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { keyId: 'key_1', organizationId: 'org_1', at: AT } };

const key = specification(apiKey);
const creating = (more: Partial<NewApiKey>) => (state: ApiKey | undefined) =>
  createApiKey({ ...request, ...more }, state);

describe('creating an API key', () => {
  it('grants what is asked for', () => key.given([]).when(creating({})).then([created()]));
  it('grants a preset', () =>
    key
      .given([])
      .when(creating({ permissions: undefined, preset: 'read_only' }))
      .then([created({ permissions: ['projects:read', 'scans:read', 'findings:read', 'reports:read'] })]));
  it('lists each permission once, in one order', () =>
    key
      .given([])
      .when(creating({ permissions: ['scans:write', 'scans:read', 'scans:write'] }))
      .then([created({ permissions: ['scans:read', 'scans:write'] })]));
  it('notes which key granted it', () =>
    key
      .given([])
      .when(creating({ grantedBy: { id: 'key_0', permissions: ['scans:read', 'keys:write'], expiresAt: null } }))
      .then([created({ createdBy: 'key_0' })]));
  it('writes the expiry in UTC', () =>
    key
      .given([])
      .when(creating({ expiresAt: '2026-12-01T00:00:00+01:00' }))
      .then([created({ expiresAt: '2026-11-30T23:00:00.000Z' })]));

  const mortal = { id: 'key_0', permissions: PERMISSIONS, expiresAt: '2026-12-01T00:00:00.000Z' };
  it.each([
    [undefined, mortal.expiresAt],
    [null, mortal.expiresAt],
    ['2026-11-30T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
    ['2026-12-01T01:00:00+01:00', mortal.expiresAt],
  ])('lets a key of one that expires expire by then: asked for %s', (expiresAt, granted) =>
    key
      .given([])
      .when(creating({ expiresAt, grantedBy: mortal }))
      .then([created({ expiresAt: granted, createdBy: 'key_0' })]),
  );
  it('refuses to let a key outlive the one that makes it', () => {
    const outliving = { expiresAt: '2026-12-01T00:00:00.001Z', grantedBy: mortal };
    key.given([]).when(creating(outliving)).then({ code: 'VALIDATION_ERROR' });
    expect(fieldsOf(() => creating(outliving)(undefined))).toEqual(['expiresAt']);
  });

  it('refuses to grant what the granting key lacks', () =>
    key
      .given([])
      .when(
        creating({
          preset: 'execute',
          permissions: undefined,
          grantedBy: { id: 'key_0', permissions: PRESETS.read_only, expiresAt: null },
        }),
      )
      .then({ code: 'FORBIDDEN', message: 'Missing required permission: projects:write' }));

  it.each<[string, Partial<NewApiKey>, string]>([
    ['an unknown permission', { permissions: ['scans:delete'] }, 'permissions'],
    ['no permission', { permissions: [] }, 'permissions'],
    ['neither permissions nor a preset', { permissions: undefined }, 'permissions'],
    ['both', { preset: 'execute' }, 'permissions'],
    ['an unknown preset', { permissions: undefined, preset: 'toString' }, 'preset'],
    ['an empty name', { name: '  ' }, 'name'],
    ['an expiry that has passed', { expiresAt: AT }, 'expiresAt'],
    ['an expiry that is no time', { expiresAt: 'soon' }, 'expiresAt'],
  ])('refuses %s', (_, more, field) => {
    key.given([]).when(creating(more)).then({ code: 'VALIDATION_ERROR' });
    expect(fieldsOf(() => creating(more)(undefined))).toEqual([field]);
  });
});

describe('revoking an API key', () => {
  const revoking = (organizationId: string) => (state: ApiKey | undefined) =>
    revokeApiKey({ organizationId, at: AT }, state);
  it('ends it', () => key.given([created()]).when(revoking('org_1')).then([revoked]));
  it('changes nothing the second time', () => key.given([created(), revoked]).when(revoking('org_1')).then([]));
  it("finds no other organization's key", () =>
    key.given([created()]).when(revoking('org_2')).then({ code: 'API_KEY_NOT_FOUND' }));
  it('finds none that never was', () => key.given([]).when(revoking('org_1')).then({ code: 'API_KEY_NOT_FOUND' }));
});

describe('a key', () => {
  it.each([
    [null, true],
    ['2026-11-05T10:00:00.001Z', true],
    [AT, false],
    ['2026-11-05T09:00:00.000Z', false],
  ])('that expires at %s is good: %s', (expiresAt, good) =>
    expect(isGood({ revoked: false, expiresAt }, AT)).toBe(good),
  );
});

describe('the presets', () => {
  it('are those of the interface specification, and full access is everything', () => {
    expect(PRESETS.full_access).toEqual(PERMISSIONS);
    expect([...PRESETS.execute].sort()).toEqual([
      'automations:read',
      'billing:read',
      'findings:read',
      'findings:write',
      'projects:read',
      'projects:write',
      'reports:read',
      'scans:read',
      'scans:write',
    ]);
  });
});

function fieldsOf(decision: () => unknown): string[] {
  try {
    decision();
  } catch (error) {
    if (error instanceof RefusedError) return (error.refusal.details as { field: string }[]).map(({ field }) => field);
  }
  throw new Error('expected a refusal');
}
