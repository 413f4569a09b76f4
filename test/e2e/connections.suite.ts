import { expectRefusal } from '../support/refusals';
import { rawConnection } from '../support/raw-connection';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const HALF_OF_A_BODY = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"name":';

describe('connections', () => {
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await runningService({ settings: { ASSAY_MAX_CONNECTIONS: '10', ASSAY_BODY_TIMEOUT_MS: '100' } });
    tenant = await service.tenant('pro');
  });
  afterAll(() => service.close());

  it('are told that there is no key before their body has come', async () => {
    const connection = await rawConnection(service.url);
    connection.write(`POST /api/v1/projects HTTP/1.1\r\n${HALF_OF_A_BODY}`);
    await connection.until(/\r\n\r\n[^]*\}$/);
    expect(connection.received()).toMatch(/^HTTP\/1\.1 401 /);
    // The rest of a too slow body ends the connection.
    await connection.closed;
  });

  it('are cut off with an answer where a body comes too slowly', async () => {
    const connection = await rawConnection(service.url);
    connection.write(`POST /api/v1/projects HTTP/1.1\r\nX-Api-Key: ${tenant.key}\r\n${HALF_OF_A_BODY}`);
    await connection.closed;
    const [head = '', body = ''] = connection.received().split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(head).toMatch(/^connection: close$/im);
    expect(JSON.parse(body).error).toMatchObject({
      code: 'REQUEST_TIMEOUT',
      message: expect.stringContaining('did not arrive within 0.1 s'),
    });
  });

  it('are closed at once beyond the limit of a process, and taken again when one has ended', async () => {
    const limited = await runningService({ settings: { ASSAY_MAX_CONNECTIONS: '2' } });
    try {
      const client = await limited.tenant('free');
      const ask = `GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      // The client's own kept-alive connection counts, too.
      expect((await client.get('/api/billing/status')).status).toBe(200);
      const one = await rawConnection(limited.url);
      one.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
      await one.until(/\}$/);
      const beyond = await rawConnection(limited.url);
      beyond.write(ask);
      await beyond.closed;
      expect(beyond.received()).toBe('');
      one.end();
      await one.closed;
      const { status } = await client.get('/api/billing/status');
      expect(status).toBe(200);
      const next = await rawConnection(limited.url);
      next.write(ask);
      await next.closed;
      expect(next.received()).toMatch(/^HTTP\/1\.1 200 /);
    } finally {
      await limited.close();
    }
  });

  it('of an unknown key are told how a key is sent', async () => {
    const answer = await tenant.get('/api/v1/projects', { authorization: 'Bearer nothing' });
    expectRefusal(answer, 401, 'INVALID_API_KEY', 'Invalid or expired API key');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="Assay"');
    expect(answer.body.error.details).toEqual([
      {
        field: 'Authorization',
        message: expect.stringMatching(/"Authorization: Bearer asy_…" or as "x-api-key: asy_…"/),
      },
    ]);
  });

  it.each([
    ['no JSON', 'application/json', '{"name":'],
    ['a text', 'text/plain', 'name'],
    ['a form', 'multipart/form-data; boundary=x', '--x--'],
    ['a million brackets', 'application/json', '['.repeat(1_000_000)],
    ['more than a megabyte', 'application/json', 'x'.repeat(1_100_000)],
  ])('with %s and without a key are told of the key', async (_, type, body) => {
    for (const path of ['/api/v1/projects', '/api/v1/uploads', '/api/sessions'])
      expectRefusal(
        await tenant.send('POST', path, body, { 'content-type': type, authorization: 'Bearer nothing' }),
        401,
        'INVALID_API_KEY',
      );
  });

  it('with a key that lacks the permission are told so before their body', async () => {
    const reader = await service.tenant('pro', { preset: 'read_only' });
    expectRefusal(
      await reader.send('POST', '/api/v1/projects', '{"name":', { 'content-type': 'application/json' }),
      403,
      'FORBIDDEN',
      'Missing required permission: projects:write',
    );
  });
});
