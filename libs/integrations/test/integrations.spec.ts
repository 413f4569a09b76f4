import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRET_STORE, type SecretStore, createFolderSecretStore } from '@assay/secrets';
import { Global, Module } from '@nestjs/common';
import { type RunningContext, refusalOf, startContext } from '../../identity/test/running-context';
import { type CredentialName, IntegrationsModule, ListIntegrations, SetIntegration, loadCredential } from '../src';

const AT = '2026-11-05T10:00:00.000Z';
const UNSET = { set: false, setAt: null };

describe('integrations', () => {
  let context: RunningContext;
  let folder: string;
  let secrets: SecretStore;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-integrations-'));
    secrets = createFolderSecretStore({
      folder: join(folder, 'secrets'),
      keys: [Buffer.alloc(32, 7)],
      keyFile: join(folder, 'secret.key'),
    });
    @Global()
    @Module({ providers: [{ provide: SECRET_STORE, useValue: secrets }], exports: [SECRET_STORE] })
    class Secrets {}
    context = await startContext({ modules: [Secrets, IntegrationsModule], projections: [], at: AT });
  });
  afterEach(async () => {
    await context.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const set = (
    credentials: SetIntegration['input']['credentials'],
    {
      organizationId = 'org_ada',
      integration = 'hosta',
      seed,
    }: { organizationId?: string; integration?: string; seed?: string } = {},
  ) => context.execute(new SetIntegration({ organizationId, integration, credentials, by: 'key_1', seed }));
  const tokenOf = (organizationId = 'org_ada', credential: CredentialName = 'accessToken') =>
    loadCredential({ events: context.events, secrets }, { organizationId, integration: 'hosta', credential });
  const recorded = async () => {
    const events = [];
    for await (const event of context.events.readAll()) events.push(event);
    return events;
  };
  const kept = () => readdirSync(join(folder, 'secrets')).length;

  it('show what is set and since when, and never what it is', async () => {
    expect(await set({ accessToken: 'tkn_5ecret' })).toEqual({
      name: 'hosta',
      webhookSecret: UNSET,
      accessToken: { set: true, setAt: AT },
    });
    context.moveTo('2026-11-06T10:00:00.000Z');
    await set({ webhookSecret: 'a s3cret phrase' }, { integration: 'hostb' });
    expect(await context.ask(new ListIntegrations({ organizationId: 'org_ada' }))).toEqual([
      { name: 'hosta', webhookSecret: UNSET, accessToken: { set: true, setAt: AT } },
      {
        name: 'hostb',
        webhookSecret: { set: true, setAt: '2026-11-06T10:00:00.000Z' },
        accessToken: UNSET,
      },
    ]);
    expect(
      (await context.ask(new ListIntegrations({ organizationId: 'org_eve' }))).every(
        ({ accessToken, webhookSecret }) => !accessToken.set && !webhookSecret.set,
      ),
    ).toBe(true);
  });

  it('give the credential to whoever uses it, for its own organization alone', async () => {
    await set({ accessToken: 'tkn_5ecret' });
    expect([await tokenOf(), await tokenOf('org_eve'), await tokenOf('org_ada', 'webhookSecret')]).toEqual([
      'tkn_5ecret',
      undefined,
      undefined,
    ]);
  });

  it('record who changed what, and no credential', async () => {
    await set({ accessToken: 'tkn_5ecret', webhookSecret: 'a s3cret phrase' });
    const [event, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      stream: 'integrations-org_ada',
      type: 'IntegrationChanged',
      data: {
        organizationId: 'org_ada',
        integration: 'hosta',
        credentials: { accessToken: expect.stringMatching(/^sec_/), webhookSecret: expect.stringMatching(/^sec_/) },
        by: 'key_1',
        at: AT,
      },
    });
    expect(JSON.stringify(event)).not.toMatch(/5ecret|s3cret/);
  });

  it('keep nothing of what was replaced or removed', async () => {
    await set({ accessToken: 'tkn_5ecret', webhookSecret: 'a s3cret phrase' });
    await set({ accessToken: 'tkn_an0ther' });
    expect([await tokenOf(), kept()]).toEqual(['tkn_an0ther', 2]);
    await set({ accessToken: null });
    expect([await tokenOf(), kept()]).toEqual([undefined, 1]);
    expect(await set({ accessToken: null, webhookSecret: null })).toMatchObject({
      webhookSecret: UNSET,
      accessToken: UNSET,
    });
    expect(kept()).toBe(0);
  });

  it('have one credential as a whole where several are set at once, and no file more', async () => {
    const tokens = Array.from({ length: 8 }, (_, index) => `tkn_number_${index}`);
    await Promise.all(tokens.map((accessToken) => set({ accessToken })));
    expect(tokens).toContain(await tokenOf());
    expect(kept()).toBe(1);
  });

  it('are changed once by a request that is repeated', async () => {
    await set({ accessToken: 'tkn_5ecret' }, { seed: 'once' });
    await set({ accessToken: 'tkn_5ecret' }, { seed: 'once' });
    expect(await recorded()).toHaveLength(1);
    expect([await tokenOf(), kept()]).toEqual(['tkn_5ecret', 1]);
  });

  it('say that a credential is missing here, where another process has set it in another folder', async () => {
    await set({ accessToken: 'tkn_5ecret' });
    rmSync(join(folder, 'secrets'), { recursive: true });
    await expect(tokenOf()).rejects.toMatchObject({
      name: 'SecretUnreadable',
      message: expect.stringContaining('ASSAY_SECRET_DIR'),
    });
  });

  it('follow a credential that is replaced while it is read', async () => {
    await set({ accessToken: 'tkn_5ecret' });
    let replaced = false;
    const late: SecretStore = {
      ...secrets,
      get: async (secret) => {
        if (!replaced) await set({ accessToken: 'tkn_an0ther' });
        replaced = true;
        return secrets.get(secret);
      },
    };
    expect(
      await loadCredential(
        { events: context.events, secrets: late },
        { organizationId: 'org_ada', integration: 'hosta', credential: 'accessToken' },
      ),
    ).toBe('tkn_an0ther');
  });

  it('refuse another name, and change nothing where one field is wrong', async () => {
    expect(await refusalOf(set({ accessToken: 'tkn_5ecret' }, { integration: 'hostc' }))).toMatchObject({
      code: 'INTEGRATION_NOT_FOUND',
    });
    expect(await refusalOf(set({ accessToken: 'tkn_5ecret', webhookSecret: 'line\nbreak' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'webhookSecret' }],
    });
    expect([await tokenOf(), (await recorded()).length]).toEqual([undefined, 0]);
  });
});
