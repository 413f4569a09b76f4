import { BILLING_CATEGORIES, systemClock, timestamp } from '@assay/kernel';
import { openTextSigner } from '@assay/platform';
import { SharedReports } from '@assay/scanning';
import { eventsOf } from '../support/event-source';
import { type Json, httpClient } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { DOCUMENT, STYLESHEET, WORKFLOW } from '../support/targets';

const TOOLS = ['css-errors', 'github-actions-security', 'html-document', 'markdown-lint'];
/** A text that must not become markup in a page that quotes it. */
const HOSTILE = '<img src=x onerror=alert(1)>';

describe('reports', () => {
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  let scan: Json;
  let findings: Json[];

  const scanned = async (directory: string, tools: readonly string[], applicationId = project): Promise<Json> => {
    const {
      body: { sessionId, scanId },
    } = await tenant.post('/api/sessions', { target: { directory }, tools, applicationId });
    await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, tenant.key);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    return (await tenant.get(`/api/v1/scans/${scanId}`)).body.scan;
  };
  const report = (format: string) => tenant.get(`/api/v1/scans/${scan.id}/report?format=${format}`);

  beforeAll(async () => {
    service = await runningService({ settings: { ASSAY_CHROMIUM: 'off' } });
    tenant = await service.tenant('business');
    project = (await tenant.post('/api/v1/projects', { name: 'Reported', platforms: ['web'] })).body.data.id;
    const directory = await service.directory('mixed', {
      ...STYLESHEET,
      ...DOCUMENT,
      ...WORKFLOW,
      'other.css': `${HOSTILE} a { colr: red; }\n`,
    });
    scan = await scanned(directory, TOOLS);
    findings = (await tenant.get(`/api/v1/findings?scanId=${scan.id}&limit=500`)).body.findings;
  });
  afterAll(() => service.close());

  it('hold all findings of the scan, in the order of their list, and how the tools did', async () => {
    expect(findings.length).toBeGreaterThan(3);
    const { status, headers, body } = await tenant.get(`/api/v1/scans/${scan.id}/report`);
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    });
    const { total, ...severities } = scan.summary;
    const info = findings.filter(({ severity }) => severity === 'info').length;
    expect(body).toEqual({
      data: {
        id: scan.reportId,
        scanId: scan.id,
        projectId: project,
        status: 'completed',
        profile: 'strict',
        generatedAt: scan.completedAt,
        // Three tools completed with findings; the fourth had no files to look at.
        summary: { ...severities, info, total, passRate: 0, duration: expect.any(Number) },
        findings: findings.map(({ id, title, severity, category, file, line, tool }) => ({
          id,
          title,
          severity,
          category,
          file,
          line,
          tool,
        })),
      },
    });
    expect(body.data.summary.duration).toBeGreaterThan(0);
    expect(total).toBe(findings.length);
    expect((await tenant.get(`/api/v1/reports/${scan.reportId}`)).body).toEqual({ success: true, ...body });
  });

  it('count in the usage by the categories of the bill alone', async () => {
    const { byCategory } = (await tenant.get('/api/billing/usage')).body.summary;
    expect([...BILLING_CATEGORIES, 'base', 'lines', 'ai']).toEqual(expect.arrayContaining(Object.keys(byCategory)));
    const standards = findings.filter(({ category }) => category === 'standards');
    expect(standards.length).toBeGreaterThan(0);
    expect(byCategory.docs.issues).toBeGreaterThanOrEqual(standards.length);
  });

  it('count how many of the tools that completed found nothing', async () => {
    const other = await scanned(await service.directory('style', { 'site.css': 'a { color: red; }\n', ...WORKFLOW }), [
      'css-errors',
      'github-actions-security',
    ]);
    expect((await tenant.get(`/api/v1/reports/${other.reportId}`)).body.data.summary).toMatchObject({
      total: 1,
      passRate: 50,
    });
  });

  it('are SARIF 2.1.0 that names every tool, with a place among the rules for each finding', async () => {
    const { headers, body: sarif } = await report('sarif');
    expect(headers.get('content-type')).toBe('application/sarif+json; charset=utf-8');
    expect(sarif).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0') });
    const [run] = sarif.runs;
    expect(sarif.runs).toHaveLength(1);
    expect(run.tool.driver).toMatchObject({ name: 'Assay', version: expect.stringMatching(/\d/) });
    expect(run.tool.extensions.map(({ name }: Json) => name).sort()).toEqual([...TOOLS].sort());
    expect(
      run.results.map(({ properties, message, partialFingerprints }: Json) => [
        properties.findingId,
        message.text,
        partialFingerprints['assayFinding/v1'],
      ]),
    ).toEqual(findings.map(({ id, description, fingerprint }) => [id, description, fingerprint]));
    for (const [index, { rule, ruleId, level, locations }] of run.results.entries()) {
      const extension = run.tool.extensions[rule.toolComponent.index];
      expect({ tool: extension.name, rule: extension.rules[rule.index].id }).toEqual({
        tool: findings[index]!.tool,
        rule: ruleId,
      });
      expect(ruleId).toBe(findings[index]!.rule);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(locations[0].physicalLocation).toMatchObject({
        artifactLocation: { uri: findings[index]!.file },
        region: { startLine: findings[index]!.line },
      });
    }
    expect(run.invocations).toEqual([
      {
        executionSuccessful: true,
        endTimeUtc: scan.completedAt,
        toolExecutionNotifications: [
          {
            level: 'warning',
            descriptor: { id: 'skipped/html-document' },
            message: { text: expect.stringMatching(/^html-document was skipped: nothing to look at/) },
          },
        ],
      },
    ]);
  });

  it('show judgements of people as suppressions', async () => {
    const [first] = findings;
    await tenant.patch(`/api/v1/findings/${first!.id}`, { status: 'false_positive' });
    const {
      body: {
        runs: [run],
      },
    } = await report('sarif');
    expect(
      run.results
        .filter(({ suppressions }: Json) => suppressions)
        .map(({ properties, suppressions }: Json) => [properties.findingId, properties.status, suppressions]),
    ).toEqual([
      [first!.id, 'false_positive', [{ kind: 'external', status: 'accepted', justification: 'false positive' }]],
    ]);
  });

  it('are one page that loads nothing and runs its own script alone, with all that was analysed escaped', async () => {
    const { headers, body } = await report('html');
    const page = String(body);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+';.* sandbox allow-scripts$/,
    );
    expect(page).toMatch(/^<!doctype html>.*<\/html>$/s);
    expect(page).not.toMatch(/<(img|link|iframe|object|embed|form)\b|<[^>]+\son\w+=|javascript:/i);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(findings).not.toEqual([]);
    for (const { file, line } of findings) expect(page).toContain(`<code>${file}:${line}</code>`);
    for (const tool of TOOLS) expect(page).toContain(`<td>${tool}</td>`);
  });

  it('open by their link in any browser, for as long as it and the scan last', async () => {
    const settings = { publicUrl: service.url };
    const links = new SharedReports(openTextSigner(service.platform.settings), settings, systemClock);
    const anonymous = httpClient('');
    const { organizationId } = tenant;
    const link = (await links.addressOf({ organizationId, scanId: scan.id }, timestamp(systemClock)))!;
    const { status, headers, body } = await anonymous.get(link);
    expect({ status, body }).toEqual({ status: 200, body: (await report('html')).body });
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .* sandbox allow-scripts$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(Number(headers.get('ratelimit-limit'))).toBeGreaterThan(0);
    expect((await anonymous.get(`${link}?format=json`)).headers.get('content-type')).toContain('text/html');

    const gone = await links.addressOf({ organizationId, scanId: 'scn_gone' }, timestamp(systemClock));
    const lapsed = await links.addressOf({ organizationId, scanId: scan.id }, '2026-01-01T00:00:00.000Z');
    const others = await links.addressOf({ organizationId: 'org_1', scanId: scan.id }, timestamp(systemClock));
    for (const each of [`${link}x`, link.replace('scn_', 'scn_0'), lapsed!, gone!, others!])
      expectRefusal(await anonymous.get(each), 404, 'REPORT_NOT_FOUND', /^No report has this address/);
  });

  it('are CSV and JUnit with a row or a test for each finding, and the tool that had nothing to look at', async () => {
    const csv = await report('csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const rows = String(csv.body).split('\r\n').slice(1, -1);
    expect(rows.filter((row) => row.startsWith('"finding",')).map((row) => row.split('","')[1])).toEqual(
      findings.map(({ id }) => id),
    );
    expect(rows.filter((row) => row.startsWith('"note",'))).toEqual([
      expect.stringContaining('html-document did not complete: nothing to look at'),
    ]);
    const junit = await report('junit');
    expect(junit.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    // One of them has been marked as a false positive.
    expect(String(junit.body).match(/<failure |<skipped /g)).toHaveLength(findings.length);
    for (const tool of TOOLS) expect(junit.body).toContain(`<testsuite name="${tool}"`);
  });

  it('are no PDF where there is no browser: the answer says why, and what to do instead', async () => {
    expectRefusal(
      await report('pdf'),
      503,
      'UNAVAILABLE',
      'No PDF can be made here: pages are not looked at in a browser here: ASSAY_CHROMIUM is off. The HTML report ' +
        'prints from any browser',
    );
  });

  it('are SARIF in parts of the size that is asked for', async () => {
    const seen: string[] = [];
    for (let part = 1; part <= findings.length; part += 1) {
      const {
        body: {
          runs: [run],
        },
      } = await report(`sarif&maxResults=1&part=${part}`);
      seen.push(...run.results.map(({ properties }: Json) => properties.findingId));
      expect(JSON.stringify(run.invocations).includes(`part=${part + 1}`)).toBe(part < findings.length);
    }
    expect(seen).toEqual(findings.map(({ id }) => id));
  });

  it('are listed for the newest scans first, without their findings, by project', async () => {
    const lister = await tenant.get('/api/v1/reports');
    const {
      body: { data: scans },
    } = await tenant.get('/api/v1/scans?status=completed');
    expect(lister.body.data.map(({ id, scanId }: Json) => [id, scanId])).toEqual(
      scans.map(({ id, reportId }: Json) => [reportId, id]),
    );
    expect(lister.body.pagination).toEqual({ total: scans.length, limit: 20, offset: 0 });
    const whole = (await tenant.get(`/api/v1/reports/${scan.reportId}`)).body.data;
    const { findings: _, ...head } = whole;
    expect(lister.body.data).toContainEqual(head);
    const other = (await tenant.post('/api/v1/projects', { name: 'Empty', platforms: ['web'] })).body.data.id;
    expect((await tenant.get(`/api/v1/reports?applicationId=${other}`)).body).toEqual({
      success: true,
      data: [],
      pagination: { total: 0, limit: 20, offset: 0 },
    });
    expect((await tenant.get('/api/v1/reports?limit=1&offset=1')).body.data.map(({ scanId }: Json) => scanId)).toEqual([
      scans[1].id,
    ]);
  });

  it('refuse unknown formats, unknown reports, and callers without a permission', async () => {
    expectInvalid(await report('docx'), 'format');
    expectRefusal(await report('csv&part=2'), 404, 'REPORT_NOT_FOUND', /one part/);
    expect((await report('csv&part=1&maxResults=1')).status).toBe(200);
    expectInvalid(await report('sarif&maxResults=0'), 'maxResults');
    for (const id of ['rpt_none', 'none', scan.id])
      expectRefusal(await tenant.get(`/api/v1/reports/${id}`), 404, 'REPORT_NOT_FOUND', 'Report not found');
    const { organizationId } = tenant;
    for (const permission of ['scans:read', 'reports:read'])
      expect(
        (
          await (
            await service.tenant('business', { organizationId, permissions: [permission] })
          ).get(`/api/v1/scans/${scan.id}/report`)
        ).status,
      ).toBe(200);
    const writer = await service.tenant('business', { organizationId, permissions: ['scans:write'] });
    expectRefusal(
      await writer.get(`/api/v1/scans/${scan.id}/report`),
      403,
      'FORBIDDEN',
      'Missing required permission: scans:read',
    );
    expectRefusal(await writer.get('/api/v1/reports'), 403, 'FORBIDDEN', 'Missing required permission: reports:read');
  });

  it('are still whole where their findings fill many pages', async () => {
    const lines = Array.from({ length: 2_300 }, (_, index) => `a { colr${index}: red; }`).join('\n');
    const large = await scanned(await service.directory('large', { 'large.css': lines }), ['css-errors']);
    expect(large.summary.total).toBeGreaterThan(2_000);
    const {
      body: { data },
    } = await tenant.get(`/api/v1/scans/${large.id}/report`);
    const {
      body: {
        runs: [run],
      },
    } = await tenant.get(`/api/v1/scans/${large.id}/report?format=sarif`);
    expect(new Set(data.findings.map(({ id }: Json) => id)).size).toBe(large.summary.total);
    expect(run.results.map(({ properties }: Json) => properties.findingId)).toEqual(
      data.findings.map(({ id }: Json) => id),
    );
  });
});
