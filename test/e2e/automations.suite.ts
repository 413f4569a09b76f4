import { type Json, httpClient } from '../support/http-client';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAWED, FLAWLESS, remaining } from '../support/scanned';

const PUBLIC = 'https://assay.example';
const AUTOMATIONS = '/api/v1/automations';
const WEBHOOK = { type: 'webhook', config: {} };
const ACTION = { type: 'scan', config: { platform: 'web', tools: ['biome-css'], failOn: 'high' } };

describe('automations', () => {
  let server: GitServer;
  let service: RunningService;
  let tenant: Tenant;
  let projectId: string;
  let commit: string;
  beforeAll(async () => {
    server = await openGitServer();
    const address = `http://127.0.0.1:${server.port}`;
    service = await runningService({
      settings: {
        ASSAY_HOSTA_URL: address,
        ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port}`,
        ASSAY_PUBLIC_URL: `${PUBLIC}/`,
      },
    });
    // The commit before the newest one.
    let first = '';
    server.add('ada/shop', {
      main: (objects) => {
        first = objects.line([{ tree: FLAWED }]);
        return objects.line([{ tree: FLAWLESS }], [first]);
      },
    });
    commit = first;
    tenant = await service.tenant('business');
    projectId = await newProject(tenant, `${address}/ada/shop.git`);
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  const newProject = async (of: Tenant, repositoryUrl: string): Promise<string> => {
    const { body } = await of.post('/api/v1/projects', { name: 'Shop', platforms: ['web'], repositoryUrl });
    return body.data.id as string;
  };
  const create = async (fields: object = {}): Promise<Json> => {
    const given = { name: 'On push', projectId, trigger: WEBHOOK, action: ACTION, ...fields };
    const { status, body } = await tenant.post(AUTOMATIONS, given);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.automation;
  };
  /** Calls the webhook at the address that this test reaches. */
  const call = (webhookUrl: string, body?: unknown, headers?: Record<string, string>) =>
    tenant.post(webhookUrl.replace(PUBLIC, ''), body, { ...headers, authorization: '' });
  const history = async (id: string): Promise<Json[]> => {
    await service.platform.readModels.waitFor(await service.platform.events.head());
    return (await tenant.get(`${AUTOMATIONS}/${id}/history`)).body.history;
  };
  /** Resolves when an event of this type is recorded for a firing. */
  const became = async (type: string, id: string): Promise<void> => {
    const told = service.platform.events.subscribeToAll({ filter: { types: [type] } });
    for await (const message of told) {
      if (message.kind !== 'event') continue;
      const { historyId, scanId } = message.event.data as Json;
      if (historyId === id || scanId === id) return;
    }
  };

  it('have no control characters in their texts, as the document says', async () => {
    const { schemas } = (await tenant.get('/openapi.json')).body.components;
    const { id } = await create();
    const given = { name: 'On push', projectId, trigger: WEBHOOK, action: ACTION };
    const requests = [
      ...['commitSha', 'branch', 'author', 'targetUrl'].map(
        (field) => [`${AUTOMATIONS}/${id}/test`, {}, field, schemas.TestAutomationDto] as const,
      ),
      ...['name', 'projectId'].map((field) => [AUTOMATIONS, given, field, schemas.CreateAutomationDto] as const),
    ];
    for (const [path, body, field, schema] of requests) {
      const value = 'before\u0000after';
      expectInvalid(await tenant.post(path, { ...body, [field]: value }), field);
      expect({ field, allowed: new RegExp(schema.properties[field].pattern).test(value) }).toEqual({
        field,
        allowed: false,
      });
    }
  });

  it('are created with their defaults, read back as they were answered, and listed', async () => {
    const { status, body } = await tenant.post(AUTOMATIONS, {
      name: ' Nightly ',
      projectId,
      trigger: { type: 'schedule', config: { cron: '0 3 * * *' } },
      action: { type: 'scan', config: {} },
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        automation: {
          id: expect.stringMatching(/^aut_/),
          name: 'Nightly',
          projectId,
          organizationId: tenant.organizationId,
          trigger: { type: 'schedule', config: { cron: '0 3 * * *', timezone: 'UTC' } },
          action: { type: 'scan', config: { platform: 'web', tools: 'all', failOn: null } },
          webhookUrl: null,
          statusName: expect.stringMatching(/^assay\/nightly-[0-9a-f]{8}$/),
          enabled: true,
          lastTriggeredAt: null,
          triggerCount: 0,
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: body.automation.createdAt,
        },
      },
    });
    expect((await tenant.get(`${AUTOMATIONS}/${body.automation.id}`)).body).toEqual(body);
    expect((await tenant.get(`${AUTOMATIONS}?trigger_type=schedule`)).body).toEqual({
      automations: [body.automation],
      pagination: { page: 1, perPage: 20, total: 1 },
    });
  });

  it('are filtered by project, by whether they are enabled and by type, and paged', async () => {
    const other = await newProject(tenant, 'https://git.example/other');
    const [first, second] = [
      await create({ projectId: other, name: 'a' }),
      await create({ projectId: other, enabled: false, name: 'b' }),
    ];
    const ids = async (query: string) =>
      (await tenant.get(`${AUTOMATIONS}?project_id=${other}${query}`)).body.automations.map(({ id }: Json) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('&enabled=true')).toEqual([first.id]);
    expect(await ids('&enabled=false')).toEqual([second.id]);
    expect(await ids('&trigger_type=hosta_push')).toEqual([]);
    expect((await tenant.get(`${AUTOMATIONS}?project_id=${other}&per_page=1&page=2`)).body).toMatchObject({
      automations: [{ id: first.id }],
      pagination: { page: 2, perPage: 1, total: 2 },
    });
    for (const query of ['enabled=yes', 'trigger_type=cron', 'per_page=101', 'page=0'])
      expectInvalid(await tenant.get(`${AUTOMATIONS}?${query}`), query.split('=')[0]!);
  });

  it.each([
    [{ type: 'push', config: {} }, 'INVALID_TRIGGER_TYPE', 'Invalid trigger type'],
    [{ config: {} }, 'INVALID_TRIGGER_TYPE', 'Invalid trigger type'],
    [{ type: 'schedule', config: { cron: '61 * * * *' } }, 'INVALID_CRON_EXPRESSION', 'Invalid cron expression'],
    [{ type: 'schedule', config: { cron: 'soon' } }, 'INVALID_CRON_EXPRESSION', 'Invalid cron expression'],
  ])('are refused with the trigger %j', async (trigger, code, message) => {
    const given = { name: 'a', projectId, trigger, action: ACTION };
    expectRefusalWithDetails(await tenant.post(AUTOMATIONS, given), 400, code, message);
  });

  it.each<[object, string[]]>([
    [{ trigger: { type: 'webhook', config: { secret: 'a' } } }, ['trigger.config.secret']],
    [{ trigger: { type: 'hosta_push', config: { repository: 'ada' } } }, ['trigger.config.repository']],
    [
      { trigger: { type: 'hosta_pr', config: { repository: 'ada/shop', events: ['closed'] } } },
      ['trigger.config.events'],
    ],
    [
      { trigger: { type: 'hostb_push', config: { branches: [] } } },
      ['trigger.config.projectPath', 'trigger.config.branches'],
    ],
    [{ trigger: { type: 'schedule', config: { cron: '0 3 * * *', timezone: 'Mars' } } }, ['trigger.config.timezone']],
    [{ action: { type: 'scan', config: { tool: 'all' } } }, ['action.config.tool']],
    [{ action: { type: 'mail', config: {} } }, ['action.type']],
    [{ action: { type: 'scan', config: null } }, ['action.config']],
    [{ action: { type: null, config: {} } }, ['action.type']],
    [{ trigger: { type: 'webhook', config: null } }, ['trigger.config']],
    [{ trigger: { type: 'schedule', config: { cron: '0 3 * * *', timezone: null } } }, ['trigger.config.timezone']],
    [{ action: { type: 'scan', config: { tools: ['no-such-tool'] } } }, ['action.config.tools']],
    [{ action: { type: 'scan', config: { failOn: 'info' } } }, ['action.config.failOn']],
    [
      { action: { type: 'scan', config: { sourceOverride: { type: 'upload' } } } },
      ['action.config.sourceOverride.type', 'action.config.sourceOverride.targetUrl'],
    ],
    [
      { action: { type: 'scan', config: { notifications: { email: ['ada'] } } } },
      ['action.config.notifications.email'],
    ],
    [{ extra: 1 }, ['extra']],
  ])('are refused with %j, and told which field is wrong', async (fields, wrong) => {
    expectInvalid(
      await tenant.post(AUTOMATIONS, { name: 'a', projectId, trigger: WEBHOOK, action: ACTION, ...fields }),
      ...wrong,
    );
  });

  it('belong to a project of their organization, and are nobody else’s', async () => {
    const stranger = await service.tenant('pro');
    const theirs = await newProject(stranger, 'https://git.example/theirs');
    for (const denied of ['prj_none', theirs])
      expectRefusal(
        await tenant.post(AUTOMATIONS, { name: 'a', projectId: denied, trigger: WEBHOOK, action: ACTION }),
        403,
        'PROJECT_ACCESS_DENIED',
        'Project access denied',
      );
    const { id } = await create();
    for (const denied of ['prj_none', theirs])
      expectRefusal(
        await tenant.patch(`${AUTOMATIONS}/${id}`, { projectId: denied }),
        403,
        'PROJECT_ACCESS_DENIED',
        'Project access denied',
      );
    for (const answer of [
      await stranger.get(`${AUTOMATIONS}/${id}`),
      await stranger.patch(`${AUTOMATIONS}/${id}`, { name: 'Mine' }),
      await stranger.delete(`${AUTOMATIONS}/${id}`),
      await stranger.get(`${AUTOMATIONS}/${id}/history`),
      await stranger.post(`${AUTOMATIONS}/${id}/test`),
      await stranger.post(`${AUTOMATIONS}/${id}/rotate-webhook`),
    ])
      expectRefusal(answer, 404, 'AUTOMATION_NOT_FOUND', 'Automation not found');
  });

  it('need a permission: either one to read them, and the one to write to change them', async () => {
    const { organizationId } = tenant;
    const reader = await service.tenant('business', { organizationId, permissions: ['automations:read'] });
    const writer = await service.tenant('business', { organizationId, permissions: ['automations:write'] });
    const none = await service.tenant('business', { organizationId, permissions: ['scans:write'] });
    const { id } = await create();
    expect((await reader.get(`${AUTOMATIONS}/${id}`)).status).toBe(200);
    expect((await writer.get(`${AUTOMATIONS}/${id}`)).status).toBe(200);
    expectRefusal(await none.get(AUTOMATIONS), 403, 'FORBIDDEN', /automations:read/);
    expectRefusal(await reader.patch(`${AUTOMATIONS}/${id}`, {}), 403, 'FORBIDDEN', /automations:write/);
  });

  it('are as many as the tier allows, however many are created at once, and have its platforms', async () => {
    const starter = await service.tenant('starter');
    const project = await newProject(starter, 'https://git.example/a');
    const given = { name: 'a', projectId: project, trigger: WEBHOOK, action: ACTION };
    const answers = await Promise.all(Array.from({ length: 9 }, () => starter.post(AUTOMATIONS, given)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429, 429, 429]);
    const full = await starter.post(AUTOMATIONS, given);
    expectRefusalWithDetails(full, 429, 'AUTOMATION_LIMIT_REACHED', 'Automation limit reached');
    await starter.delete(`${AUTOMATIONS}/${answers.find(({ status }) => status === 201)!.body.automation.id}`);
    expect((await starter.post(AUTOMATIONS, given)).status).toBe(201);
    const ios = { type: 'scan', config: { platform: 'ios' } };
    expectRefusalWithDetails(
      await starter.post(AUTOMATIONS, { ...given, action: ios }),
      403,
      'PLATFORM_NOT_ALLOWED',
      'Platform ios requires the Pro tier',
    );
  });

  it('change only in what is given, and have an address while their trigger is a webhook', async () => {
    const before = await create();
    expect(before.webhookUrl).toMatch(
      /^https:\/\/assay\.example\/api\/webhooks\/automations\/hook_[\w-]{22}\.[\w-]{43}$/,
    );
    const path = `${AUTOMATIONS}/${before.id}`;
    const renamed = (await tenant.patch(path, { name: 'Renamed', enabled: false })).body.automation;
    expect(renamed).toEqual({ ...before, name: 'Renamed', enabled: false, updatedAt: renamed.updatedAt });
    const push = { type: 'hosta_push', config: { repository: 'ada/shop' } };
    expect((await tenant.patch(path, { trigger: push })).body.automation).toMatchObject({
      webhookUrl: null,
      trigger: { type: 'hosta_push', config: { repository: 'ada/shop', branches: ['**'] } },
    });
    expectRefusal(await call(before.webhookUrl), 404, 'AUTOMATION_NOT_FOUND');
    expectRefusal(await tenant.post(`${path}/rotate-webhook`), 409, 'CONFLICT');
    const again = (await tenant.patch(path, { trigger: WEBHOOK })).body.automation;
    expect(again.webhookUrl).not.toBe(before.webhookUrl);
  });

  it('show their address to no key that may only read them', async () => {
    const { id, webhookUrl, name } = await create();
    const grant = { name: 'Reader', permissions: ['automations:read'] };
    const { key } = (await tenant.post('/api/settings/api-keys', grant)).body;
    const reader = httpClient(service.url, { authorization: `Bearer ${key}` });
    const shown = (await reader.get(`${AUTOMATIONS}/${id}`)).body;
    expect(shown.automation).toMatchObject({ id, name, webhookUrl: null });
    const { automations } = (await reader.get(`${AUTOMATIONS}?per_page=100`)).body;
    expect(automations.find((each: Json) => each.id === id)).toEqual(shown.automation);
    const seen = JSON.stringify([shown, automations, (await reader.get(`${AUTOMATIONS}/${id}/history`)).body]);
    expect(seen).not.toContain(new URL(webhookUrl).pathname.split('.').pop());
    expect((await tenant.get(`${AUTOMATIONS}/${id}`)).body.automation).toMatchObject({ webhookUrl });
  });

  it('get another address on request, and the one before leads nowhere', async () => {
    const { id, webhookUrl } = await create({ enabled: false });
    const rotated = (await tenant.post(`${AUTOMATIONS}/${id}/rotate-webhook`)).body.automation;
    expect(rotated.webhookUrl).not.toBe(webhookUrl);
    expectRefusal(await call(webhookUrl), 404, 'AUTOMATION_NOT_FOUND', 'Automation not found');
    expect((await call(rotated.webhookUrl)).status).toBe(202);
    const secret = new URL(rotated.webhookUrl).pathname.split('.').pop()!;
    const recorded: unknown[] = [];
    for await (const { data } of service.platform.events.readStream(`automation-${id}`)) recorded.push(data);
    expect(recorded.length).toBeGreaterThan(1);
    expect(JSON.stringify(recorded)).not.toContain(secret);
  });

  it('have the address that an earlier release gave until they are given another', async () => {
    const { id } = await create({ enabled: false });
    const given = { webhookAddress: null, webhookToken: 'g'.repeat(43) };
    const changed = {
      automationId: id,
      organizationId: tenant.organizationId,
      at: '2026-11-05T10:00:00.000Z',
      ...given,
    };
    await service.platform.events.append(`automation-${id}`, [{ type: 'AutomationChanged', data: changed }]);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    const { webhookUrl } = (await tenant.get(`${AUTOMATIONS}/${id}`)).body.automation;
    expect(webhookUrl).toBe(`${PUBLIC}/api/webhooks/automations/${given.webhookToken}`);
    expect((await call(webhookUrl)).status).toBe(202);
    await tenant.post(`${AUTOMATIONS}/${id}/rotate-webhook`);
    expectRefusal(await call(webhookUrl), 404, 'AUTOMATION_NOT_FOUND');
  });

  it('fire when their address is called: the commit of the call is scanned, once for each key', async () => {
    const { id, webhookUrl } = await create();
    const body = { commitSha: commit, branch: 'main', author: 'ada', extra: { ignored: true } };
    const called = await call(webhookUrl, body, { 'idempotency-key': 'build-1' });
    expect(called).toMatchObject({
      status: 202,
      body: { success: true, historyId: expect.any(String), scanId: expect.stringMatching(/^scn_/), status: 'running' },
    });
    const { historyId, scanId } = called.body;
    const again = await call(webhookUrl, body, { 'idempotency-key': 'build-1' });
    expect(again).toMatchObject({ status: 202, body: { historyId, scanId } });
    await became('AutomationScanEnded', historyId);
    await became('VerdictGiven', scanId);
    expect(await history(id)).toEqual([
      {
        id: historyId,
        automationId: id,
        triggeredAt: expect.stringMatching(/Z$/),
        triggerData: { commitSha: commit, branch: 'main', author: 'ada', type: 'webhook' },
        scanId,
        status: 'completed',
        duration: expect.any(Number),
        note: null,
        reason: null,
        verdict: { verdict: 'pass', reason: expect.stringContaining('nothing to compare with') },
      },
    ]);
    const { scan } = (await tenant.get(`/api/v1/scans/${scanId}`)).body;
    expect(scan).toMatchObject({ applicationId: projectId, sourceType: 'hosta', summary: { total: 1 } });
    expect((await tenant.get(`/api/sessions/${scan.sessionId}`)).body).toMatchObject({
      userId: id,
      targetSummary: { repository: { commit } },
    });
    expect((await tenant.get(`${AUTOMATIONS}/${id}`)).body.automation).toMatchObject({
      triggerCount: 1,
      lastTriggeredAt: expect.stringMatching(/Z$/),
    });
  });

  it('say in their history why a call started no scan', async () => {
    const disabled = await create({ enabled: false });
    expect(await call(disabled.webhookUrl)).toMatchObject({ status: 202, body: { scanId: null, status: 'skipped' } });
    expect(await history(disabled.id)).toMatchObject([
      { scanId: null, status: 'skipped', duration: 0, reason: { code: 'disabled' } },
    ]);
    const { id, webhookUrl } = await create();
    await call(webhookUrl, { targetUrl: 'http://10.0.0.1/' });
    await call(webhookUrl, { commitSha: 'abc', branch: 'main' });
    expect((await history(id)).map(({ reason }) => reason.code)).toEqual(['validation_error', 'target_not_allowed']);
    expectInvalid(await call(webhookUrl, { branch: 1 }), 'branch');
    expectInvalid(await call(webhookUrl, {}, { 'idempotency-key': 'a b' }), 'Idempotency-Key');
  });

  it('scan one commit of a branch at a time, and the last one in the end', async () => {
    const { id, webhookUrl } = await create();
    const before = await remaining(tenant);
    const calls: Json[] = [];
    for (let number = 1; number <= 12; number += 1)
      calls.push((await call(webhookUrl, { commitSha: commit, branch: 'main', author: `${number}` })).body);
    await became('AutomationScanEnded', calls.at(-1).historyId);
    const rows = await history(id);
    expect(rows.map(({ triggerData }) => Number(triggerData.author))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(rows[0]).toMatchObject({ status: 'completed' });
    const finished = rows.filter(({ status }) => status === 'completed');
    const others = rows.filter((row) => !finished.includes(row));
    expect(others.map(({ status, reason }) => [status, reason.code])).toEqual(
      others.map(() => ['skipped', 'superseded']),
    );
    // Only the scans have cost credits.
    const costs = rows.filter(({ scanId }) => scanId !== null).map(({ scanId }) => costOf(scanId));
    const cost = (await Promise.all(costs)).reduce((sum, each) => sum + each, 0);
    expect(before - (await remaining(tenant))).toBeCloseTo(cost, 6);
    const audit = (await tenant.get('/api/billing/audit')).body;
    expect(audit).toMatchObject({ chain: { valid: true }, drift: { difference: 0 } });
  });
  const costOf = async (scanId: string): Promise<number> => {
    const { sessionId } = (await tenant.get(`/api/v1/scans/${scanId}`)).body.scan;
    return (await tenant.get(`/api/sessions/${sessionId}/receipt`)).body.totals.paid;
  };

  it('can be tested, which shows the target, the tools and the price, and starts nothing', async () => {
    const { id } = await create();
    const { status, body } = await tenant.post(`${AUTOMATIONS}/${id}/test`, { branch: 'next', commitSha: commit });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        scan: {
          description: `hosta:ada/shop#next@${commit.slice(0, 12)}`,
          target: { sourceType: 'hosta', repoUrl: 'ada/shop', branch: 'next', commit },
          tools: [{ id: 'biome-css', name: expect.any(String), category: 'quality', billing: expect.any(String) }],
          estimate: { breakdown: expect.any(Object), total: 1 },
          canAfford: true,
        },
        skip: null,
      },
    });
    expect(await history(id)).toEqual([]);
    const nowhere = await tenant.post(`${AUTOMATIONS}/${id}/test`, { targetUrl: 'http://10.0.0.1/' });
    expect(nowhere.body).toMatchObject({ scan: null, skip: { code: 'target_not_allowed' } });
  });

  it('are gone with their history when they are deleted, and with their project', async () => {
    const { id, webhookUrl } = await create({ enabled: false });
    const { historyId } = (await call(webhookUrl)).body;
    expect((await tenant.delete(`${AUTOMATIONS}/${id}`)).body).toMatchObject({ success: true });
    expectRefusal(await tenant.get(`${AUTOMATIONS}/${id}/history`), 404, 'AUTOMATION_NOT_FOUND');
    expectRefusal(await call(webhookUrl), 404, 'AUTOMATION_NOT_FOUND');
    await became('AutomationFiringDeleted', historyId);
    const doomed = await newProject(tenant, 'https://git.example/doomed');
    const automation = await create({ projectId: doomed });
    await tenant.delete(`/api/v1/projects/${doomed}`);
    expectRefusal(await tenant.get(`${AUTOMATIONS}/${automation.id}`), 404, 'AUTOMATION_NOT_FOUND');
  });
});

/** Like a refusal, but with details of the invalid fields. */
function expectRefusalWithDetails(
  { status, body }: { readonly status: number; readonly body: Json },
  ...expected: [status: number, code: string, message: string]
): void {
  expect([status, body.error.code, body.error.message]).toEqual(expected);
  expect(body.error.details).toBeDefined();
}
