import { Ajv2020 } from 'ajv/dist/2020';
import { randomUUID } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../faults/eventually';
import { filesThatHold } from '../support/files-below';
import type { Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { DOCUMENT } from '../support/targets';

const WEBHOOKS = '/api/settings/webhooks';
const NOTIFICATIONS = '/api/settings/notifications';
const DELIVERIES = `${NOTIFICATIONS}/deliveries`;

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

describe('webhooks', () => {
  let service: RunningService;
  let tenant: Tenant;
  let document: Json;
  let receiver: Server;
  let address: string;
  let received: Received[];
  /** How a path answers; 204 without. */
  let answers: Record<string, number | 'close'>;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => void (body += chunk));
      request.on('end', () => {
        const path = request.url!;
        received.push({ path, headers: request.headers as Record<string, string>, body });
        const answer = answers[path] ?? 204;
        if (answer === 'close') request.socket.destroy();
        else response.writeHead(answer, { location: '/elsewhere' }).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    address = `http://127.0.0.1:${port}`;
    service = await runningService({
      settings: { ASSAY_ALLOWED_TARGETS: `127.0.0.1:${port}`, ASSAY_PUBLIC_URL: 'https://assay.example' },
    });
    document = (await (await service.tenant('pro')).get('/openapi.json')).body;
  });
  beforeEach(async () => {
    [received, answers] = [[], {}];
    tenant = await service.tenant('pro');
  });
  afterAll(async () => {
    await service.close();
    await new Promise((resolve) => receiver.close(resolve));
  });

  const create = async (path: string, fields: object = {}): Promise<{ id: string; secret: string }> => {
    const { status, body } = await tenant.post(WEBHOOKS, { url: `${address}${path}`, ...fields });
    expect(status).toBe(201);
    return { id: body.webhook.id, secret: body.secret };
  };
  const arrived = (path: string, count = 1) =>
    eventually(`${count} messages arrived at ${path}`, () => {
      const there = received.filter((each) => each.path === path);
      return there.length >= count ? there : undefined;
    });
  /** The message as the specification's own library reads it, and as the OpenAPI document says that it is. */
  const verified = ({ body, headers }: Received, secret: string): Json => {
    const message = new Webhook(secret).verify(body, headers) as Json;
    const { schema } = document.webhooks[message.type].post.requestBody.content['application/json'];
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addFormat('date-time', (time: string) => !Number.isNaN(Date.parse(time)));
    const validate = ajv.compile({ ...schema, components: document.components });
    validate(message);
    expect(validate.errors ?? []).toEqual([]);
    return message;
  };
  const deliveriesOf = async (id: string) =>
    (await tenant.get(`${WEBHOOKS}/${id}/deliveries`)).body.deliveries as any[];
  const attempted = (id: string, attempts = 1) =>
    eventually(`${attempts} attempts have ended`, async () => {
      const [delivery] = await deliveriesOf(id);
      return delivery?.log.length >= attempts ? delivery : undefined;
    });

  it('are kept by their organization, and their secrets are shown once', async () => {
    const url = `${address}/hooks?a=1`;
    const created = await tenant.post(WEBHOOKS, { url, description: 'Builds', events: ['scan.failed', 'scan.failed'] });
    const { webhook, secret } = created.body;
    expect(created.status).toBe(201);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_/),
      url,
      description: 'Builds',
      events: ['scan.failed'],
      enabled: true,
      disabledAt: null,
      disabledReason: null,
      createdAt: expect.any(String),
      changedAt: webhook.createdAt,
      previousSecretUntil: null,
    });
    expect(Buffer.from(/^whsec_(.+)$/.exec(secret)![1]!, 'base64')).toHaveLength(32);
    expect((await tenant.get(WEBHOOKS)).body).toEqual({ webhooks: [webhook] });
    const path = `${WEBHOOKS}/${webhook.id}`;
    expect((await tenant.get(path)).body).toEqual({ webhook });
    const changed = await tenant.patch(path, { events: null, enabled: false });
    expect(changed.body.webhook).toMatchObject({ url, events: null, enabled: false });
    expectRefusal(await tenant.post(`${path}/ping`), 409, 'CONFLICT');
    const rotated = await tenant.post(`${path}/rotate-secret`);
    expect(rotated.body.secret).not.toBe(secret);
    for (const each of [secret, rotated.body.secret])
      expect(filesThatHold(each.slice('whsec_'.length), join(dirname(service.root), 'data'))).toEqual([]);
    const other = await service.tenant('pro');
    expect((await other.get(WEBHOOKS)).body.webhooks).toEqual([]);
    for (const answer of [
      await other.get(path),
      await other.get(`${path}/deliveries`),
      await other.patch(path, {}),
      await other.post(`${path}/rotate-secret`),
      await other.post(`${path}/ping`),
      await other.delete(path),
    ])
      expectRefusal(answer, 404, 'WEBHOOK_NOT_FOUND');
    expect((await tenant.delete(path)).status).toBe(200);
    expectRefusal(await tenant.get(path), 404, 'WEBHOOK_NOT_FOUND');
  });

  it('refuse what is no address, what may not be contacted, what is no type, and whoever may not', async () => {
    const bad = await tenant.post(WEBHOOKS, { url: 'ftp://a.example', events: ['scan.done'] });
    expectInvalid(bad, 'url', 'events');
    expectInvalid(await tenant.post(WEBHOOKS, { url: `${address}/a`, secret: 'whsec_mine' }), 'secret');
    for (const url of ['http://169.254.169.254/5ecret', `${address.replace('//', '//user:5ecret@')}/`]) {
      const refused = await tenant.post(WEBHOOKS, { url });
      expectRefusal(refused, 403, 'TARGET_NOT_ALLOWED');
      expect(JSON.stringify(refused.body)).not.toContain('5ecret');
    }
    const { id } = await create('/a');
    expectRefusal(await tenant.patch(`${WEBHOOKS}/${id}`, { url: 'http://10.0.0.1/' }), 403, 'TARGET_NOT_ALLOWED');
    const { organizationId } = tenant;
    const reader = await service.tenant('pro', { permissions: ['settings:read'], organizationId });
    expect((await reader.get(`${WEBHOOKS}/${id}`)).status).toBe(200);
    for (const answer of [
      await reader.post(WEBHOOKS, { url: address }),
      await reader.patch(`${WEBHOOKS}/${id}`, {}),
      await reader.post(`${WEBHOOKS}/${id}/ping`),
      await reader.post(`${WEBHOOKS}/${id}/rotate-secret`),
      await reader.delete(`${WEBHOOKS}/${id}`),
    ])
      expectRefusal(answer, 403, 'FORBIDDEN');
  });

  it('are created once for an Idempotency-Key, whose secret is shown once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await tenant.post(WEBHOOKS, { url: `${address}/a` }, key);
    const again = await tenant.post(WEBHOOKS, { url: `${address}/a` }, key);
    expect(again.body).toEqual({ ...first.body, secret: null });
    expect((await tenant.get(WEBHOOKS)).body.webhooks).toHaveLength(1);
  });

  it('are told of a scan that ended, once, in a form that the documents describe', async () => {
    const { secret } = await create('/all');
    await create('/others', { events: ['scan.failed'] });
    await create('/off', { enabled: false });
    const directory = await service.directory(tenant.organizationId, DOCUMENT);
    const { sessionId } = (await tenant.post('/api/sessions', { target: { directory }, tools: ['markdown-lint'] }))
      .body;
    const [delivery] = await arrived('/all');
    const message = verified(delivery!, secret);
    expect(message).toMatchObject({
      type: 'scan.completed',
      data: {
        event: { id: expect.any(String), stream: `session-${sessionId}`, revision: expect.any(Number) },
        sessionId,
        status: 'completed',
        partial: false,
        error: null,
        tools: { run: 1, skipped: 0, failed: 0 },
      },
    });
    expect(message.data.link).toBe(`https://assay.example/api/v1/scans/${message.data.scanId}/report?format=html`);
    expect(received).toHaveLength(1);
  });

  it('are told of verdicts, and of top-ups that turned themselves off', async () => {
    const { secret } = await create('/all', { events: ['verdict.given', 'topup.turned_off'] });
    const { events } = service.platform;
    const { organizationId } = tenant;
    const [historyId, at] = [`run_${randomUUID()}`, new Date().toISOString()];
    const about = { historyId, automationId: 'aut_1', organizationId, projectId: 'prj_1', at };
    const action = { type: 'scan', config: { platform: 'web', tools: 'all', failOn: 'high' } };
    await events.append(`firing-${historyId}`, [
      {
        type: 'AutomationTriggered',
        data: { ...about, key: historyId, automationName: 'Nightly', trigger: { type: 'webhook' }, action },
      },
    ]);
    const given = {
      ...about,
      automationId: `aut_${organizationId}`,
      verdict: 'fail',
      reason: 'because',
      conditions: { branch: 'main', commit: null, failOn: 'high', targetBranch: null, baseline: null },
      newFindings: { ids: [], total: 3, failing: 1 },
    };
    for (const n of [1, 2])
      await events.append(`verdict-${randomUUID()}`, [
        { type: 'VerdictGiven', data: { ...given, scanId: `scn_${n}`, sessionId: `ses_${n}` } },
      ]);
    const stream = `topup-${organizationId}`;
    await events.append(stream, [{ type: 'AutoTopupTurnedOff', data: { at, topupId: 'top_1', reason: 'declined' } }]);
    const messages = (await arrived('/all', 3)).map((each) => verified(each, secret));
    const ofVerdicts = messages.filter(({ type }) => type === 'verdict.given').map(({ data }) => data);
    expect(ofVerdicts.map(({ scanId, change }) => ({ scanId, change }))).toEqual(
      expect.arrayContaining([
        { scanId: 'scn_1', change: { previous: null, moreFailing: 1 } },
        { scanId: 'scn_2', change: null },
      ]),
    );
    expect(ofVerdicts[0]).toMatchObject({ automationName: 'Nightly', verdict: 'fail', newFindings: 3, failing: 1 });
    expect(messages.find(({ type }) => type === 'topup.turned_off').data).toEqual({
      event: { id: expect.any(String), stream, revision: 0 },
      topupId: 'top_1',
      reason: 'declined',
    });
  });

  it('are signed by the old secret and the new one, and sent again under the same id with the same bytes', async () => {
    const { id, secret } = await create('/all');
    const { body } = await tenant.post(`${WEBHOOKS}/${id}/rotate-secret`);
    expect(Date.parse(body.webhook.previousSecretUntil) - Date.parse(body.webhook.changedAt)).toBe(24 * 3_600_000);
    const key = { 'idempotency-key': randomUUID() };
    const ping = await tenant.post(`${WEBHOOKS}/${id}/ping`, undefined, key);
    expect(ping.status).toBe(202);
    const { deliveryId } = ping.body;
    expect((await tenant.post(`${WEBHOOKS}/${id}/ping`, undefined, key)).body).toEqual(ping.body);
    await eventually('it was delivered', async () =>
      (await deliveriesOf(id))[0]?.status === 'delivered' ? true : undefined,
    );
    expect((await tenant.post(`${DELIVERIES}/${deliveryId}/redeliver`)).status).toBe(202);
    const [first, second] = await arrived('/all', 2);
    for (const each of [first!, second!]) {
      expect(each.headers['webhook-id']).toBe(deliveryId);
      expect(each.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
      for (const known of [secret, body.secret])
        expect(verified(each, known)).toMatchObject({ type: 'ping', data: { webhookId: id } });
    }
    expect(second!.body).toBe(first!.body);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  it.each([
    ['answers 500', 500, 'answered 500'],
    ['answers 400', 400, 'answered 400'],
    ['redirects', 302, 'answered 302: redirects are not followed'],
    ['closes the connection', 'close', expect.stringMatching(/^the address cannot be reached/)],
  ] as const)('are tried again where the receiver %s', async (_, answer, reason) => {
    answers = { '/all': answer };
    const { id, secret } = await create('/all');
    await tenant.post(`${WEBHOOKS}/${id}/ping`);
    const delivery = await attempted(id);
    expect(delivery).toMatchObject({ status: 'pending', reason, dueAt: expect.any(String), channel: 'webhook' });
    const [sent] = await arrived('/all');
    expect(verified(sent!, secret).type).toBe('ping');
    expect(received.some(({ path }) => path === '/elsewhere')).toBe(false);
    expect((await tenant.get(`${WEBHOOKS}/${id}`)).body.webhook.enabled).toBe(true);
  });

  it('are disabled where the receiver says that it is gone, until they are enabled', async () => {
    answers = { '/gone': 410 };
    await tenant.post(`${NOTIFICATIONS}/chat/builds`, { webhookUrl: `${address}/chat` });
    await tenant.post(`${NOTIFICATIONS}/notices`, { chat: 'builds' });
    const { id } = await create('/gone');
    const other = await create('/other', { events: ['webhook.disabled'] });
    await tenant.post(`${WEBHOOKS}/${id}/ping`);
    const [told] = await arrived('/other');
    const reason = 'the receiver is gone: it answered 410';
    expect(verified(told!, other.secret)).toMatchObject({ type: 'webhook.disabled', data: { webhookId: id, reason } });
    const [noticed, ...others] = await arrived('/chat');
    expect((JSON.parse(noticed!.body) as Json).text).toMatch(/^A webhook was disabled\. .*enables it again\.$/);
    expect(noticed!.body).toContain(reason);
    expect(others).toEqual([]);
    const disabled = (await tenant.get(`${WEBHOOKS}/${id}`)).body.webhook;
    expect(disabled).toMatchObject({ enabled: false, disabledAt: expect.any(String), disabledReason: reason });
    const delivery = await attempted(id);
    expect(delivery).toMatchObject({ status: 'failed', reason: 'answered 410' });
    await tenant.post(`${DELIVERIES}/${delivery.id}/redeliver`);
    const skipped = await attempted(id, 2);
    expect(skipped).toMatchObject({ status: 'skipped', reason: 'the webhook is disabled' });
    answers = {};
    const enabled = (await tenant.patch(`${WEBHOOKS}/${id}`, { enabled: true })).body.webhook;
    expect(enabled).toMatchObject({ enabled: true, disabledAt: null, disabledReason: null });
    await tenant.post(`${DELIVERIES}/${delivery.id}/redeliver`);
    expect(await attempted(id, 3)).toMatchObject({ status: 'delivered' });
    expect(received.filter(({ path }) => path === '/gone').map(({ headers }) => headers['webhook-id'])).toEqual([
      delivery.id,
      delivery.id,
    ]);
  });
});
