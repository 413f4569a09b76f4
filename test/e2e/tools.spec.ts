import { catalogue } from '@assay/analysis';
import { expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

describe('tools', () => {
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await runningService();
    tenant = await service.tenant('pro');
  });
  afterAll(() => service.close());

  it('are listed, all of them or those that are asked for', async () => {
    const { body } = await tenant.get('/api/v1/tools');
    expect(body.tools.map(({ id }: { id: string }) => id)).toEqual(catalogue.map(({ id }) => id));
    const security = await tenant.get('/api/v1/tools?category=security&target=url');
    expect(security.body.total).toBe(
      catalogue.filter(({ category, targets }) => category === 'security' && targets.includes('url')).length,
    );
  });

  it.each([
    ['hosta', 'repository'],
    ['hostb', 'repository'],
    ['container', 'image'],
    ['pkgreg', 'package'],
    ['mobile', 'mobile'],
    ['upload', 'upload'],
    ['url', 'url'],
  ])('apply to a scan from %s as they apply to a %s', async (sourceType, kind) => {
    const bySource = await tenant.get(`/api/v1/tools?target=${sourceType}`);
    expect(bySource.status).toBe(200);
    expect(bySource.body.total).toBeGreaterThan(0);
    expect(bySource.body).toEqual((await tenant.get(`/api/v1/tools?target=${kind}`)).body);
  });

  it('are shown one by one, as the list has them, with price, engine and advice', async () => {
    const { body: list } = await tenant.get('/api/v1/tools');
    const { status, body } = await tenant.get('/api/v1/tools/eslint-security');
    expect(status).toBe(200);
    const listed = list.tools.find(({ id }: { id: string }) => id === 'eslint-security');
    expect(body.tool).toMatchObject({
      ...listed,
      engine: { id: 'eslint', name: 'ESLint', licence: expect.stringContaining('MIT') },
      price: { credits: 1, effect: expect.stringContaining('costs 1 credit more') },
      advice: expect.stringMatching(/\w/),
      rules: expect.any(Array),
    });
    expect(body.tool.rules).toHaveLength(listed.rules);
  });

  it('have a reason, a fix, a bad and a good example for a rule', async () => {
    const { body } = await tenant.get('/api/v1/tools/eslint-security');
    const rule = body.tool.rules.find(({ id }: { id: string }) => id === 'security/detect-child-process');
    expect(rule).toMatchObject({
      severity: expect.any(String),
      cwe: { id: 'CWE-78', name: 'OS Command Injection' },
      why: expect.stringMatching(/\w/),
      url: expect.stringMatching(/^https:/),
      fix: expect.stringMatching(/\w/),
      reported: expect.stringMatching(/\w/),
      bad: { path: 'src/convert.js', language: 'js', marked: { first: 2, last: 2 } },
      good: { path: 'src/convert.js', language: 'js' },
    });
    expect(rule.bad.lines[rule.bad.marked.first - 1]).toContain('exec(');
    expect(rule.good.lines[rule.good.marked.first - 1]).toContain('execFile(');
  });

  it('name the success criteria of WCAG, and show markup where there is no file', async () => {
    const { body } = await tenant.get('/api/v1/tools/axe-aria');
    const rule = body.tool.rules.find(({ id }: { id: string }) => id === 'aria-allowed-attr');
    expect(rule.wcag).toContainEqual({ criterion: '4.1.2', name: 'Name, Role, Value' });
    expect(rule.bad).toMatchObject({ path: null, startLine: null, language: 'html', lines: [expect.any(String)] });
  });

  it('are all documented, each answer as the OpenAPI document says', async () => {
    for (const { id, rules } of catalogue) {
      const { status, body } = await tenant.get(`/api/v1/tools/${id}`);
      expect({ id, status, rules: body.tool?.rules.length }).toEqual({
        id,
        status: 200,
        rules: Object.keys(rules).length,
      });
    }
  });

  it('are not found under another name, and the likely one is offered', async () => {
    expectRefusal(await tenant.get('/api/v1/tools/eslint-securty'), 404, 'TOOL_NOT_FOUND', /mean eslint-security\?/);
    expectRefusal(await tenant.get('/api/v1/tools/none-such-thing'), 404, 'TOOL_NOT_FOUND', /^(?!.*mean)/);
    expectRefusal(await tenant.get('/api/v1/tools/toString'), 404, 'TOOL_NOT_FOUND');
  });

  it('take the permission that the list takes', async () => {
    const other = await service.tenant('pro', { permissions: ['billing:read'] });
    expectRefusal(await other.get('/api/v1/tools/eslint-security'), 403, 'FORBIDDEN', /scans:read/);
  });
});
