import { zip } from '../support/archives/zip-writer';
import { appendGate } from '../support/append-gate';
import { eventsOf } from '../support/event-source';
import type { Answer, Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { WORKFLOW } from '../support/targets';

const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const TOOL = 'github-actions-security';
/** All tools that apply look at what is uploaded, and only three engines look at a Dockerfile. */
const UPLOADED = 'dockerfile-lint';
const FLAWED = { Dockerfile: 'FROM node\nUSER node\n' };
const CLEAN = { Dockerfile: 'FROM node:20.11-slim\nUSER node\n' };

describe('scans', () => {
  const gate = appendGate();
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  let directory: string;

  const projectOf = async (by: Tenant): Promise<string> =>
    (await by.post('/api/v1/projects', { name: 'Scanned', platforms: ['web'] })).body.data.id;
  const upload = async (by: Tenant, files: Readonly<Record<string, string>>): Promise<string> => {
    const form = new FormData();
    form.set(
      'file',
      new Blob([new Uint8Array(zip(Object.entries(files).map(([name, content]) => ({ name, content }))))]),
      'site.zip',
    );
    const response = await fetch(`${service.url}/api/v1/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by.key}` },
      body: form,
    });
    const body = (await response.json()) as Json;
    expect({ status: response.status, body }).toMatchObject({ status: 201 });
    return body.upload.id;
  };
  const scanOf = ({ body }: Answer): Json => body.scan;
  /** A session of one quick tool: a scan like any other, that costs 2 credits. */
  const startSession = async (by: Tenant, more: object = {}): Promise<Json> => {
    const answer = await by.post('/api/sessions', {
      target: { directory },
      tools: [TOOL],
      enableIntelligence: false,
      ...more,
    });
    expect(answer).toMatchObject({ status: 202 });
    return answer.body;
  };
  const seen = async () =>
    service.platform.readModels.waitFor(await service.platform.events.head(), { timeoutMs: 30_000 });
  const ended = async (sessionId: string, by: Tenant = tenant): Promise<Json> => {
    await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, by.key);
    await seen();
    return scanOf(await by.get(`/api/v1/scans/${sessionId.replace('ses_', 'scn_')}`));
  };
  const remaining = async (by: Tenant): Promise<number> => (await by.get('/api/billing/status')).body.credits.remaining;

  beforeAll(async () => {
    service = await runningService({ platform: (platform) => ({ ...platform, events: gate.on(platform.events) }) });
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
    directory = await service.directory('one', WORKFLOW);
  });
  afterEach(() => gate.open());
  afterAll(() => service.close());

  describe('when they start', () => {
    it('answer 201 with the scan, to the letter, and are completed with a report and a summary', async () => {
      const before = await remaining(tenant);
      const answer = await tenant.post('/api/v1/scans', {
        applicationId: project,
        sourceType: 'upload',
        uploadId: await upload(tenant, FLAWED),
      });
      expect(answer).toMatchObject({ status: 201 });
      const scan = scanOf(answer);
      expect(answer.body).toEqual({
        scan: {
          id: expect.stringMatching(/^scn_/),
          sessionId: expect.stringMatching(/^ses_/),
          applicationId: project,
          status: 'running',
          profile: 'strict',
          sourceType: 'upload',
          toolsTotal: expect.any(Number),
          toolsCompleted: 0,
          createdAt: TIME,
          estimatedCompletion: TIME,
        },
      });
      expect(scan.toolsTotal).toBeGreaterThan(50);
      expect(scan.estimatedCompletion > scan.createdAt).toBe(true);

      const completed = await ended(scan.sessionId);
      expect(completed).toEqual({
        id: scan.id,
        sessionId: scan.sessionId,
        applicationId: project,
        status: 'completed',
        profile: 'strict',
        sourceType: 'upload',
        toolsTotal: completed.toolsCompleted,
        toolsCompleted: completed.toolsTotal,
        createdAt: scan.createdAt,
        completedAt: TIME,
        reportId: expect.stringMatching(/^rpt_/),
        summary: {
          critical: expect.any(Number),
          high: expect.any(Number),
          medium: expect.any(Number),
          low: expect.any(Number),
          total: expect.any(Number),
        },
      });
      const {
        body: { findings, pagination },
      } = await tenant.get(`/api/v1/findings?scanId=${scan.id}&tool=${UPLOADED}`);
      expect(findings.map(({ file, tool }: Json) => ({ file, tool }))).toEqual([
        { file: 'Dockerfile', tool: UPLOADED },
      ]);
      expect(pagination.total).toBe(1);
      expect(completed.summary.total).toBe(
        (await tenant.get(`/api/v1/findings?scanId=${scan.id}`)).body.pagination.total,
      );
      const { body: session } = await tenant.get(`/api/sessions/${scan.sessionId}`);
      expect(session).toMatchObject({
        scanId: scan.id,
        applicationId: project,
        summary: { totalFindings: completed.summary.total },
      });
      expect(session.refund.newBalance).toBe(await remaining(tenant));
      expect(await remaining(tenant)).toBeLessThan(before);
    });

    it.each<[object, string]>([
      [{ sourceType: 'url' }, 'applicationId'],
      [{ applicationId: 'prj_1' }, 'sourceType'],
      [{ applicationId: 'prj_1', sourceType: 'directory' }, 'sourceType'],
      [{ applicationId: 'prj_1', sourceType: 'url' }, 'targetUrl'],
      [{ applicationId: 'prj_1', sourceType: 'hosta' }, 'repoUrl'],
      [{ applicationId: 'prj_1', sourceType: 'hostb', branch: 'main' }, 'repoUrl'],
      [{ applicationId: 'prj_1', sourceType: 'upload' }, 'uploadId'],
      [{ applicationId: 'prj_1', sourceType: 'mobile' }, 'uploadId'],
      [{ applicationId: 'prj_1', sourceType: 'container' }, 'containerImage'],
      [{ applicationId: 'prj_1', sourceType: 'pkgreg' }, 'pkgregPackage'],
      [{ applicationId: 'prj_1', sourceType: 'pkgreg', pkgregPackage: '' }, 'pkgregPackage'],
      [{ applicationId: 'prj_1', sourceType: 'hosta', repoUrl: 'ada/engine', branch: '' }, 'branch'],
      [
        { applicationId: 'prj_1', sourceType: 'hosta', repoUrl: 'ada/engine', targetUrl: 'https://a.example' },
        'targetUrl',
      ],
      [{ applicationId: 'prj_1', sourceType: 'upload', uploadId: 'upl_1', tools: ['css-errors'] }, 'tools'],
    ])('refuse %j by its field', async (body, field) => expectInvalid(await tenant.post('/api/v1/scans', body), field));

    it('need a project, of the same organization', async () => {
      const uploadId = await upload(tenant, FLAWED);
      const stranger = await service.tenant('pro');
      for (const applicationId of ['prj_none', await projectOf(stranger)])
        expectRefusal(
          await tenant.post('/api/v1/scans', { applicationId, sourceType: 'upload', uploadId }),
          404,
          'PROJECT_NOT_FOUND',
        );
      expectRefusal(
        await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'upload', uploadId: 'upl_none' }),
        404,
        'UPLOAD_NOT_FOUND',
      );
    });

    it('need the permission to write, and credits', async () => {
      const reader = await service.tenant('free', { preset: 'read_only' });
      expectRefusal(
        await reader.post('/api/v1/scans', { applicationId: project, sourceType: 'upload', uploadId: 'upl_1' }),
        403,
        'FORBIDDEN',
        'Missing required permission: scans:write',
      );
      const poor = await service.tenant('free');
      const own = await projectOf(poor);
      const vast = await service.directory('vast', { ...WORKFLOW, 'lines.sql': '\n'.repeat(470_000) });
      await ended((await startSession(poor, { target: { directory: vast } })).sessionId, poor);
      expectRefusal(
        await poor.post('/api/v1/scans', {
          applicationId: own,
          sourceType: 'upload',
          uploadId: await upload(poor, FLAWED),
        }),
        402,
        'INSUFFICIENT_CREDITS',
      );
    });

    it('start once for one Idempotency-Key', async () => {
      const body = { applicationId: project, sourceType: 'upload', uploadId: await upload(tenant, CLEAN) };
      const headers = { 'idempotency-key': 'the-same-scan' };
      const first = await tenant.post('/api/v1/scans', body, headers);
      const again = await tenant.post('/api/v1/scans', body, headers);
      expect(again).toMatchObject({ status: 201, body: first.body });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expectRefusal(
        await tenant.post('/api/v1/scans', { ...body, uploadId: 'upl_other' }, headers),
        409,
        'IDEMPOTENCY_MISMATCH',
      );
      expect(await ended(scanOf(first).sessionId)).toMatchObject({ status: 'completed' });
      const found = await tenant.get(`/api/v1/findings?scanId=${scanOf(first).id}&tool=${UPLOADED}`);
      expect(found.body.pagination.total).toBe(0);
    });
  });

  it('are listed newest first, in pages, by project and by status', async () => {
    const lister = await service.tenant('business');
    const [one, two] = [await projectOf(lister), await projectOf(lister)];
    const empty = await service.directory('nothing', { 'notes.none': 'text' });
    const ids: string[] = [];
    for (const applicationId of [one, two, one]) {
      const { sessionId, scanId } = await startSession(lister, { target: { directory: empty }, applicationId });
      await ended(sessionId, lister);
      ids.unshift(scanId);
    }
    gate.hold('ToolCompleted');
    const running = await startSession(lister, { applicationId: one });
    const page = async (query: string) => {
      const { body } = await lister.get(`/api/v1/scans${query}`);
      return [body.data.map(({ id }: Json) => id), body.pagination];
    };
    expect(await page('')).toEqual([[running.scanId, ...ids], { total: 4, limit: 20, offset: 0 }]);
    expect(await page('?limit=2&offset=1')).toEqual([ids.slice(0, 2), { total: 4, limit: 2, offset: 1 }]);
    expect(await page('?limit=3&page=2')).toEqual([ids.slice(2), { total: 4, limit: 3, offset: 3 }]);
    expect(await page(`?applicationId=${two}`)).toEqual([[ids[1]], { total: 1, limit: 20, offset: 0 }]);
    expect(await page('?status=completed')).toEqual([ids, { total: 3, limit: 20, offset: 0 }]);
    expect(await page(`?status=running&applicationId=${one}`)).toEqual([
      [running.scanId],
      { total: 1, limit: 20, offset: 0 },
    ]);
    expect(await page('?status=canceled')).toEqual([[], { total: 0, limit: 20, offset: 0 }]);
    expect(await page(`?applicationId=${project}`)).toEqual([[], { total: 0, limit: 20, offset: 0 }]);
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['offset=-1', 'offset'],
      ['status=partial', 'status'],
      ['applicationId=', 'applicationId'],
    ])
      expectInvalid(await lister.get(`/api/v1/scans?${query}`), field!);
    gate.open();
    await ended(running.sessionId, lister);
  });

  it('show those that sessions started, without a project too, and nobody else’s', async () => {
    const { sessionId, scanId } = await startSession(tenant);
    expect(await ended(sessionId)).toMatchObject({
      id: scanId,
      sessionId,
      applicationId: null,
      sourceType: 'directory',
      status: 'completed',
    });
    const stranger = await service.tenant('pro');
    for (const id of [scanId, 'scn_none'])
      for (const answer of [
        await stranger.get(`/api/v1/scans/${id}`),
        await stranger.delete(`/api/v1/scans/${id}`),
        await stranger.get(`/api/v1/scans/${id}/report`),
      ])
        expectRefusal(answer, 404, 'SCAN_NOT_FOUND', 'Scan not found');
    expectRefusal(await stranger.get(`/api/v1/reports/${scanId.replace('scn_', 'rpt_')}`), 404, 'REPORT_NOT_FOUND');
  });

  it('that fail say why, and give back what they cost', async () => {
    const poor = await service.tenant('free');
    const vast = await service.directory('vaster', { ...WORKFLOW, 'lines.sql': '\n'.repeat(600_000) });
    const { sessionId, scanId } = await startSession(poor, { target: { directory: vast } });
    expect(await ended(sessionId, poor)).toMatchObject({
      status: 'failed',
      error: { code: 'INSUFFICIENT_CREDITS', message: expect.any(String) },
      completedAt: TIME,
      summary: { total: 0 },
    });
    expect(await remaining(poor)).toBe(50);
    expectRefusal(await poor.get(`/api/v1/scans/${scanId}/report`), 409, 'SCAN_NOT_COMPLETED');
    expectRefusal(await poor.delete(`/api/v1/scans/${scanId}`), 409, 'SCAN_NOT_CANCELABLE');
  });

  it('are canceled while they run: at once, for good, with their refund', async () => {
    const before = await remaining(tenant);
    gate.hold('ToolCompleted');
    const { sessionId, scanId } = await startSession(tenant);
    await gate.reached;
    expect(scanOf(await tenant.get(`/api/v1/scans/${scanId}`))).toMatchObject({
      status: 'running',
      toolsTotal: 1,
      toolsCompleted: 0,
    });
    const answer = await tenant.delete(`/api/v1/scans/${scanId}`);
    expect(answer).toMatchObject({ status: 200, body: { scan: { id: scanId, status: 'canceled' } } });
    expectRefusal(await tenant.delete(`/api/v1/scans/${scanId}`), 409, 'SCAN_NOT_CANCELABLE', /canceled already/);
    expectRefusal(await tenant.get(`/api/v1/scans/${scanId}/report`), 409, 'SCAN_NOT_COMPLETED');
    gate.open();
    const canceled = await ended(sessionId);
    expect(canceled).toMatchObject({ status: 'canceled', completedAt: TIME });
    expect(canceled.reportId).toBeUndefined();
    const report = (await tenant.get(`/api/v1/scans/${scanId}/report`)).body.data;
    expect(report).toMatchObject({ scanId, status: 'canceled', generatedAt: canceled.completedAt });
    expect(report.findings).toHaveLength(report.summary.total);
    const listed = (await tenant.get('/api/v1/reports?status=canceled')).body.data;
    expect(listed.map((each: Json) => each.scanId)).toContain(scanId);
    expect((await tenant.get(`/api/v1/reports/${report.id}`)).body.data).toEqual(report);
    const {
      body: { status, refund, progress },
    } = await tenant.get(`/api/sessions/${sessionId}`);
    expect({ status, balance: refund.newBalance }).toEqual({ status: 'partial', balance: await remaining(tenant) });
    // Its tool may have been faster than the wish: then it is paid for.
    expect(await remaining(tenant)).toBe(progress.completed === 1 ? before - 2 : before);
    expectRefusal(await tenant.delete(`/api/v1/scans/${scanId}`), 409, 'SCAN_NOT_CANCELABLE');
  });

  describe('of an organization that may run one at a time', () => {
    it(
      'wait in the order of their start, begin by themselves, and are refunded whole when they are canceled ' +
        'before',
      async () => {
        const free = await service.tenant('free');
        const own = await projectOf(free);
        const uploadId = await upload(free, FLAWED);
        gate.hold('ToolCompleted');
        const first = await startSession(free);
        const second = await startSession(free);
        const balance = await remaining(free);
        const third = scanOf(await free.post('/api/v1/scans', { applicationId: own, sourceType: 'upload', uploadId }));
        const fourth = await startSession(free);
        await gate.reached;
        await seen();

        const statuses = async () =>
          (await free.get('/api/v1/scans')).body.data.map(({ status }: Json) => status).reverse();
        expect(first.message).toBe('The session has started; its tools report as they finish.');
        for (const { message } of [second, fourth])
          expect(message).toMatch(/^The session waits: .* begins by itself\.$/);
        expect(third.status).toBe('pending');
        expect(await statuses()).toEqual(['running', 'pending', 'pending', 'pending']);
        expect((await free.get('/api/v1/scans?status=pending')).body.pagination.total).toBe(3);
        expect((await free.get('/api/sessions')).body.sessions.map(({ status }: Json) => status)).toEqual([
          'initializing',
          'initializing',
          'initializing',
          'running',
        ]);
        expect(await remaining(free)).toBeLessThan(balance);
        const {
          body: { data: listed },
        } = await free.get('/api/v1/scans');
        const ends = listed.map(({ estimatedCompletion }: Json) => estimatedCompletion).reverse();
        expect([...ends].sort()).toEqual(ends);
        expect(listed).toHaveLength(4);
        for (const { estimatedCompletion, createdAt } of listed) expect(estimatedCompletion > createdAt).toBe(true);

        expect(await free.delete(`/api/v1/scans/${third.id}`)).toMatchObject({
          status: 200,
          body: { scan: { status: 'canceled', toolsCompleted: 0 } },
        });
        expect(await ended(third.sessionId, free)).toMatchObject({ status: 'canceled', completedAt: TIME });
        expect((await free.get(`/api/sessions/${third.sessionId}`)).body).toMatchObject({
          status: 'partial',
          progress: { completed: 0, percentage: 100 },
        });
        expectRefusal(await free.delete(`/api/v1/scans/${third.id}`), 409, 'SCAN_NOT_CANCELABLE');
        expect(await statuses()).toEqual(['running', 'pending', 'canceled', 'pending']);
        expect(await remaining(free)).toBe(50 - 3 * 2);

        gate.open();
        const over = await Promise.all([first, second, fourth].map(({ sessionId }) => ended(sessionId, free)));
        expect(over.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
        expect(over.map(({ completedAt }) => completedAt)).toEqual(
          [...over.map(({ completedAt }) => completedAt)].sort(),
        );
        expect(await remaining(free)).toBe(50 - 3 * 2);
        expect((await free.get('/api/billing/audit')).body).toMatchObject({
          chain: { valid: true },
          drift: { difference: 0 },
        });
      },
    );

    it('never run more than that, however many start at once', async () => {
      const free = await service.tenant('free');
      const started = await Promise.all(Array.from({ length: 8 }, () => startSession(free)));
      await Promise.all(started.map(({ sessionId }) => ended(sessionId, free)));
      const running = new Set<string>();
      const admitted: string[] = [];
      let most = 0;
      for await (const { type, data, stream } of service.platform.events.readAll({
        filter: { streamPrefixes: [`queue-${free.organizationId}`, 'session-'] },
      })) {
        const { organizationId, sessionId } = data as { organizationId?: string; sessionId?: string };
        if (type === 'SessionAdmitted' && organizationId === free.organizationId) admitted.push(sessionId!);
        if (type === 'TargetPrepared' && admitted.includes(stream.slice('session-'.length))) running.add(stream);
        if (type === 'ScanCompleted') running.delete(stream);
        most = Math.max(most, running.size);
      }
      expect([...admitted].sort()).toEqual(started.map(({ sessionId }) => sessionId).sort());
      expect(most).toBe(1);
    });
  });
});
