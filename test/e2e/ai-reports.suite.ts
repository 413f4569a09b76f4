import type { Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import type { RunningService, Tenant } from '../support/running-service';
import { over, remaining } from '../support/scanned';
import { DOCUMENT, STYLESHEET, WORKFLOW } from '../support/targets';
import { sharedService } from './shared-service';

const TOOLS = ['css-errors', 'github-actions-security', 'html-document'];

describe('AI reports', () => {
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  let directory: string;
  let scanId: string;
  let findings: readonly Json[];

  const scanned = async (by: Tenant, more: object = {}): Promise<{ scanId: string; findings: readonly Json[] }> => {
    const { body } = await by.post('/api/sessions', {
      target: { directory },
      tools: TOOLS,
      enableIntelligence: false,
      ...more,
    });
    const { findings: found } = await over(service, by, { id: body.scanId, sessionId: body.sessionId });
    return { scanId: body.scanId, findings: found };
  };
  const generate = (format: string, scan = scanId) => tenant.post('/api/v1/reports/ai', { scanId: scan, format });
  const read = (format: string, scan = scanId) => tenant.get(`/api/v1/reports/ai?scan_id=${scan}&format=${format}`);

  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('starter');
    project = (await tenant.post('/api/v1/projects', { name: 'Reported', platforms: ['web'] })).body.data.id;
    directory = await service.directory('reported', { ...STYLESHEET, ...DOCUMENT, ...WORKFLOW });
    ({ scanId, findings } = await scanned(tenant, { applicationId: project }));
  });

  it('are not there before one is generated', async () => {
    expectRefusal(await read('full'), 404, 'AI_REPORT_NOT_FOUND');
    expectRefusal(await generate('full', 'scn_none'), 404, 'SCAN_NOT_FOUND');
  });

  it('are charged by feature, once a scan, and rest on the findings', async () => {
    const before = await remaining(tenant);
    const { status, body } = await generate('executive');
    expect({ status, spent: before - (await remaining(tenant)) }).toEqual({ status: 201, spent: 1 });
    expect(body).toMatchObject({ scanId, format: 'executive', writer: { kind: 'rules', dropped: {} } });
    expect(body).not.toHaveProperty('developerReport');
    expect(body).not.toHaveProperty('intelligence');
    expect(body.executiveSummary.keyMetrics.totalIssues).toBe(findings.length);

    const { body: full } = await generate('full');
    expect(before - (await remaining(tenant))).toBe(2);
    expect(full.developerReport.actionItems.length).toBeGreaterThan(0);
    const ids = new Set(findings.map(({ id }) => id));
    for (const { findingIds } of full.citations) for (const id of findingIds) expect(ids).toContain(id);
    expect((await read('full')).body).toEqual(full);
    const { body: summary } = await read('summary');
    expect(Object.keys(summary.intelligence)).toEqual(['summary', 'openIssues', 'decidedIssues', 'filesWithIssues']);
    expect((await generate('summary')).body.reportId).toBe(full.reportId);
    expect(before - (await remaining(tenant))).toBe(2);
  });

  it('follow what people decide, at no further cost', async () => {
    const before = await remaining(tenant);
    await tenant.patch(`/api/v1/findings/${findings[0]!['id']}`, { status: 'accepted', note: 'known' });
    const { body } = await generate('full');
    expect(body.executiveSummary.keyMetrics.totalIssues).toBe(findings.length - 1);
    expect(body.intelligence.decidedIssues).toBe(1);
    expect(await remaining(tenant)).toBe(before);
  });

  it('show the trend of files beside the scan of the project before', async () => {
    const { body: first } = await generate('full');
    expect(new Set(first.developerReport.fileHealth.map(({ trend }: Json) => trend))).toEqual(new Set(['unknown']));
    const next = await scanned(tenant, { applicationId: project });
    const { body: second } = await generate('full', next.scanId);
    expect(new Set(second.developerReport.fileHealth.map(({ trend }: Json) => trend))).toEqual(new Set(['unchanged']));
  });

  it('cost nothing where the scan was charged for them', async () => {
    const bought = await scanned(tenant, { enableIntelligence: true });
    const before = await remaining(tenant);
    expect((await generate('full', bought.scanId)).status).toBe(201);
    expect(await remaining(tenant)).toBe(before);
  });

  it('are in the bill as what they are, and count as no scan', async () => {
    const { body } = await tenant.get('/api/billing/usage?period=current&limit=200');
    const ai = body.transactions.filter(({ details }: Json) => details.aiReportId !== undefined);
    expect(ai.map(({ amount, details }: Json) => [amount, details.scanId])).toContainEqual([-1, scanId]);
    expect(body.summary.totalScans).toBe(3);
  });

  it('are answered again to a request with the same key, and generated once', async () => {
    const { scanId: other } = await scanned(tenant);
    const before = await remaining(tenant);
    const ask = () =>
      tenant.post('/api/v1/reports/ai', { scanId: other, format: 'full' }, { 'idempotency-key': 'report-1' });
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toEqual(first.body);
    expect(before - (await remaining(tenant))).toBe(2);
  });

  it('are for the tiers that have them, for keys that may, and for their organization alone', async () => {
    const free = await service.tenant('free');
    expectRefusal(await free.get(`/api/v1/reports/ai?scan_id=${scanId}`), 403, 'TIER_REQUIRED');
    expectRefusal(await free.post('/api/v1/reports/ai', { scanId }), 403, 'TIER_REQUIRED');
    const other = await service.tenant('pro');
    expectRefusal(await other.get(`/api/v1/reports/ai?scan_id=${scanId}`), 404, 'AI_REPORT_NOT_FOUND');
    expectRefusal(await other.post('/api/v1/reports/ai', { scanId }), 404, 'SCAN_NOT_FOUND');
    const reader = await service.tenant('starter', { preset: 'read_only', organizationId: tenant.organizationId });
    expect((await reader.get(`/api/v1/reports/ai?scan_id=${scanId}`)).status).toBe(200);
    expectRefusal(await reader.post('/api/v1/reports/ai', { scanId }), 403, 'FORBIDDEN');
  });

  it('help with single findings, by rules at no cost, for tiers that have the feature', async () => {
    const pro = await service.tenant('pro');
    const { scanId: scan, findings: found } = await scanned(pro);
    const findingIds = found.slice(0, 2).map(({ id }) => id as string);
    const before = await remaining(pro);
    const ask = (by: Tenant, more: object = {}) =>
      by.post('/api/v1/reports/ai/issues', { scanId: scan, feature: 'issue_explanations', findingIds, ...more });
    const { status, body } = await ask(pro);
    expect(status).toBe(201);
    expect(body).toEqual({
      issues: findingIds.map((findingId) => ({ findingId, text: expect.stringMatching(/./), source: 'rules' })),
    });
    expect(await remaining(pro)).toBe(before);
    expectRefusal(await ask(pro, { feature: 'fix_suggestions' }), 403, 'TIER_REQUIRED');
    expectRefusal(await ask(pro, { scanId: 'scn_none' }), 404, 'SCAN_NOT_FOUND');
    expectRefusal(await ask(pro, { findingIds: [findings[0]!['id']] }), 404, 'FINDING_NOT_FOUND');
    expectInvalid(await ask(pro, { feature: 'summary', findingIds: [] }), 'feature', 'findingIds');
    const business = await service.tenant('business');
    expectRefusal(await ask(business, { feature: 'fix_suggestions' }), 404, 'SCAN_NOT_FOUND');
  });

  it('name what is wrong with a request', async () => {
    expectInvalid(await tenant.post('/api/v1/reports/ai', { format: 'long' }), 'scanId', 'format');
    expectInvalid(await tenant.get('/api/v1/reports/ai?format=long'), 'scan_id', 'format');
  });

  it('go with their project', async () => {
    expect((await tenant.delete(`/api/v1/projects/${project}`)).status).toBe(200);
    expectRefusal(await read('full'), 404, 'AI_REPORT_NOT_FOUND');
  });
});
