import { apiKeys } from '../../../projections/api-keys.projection';
import { organizations } from '../../../projections/organizations.projection';
import {
  AuthenticateApiKey,
  BootstrapOrganization,
  ChangeOrganizationTier,
  CreateApiKey,
  CreateOrganization,
  IdentityModule,
  ListApiKeys,
  ListKeyDescendants,
  PERMISSIONS,
  RevokeApiKey,
  apiKeyDocuments,
  apiKeyStream,
  organizationDocuments,
} from '../src';
import { type RunningContext, refusalOf, startContext } from './running-context';

let context: RunningContext;
beforeEach(async () => {
  context = await startContext({ modules: [IdentityModule], projections: [apiKeys, organizations] });
});
afterEach(() => context.stop());

async function organizationWithKey(more: { expiresAt?: string } = {}) {
  const { organizationId } = await context.execute(new CreateOrganization({ name: 'Acme', tier: 'pro' }));
  const { key, apiKey } = await context.execute(
    new CreateApiKey({ organizationId, name: 'CI', preset: 'execute', grantedBy: 'operator', ...more }),
  );
  return { organizationId, key, keyId: apiKey.id };
}

describe('API keys', () => {
  it('speak for their organization, with their permissions and its tier', async () => {
    const { organizationId, key, keyId } = await organizationWithKey();
    expect(await context.ask(new AuthenticateApiKey({ key }))).toEqual({
      organizationId,
      keyId,
      tier: 'pro',
      permissions: expect.arrayContaining(['scans:write', 'billing:read']) as unknown,
    });
  });

  it('are stored as a hash only', async () => {
    const { key } = await organizationWithKey();
    const secret = key.slice('asy_'.length + 8);
    const recorded: unknown[] = [];
    for await (const event of context.events.readAll()) recorded.push(event);
    expect(recorded).toContainEqual(expect.objectContaining({ type: 'ApiKeyCreated' }));
    expect(JSON.stringify(recorded)).not.toContain(secret);
    const documents = await context.projector.collection(apiKeyDocuments).find();
    expect(documents).toHaveLength(1);
    expect(JSON.stringify(documents)).not.toContain(secret);
  });

  it.each(['', 'asy_', 'sk_live_x', `asy_${'A'.repeat(43)}`])('that do not exist are refused: %p', async (key) =>
    expect(await refusalOf(context.ask(new AuthenticateApiKey({ key })))).toEqual({
      code: 'INVALID_API_KEY',
      message: 'Invalid or expired API key',
    }),
  );

  it('stop working at once when they are revoked, before any read model knows', async () => {
    const { organizationId, key, keyId } = await organizationWithKey();
    await context.ask(new AuthenticateApiKey({ key }));
    await context.executeAtOnce(new RevokeApiKey({ organizationId, keyId }));
    expect(await refusalOf(context.ask(new AuthenticateApiKey({ key })))).toMatchObject({ code: 'INVALID_API_KEY' });
    await context.caughtUp();
    expect(await context.ask(new ListApiKeys({ organizationId, limit: 100, offset: 0 }))).toEqual({
      apiKeys: [],
      total: 0,
    });
  });

  it('stop working when they expire, also while they are remembered', async () => {
    const { key } = await organizationWithKey({ expiresAt: '2026-11-05T10:00:00.500Z' });
    await context.ask(new AuthenticateApiKey({ key }));
    context.moveTo('2026-11-05T10:00:00.500Z');
    expect(await refusalOf(context.ask(new AuthenticateApiKey({ key })))).toMatchObject({ code: 'INVALID_API_KEY' });
  });

  it('have the tier that the organization has now', async () => {
    const { organizationId, key } = await organizationWithKey();
    await context.ask(new AuthenticateApiKey({ key }));
    await context.execute(new ChangeOrganizationTier({ organizationId, tier: 'business' }));
    expect(await context.ask(new AuthenticateApiKey({ key }))).toMatchObject({ tier: 'business' });
  });

  it('have the tier that was scheduled from its time on, to the instant', async () => {
    const { organizationId, key } = await organizationWithKey();
    await context.execute(new ChangeOrganizationTier({ organizationId, tier: 'free' }));
    context.moveTo('2026-11-30T23:59:59.999Z');
    expect(await context.ask(new AuthenticateApiKey({ key }))).toMatchObject({ tier: 'pro' });
    context.moveTo('2026-12-01T00:00:00.000Z');
    expect(await context.ask(new AuthenticateApiKey({ key }))).toMatchObject({ tier: 'free' });
  });

  it('note their use once an hour, not once a request', async () => {
    const { organizationId, key } = await organizationWithKey();
    const usedAt = async () => {
      await context.caughtUp();
      return (await context.ask(new ListApiKeys({ organizationId, limit: 100, offset: 0 }))).apiKeys[0]?.lastUsedAt;
    };
    expect(await usedAt()).toBeNull();
    await context.ask(new AuthenticateApiKey({ key }));
    const head = await context.events.head();
    context.moveTo('2026-11-05T10:59:59.000Z');
    await context.ask(new AuthenticateApiKey({ key }));
    expect(await context.events.head()).toBe(head);
    expect(await usedAt()).toBe('2026-11-05T10:00:00.000Z');
    context.moveTo('2026-11-05T11:00:00.000Z');
    await context.ask(new AuthenticateApiKey({ key }));
    expect(await usedAt()).toBe('2026-11-05T11:00:00.000Z');
  });

  it('are listed newest first, without their secret, and to their organization only', async () => {
    const { organizationId, keyId } = await organizationWithKey();
    context.moveTo('2026-11-05T10:00:01.000Z');
    const { apiKey } = await context.execute(
      new CreateApiKey({ organizationId, name: 'Later', permissions: ['scans:read'], grantedBy: 'operator' }),
    );
    await organizationWithKey();
    const { apiKeys: listed, total } = await context.ask(new ListApiKeys({ organizationId, limit: 100, offset: 0 }));
    expect(total).toBe(2);
    expect(await context.ask(new ListApiKeys({ organizationId, limit: 1, offset: 1 }))).toEqual({
      apiKeys: listed.slice(1),
      total: 2,
    });
    expect(listed.map(({ id }) => id)).toEqual([apiKey.id, keyId]);
    expect(listed[0]).toEqual(apiKey);
  });

  it('cannot be revoked by another organization', async () => {
    const { keyId } = await organizationWithKey();
    const { organizationId } = await organizationWithKey();
    expect(await refusalOf(context.execute(new RevokeApiKey({ organizationId, keyId })))).toMatchObject({
      code: 'API_KEY_NOT_FOUND',
    });
  });
});

describe('keys that keys make', () => {
  const made = async (by: string, organizationId: string) =>
    (
      await context.execute(
        new CreateApiKey({ organizationId, name: 'Made', permissions: ['scans:read'], grantedBy: { keyId: by } }),
      )
    ).apiKey.id;

  it('are known as descendants of each key above them, also where one in between is revoked', async () => {
    const { organizationId, keyId: root } = await organizationWithKey();
    const child = await made(root, organizationId);
    const grandchild = await made(child, organizationId);
    await organizationWithKey();
    await context.execute(new RevokeApiKey({ organizationId, keyId: child }));
    const idsBelow = async (keyId: string) =>
      (await context.ask(new ListKeyDescendants({ organizationId, keyId }))).map(({ id }) => id);
    expect(await idsBelow(root)).toEqual([grandchild]);
    expect(await idsBelow(child)).toEqual([grandchild]);
    expect(await idsBelow(grandchild)).toEqual([]);
  });

  it('are not made by a key that was revoked a moment ago', async () => {
    const { organizationId, keyId } = await organizationWithKey();
    await context.executeAtOnce(new RevokeApiKey({ organizationId, keyId }));
    expect(await refusalOf(made(keyId, organizationId))).toMatchObject({ code: 'INVALID_API_KEY' });
  });

  it('are taken back where their maker is revoked at the same moment', async () => {
    const { organizationId, keyId } = await organizationWithKey();
    const append = context.events.append.bind(context.events);
    jest.spyOn(context.events, 'append').mockImplementationOnce(async (...created) => {
      await append(apiKeyStream(keyId), [
        { type: 'ApiKeyRevoked', data: { keyId, organizationId, at: '2026-11-05T10:00:00.000Z' } },
      ]);
      return append(...created);
    });
    expect(await refusalOf(made(keyId, organizationId))).toMatchObject({ code: 'INVALID_API_KEY' });
    await context.caughtUp();
    expect((await context.ask(new ListApiKeys({ organizationId, limit: 100, offset: 0 }))).total).toBe(0);
  });

  it('are so many and no more', async () => {
    const { organizationId, keyId } = await organizationWithKey();
    const make = () =>
      context.execute(
        new CreateApiKey({ organizationId, name: 'Made', permissions: ['scans:read'], grantedBy: { keyId }, limit: 2 }),
      );
    await make();
    expect(await refusalOf(make())).toEqual({
      code: 'API_KEY_LIMIT_REACHED',
      message: 'The organization has 2 API keys, which is the limit: revoke some first',
    });
  });
});

describe('the first start', () => {
  const bootstrap = () => context.execute(new BootstrapOrganization({ name: 'Default', tier: 'business' }));

  it('makes an organization and one key that may do everything', async () => {
    const made = await bootstrap();
    expect(made.created).toBe(true);
    const { key } = made as Extract<typeof made, { created: true }>;
    expect(await context.ask(new AuthenticateApiKey({ key }))).toMatchObject({
      permissions: PERMISSIONS,
      tier: 'business',
    });
  });

  it('gives the key once, however many processes start at once', async () => {
    const answers = await Promise.all([bootstrap(), bootstrap(), bootstrap(), bootstrap()]);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(await bootstrap()).toEqual({ created: false });
    expect(await context.projector.collection(organizationDocuments).count()).toBe(1);
    expect(await context.projector.collection(apiKeyDocuments).count()).toBe(1);
  });

  it('goes on where a crash left it', async () => {
    await context.events.append('installation', [
      {
        type: 'InstallationClaimed',
        data: { organizationId: 'org_first', keyId: 'key_first', at: '2026-11-05T09:00:00.000Z' },
      },
    ]);
    expect(await bootstrap()).toMatchObject({ created: true, organizationId: 'org_first', keyId: 'key_first' });
  });

  it('makes nothing where there is an organization already', async () => {
    await organizationWithKey();
    expect(await bootstrap()).toEqual({ created: false });
  });
});
