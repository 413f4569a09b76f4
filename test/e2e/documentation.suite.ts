import { Ajv2020 } from 'ajv/dist/2020';
import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import nestCli from '../../nest-cli.json';
import { readFileSync } from 'node:fs';
import type { Json } from '../support/http-client';
import { validators } from '../support/documented-answers';
import type { RunningService, Tenant } from '../support/running-service';
import { sharedService } from './shared-service';

/**
 * Whether an operation needs no API key. Code hosts have none: they sign their deliveries. The webhook address of an
 * automation and that of a shared report are secrets.
 */
const isPublic = (path: string): boolean =>
  !path.startsWith('/api/') || path.startsWith('/api/webhooks/') || path.startsWith('/api/v1/shared/');

/** Operations that take a body without a key may refuse its type; those that need a key refuse the missing key. */
const firstRefusals = (path: string): string[] => {
  if (!isPublic(path)) return ['401', '403'];
  return path.startsWith('/api/webhooks/') ? ['415'] : ['404'];
};

/** Operations for which either of two permissions is enough. */
const TWO_PERMISSIONS = new Set([
  'GET /api/v1/scans/{scanId}/report',
  'GET /api/v1/automations',
  'GET /api/v1/automations/{automationId}',
  'GET /api/v1/automations/{automationId}/history',
  'POST /api/v1/automations/{automationId}/test',
]);

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'patch', 'delete', 'put']);

describe('documentation', () => {
  let service: RunningService;
  let tenant: Tenant;
  let document: Json;
  let validatorOf: ReturnType<typeof validators>;
  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('pro');
    document = (await tenant.get('/openapi.json')).body;
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addFormat('date-time', (time: string) => !Number.isNaN(Date.parse(time)));
    validatorOf = validators(ajv, document.components.schemas);
  });

  const operations = (): { path: string; method: string; operation: Json }[] => {
    const all = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods)
        .filter(([method]) => METHODS.has(method))
        .map(([method, operation]) => ({ path, method, operation })),
    );
    expect(all.length).toBeGreaterThan(50);
    return all;
  };

  it('is made at run time alone: a compiler plugin would change the document that is built, and not this one', () => {
    expect(nestCli.compilerOptions).not.toHaveProperty('plugins');
  });

  it('is a valid OpenAPI 3.1 document, by the rules of Spectral', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const spectral = new Spectral();
    spectral.setRuleset({
      extends: [[oas as never, 'all']],
      rules: {
        'info-contact': 'off',
        'contact-properties': 'off',
        'operation-description': 'off',
        'openapi-tags-alphabetical': 'off',
      },
    });
    expect(
      (await spectral.run(document)).map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`),
    ).toEqual([]);
  });

  it('has every route of the interface, and each can be called', async () => {
    expect(
      operations()
        .map(({ path, method }) => `${method.toUpperCase()} ${path}`)
        .sort(),
    ).toEqual([
      'DELETE /api/sessions/{sessionId}',
      'DELETE /api/settings/api-keys/{keyId}',
      'DELETE /api/settings/webhooks/{webhookId}',
      'DELETE /api/v1/automations/{automationId}',
      'DELETE /api/v1/projects/{projectId}',
      'DELETE /api/v1/scans/{scanId}',
      'GET /.well-known/assay-audit.json',
      'GET /api/billing/audit',
      'GET /api/billing/status',
      'GET /api/billing/usage',
      'GET /api/billing/usage/export',
      'GET /api/credit-packages',
      'GET /api/sessions',
      'GET /api/sessions/{sessionId}',
      'GET /api/sessions/{sessionId}/events',
      'GET /api/sessions/{sessionId}/receipt',
      'GET /api/settings/api-keys',
      'GET /api/settings/integrations',
      'GET /api/settings/notifications',
      'GET /api/settings/notifications/deliveries',
      'GET /api/settings/subscription',
      'GET /api/settings/webhooks',
      'GET /api/settings/webhooks/{webhookId}',
      'GET /api/settings/webhooks/{webhookId}/deliveries',
      'GET /api/v1/automations',
      'GET /api/v1/automations/{automationId}',
      'GET /api/v1/automations/{automationId}/history',
      'GET /api/v1/findings',
      'GET /api/v1/findings/decisions',
      'GET /api/v1/findings/groups',
      'GET /api/v1/findings/{findingId}',
      'GET /api/v1/findings/{findingId}/history',
      'GET /api/v1/findings/{findingId}/status-changes',
      'GET /api/v1/projects',
      'GET /api/v1/projects/{projectId}',
      'GET /api/v1/projects/{projectId}/trend',
      'GET /api/v1/reports',
      'GET /api/v1/reports/ai',
      'GET /api/v1/reports/{reportId}',
      'GET /api/v1/scans',
      'GET /api/v1/scans/{scanId}',
      'GET /api/v1/scans/{scanId}/compare/{otherId}',
      'GET /api/v1/scans/{scanId}/report',
      'GET /api/v1/shared/reports/{token}',
      'GET /api/v1/tools',
      'GET /api/v1/tools/{toolId}',
      'GET /health',
      'GET /health/live',
      'PATCH /api/settings/webhooks/{webhookId}',
      'PATCH /api/v1/automations/{automationId}',
      'PATCH /api/v1/findings/{findingId}',
      'PATCH /api/v1/projects/{projectId}',
      'POST /api/billing/purchase-credits',
      'POST /api/billing/quote',
      'POST /api/sessions',
      'POST /api/settings/api-keys',
      'POST /api/settings/integrations/{integration}',
      'POST /api/settings/notifications/chat/{channel}',
      'POST /api/settings/notifications/deliveries/{deliveryId}/redeliver',
      'POST /api/settings/notifications/notices',
      'POST /api/settings/subscription/auto-topup',
      'POST /api/settings/subscription/overage',
      'POST /api/settings/webhooks',
      'POST /api/settings/webhooks/{webhookId}/ping',
      'POST /api/settings/webhooks/{webhookId}/rotate-secret',
      'POST /api/v1/automations',
      'POST /api/v1/automations/{automationId}/rotate-webhook',
      'POST /api/v1/automations/{automationId}/test',
      'POST /api/v1/findings/triage',
      'POST /api/v1/projects',
      'POST /api/v1/reports/ai',
      'POST /api/v1/reports/ai/issues',
      'POST /api/v1/scans',
      'POST /api/v1/uploads',
      'POST /api/webhooks/automations/{token}',
      'POST /api/webhooks/hosta/{token}',
      'POST /api/webhooks/hostb/{token}',
      'POST /api/webhooks/payments/stripe',
    ]);
    for (const { path, method } of operations()) {
      const { status, body } = await tenant.send(method.toUpperCase(), path.replace(/\{\w+\}/g, 'none'), undefined);
      // Only a resource may be missing, never the route. A handler that is not registered answers 500.
      expect(`${method} ${path}: ${status} ${JSON.stringify(body)}`).not.toMatch(
        path.includes('{') ? /: (405|500) |No such resource/ : /: (404|405|500) /,
      );
    }
  });

  it.each([
    [
      'post',
      '/api/v1/projects',
      ['name', 'platforms'],
      ['description', 'repositoryUrl', 'defaultBranch', 'configuration', 'suppressions'],
    ],
    [
      'patch',
      '/api/v1/projects/{projectId}',
      [],
      ['name', 'platforms', 'description', 'repositoryUrl', 'defaultBranch', 'configuration', 'suppressions'],
    ],
    [
      'post',
      '/api/sessions',
      ['target'],
      [
        'applicationId',
        'categories',
        'tools',
        'excludeTools',
        'include',
        'history',
        'profile',
        'enableIntelligence',
        'timeout',
        'maxConcurrent',
        'quoteId',
      ],
    ],
    [
      'post',
      '/api/v1/scans',
      ['applicationId', 'sourceType'],
      [
        'targetUrl',
        'repoUrl',
        'branch',
        'commit',
        'containerImage',
        'pkgregPackage',
        'uploadId',
        'include',
        'history',
        'profile',
        'quoteId',
      ],
    ],
    ['post', '/api/v1/automations', ['name', 'projectId', 'trigger', 'action'], ['enabled']],
    ['patch', '/api/v1/automations/{automationId}', [], ['name', 'projectId', 'trigger', 'action', 'enabled']],
    ['post', '/api/v1/automations/{automationId}/test', [], ['commitSha', 'branch', 'author', 'targetUrl']],
    ['patch', '/api/v1/findings/{findingId}', ['status'], ['note', 'expiresAt']],
    ['post', '/api/v1/findings/triage', ['status'], ['note', 'expiresAt', 'ids', 'filter']],
    ['post', '/api/billing/quote', [], ['projectId', 'estimatedLines', 'estimatedIssues', 'config']],
    ['post', '/api/settings/api-keys', ['name'], ['permissions', 'preset', 'expiresAt']],
    ['post', '/api/settings/integrations/{integration}', [], ['webhookSecret', 'accessToken']],
    ['post', '/api/settings/notifications/chat/{channel}', ['webhookUrl'], []],
    ['post', '/api/settings/notifications/notices', [], ['chat', 'email']],
    ['post', '/api/settings/webhooks', ['url'], ['description', 'events', 'enabled']],
    ['patch', '/api/settings/webhooks/{webhookId}', [], ['url', 'description', 'events', 'enabled']],
    ['post', '/api/settings/subscription/auto-topup', ['enabled'], ['triggerThreshold', 'packageId', 'maxPerMonth']],
    ['post', '/api/settings/subscription/overage', ['enabled'], ['limit']],
  ])('says what the body of %s %s needs and may have', (method, path, required, optional) => {
    const { $ref } = document.paths[path][method].requestBody.content['application/json'].schema;
    const schema = document.components.schemas[$ref.split('/').pop()];
    expect({
      required: [...(schema.required ?? [])].sort(),
      properties: Object.keys(schema.properties).sort(),
    }).toEqual({ required: [...required].sort(), properties: [...required, ...optional].sort() });
  });

  it('has an example of each body of each operation, which its schema allows', () => {
    let examples = 0;
    for (const { path, method, operation } of operations()) {
      const answers = Object.entries<Json>(operation.responses).filter(([status]) => status.startsWith('2'));
      for (const { content } of [operation.requestBody ?? {}, ...answers.map(([, answer]) => answer)])
        for (const [type, { schema, example }] of Object.entries<Json>(content ?? {})) {
          if (!type.endsWith('json')) continue;
          examples += 1;
          const validate = validatorOf(schema);
          expect({
            path,
            method,
            type,
            valid: example !== undefined && validate(example),
            errors: validate.errors,
          }).toEqual({
            path,
            method,
            type,
            valid: true,
            errors: null,
          });
        }
    }
    expect(examples).toBeGreaterThan(operations().length);
  });

  it('has an example of each message to webhooks, and docs/webhooks.md names its type', () => {
    const page = readFileSync('docs/webhooks.md', 'utf8');
    const named = [...page.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, name]) => name);
    for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'];
      expect({ type, valid: validatorOf(schema)(example), example }).toMatchObject({ valid: true, example: { type } });
    }
    expect(named).toEqual(Object.keys(document.webhooks));
  });

  const SESSION = { target: { url: 'https://a.example' } };
  it.each<[string, string, unknown]>([
    ['post', '/api/sessions', { ...SESSION, extra: 1 }],
    ['post', '/api/sessions', { target: {} }],
    ['post', '/api/sessions', { target: { url: 'https://a.example', directory: '/a' } }],
    ['post', '/api/sessions', { target: { url: 'https://a.example', more: 1 } }],
    ['post', '/api/sessions', { ...SESSION, tools: [] }],
    ['post', '/api/sessions', { ...SESSION, categories: [] }],
    ['post', '/api/v1/scans', { applicationId: 'prj_1', sourceType: 'url' }],
    ['post', '/api/v1/scans', { applicationId: 'prj_1', sourceType: 'hosta', targetUrl: 'https://a.example' }],
    [
      'post',
      '/api/v1/scans',
      { applicationId: 'prj_1', sourceType: 'url', targetUrl: 'https://a.example', repoUrl: 'a' },
    ],
    ['post', '/api/v1/scans', { applicationId: 'prj_1', sourceType: 'upload', uploadId: 'u', containerImage: 'a' }],
    ['post', '/api/v1/scans', { applicationId: 'prj_1', sourceType: 'directory', directory: '/a' }],
    ['post', '/api/settings/api-keys', { name: 'a' }],
    ['post', '/api/settings/api-keys', { name: 'a', preset: 'execute', permissions: ['scans:read'] }],
    ['post', '/api/settings/api-keys', { name: 'a', preset: 'execute', extra: 1 }],
    ['post', '/api/settings/integrations/hosta', {}],
    ['post', '/api/settings/webhooks', { url: 'ftp://a.example' }],
    ['post', '/api/settings/webhooks', { url: 'https://a.example', events: [] }],
    ['post', '/api/settings/webhooks', { url: 'https://a.example', events: ['ping'] }],
    ['post', '/api/settings/subscription/auto-topup', {}],
    ['post', '/api/settings/subscription/overage', { enabled: true, limit: 0 }],
    ['post', '/api/settings/subscription/auto-topup', { enabled: true, packageId: 'a', maxPerMonth: 1 }],
    ['post', '/api/settings/subscription/auto-topup', { enabled: false, maxPerMonth: 11 }],
    ['post', '/api/settings/subscription/auto-topup', { enabled: false, triggerThreshold: 0 }],
    ['post', '/api/billing/quote', { config: { more: [] } }],
    ['post', '/api/billing/quote', { estimatedLines: 1_000_000_001 }],
    ['post', '/api/v1/projects', { name: 'a', platforms: ['web'], extra: null }],
    ['patch', '/api/v1/projects/none', { extra: null }],
    ['patch', '/api/v1/projects/none', undefined],
    ['patch', '/api/v1/findings/none', { status: 'open', extra: null }],
    ['post', '/api/v1/automations', { name: 'a', projectId: 'p', trigger: { type: 'webhook' } }],
    ['post', '/api/v1/automations', { name: 'a', projectId: 'p', trigger: { type: 'push', config: {} }, action: {} }],
    [
      'post',
      '/api/v1/automations',
      { name: 'a', projectId: 'p', trigger: { type: 'webhook' }, action: { config: { platform: 'linux' } } },
    ],
    ['post', '/api/v1/automations/none/test', { extra: 1 }],
    ['post', '/api/v1/projects', { name: ' \u2003', platforms: ['web'] }],
    ['post', '/api/v1/projects', { name: 'a', platforms: ['web'], defaultBranch: 'a..b' }],
    ['post', '/api/v1/projects', { name: 'a', platforms: ['web'], defaultBranch: '-a' }],
    ['patch', '/api/v1/projects/none', { defaultBranch: 'a\ufeffb' }],
    ['post', '/api/settings/api-keys', { name: ' ', preset: 'execute' }],
    ['post', '/api/settings/notifications/notices', { email: ['ada'] }],
    ['post', '/api/settings/notifications/notices', { chat: '# builds' }],
    ['post', '/api/billing/quote', { config: { categories: ['taste'] } }],
    ['post', '/api/billing/quote', { config: { aiFeatures: ['taste'] } }],
    ['post', '/api/sessions', { ...SESSION, categories: ['taste'] }],
    [
      'post',
      '/api/v1/automations',
      { name: 'a', projectId: 'p', trigger: { type: 'hosta_push', config: { repository: 'engine' } }, action: {} },
    ],
    [
      'post',
      '/api/v1/automations',
      {
        name: 'a',
        projectId: 'p',
        trigger: { type: 'webhook' },
        action: { config: { notifications: { email: ['ada'] } } },
      },
    ],
  ])('forbids what is refused: %s %s %j', async (method, path, body) => {
    const answer = await tenant.send(
      method.toUpperCase(),
      path,
      body === undefined ? undefined : JSON.stringify(body),
      { ...(body !== undefined && { 'content-type': 'application/json' }) },
    );
    expect(answer.status).toBe(400);
    const { requestBody } = Object.entries<Json>(document.paths).find(([each]) =>
      new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )![1][method];
    if (body === undefined) expect(requestBody.required).toBe(true);
    else expect(validatorOf(requestBody.content['application/json'].schema)(body)).toBe(false);
  });

  it.each<[string, string, unknown]>([
    ['post', '/api/settings/subscription/auto-topup', { enabled: false }],
    ['post', '/api/billing/quote', undefined],
    ['post', '/api/billing/quote', {}],
    ['post', '/api/billing/quote', { estimatedLines: 1_000_000_000 }],
    ['post', '/api/settings/api-keys', { name: 'a', preset: 'execute' }],
    ['post', '/api/settings/api-keys', { name: 'a', permissions: ['scans:read'], expiresAt: null }],
    ['post', '/api/v1/projects', { name: 'a', platforms: ['web'], description: null }],
    ['post', '/api/v1/scans', { applicationId: 'none', sourceType: 'container', containerImage: 'a.example/b:1' }],
    ['post', '/api/v1/scans', { applicationId: 'none', sourceType: 'container', uploadId: 'u', containerImage: 'a' }],
    ['post', '/api/v1/scans', { applicationId: 'none', sourceType: 'hosta', repoUrl: 'a/b', branch: 'main' }],
    ['patch', '/api/v1/projects/none', {}],
    ['patch', '/api/v1/projects/none', { defaultBranch: '.a.b/c.' }],
    ['post', '/api/settings/notifications/notices', { chat: ' #Büro 7 ', email: ['ada@shop'] }],
    ['post', '/api/billing/quote', { config: { categories: ['linting'], aiFeatures: ['summary'] } }],
    ['patch', '/api/v1/automations/none', { trigger: { type: 'webhook' }, enabled: false }],
    ['post', '/api/v1/automations/none/test', undefined],
    ['post', '/api/settings/webhooks', { url: 'https://a.example', description: null, events: null }],
    ['patch', '/api/settings/webhooks/none', {}],
  ])('allows what is accepted: %s %s %j', async (method, path, body) => {
    const { requestBody } = Object.entries<Json>(document.paths).find(([each]) =>
      new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )![1][method];
    if (body === undefined) expect(requestBody.required).toBe(false);
    else expect(validatorOf(requestBody.content['application/json'].schema)(body)).toBe(true);
    const answer = await tenant.send(
      method.toUpperCase(),
      path,
      body === undefined ? undefined : JSON.stringify(body),
      { ...(body !== undefined && { 'content-type': 'application/json' }) },
    );
    // 404 is fine: once the body is valid, the project is looked up first.
    expect([200, 201, 404]).toContain(answer.status);
  });

  it('explains the short names of code hosts and registries wherever a value is one', () => {
    const unexplained: string[] = [];
    const visit = (schema: Json, path: string): void => {
      if (schema === null || typeof schema !== 'object') return;
      const { enum: values, description = '' } = schema;
      if (Array.isArray(values))
        for (const name of ['hosta', 'hostb', 'pkgreg'])
          if (values.includes(name) && !description.includes(`\`${name}\`: `)) unexplained.push(`${path}: ${name}`);
      for (const [name, member] of Object.entries(schema)) {
        const describes = name === 'schema' ? { description, ...(member as object) } : member;
        visit(describes, `${path}/${name}`);
      }
    };
    visit({ paths: document.paths, components: document.components }, '');
    expect(unexplained).toEqual([]);
  });

  it('says how fields are limited and what an absent one means', () => {
    const { properties } = document.components.schemas.StartSessionDto;
    expect(properties.timeout).toMatchObject({ type: 'integer', minimum: 1_000, maximum: 3_600_000, default: 300_000 });
    expect(properties.maxConcurrent).toMatchObject({ type: 'integer', minimum: 1, maximum: 50, default: 5 });
    expect(document.components.schemas.CreateProjectDto.properties.repositoryUrl).toMatchObject({
      type: ['string', 'null'],
      maxLength: 2_048,
    });
  });

  it.each([
    ['/api/v1/projects', ['page', 'per_page', 'offset']],
    ['/api/v1/automations', ['project_id', 'enabled', 'trigger_type', 'page', 'per_page', 'offset']],
    ['/api/v1/automations/{automationId}/history', ['page', 'per_page', 'offset']],
    ['/api/settings/api-keys', ['limit', 'offset', 'page']],
    ['/api/settings/webhooks/{webhookId}/deliveries', ['status', 'limit', 'offset', 'page']],
    ['/api/sessions', ['limit', 'offset', 'page']],
    ['/api/sessions/{sessionId}', ['progress', 'since']],
    ['/api/v1/scans', ['applicationId', 'status', 'limit', 'offset', 'page']],
    ['/api/v1/scans/{scanId}/compare/{otherId}', ['state', 'severity', 'limit', 'offset', 'page']],
    ['/api/v1/scans/{scanId}/report', ['format', 'maxResults', 'part']],
    ['/api/v1/reports', ['applicationId', 'status', 'limit', 'offset', 'page']],
    ['/api/v1/reports/{reportId}', ['format', 'maxResults', 'part']],
    ['/api/v1/findings/{findingId}/history', ['limit', 'offset', 'page']],
    ['/api/v1/projects/{projectId}/trend', ['days', 'branch']],
    [
      '/api/v1/findings',
      [
        'scanId',
        'projectId',
        'state',
        'branch',
        'severity',
        'category',
        'tool',
        'group',
        'suppressed',
        'limit',
        'offset',
        'page',
      ],
    ],
    ['/api/v1/findings/{findingId}/status-changes', ['limit', 'offset', 'page']],
    ['/api/v1/findings/decisions', ['projectId', 'branch', 'unused', 'limit', 'offset', 'page']],
    ['/api/v1/findings/groups', ['scanId', 'severity', 'category', 'tool', 'suppressed', 'limit', 'offset', 'page']],
    ['/api/v1/tools', ['category', 'target']],
    ['/api/billing/usage', ['period', 'include', 'limit']],
    ['/api/billing/usage/export', ['period', 'format']],
    ['/api/billing/audit', ['asOf', 'period', 'limit', 'cursor', 'full']],
  ])('has the query of %s', (path, names) => {
    const query = document.paths[path].get.parameters.filter((parameter: Json) => parameter.in === 'query');
    expect(query.map(({ name }: Json) => name).sort()).toEqual([...names].sort());
    const needed: Record<string, string[]> = {
      '/api/v1/findings/groups': ['scanId'],
      '/api/v1/findings/decisions': ['projectId'],
    };
    expect(query.filter(({ required }: Json) => required).map(({ name }: Json) => name)).toEqual(needed[path] ?? []);
  });

  it('has the parameters of every path, and the headers that matter', () => {
    for (const { path, operation } of operations())
      expect(
        (operation.parameters ?? [])
          .filter((parameter: Json) => parameter.in === 'path')
          .map(({ name }: Json) => `{${name}}`),
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(document.paths['/api/sessions/{sessionId}/events'].get.parameters).toContainEqual(
      expect.objectContaining({
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        schema: { type: 'string', pattern: '^[0-9]{0,15}$' },
      }),
    );
    const repeatable = operations().filter(({ method, path }) => method === 'post' && !isPublic(path));
    expect(repeatable).not.toEqual([]);
    for (const { method, operation } of repeatable)
      expect({ method, parameters: operation.parameters }).toEqual({
        method,
        parameters: expect.arrayContaining([expect.objectContaining({ name: 'Idempotency-Key', in: 'header' })]),
      });
  });

  it('gives every operation a summary, a success with a shape, and its refusals with theirs', () => {
    for (const { path, method, operation } of operations()) {
      const success = Object.keys(operation.responses).find((status) => status.startsWith('2'));
      const [content] = Object.values<Json>(operation.responses[success!].content);
      expect({ path, method, summary: operation.summary, schema: content.schema }).toEqual({
        path,
        method,
        summary: expect.stringMatching(/\w/),
        schema: expect.anything(),
      });
      const refusals = Object.entries<Json>(operation.responses).filter(
        ([status]) => Number(status) >= 400 && !path.startsWith('/health'),
      );
      for (const [, response] of refusals)
        expect(response.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
      if (path.startsWith('/api/'))
        expect(refusals.map(([status]) => status)).toEqual(
          expect.arrayContaining([...firstRefusals(path), '429', '500', '503']),
        );
    }
    expect(Object.keys(document.paths['/api/sessions'].post.responses)).toEqual(
      expect.arrayContaining(['202', '400', '402', '403', '404', '409', '413', '415']),
    );
    expect(document.paths['/api/sessions'].post.responses['402'].description).toContain('INSUFFICIENT_CREDITS');
  });

  it('says who may call what: one of two headers with a key, or nobody in particular', () => {
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
    expect(document.security).toEqual([{ bearer: [] }, { apiKey: [] }]);
    for (const { path, method, operation } of operations()) {
      if (!isPublic(path))
        expect([operation.security, operation['x-required-permissions']]).toEqual([
          undefined,
          (TWO_PERMISSIONS.has(`${method.toUpperCase()} ${path}`) ? [1, 2] : [1]).map(() =>
            expect.stringMatching(/^\w+:(read|write)$/),
          ),
        ]);
      else expect(operation.security).toEqual([]);
    }
  });

  it('is a page that loads its own files only, and is in no frame', async () => {
    const { headers, body } = await tenant.get('/docs');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    // The page must work under a policy that blocks inline scripts and other origins.
    const scripts = [...String(body).matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, inline]) => inline!.trim());
    expect(scripts.filter((inline) => inline !== '')).toEqual([]);
    expect(String(body)).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect((await tenant.get('/api/billing/status')).headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  });

  it('is where the bare address leads', async () => {
    const [page, bare] = [await tenant.get('/docs'), await tenant.get('/')];
    expect({ status: bare.status, body: bare.body }).toEqual({ status: 200, body: page.body });
    expect((await tenant.get('/nothing-here')).status).toBe(404);
  });

  it('can be read as a page, with everything that the page loads', async () => {
    const page = await tenant.get('/docs');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const assets = [...String(page.body).matchAll(/(?:src|href)="\.\/(docs\/[^"]+)"/g)].map(([, asset]) => asset);
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets)
      expect({ asset, status: (await tenant.get(`/${asset}`)).status }).toEqual({ asset, status: 200 });
  });
});
