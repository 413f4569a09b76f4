import { connect } from 'node:net';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, runningService } from '../support/running-service';

describe('rate limits', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await runningService({ settings: { ASSAY_RATE_LIMIT: '12', ASSAY_START_RATE_LIMIT: '3' } });
  });
  afterAll(() => service.close());

  const standing = (headers: Headers) => ({
    limit: headers.get('ratelimit-limit'),
    remaining: headers.get('ratelimit-remaining'),
  });

  it('count the requests of each key by itself, say how many are left, and refuse the rest with the time to wait', async () => {
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
