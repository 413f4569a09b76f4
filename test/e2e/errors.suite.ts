import { connect } from 'node:net';
import { expectInvalid, expectRefusal } from '../support/refusals';
import type { RunningService, Tenant } from '../support/running-service';
import { sharedService } from './shared-service';

const JSON_BODY = { 'content-type': 'application/json' };

describe('errors', () => {
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('free');
  });

  it.each(['/api', '/api/v1/nothing', '/api/v1/projects/prj_1/nothing', '/api/sessions/', '/API/sessions'])(
    'has no resource at %s',
    async (path) => expectRefusal(await tenant.get(path), 404, 'NOT_FOUND', `No such resource: GET ${path}`),
  );

  it.each([
    ['PUT', '/api/v1/projects', 'GET, HEAD, POST'],
    ['DELETE', '/api/sessions', 'GET, HEAD, POST'],
    ['POST', '/api/v1/projects/prj_1', 'DELETE, GET, HEAD, PATCH'],
    ['PATCH', '/api/sessions/ses_1', 'DELETE, GET, HEAD'],
    ['POST', '/api/v1/findings/fnd_1', 'GET, HEAD, PATCH'],
    ['PATCH', '/api/v1/findings/groups', 'GET, HEAD'],
    ['GET', '/api/billing/quote', 'POST'],
    ['POST', '/health', 'GET, HEAD'],
  ])('does not allow %s on %s and says what is', async (method, path, allow) => {
    const answer = await tenant.send(method, path, undefined);
    expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it.each([
    ['QUERY', '/api/sessions', 405],
    ['QUERY', '/api/v1/nope', 404],
    ['PUT', '/api/v1/uploads', 405],
    ['GET', '/api/v1/uploads', 405],
    ['POST', '/api/v1/nope', 404],
    ['PUT', '/api/v1/projects', 405],
    ['DELETE', '/api/sessions', 405],
    ['PATCH', '/api/v1/findings/groups', 405],
    ['PATCH', '/nope', 404],
  ])(
    'says of %s %s that it is %i, whatever its type and body are, with and without a key',
    async (method, path, status) => {
      const bodies = method === 'GET' ? [undefined] : [undefined, '{"name":', 'x'.repeat(1_100_000), '['.repeat(1_000)];
      const types = ['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'no type'];
      for (const body of bodies)
        for (const type of types)
          for (const authorization of [`Bearer ${tenant.key}`, 'Bearer nothing'])
            expectRefusal(
              await tenant.send(method, path, body, { 'content-type': type, authorization }),
              status,
              status === 405 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND',
            );
    },
  );

  it.each([
    ['half of an object', '{"name":'],
    ['no JSON at all', 'name=web'],
  ])('refuses a JSON body that is %s', async (_, body) =>
    expectRefusal(
      await tenant.send('POST', '/api/v1/projects', body, JSON_BODY),
      400,
      'VALIDATION_ERROR',
      /^The request cannot be read/,
    ),
  );

  it.each([
    '{"name":"a","platforms":["web"],"__proto__":{"admin":true}}',
    '{"name":"a","platforms":["web"],"constructor":{"prototype":{"admin":true}}}',
    '{"name":{"__proto__":null}}',
  ])('says of %s that there is no such field, not that it is no JSON', async (body) => {
    const answer = await tenant.send('POST', '/api/v1/projects', body, JSON_BODY);
    expectRefusal(answer, 400, 'VALIDATION_ERROR', /^The request body has a field called "__proto__"/);
    expectInvalid(answer, '__proto__');
  });

  it.each([
    ['application/problem+json', true],
    ['application/problem+json;q=0.5, application/json;q=0.4', true],
    ['application/json, application/problem+json', true],
    ['application/json, application/problem+json;q=0.9', false],
    ['application/problem+json; Q=0', false],
    ['application/problem+json;q=0.5, application/json', false],
    ['application/problem+jsonx', false],
    ['text/html, */*', false],
  ])('weighs what the client accepts: %s', async (accept, isProblem) => {
    const { headers } = await tenant.get('/api/v1/nothing', { accept });
    expect(headers.get('content-type')).toBe(`application/${isProblem ? 'problem+json' : 'json'}; charset=utf-8`);
  });

  it.each([['[]'], ['[{"name":"a","platforms":["web"]}]'], ['"text"'], ['7'], ['true']])(
    'refuses %s where an object belongs',
    async (body) =>
      expectRefusal(
        await tenant.send('POST', '/api/v1/projects', body, JSON_BODY),
        400,
        'VALIDATION_ERROR',
        'The request body must be a JSON object',
      ),
  );

  it('names every required field that is missing, without a body too', async () => {
    expectInvalid(await tenant.post('/api/v1/projects', {}), 'name', 'platforms');
    expectInvalid(await tenant.post('/api/v1/projects'), 'name', 'platforms');
    expectInvalid(await tenant.send('POST', '/api/v1/projects', 'null', JSON_BODY), 'name', 'platforms');
    expectInvalid(await tenant.send('POST', '/api/v1/projects', '', JSON_BODY), 'name', 'platforms');
    expectInvalid(await tenant.post('/api/sessions'), 'target');
  });

  it('names unknown fields wherever they are, also those that mean something to JavaScript', async () => {
    expectInvalid(await tenant.post('/api/v1/projects', { name: 'a', platforms: ['web'], nmae: 'b' }), 'nmae');
    expectInvalid(
      await tenant.post('/api/v1/projects', { name: 'a', platforms: ['web'], constructor: 1, toString: 2 }),
      'constructor',
      'toString',
    );
    expectInvalid(
      await tenant.post('/api/sessions', { target: { directory: service.root, branch: 'main' } }),
      'target.branch',
    );
    expectInvalid(await tenant.post('/api/billing/quote', { config: { tools: [] } }), 'config.tools');
    const nested = await tenant.post('/api/sessions', { target: { direktory: service.root }, projectId: 'prj_1' });
    expectRefusal(
      nested,
      400,
      'VALIDATION_ERROR',
      /^projectId is not .* mean applicationId\?; target.direktory .* directory\?$/,
    );
    expectInvalid(await tenant.get('/api/sessions?limt=5'), 'limt');
  });

  it('quotes little of what was sent, however much that was', async () => {
    const names = Array.from({ length: 490 }, (_, index) => `${index}-${'x'.repeat(2_000)}`);
    const many = Object.fromEntries(names.map((name) => [name, 1]));
    const long = `/api/v1/${'x'.repeat(5_000)}`;
    const unknown = await tenant.post('/api/sessions', { target: { directory: service.root }, tools: names });
    expectRefusal(unknown, 400, 'VALIDATION_ERROR', /^unknown tool: 0-x{58}… /);
    expect(unknown.body.error.details).toHaveLength(11);
    expect(unknown.body.error.details.at(-1)).toEqual({ field: '', message: 'and 480 more problems' });
    for (const answer of [
      unknown,
      await tenant.post('/api/v1/projects', many),
      await tenant.post('/api/billing/quote', { config: { categories: names.slice(0, 100) } }),
      await tenant.post('/api/sessions', { target: { url: 'x'.repeat(2_000) } }),
      await tenant.get(`/api/sessions?${names.slice(0, 7).join('=1&')}`),
      await tenant.get(long),
      await tenant.get(long, { accept: 'application/problem+json' }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(answer.body).length).toBeLessThan(6_000);
    }
  });

  it('refuses null where a field may only be absent', async () => {
    expectInvalid(
      await tenant.post('/api/v1/projects', { name: null, platforms: null, defaultBranch: null }),
      'name',
      'platforms',
      'defaultBranch',
    );
    expectInvalid(
      await tenant.post('/api/billing/quote', { projectId: null, estimatedLines: null, config: null }),
      'projectId',
      'estimatedLines',
      'config',
    );
    expectInvalid(await tenant.post('/api/sessions', { target: { directory: null } }), 'target.directory');
  });

  it('refuses half a character: it would come back as another text', async () =>
    expectInvalid(
      await tenant.send('POST', '/api/v1/projects', '{"name":"\\ud800","platforms":["web"]}', JSON_BODY),
      'name',
    ));

  it('counts characters as a JSON schema does, so that a pair of surrogates is one', async () => {
    const rich = await service.tenant('business');
    const project = (name: string) => rich.post('/api/v1/projects', { name, platforms: ['web'] });
    const { status, body } = await project('💥'.repeat(200));
    expect([status, body.data.name]).toEqual([201, '💥'.repeat(200)]);
    expectInvalid(await project('💥'.repeat(201)), 'name');
    const key = (name: string) => rich.post('/api/settings/api-keys', { name, preset: 'read_only' });
    expect((await key('💥'.repeat(100))).status).toBe(201);
    const branch = '💥'.repeat(255);
    const automation = {
      name: '💥'.repeat(200),
      projectId: body.data.id,
      trigger: { type: 'hosta_push', config: { repository: 'ada/engine', branches: [branch] } },
      action: { config: { notifications: { chat: '💥'.repeat(100) } } },
    };
    expect((await rich.post('/api/v1/automations', automation)).status).toBe(201);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'takes no %s',
    async (type) =>
      expectRefusal(
        await tenant.send('POST', '/api/v1/projects', '{"name":"a","platforms":["web"]}', { 'content-type': type }),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ),
  );

  it('takes a request without a body that names the type of one, where none is needed', async () => {
    expect((await tenant.send('POST', '/api/billing/quote', '', JSON_BODY)).status).toBe(200);
    const ping = await tenant.send('POST', '/api/settings/webhooks/whk_1/ping', '', JSON_BODY);
    expectRefusal(ping, 404, 'WEBHOOK_NOT_FOUND');
    const nothing = await tenant.send('PATCH', '/api/v1/projects/prj_1', '', JSON_BODY);
    expectRefusal(nothing, 400, 'VALIDATION_ERROR', 'A request body is needed: a JSON object');
  });

  it('takes JSON with a character set', async () =>
    expect(
      (await tenant.send('POST', '/api/billing/quote', '{}', { 'content-type': 'application/json; charset=utf-8' }))
        .status,
    ).toBe(200));

  it('takes a body of 1 MB and refuses one byte more', async () => {
    const sized = (bytes: number) => `{"name":"${'x'.repeat(bytes - '{"name":""}'.length)}"}`;
    expectInvalid(await tenant.send('POST', '/api/v1/projects', sized(1_048_576), JSON_BODY), 'name', 'platforms');
    expectRefusal(
      await tenant.send('POST', '/api/v1/projects', sized(1_048_577), JSON_BODY),
      413,
      'PAYLOAD_TOO_LARGE',
      'The request body is larger than 1 MB',
    );
  });

  it.each<Record<string, string>>([{}, { 'idempotency-key': 'deep' }])(
    'refuses a body of a hundred thousand brackets without falling over (%j)',
    async (headers) =>
      expectRefusal(
        await tenant.send('POST', '/api/v1/projects', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {
          ...JSON_BODY,
          ...headers,
        }),
        400,
        'VALIDATION_ERROR',
        /nested deeper than 32/,
      ),
  );

  it.each(['/api/sessions/%ZZ', '/api/sessions/%ED%A0%80'])('refuses the path %s in the same envelope', async (path) =>
    expectRefusal(await tenant.get(path), 400, 'VALIDATION_ERROR'),
  );

  it.each([
    ['a NUL', '\0'],
    ['long', 'x'.repeat(190)],
    ['longer than any', 'x'.repeat(5_000)],
    ['a path', '../../etc'],
    ['SQL', "'; drop table events; --"],
    ['an emoji', '💥'],
  ])('knows nothing of an id that is %s', async (_, id) => {
    const path = encodeURIComponent(id);
    for (const answer of [
      await tenant.get(`/api/v1/projects/${path}`),
      await tenant.delete(`/api/sessions/${path}`),
      await tenant.get(`/api/sessions/${path}/events`),
      await tenant.get(`/api/v1/findings/${path}`),
    ])
      expectRefusal(answer, 404, /NOT_FOUND$/);
  });

  it('answers what is no HTTP in the same envelope, with a request id', async () => {
    const answer = await raw(service.url, 'this is no HTTP\r\n\r\n');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    const { error } = JSON.parse(body);
    expect(error).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'The request cannot be read: it is not valid HTTP',
      requestId: /x-request-id: (\S+)/.exec(head)?.[1],
    });
  });

  it('answers headers beyond all bounds with 431', async () => {
    const answer = await raw(service.url, `GET /health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!).error.code).toBe('VALIDATION_ERROR');
  });

  it('tells the same facts as RFC 9457 where the client asks for it', async () => {
    const { status, headers, body } = await tenant.post(
      '/api/v1/projects',
      { name: 'a' },
      { accept: 'application/problem+json' },
    );
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: expect.stringContaining('platforms'),
        instance: '/api/v1/projects',
        code: 'VALIDATION_ERROR',
        details: [{ field: 'platforms', message: expect.any(String) }],
        requestId: headers.get('x-request-id'),
      },
    });
  });

  it("keeps a client's own request id, and makes one where that is missing or could not be logged", async () => {
    expect((await tenant.get('/health/live', { 'x-request-id': 'my-request.1' })).headers.get('x-request-id')).toBe(
      'my-request.1',
    );
    const made = /^[0-9a-f-]{36}$/;
    for (const answer of [
      await tenant.get('/health/live'),
      await tenant.get('/docs'),
      await tenant.get('/api/billing/status'),
      await tenant.get('/api/billing/status', { 'x-request-id': 'two words' }),
    ])
      expect(answer.headers.get('x-request-id')).toMatch(made);
  });

  it('lets nothing under /api be cached or guessed at', async () => {
    const { headers } = await tenant.get('/api/billing/status');
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
  });
});

function raw(url: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(request));
    let answer = '';
    socket
      .setEncoding('utf8')
      .on('data', (text: string) => (answer += text))
      .on('error', reject)
      .on('close', () => resolve(answer));
  });
}
