import type { Trigger } from '@assay/automations';
import { randomUUID } from 'node:crypto';
import { httpClient } from '../support/http-client';
import { automationOf, followed } from '../support/hosting/followed';
import * as hosta from '../support/hosting/hosta-payloads';
import * as hostb from '../support/hosting/hostb-payloads';
import { type Delivery, hostaDelivery, hostbDelivery, signatureOf } from '../support/hosting/signed-delivery';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { projectOf } from '../support/scanned';

const SECRET = 'correct horse battery';
const MEGABYTE = 1024 * 1024;

describe('a delivery of a code host', () => {
  let service: RunningService;
  let tenant: Tenant;
  let automationId: string;
  let address: { hosta: string; hostb: string };
  beforeAll(async () => {
    service = await runningService();
    tenant = await service.tenant('business');
    for (const host of ['hosta', 'hostb'])
      await tenant.post(`/api/settings/integrations/${host}`, { webhookSecret: SECRET });
    address = await addressesOf(tenant);
    const trigger: Trigger = { type: 'hosta_push', config: { repository: 'ada/shop', branches: ['**'] } };
    const projectId = await projectOf(tenant);
    automationId = await automationOf(service, tenant, { projectId, trigger, tools: ['biome-css'] });
  });
  afterAll(() => service.close());

  const addressesOf = async ({ get }: Tenant) => {
    const [{ webhookUrl: first }, { webhookUrl: second }] = (await get('/api/settings/integrations')).body.integrations;
    return { hosta: new URL(first).pathname, hostb: new URL(second).pathname };
  };
  const send = (path: string, { body, headers }: Delivery) => tenant.send('POST', path, body, headers);
  const eventsOf = async (type: string) => {
    const events = [];
    for await (const event of service.platform.events.readAll({ filter: { types: [type] } })) events.push(event);
    return events;
  };
  const signed = (body: object | string | Uint8Array<ArrayBuffer>, event?: string) =>
    hostaDelivery(body, { secret: SECRET, ...(event !== undefined && { event }) });
  const without = ({ body, headers }: Delivery, name: string): Delivery => ({
    body,
    headers: Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)),
  });
  const changed = ({ body, headers }: Delivery, changes: Record<string, string>): Delivery => ({
    body,
    headers: { ...headers, ...changes },
  });

  it('has an address of its own for each organization and host, where others reach the service', async () => {
    const { body } = await tenant.get('/api/settings/integrations');
    const addresses = body.integrations.map(({ webhookUrl }: { webhookUrl: string }) => webhookUrl);
    expect(addresses).toEqual([
      expect.stringMatching(`^${service.url}/api/webhooks/hosta/${tenant.organizationId}-[0-9a-f]{32}$`),
      expect.stringMatching(`^${service.url}/api/webhooks/hostb/${tenant.organizationId}-[0-9a-f]{32}$`),
    ]);
    expect((await tenant.get('/api/settings/integrations')).body).toEqual(body);
    expect(await addressesOf(await service.tenant('pro'))).not.toEqual(address);
  });

  it('is recorded once, without its payload, however often it comes', async () => {
    const delivery = signed(hosta.push({ repository: 'ada/once' }));
    const [first, again, ...others] = await Promise.all(Array.from({ length: 6 }, () => send(address.hosta, delivery)));
    const statuses = [first, again, ...others].map((answer) => [answer!.status, answer!.body.status]);
    expect(statuses.toSorted()).toEqual([[202, 'accepted'], ...Array.from({ length: 5 }, () => [202, 'duplicate'])]);
    expect(new Set([first, again].map((answer) => answer!.body.deliveryId)).size).toBe(1);
    const recorded = (await eventsOf('DeliveryReceived')).filter(({ data }) =>
      JSON.stringify(data).includes('ada/once'),
    );
    expect(recorded.map(({ data }) => data)).toEqual([
      {
        deliveryId: first!.body.deliveryId,
        organizationId: tenant.organizationId,
        host: 'hosta',
        hostDeliveryId: delivery.headers['x-github-delivery'],
        happening: {
          kind: 'push',
          repository: 'ada/once',
          branch: 'main',
          commit: 'a'.repeat(40),
          before: 'b'.repeat(40),
          changedAt: '2026-01-01T00:00:00.000Z',
          author: 'grace',
        },
        at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('of hostb is another for each branch of one push, which all have the same id', async () => {
    const id = randomUUID();
    const of = (ref: string) => hostbDelivery(hostb.push({ ref, project: 'group/two' }), { secret: SECRET, id });
    const taken = [];
    for (const ref of ['refs/heads/main', 'refs/heads/next', 'refs/heads/main'])
      taken.push((await send(address.hostb, of(ref))).body.status);
    expect(taken).toEqual(['accepted', 'accepted', 'duplicate']);
  });

  it('is taken without an API key, with one of nobody, and up to 25 MB of it', async () => {
    const stranger = httpClient(service.url, { authorization: 'Bearer asy_nobody' });
    const payload = JSON.stringify(hosta.push({ repository: 'ada/large' }));
    const large = Buffer.alloc(25 * MEGABYTE, ' ');
    large.write(payload);
    const { body, headers } = signed(large);
    expect(await stranger.send('POST', address.hosta, body, headers)).toMatchObject({
      status: 202,
      body: { success: true, status: 'accepted' },
    });
  });

  it.each([
    ['hosta', () => signed(hosta.ping(), 'ping'), /^ping: /],
    ['hosta', () => signed({ action: 'opened' }, 'issues'), /^issues: /],
    ['hosta', () => signed(hosta.pullRequest({ action: 'closed' }), 'pull_request'), /^pull_request: /],
    ['hosta', () => signed([], 'toString'), /^toString: /],
    ['hostb', () => hostbDelivery(hostb.mergeRequest({ action: 'approved' }), { secret: SECRET }), /^merge_request: /],
    ['hostb', () => hostbDelivery({ object_kind: '__proto__' }, { secret: SECRET }), /^__proto__: /],
  ] as const)('of %s is ignored with the reason where nothing follows from it (%#)', async (host, delivery, reason) => {
    const before = (await eventsOf('DeliveryReceived')).length;
    expect(await send(address[host], delivery())).toMatchObject({
      status: 202,
      body: { success: true, status: 'ignored', reason: expect.stringMatching(reason) },
    });
    expect(await eventsOf('DeliveryReceived')).toHaveLength(before);
  });

  const good = () => signed(hosta.push());
  const goodB = () => hostbDelivery(hostb.push(), { secret: SECRET });
  const tampered = () => ({ ...good(), body: JSON.stringify(hosta.push({ by: 'eve' })) });
  const signature = () => good().headers['x-hub-signature-256']!;

  it.each<[string, 'hosta' | 'hostb', () => Delivery]>([
    ['no signature', 'hosta', () => without(good(), 'x-hub-signature-256')],
    ['an empty signature', 'hosta', () => changed(good(), { 'x-hub-signature-256': '' })],
    ['a truncated signature', 'hosta', () => changed(good(), { 'x-hub-signature-256': signature().slice(0, 40) })],
    [
      'a signature cut by one digit',
      'hosta',
      () => changed(good(), { 'x-hub-signature-256': signature().slice(0, -1) }),
    ],
    ['a signature without its name', 'hosta', () => changed(good(), { 'x-hub-signature-256': signature().slice(7) })],
    ['a signature in capitals', 'hosta', () => changed(good(), { 'x-hub-signature-256': signature().toUpperCase() })],
    ['a signature of nothing', 'hosta', () => changed(good(), { 'x-hub-signature-256': signatureOf('', SECRET) })],
    ['a signature with another secret', 'hosta', () => hostaDelivery(hosta.push(), { secret: 'another secret' })],
    ['a signature with an empty secret', 'hosta', () => hostaDelivery(hosta.push(), { secret: '' })],
    ['a signature of another body', 'hosta', tampered],
    ['a body with one byte more', 'hosta', () => ({ ...good(), body: `${good().body as string} ` })],
    ['a body with one byte less', 'hosta', () => ({ ...good(), body: (good().body as string).slice(0, -1) })],
    ['an empty body', 'hosta', () => ({ ...good(), body: '' })],
    [
      'only the old, weaker signature',
      'hosta',
      () => {
        const { body, headers } = without(good(), 'x-hub-signature-256');
        return { body, headers: { ...headers, 'x-hub-signature': `sha1=${'0'.repeat(40)}` } };
      },
    ],
    ['the secret as the signature', 'hosta', () => changed(good(), { 'x-hub-signature-256': SECRET })],
    ['what hostb sends', 'hosta', goodB],
    ['what hosta sends', 'hostb', good],
    ['no token', 'hostb', () => without(goodB(), 'x-gitlab-token')],
    ['an empty token', 'hostb', () => changed(goodB(), { 'x-gitlab-token': '' })],
    ['a truncated token', 'hostb', () => changed(goodB(), { 'x-gitlab-token': SECRET.slice(0, -1) })],
    ['a longer token', 'hostb', () => changed(goodB(), { 'x-gitlab-token': `${SECRET}!` })],
    ['a token in capitals', 'hostb', () => changed(goodB(), { 'x-gitlab-token': SECRET.toUpperCase() })],
  ])('with %s at %s is refused, and no delivery is recorded', async (_, host, delivery) => {
    // The log itself may grow meanwhile: reactors still follow what was recorded before.
    const before = (await eventsOf('DeliveryReceived')).length;
    const answer = await send(address[host], delivery());
    expectRefusal(answer, 401, 'INVALID_SIGNATURE', new RegExp(`POST /api/settings/integrations/${host}`));
    expect(await eventsOf('DeliveryReceived')).toHaveLength(before);
  });

  it('is refused while no secret is set, with what to do', async () => {
    const other = await service.tenant('pro');
    const { hosta: path } = await addressesOf(other);
    for (const secret of ['', SECRET, 'undefined', 'null']) {
      const { body, headers } = hostaDelivery(hosta.push(), { secret });
      expectRefusal(
        await other.send('POST', path, body, headers),
        401,
        'INVALID_SIGNATURE',
        /^No webhook secret is set/,
      );
    }
  });

  it.each<[string, string]>([
    ['of nobody', `org_nobody-${'0'.repeat(32)}`],
    ['of an organization without the rest', 'ORGANIZATION'],
    ['of an organization with another rest', `ORGANIZATION-${'0'.repeat(32)}`],
    ['with another case', 'UPPER'],
    ['that leads elsewhere', '..%2f..%2fapi%2fsessions'],
    ['with a NUL', 'org_1%00'],
  ])('to an address %s is refused', async (_, token) => {
    const path = address.hosta.split('/').pop()!;
    const asked = token === 'UPPER' ? path.toUpperCase() : token.replace('ORGANIZATION', tenant.organizationId);
    expectRefusal(await send(`/api/webhooks/hosta/${asked}`, good()), 404, 'INTEGRATION_NOT_FOUND');
  });

  it('is refused with a secret of another organization, at either address', async () => {
    const other = await service.tenant('pro');
    await other.post('/api/settings/integrations/hosta', { webhookSecret: 'the secret of the other' });
    const { hosta: path } = await addressesOf(other);
    expectRefusal(await send(path, good()), 401, 'INVALID_SIGNATURE');
    const theirs = hostaDelivery(hosta.push(), { secret: 'the secret of the other' });
    expectRefusal(await send(address.hosta, theirs), 401, 'INVALID_SIGNATURE');
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('is refused with the method %s', async (method) => {
    const { headers } = without(good(), 'content-type');
    expectRefusal(await tenant.send(method, address.hosta, undefined, headers), 405, 'METHOD_NOT_ALLOWED');
  });

  it.each([
    ['application/x-www-form-urlencoded', (json: string) => `payload=${encodeURIComponent(json)}`],
    ['text/plain', (json: string) => json],
    ['application/jsonp', (json: string) => json],
    ['multipart/form-data; boundary=x', (json: string) => json],
  ])('as %s is refused, with the type to choose', async (type, written) => {
    const delivery = signed(written(JSON.stringify(hosta.push())));
    expectRefusal(
      await send(address.hosta, changed(delivery, { 'content-type': type })),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /JSON/,
    );
  });

  it.each<[string, string, () => Delivery]>([
    ['without its id', 'X-GitHub-Delivery', () => without(good(), 'x-github-delivery')],
    ['without its event', 'X-GitHub-Event', () => without(good(), 'x-github-event')],
    [
      'with an id that is too long',
      'X-GitHub-Delivery',
      () => changed(good(), { 'x-github-delivery': 'x'.repeat(201) }),
    ],
    ['that is no JSON', '', () => signed('{"ref":')],
    ['that is no text', '', () => signed(new Uint8Array([0xff, 0xfe, 0x00]))],
    ['that is half a million brackets', '', () => signed('['.repeat(500_000))],
    ['that is deep', '', () => signed(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)],
    ['whose branch leads elsewhere', 'ref', () => signed(hosta.push({ ref: 'refs/heads/../../main' }))],
    ['whose branch is an option', 'ref', () => signed(hosta.push({ ref: 'refs/heads/--upload-pack=x' }))],
    ['whose branch moves the cursor', 'ref', () => signed(hosta.push({ ref: 'refs/heads/\u001b[2J' }))],
    ['whose commit is an option', 'after', () => signed(hosta.push({ after: '--output=/tmp/x' }))],
    [
      'whose repository leads elsewhere',
      'repository.full_name',
      () => {
        const payload = hosta.push();
        return signed({ ...payload, repository: { ...payload.repository, full_name: '../../etc' } });
      },
    ],
    ['whose prototype has the fields', 'repository', () => signed(`{"__proto__": ${JSON.stringify(hosta.push())}}`)],
  ])('%s is refused by its field %s', async (_, field, delivery) =>
    expectInvalid(await send(address.hosta, delivery()), field),
  );

  it('of more than 25 MB is refused before it is read', async () => {
    const { body, headers } = signed(Buffer.alloc(25 * MEGABYTE + 1, ' '));
    expectRefusal(await send(address.hosta, { body, headers }), 413, 'PAYLOAD_TOO_LARGE', /larger than 25 MB$/);
  });

  it('of another organization fires nothing of this one, though it names the same repository', async () => {
    const other = await service.tenant('pro');
    await other.post('/api/settings/integrations/hosta', { webhookSecret: 'the secret of the other' });
    const { hosta: path } = await addressesOf(other);
    const { body, headers } = hostaDelivery(hosta.push(), { secret: 'the secret of the other' });
    const taken = await other.send('POST', path, body, headers);
    expect(taken).toMatchObject({ status: 202, body: { status: 'accepted' } });
    expect(await followed(service, taken.body.deliveryId)).toEqual([]);
  });

  it('of no kind has fired an automation or spent a credit; one that is as it should be does fire it', async () => {
    for (const { data } of await eventsOf('DeliveryReceived'))
      expect(await followed(service, (data as { deliveryId: string }).deliveryId)).toEqual([]);
    expect(await eventsOf('AutomationTriggered')).toEqual([]);
    expect(await eventsOf('ScanStarted')).toEqual([]);
    expect(await eventsOf('CreditsCharged')).toEqual([]);
    const taken = await send(address.hosta, good());
    expect(await followed(service, taken.body.deliveryId)).toEqual([automationId]);
    expect(await send(address.hosta, tampered())).toMatchObject({ status: 401 });
    expect(await eventsOf('AutomationTriggered')).toHaveLength(1);
  });

  it('leaves the limit of all other bodies where it was', async () =>
    expectRefusal(
      await tenant.send('POST', '/api/v1/projects', `{"name":"${'x'.repeat(MEGABYTE)}"}`, {
        'content-type': 'application/json',
      }),
      413,
      'PAYLOAD_TOO_LARGE',
      /larger than 1 MB$/,
    ));
});
