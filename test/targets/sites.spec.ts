import { type Canary, openCanary } from '../support/hostile/canary';
import type { Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { over, projectOf, remaining, scanned } from '../support/scanned';
import { issueCertificate } from '../support/sites/certificates';
import { carefulPage, carefulSite, carelessSite } from '../support/sites/pages';
import { type TestSite, openSite } from '../support/sites/site-server';
import { trustAuthority } from '../support/sites/trust-authority';

const HTTP_TOOLS = [
  'csp-evaluation',
  'security-headers',
  'cookie-flags',
  'tls-certificate',
  'broken-links',
  'robots-sitemap',
];

describe('a session on a site', () => {
  const authority = issueCertificate({ name: 'Authority of this test', authority: true });
  const certified = (more: object = {}) => {
    const { key, certificate } = issueCertificate({
      name: 'shop',
      hosts: ['localhost'],
      issuer: authority.issuer,
      ...more,
    });
    return { tls: { key, cert: certificate } };
  };
  const distrust = trustAuthority(authority.certificate);
  let canary: Canary;
  let careful: TestSite;
  let careless: TestSite;
  let expired: TestSite;
  let plain: TestSite;
  let dead: string;
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  beforeAll(async () => {
    canary = await openCanary();
    [careful, careless, expired, plain] = await Promise.all([
      openSite({}, certified()),
      openSite({}, certified()),
      openSite({ '/': { body: 'never read' } }, certified({ from: -20, to: -10 })),
      openSite(),
    ]);
    const gone = await openSite();
    dead = `http://127.0.0.1:${gone.port}/`;
    await gone.close();
    for (const [path, answer] of Object.entries(carefulSite(originOf(careful)))) careful.answers.set(path, answer);
    for (const [path, answer] of Object.entries(carelessSite(originOf(careless)))) careless.answers.set(path, answer);
    plain.answers.set('/', { body: carefulPage('Plain') });
    const allowed = [
      ...[careful, careless, expired].map(({ port }) => `localhost:${port}`),
      `127.0.0.1:${plain.port}`,
      `127.0.0.1:${gone.port}`,
    ].join(',');
    service = await runningService({ settings: { ASSAY_ALLOWED_TARGETS: allowed, ASSAY_CHROMIUM: 'off' } });
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
  });
  beforeEach(() => [careful, careless, expired, plain].forEach(({ requests }) => requests.splice(0)));
  afterAll(async () => {
    distrust();
    await service.close();
    await Promise.all([careful, careless, expired, plain].map((site) => site.close()));
    expect(canary.connections()).toBe(0);
    await canary.close();
  });

  const originOf = ({ port }: TestSite): string => `https://localhost:${port}`;
  const session = async (target: object, tools: readonly string[] = HTTP_TOOLS) => {
    const before = await remaining(tenant);
    const { status, body } = await tenant.post('/api/sessions', { target, tools, enableIntelligence: false });
    expect({ status, body }).toMatchObject({ status: 202 });
    return {
      ...(await over(service, tenant, { id: body.scanId, sessionId: body.sessionId })),
      cost: before - (await remaining(tenant)),
    };
  };
  /** Titles by tool, and every place that is named. */
  const byTool = (findings: readonly Json[]): Record<string, string[]> => {
    const titles: Record<string, string[]> = {};
    for (const { tool, title } of findings) (titles[tool] ??= []).push(title);
    for (const each of Object.values(titles)) each.sort();
    return titles;
  };

  it('finds exactly what each of its tools has to find, at the page where it is', async () => {
    const { session: ended, findings } = await session({ url: originOf(careless) });
    expect(ended).toMatchObject({ status: 'completed', summary: { toolsRun: 6, toolsFailed: 0, toolsSkipped: 0 } });
    expect(byTool(findings)).toEqual({
      'csp-evaluation': ['Policy that allows inline scripts'],
      'security-headers': [
        'Header that tells what the site is made with',
        'No Cross-Origin-Opener-Policy',
        'No Cross-Origin-Resource-Policy',
        'No Permissions-Policy',
        'No Referrer-Policy',
        'No Strict-Transport-Security',
        'No X-Content-Type-Options',
        'Server that tells its version',
      ],
      'cookie-flags': ['Cookie without HttpOnly', 'Cookie without SameSite', 'Cookie without Secure'],
      'broken-links': ['Link that leaves encryption', 'Link to what fails on the server', 'Link to what is not there'],
      'robots-sitemap': [
        'Listed page that asks not to be listed',
        'Rule for no robot',
        'Sitemap that lists what is not of its site',
      ],
    });
    expect(new Set(findings.map(({ file }) => file))).toEqual(
      new Set([`${originOf(careless)}/`, `${originOf(careless)}/robots.txt`]),
    );
    expect(JSON.stringify(findings)).not.toContain('s3cret');
  });

  it('finds nothing in one that has nothing, asks for each page once, and costs nothing for its lines', async () => {
    const {
      scan,
      session: ended,
      findings,
      cost,
    } = await scanned(service, tenant, project, { sourceType: 'url', targetUrl: `${originOf(careful)}/#here` });
    const reports = Object.values(ended.toolReports as Record<string, Json>);
    expect(
      findings.filter(({ tool }) =>
        reports.some(({ toolName, status }) => toolName === tool && status === 'completed'),
      ),
    ).toEqual([]);
    expect(scan).toMatchObject({ status: 'completed', sourceType: 'url', summary: { total: 0 } });
    expect(ended).toMatchObject({
      target: { url: `${originOf(careful)}/` },
      targetSummary: {
        files: 1,
        lines: 0,
        site: {
          pages: [
            {
              url: `${originOf(careful)}/`,
              finalUrl: `${originOf(careful)}/`,
              status: 200,
              fetches: 1,
              browserLoads: 0,
              lighthouseRuns: 0,
            },
          ],
        },
      },
    });
    expect(careful.asked('GET /')).toBe(1);
    for (const tool of HTTP_TOOLS)
      expect(ended.toolReports[tool]).toMatchObject({ status: 'completed', findingsCount: 0 });
    for (const tool of ['axe-aria', 'lighthouse-seo'])
      expect(ended.toolReports[tool]).toMatchObject({
        status: 'skipped',
        result: { reason: expect.stringMatching(/ASSAY_CHROMIUM/) },
      });
    expect(ended.refund.toolsRefunded).toEqual(expect.arrayContaining(['lighthouse-performance']));
    // the base, security, the share of accessibility that was delivered; nothing for lines and performance
    expect(cost).toBeLessThan(3);
  });

  it('judges the markup of its pages under their addresses', async () => {
    plain.answers.set('/flawed', { body: carefulPage('Flawed', '<img src="/a.png">') });
    const url = `http://127.0.0.1:${plain.port}/flawed`;
    const { findings } = await session({ url }, ['html-accessibility']);
    expect(findings).toEqual([
      expect.objectContaining({
        tool: 'html-accessibility',
        file: url,
        line: 14,
        title: 'Picture without a text alternative',
      }),
    ]);
  });

  it('goes on without the pages that are not there, and says so', async () => {
    const urls = [dead, `${originOf(careful)}/about`];
    const { session: ended, findings } = await session({ urls: [...urls, urls[0]] });
    expect(ended).toMatchObject({
      status: 'completed',
      target: { urls },
      targetSummary: {
        site: { pages: [{ url: urls[1] }] },
        leftOut: { total: 1, first: [{ path: dead, reason: expect.stringMatching(/ECONNREFUSED/) }] },
      },
    });
    expect(findings).toEqual([]);
  });

  it('fails with a reason, and costs nothing, where none of its pages is there', async () => {
    const { session: ended, cost } = await session({ urls: [dead, `${dead}other`] });
    expect(ended).toMatchObject({
      status: 'failed',
      error: { code: 'TARGET_UNREACHABLE', message: expect.stringMatching(/ECONNREFUSED/) },
    });
    expect(cost).toBe(0);
  });

  it('fails, goes nowhere and costs nothing where it leads to a private address', async () => {
    plain.answers.set('/inward', { status: 302, headers: { location: canary.url } });
    const { session: ended, cost } = await session({ url: `http://127.0.0.1:${plain.port}/inward` });
    expect(ended).toMatchObject({
      status: 'failed',
      error: { code: 'TARGET_NOT_ALLOWED', message: expect.stringMatching(/not a public address/) },
    });
    expect(cost).toBe(0);
  });

  it('finds what is wrong with a certificate that nobody trusts, and nothing by what came with it', async () => {
    const url = `${originOf(expired)}/`;
    const { session: ended, findings, cost } = await session({ url }, [...HTTP_TOOLS, 'html-standards']);
    expect(ended.status).toBe('partial');
    expect(findings).toEqual([
      expect.objectContaining({
        tool: 'tls-certificate',
        title: 'Certificate that has expired',
        file: originOf(expired),
        severity: 'high',
        cwe: 'CWE-298',
      }),
    ]);
    const others = HTTP_TOOLS.filter((id) => id !== 'tls-certificate');
    expect(others).toHaveLength(HTTP_TOOLS.length - 1);
    for (const tool of others)
      expect(ended.toolReports[tool]).toMatchObject({
        status: 'failed',
        result: { reason: expect.stringMatching(/no trusted encrypted connection/) },
      });
    expect(ended.toolReports['html-standards']).toMatchObject({
      status: 'skipped',
      result: { reason: expect.stringMatching(/no trusted encrypted connection/) },
    });
    expect(expired.requests).toEqual([]);
    expect(cost).toBe(1.25); // the base, and the share of security that was delivered: one tool of four
  });

  it('follows no link to where it may not go', async () => {
    plain.answers.set('/links', {
      body: carefulPage(
        'Links',
        `<a href="${canary.url}">Away</a> <a href="/inward">Inward</a> <a href="//127.0.0.1:1/">Near</a>`,
      ),
    });
    plain.answers.set('/inward', { status: 302, headers: { location: canary.url } });
    const { session: ended } = await session({ url: `http://127.0.0.1:${plain.port}/links` }, ['broken-links']);
    expect(ended).toMatchObject({ status: 'completed' });
    expect(plain.asked('HEAD /inward')).toBe(1);
  });

  it('is loaded once for all tools that look at the page, and measured once for all that measure', async () => {
    const seeing = await runningService({ settings: { ASSAY_ALLOWED_TARGETS: `127.0.0.1:${plain.port}` } });
    try {
      const visitor = await seeing.tenant('business');
      plain.answers.set('/seen', { body: carefulPage('Seen', '<img src="/icon.svg"><button></button>') });
      plain.answers.set('/icon.svg', {
        headers: { 'content-type': 'image/svg+xml' },
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      });
      const url = `http://127.0.0.1:${plain.port}/seen`;
      const inBrowser = ((await visitor.get('/api/v1/tools?target=url')).body.tools as Json[])
        .filter(({ engine }) => ['page', 'lighthouse'].includes(engine))
        .map(({ id }) => id);
      expect(inBrowser).toEqual(
        expect.arrayContaining([
          'axe-aria',
          'axe-text-alternatives',
          'browser-runtime-errors',
          'unused-css-js',
          'lighthouse-performance',
          'lighthouse-seo',
        ]),
      );
      const { body } = await visitor.post('/api/sessions', {
        target: { url },
        tools: inBrowser,
        enableIntelligence: false,
      });
      const { session: ended, findings } = await over(seeing, visitor, { id: body.scanId, sessionId: body.sessionId });
      expect(
        Object.values<Json>(ended.toolReports)
          .filter(({ status }) => status !== 'completed')
          .map(({ toolName, result }) => [toolName, result]),
      ).toEqual([]);
      expect(ended).toMatchObject({
        status: 'completed',
        summary: { toolsRun: inBrowser.length },
        targetSummary: { site: { pages: [{ url, fetches: 1, browserLoads: 1, lighthouseRuns: 1 }] } },
      });
      expect(plain.asked('GET /seen')).toBe(3);
      expect(findings).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ tool: 'axe-text-alternatives', file: url }),
          expect.objectContaining({ tool: 'axe-name-role-value', file: url }),
        ]),
      );
    } finally {
      await seeing.close();
    }
  });

  it.each([
    'http://127.0.0.2/',
    'http://localhost/',
    'https://[::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://169.254.169.254/latest/meta-data/',
    'https://me:secret@site.example/',
    'ftp://site.example/',
    'file:///etc/passwd',
    'http://site.example:22/',
    'http://10.0.0.1/',
  ])('is refused at once at %s', async (url) => {
    const before = await remaining(tenant);
    for (const target of [{ url }, { urls: [`${originOf(careful)}/`, url] }])
      expectRefusal(await tenant.post('/api/sessions', { target }), 403, 'TARGET_NOT_ALLOWED');
    expectRefusal(
      await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'url', targetUrl: url }),
      403,
      'TARGET_NOT_ALLOWED',
    );
    expect(await remaining(tenant)).toBe(before);
  });

  it.each(['', 'site.example', 'https://', 'http://a b/', '//site.example/'])(
    'is refused at once where its URL is %j, by the field that has it',
    async (url) => {
      expectInvalid(await tenant.post('/api/sessions', { target: { url } }), 'target.url');
      expectInvalid(
        await tenant.post('/api/sessions', { target: { urls: [`${originOf(careful)}/`, url] } }),
        'target.urls',
      );
      expectInvalid(
        await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'url', targetUrl: url }),
        'targetUrl',
      );
    },
  );
});
