import { connect } from 'node:net';
import { hostaDelivery } from '../support/hosting/signed-delivery';
import { rawConnection } from '../support/raw-connection';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

describe('rate limits', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await runningService({
      settings: { ASSAY_RATE_LIMIT: '12', ASSAY_START_RATE_LIMIT: '3', ASSAY_UPLOAD_RATE_LIMIT: '2' },
    });
  });
  afterAll(() => service.close());

  const standing = (headers: Headers) => ({
    limit: headers.get('ratelimit-limit'),
    remaining: headers.get('ratelimit-remaining'),
  });

  it('count by organization, say how many are left, and refuse the rest with the time to wait', async () => {
    const [one, other] = [await service.tenant('pro'), await service.tenant('pro')];
    for (let left = 11; left >= 0; left -= 1) {
      const { status, headers } = await one.get('/api/v1/projects');
      expect({ status, ...standing(headers) }).toEqual({ status: 200, limit: '12', remaining: String(left) });
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
      expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
    }
    const refused = await one.get('/api/v1/projects');
    expectRefusal(refused, 429, 'RATE_LIMITED', /^More than 12 requests a minute; try again in \d+ s$/);
    expect(standing(refused.headers)).toEqual({ limit: '12', remaining: '0' });
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    expect((await one.get('/api/v1/projects', { accept: 'application/problem+json' })).body).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
    });
    expect((await other.get('/api/v1/projects')).status).toBe(200);
  });

  it('count starts of sessions apart, those that are refused too, and nothing else with them', async () => {
    const tenant = await service.tenant('pro');
    await tenant.get('/api/sessions');
    for (let start = 0; start < 3; start += 1) expectInvalid(await tenant.post('/api/sessions', {}), 'target');
    const refused = await tenant.post('/api/sessions', {});
    expectRefusal(refused, 429, 'RATE_LIMITED', /^More than 3 /);
    expect(standing(refused.headers)).toEqual({ limit: '3', remaining: '0' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await tenant.get('/api/sessions')).status).toBe(200);
  });

  it('count all keys of an organization together', async () => {
    const one = await service.tenant('pro');
    const other = await service.tenant('pro', { organizationId: one.organizationId });
    for (let request = 0; request < 6; request += 1)
      for (const client of [one, other]) expect((await client.get('/api/v1/projects')).status).toBe(200);
    for (const client of [one, other])
      expectRefusal(await client.get('/api/v1/projects'), 429, 'RATE_LIMITED', /^More than 12 requests/);
  });

  it('count made-up keys together, and no number of them renews the count of a good one', async () => {
    const tenant = await service.tenant('pro');
    while ((await tenant.get('/api/v1/projects')).status === 200);
    const statuses = await madeUpKeys(service.url, 5_200);
    expect(statuses).toHaveLength(5_200);
    expect(statuses.filter((status) => status === 401)).toHaveLength(12);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5_188);
    expectRefusal(await tenant.get('/api/v1/projects'), 429, 'RATE_LIMITED');
    // A good key is not slowed down by made-up ones from the same address.
    expect((await (await service.tenant('pro')).get('/api/v1/projects')).status).toBe(200);
  }, 60_000);

  it("count an organization's deliveries apart, by its address and not by that of the code host", async () => {
    const [one, other] = [await service.tenant('pro'), await service.tenant('pro')];
    const secret = 'correct horse battery';
    const pathOf = async (tenant: Tenant) => {
      const set = await tenant.post('/api/settings/integrations/hosta', { webhookSecret: secret });
      return new URL(set.body.integration.webhookUrl).pathname;
    };
    const [path, otherPath] = [await pathOf(one), await pathOf(other)];
    const { body, headers } = hostaDelivery({ zen: 'Mind your words.' }, { secret, event: 'ping' });
    for (let delivery = 0; delivery < 12; delivery += 1)
      expect((await one.send('POST', path, body, headers)).status).toBe(202);
    const refused = await one.send('POST', path, body, headers);
    expectRefusal(refused, 429, 'RATE_LIMITED', /^More than 12 deliveries a minute; try again in \d+ s$/);
    expect((await other.send('POST', otherPath, body, headers)).status).toBe(202);
    expect((await one.get('/api/v1/projects')).status).toBe(200);
  });

  it('count uploads apart', async () => {
    const tenant = await service.tenant('pro');
    for (let upload = 0; upload < 2; upload += 1)
      expectRefusal(await tenant.post('/api/v1/uploads', {}), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectRefusal(await tenant.post('/api/v1/uploads', {}), 429, 'RATE_LIMITED', /^More than 2 uploads a minute/);
    expect((await tenant.get('/api/sessions')).status).toBe(200);
  });

  it('are not escaped by writing the path in another way', async () => {
    const tenant = await service.tenant('pro');
    for (let start = 0; start < 3; start += 1)
      expect(await statusOf(service.url, 'POST', '/api/%73essions', tenant.key)).toBe(400);
    expect(await statusOf(service.url, 'POST', '/api/sessions?x=1', tenant.key)).toBe(429);
    for (let request = 0; request < 9; request += 1) await statusOf(service.url, 'GET', '/%61pi/sessions', tenant.key);
    expect(await statusOf(service.url, 'GET', '/%61pi/sessions', tenant.key)).toBe(429);
  });

  it('leave health and documentation alone', async () => {
    const tenant = await service.tenant('free');
    for (let request = 0; request < 15; request += 1) expect((await tenant.get('/health/live')).status).toBe(200);
    expect((await tenant.get('/openapi.json')).headers.get('ratelimit-limit')).toBeNull();
  });
});

/** The statuses of requests with a different made-up key each, all of them on one connection. */
async function madeUpKeys(url: string, count: number): Promise<number[]> {
  const connection = await rawConnection(url);
  for (let index = 1; index <= count; index += 1) {
    const key = `asy_${String(index).padStart(43, '0')}`;
    const last = index === count ? 'Connection: close\r\n' : '';
    connection.write(`GET /api/v1/projects HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n${last}\r\n`);
  }
  await connection.closed;
  return [...connection.received().matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
}

/** As it is written: `fetch` would write the path as others do. */
function statusOf(url: string, method: string, path: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nConnection: close\r\n\r\n`),
    );
    socket
      .setEncoding('utf8')
      .once('data', (text: string) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])))
      .on('error', reject);
  });
}
