import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalJson } from '@assay/kernel';
import { filesThatHold } from '../support/files-below';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const INTEGRATIONS = '/api/settings/integrations';
const HOSTA = `${INTEGRATIONS}/hosta`;
const TOKEN = 'tkn_5ecret_of_ada';
const PHRASE = 'correct horse battery';
const UNSET = { set: false, setAt: null };
const ADDRESS = expect.stringMatching(/^http:.*\/api\/webhooks\/hosta\//);
const SET = { set: true, setAt: expect.stringMatching(/Z$/) };

describe('integrations', () => {
  let service: RunningService;
  let tenant: Tenant;
  let data: string;
  beforeAll(async () => {
    service = await runningService();
    data = join(dirname(service.root), 'data');
  });
  beforeEach(async () => {
    tenant = await service.tenant('pro');
  });
  afterAll(() => service.close());

  const recordedOf = async ({ organizationId }: Tenant) => {
    const events = [];
    for await (const event of service.platform.events.readAll())
      if (JSON.stringify(event.data).includes(organizationId)) events.push(event);
    return events;
  };

  it('are listed with nothing set to begin with', async () => {
    const { status, body } = await tenant.get(INTEGRATIONS);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        integrations: ['hosta', 'hostb'].map((name) => ({
          name,
          webhookUrl: expect.stringContaining(`/api/webhooks/${name}/${tenant.organizationId}-`),
          webhookSecret: UNSET,
          accessToken: UNSET,
        })),
      },
    });
  });

  it('say what is set and since when, to their organization alone', async () => {
    const { status, body } = await tenant.post(HOSTA, { accessToken: TOKEN });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        integration: { name: 'hosta', webhookUrl: ADDRESS, webhookSecret: UNSET, accessToken: SET },
      },
    });
    await tenant.post(`${INTEGRATIONS}/hostb`, { webhookSecret: PHRASE });
    expect((await tenant.get(INTEGRATIONS)).body.integrations).toMatchObject([
      { name: 'hosta', webhookSecret: UNSET, accessToken: SET },
      { name: 'hostb', webhookSecret: SET, accessToken: UNSET },
    ]);
    const other = await service.tenant('pro');
    expect((await other.get(INTEGRATIONS)).body.integrations).toMatchObject([
      { accessToken: UNSET },
      { webhookSecret: UNSET },
    ]);
  });

  it('lose what is set to null, and keep what is not mentioned', async () => {
    await tenant.post(HOSTA, { accessToken: TOKEN, webhookSecret: PHRASE });
    expect((await tenant.post(HOSTA, { accessToken: null })).body.integration).toMatchObject({
      webhookSecret: SET,
      accessToken: UNSET,
    });
    expect((await tenant.post(HOSTA, { webhookSecret: null, accessToken: null })).body.integration).toMatchObject({
      webhookSecret: UNSET,
      accessToken: UNSET,
    });
  });

  it('record who changed what and when, and nothing else', async () => {
    await tenant.post(HOSTA, { accessToken: TOKEN });
    const {
      body: {
        apiKeys: [{ id: by }],
      },
    } = await tenant.get('/api/settings/api-keys');
    const changes = (await recordedOf(tenant))
      .filter(({ type }) => type === 'IntegrationChanged')
      .map(({ data: recorded }) => recorded);
    expect(changes).toEqual([
      {
        organizationId: tenant.organizationId,
        integration: 'hosta',
        credentials: { accessToken: expect.stringMatching(/^sec_[0-9a-f-]{36}$/) },
        by,
        at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('are in no file of the service: no event, no read model, no kept answer, no name', async () => {
    await tenant.post(HOSTA, { accessToken: TOKEN, webhookSecret: PHRASE }, { 'idempotency-key': 'set-both' });
    await tenant.post(HOSTA, { accessToken: `${TOKEN}\n` }, { 'idempotency-key': 'refused' });
    expect(filesThatHold(TOKEN, data)).toEqual([]);
    expect(filesThatHold(PHRASE, data)).toEqual([]);
    writeFileSync(join(data, 'control'), Buffer.from(`x${Buffer.from(`y:${TOKEN}`).toString('base64')}`));
    expect(filesThatHold(TOKEN, data)).toEqual([join(data, 'control')]);
  });

  describe('with an Idempotency-Key', () => {
    it('are set once, and the same answer comes again', async () => {
      const [first, again] = [
        await tenant.post(HOSTA, { accessToken: TOKEN }, { 'idempotency-key': 'a' }),
        await tenant.post(HOSTA, { accessToken: TOKEN }, { 'idempotency-key': 'a' }),
      ];
      expect({ status: again.status, body: again.body, replayed: again.headers.get('idempotent-replayed') }).toEqual({
        status: 200,
        body: first.body,
        replayed: 'true',
      });
      expect((await recordedOf(tenant)).filter(({ type }) => type === 'IntegrationChanged')).toHaveLength(1);
      expectRefusal(
        await tenant.post(HOSTA, { accessToken: 'another_one' }, { 'idempotency-key': 'a' }),
        409,
        'IDEMPOTENCY_MISMATCH',
      );
    });

    it('leave no hash of the body by which somebody could try what it was', async () => {
      const body = { webhookSecret: 'password' };
      await tenant.post(HOSTA, body, { 'idempotency-key': 'a' });
      expect(filesThatHold(createHash('sha256').update(canonicalJson(body)).digest('hex'), data)).toEqual([]);
      const open = { name: 'A project', platforms: ['web'] };
      await tenant.post('/api/v1/projects', open, { 'idempotency-key': 'a' });
      expect(filesThatHold(createHash('sha256').update(canonicalJson(open)).digest('hex'), data)).not.toEqual([]);
    });
  });

  it('are those that there are', async () => {
    expectRefusal(
      await tenant.post(`${INTEGRATIONS}/hostc`, { accessToken: TOKEN }),
      404,
      'INTEGRATION_NOT_FOUND',
      'There is no integration of this name; there are hosta and hostb',
    );
    expectRefusal(await tenant.post(`${INTEGRATIONS}/toString`, { accessToken: TOKEN }), 404, 'INTEGRATION_NOT_FOUND');
  });

  it.each([
    [{ accessToken: 'sh0rt' }, ['accessToken']],
    [{ accessToken: 'x'.repeat(1_025) }, ['accessToken']],
    [{ accessToken: 'tkn_5ecret\n' }, ['accessToken']],
    [{ accessToken: '' }, ['accessToken']],
    [{ webhookSecret: 'tkn_5ecret\r\nx: y', accessToken: 12_345_678 }, ['accessToken', 'webhookSecret']],
    [{ token: 'tkn_5ecret' }, ['token']],
    [{}, ['accessToken']],
    [undefined, ['']],
  ])('refuse %j by its fields, without repeating it', async (body, fields) => {
    const answer = await tenant.post(HOSTA, body);
    expectInvalid(answer, ...fields);
    expect(JSON.stringify(answer.body)).not.toMatch(/5ecret|sh0rt|xxx|1234/);
    expect((await tenant.get(INTEGRATIONS)).body.integrations).toMatchObject([
      { accessToken: UNSET, webhookSecret: UNSET },
      {},
    ]);
  });

  it('are read and set with a permission each', async () => {
    const reader = await service.tenant('pro', { permissions: ['settings:read'] });
    expect((await reader.get(INTEGRATIONS)).status).toBe(200);
    expectRefusal(
      await reader.post(HOSTA, { accessToken: TOKEN }),
      403,
      'FORBIDDEN',
      'Missing required permission: settings:write',
    );
    const writer = await service.tenant('pro', { permissions: ['settings:write'] });
    expect((await writer.post(HOSTA, { accessToken: TOKEN })).status).toBe(200);
    expectRefusal(await writer.get(INTEGRATIONS), 403, 'FORBIDDEN', 'Missing required permission: settings:read');
  });
});
