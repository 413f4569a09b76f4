import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { appendGate } from '../support/append-gate';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { DOCUMENT, STYLESHEET, WORKFLOW } from '../support/targets';

const TOOLS = ['github-actions-security', 'css-errors', 'markdown-lint'];
const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

describe('sessions', () => {
  const gate = appendGate();
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;
  let started: Json;
  let full: Json;

  const start = async (body: object, by: Tenant = tenant) => {
    const answer = await by.post('/api/sessions', body);
    expect(answer).toMatchObject({ status: 202 });
    return answer.body as { sessionId: string; scanId: string; pollUrls: Record<string, string> };
  };
  const ended = async ({ sessionId }: { sessionId: string }, by: Tenant = tenant) => {
    await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, by.key);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    return (await by.get(`/api/sessions/${sessionId}`)).body;
  };
  const reportsOf = (session: Json) =>
    Object.values<Json>(session.toolReports).sort((a, b) => (a.completedAt < b.completedAt ? -1 : 1));

  beforeAll(async () => {
    service = await runningService({ platform: (platform) => ({ ...platform, events: gate.on(platform.events) }) });
    tenant = await service.tenant('business');
    directory = await service.directory('mixed', { ...STYLESHEET, ...DOCUMENT, ...WORKFLOW });
    started = await start({ target: { directory }, tools: TOOLS });
    full = await ended(started);
  });
  afterEach(() => gate.open());
  afterAll(() => service.close());

  describe('when they start', () => {
    it('answer at once with where to poll, to the letter', () => {
      expect(started).toEqual({
        sessionId: expect.stringMatching(/^ses_/),
        scanId: expect.stringMatching(/^scn_/),
        status: 'started',
        message: expect.stringMatching(/\w/),
        pollUrls: {
          full: `/api/sessions/${started.sessionId}`,
          progress: `/api/sessions/${started.sessionId}?progress=true`,
          newReports: `/api/sessions/${started.sessionId}?since={timestamp}`,
        },
      });
    });

    it.each([
      [{}, 'target'],
      [{ target: 'here' }, 'target'],
      [{ target: ['here'] }, 'target'],
      [{ target: {} }, 'target'],
      [{ target: { directory: '/a', url: 'https://a.example' } }, 'target'],
      [{ target: { urls: ['https://a.example'], url: 'https://a.example' } }, 'target'],
      [{ target: { directory: '' } }, 'target.directory'],
      [{ target: { directory: 7 } }, 'target.directory'],
      [{ target: { directory: 'x'.repeat(4_097) } }, 'target.directory'],
      [{ target: { urls: [] } }, 'target.urls'],
      [{ categories: 'security' }, 'categories'],
      [{ categories: [7] }, 'categories'],
      [{ categories: ['quality'] }, 'categories'],
      [{ categories: [] }, 'categories'],
      [{ tools: [] }, 'tools'],
      [{ tools: 'css-errors' }, 'tools'],
      [{ tools: [null] }, 'tools'],
      [{ tools: Array.from({ length: 501 }, () => 'css-errors') }, 'tools'],
      [{ excludeTools: {} }, 'excludeTools'],
      [{ enableIntelligence: 'true' }, 'enableIntelligence'],
      [{ enableIntelligence: null }, 'enableIntelligence'],
      [{ timeout: 999 }, 'timeout'],
      [{ timeout: 3_600_001 }, 'timeout'],
      [{ timeout: 1_000.5 }, 'timeout'],
      [{ timeout: '5000' }, 'timeout'],
      [{ timeout: null }, 'timeout'],
      [{ profile: 'lax' }, 'profile'],
      [{ history: 'no' }, 'history'],
      [{ maxConcurrent: 0 }, 'maxConcurrent'],
      [{ maxConcurrent: 51 }, 'maxConcurrent'],
      [{ maxConcurrent: null }, 'maxConcurrent'],
      [{ applicationId: 7 }, 'applicationId'],
    ])('refuse %j by its field, and cost nothing', async (wrong, field) => {
      const before = (await tenant.get('/api/billing/status')).body.credits.remaining;
      expectInvalid(
        await tenant.post(
          '/api/sessions',
          'target' in wrong || field === 'target' ? wrong : { target: { directory }, ...wrong },
        ),
        field,
      );
      expect((await tenant.get('/api/billing/status')).body.credits.remaining).toBe(before);
    });

    it('count the rules of their profile alone, and keep its name', async () => {
      const begun = await start({ target: { directory }, categories: ['code-quality'], profile: 'security' });
      const session = await ended(begun);
      expect(session).toMatchObject({ status: 'completed', profile: 'security' });
      expect(Object.keys(session.toolReports)).toContain('github-actions-lint');
      expect(Object.keys(session.toolReports)).not.toContain('css-errors');
      // `credentials` and `untrusted-in-script`.
      expect(session.toolReports['github-actions-lint'].result.rules).toBe(2);
      expect((await tenant.get(`/api/v1/scans/${begun.scanId}`)).body.scan.profile).toBe('security');
      expect((await tenant.get(`/api/v1/scans/${begun.scanId}/report`)).body.data.profile).toBe('security');
    });

    it('count every rule where no profile is chosen', () => expect(full.profile).toBe('strict'));

    it('name the tools that nobody knows, all of them', async () => {
      const answer = await tenant.post('/api/sessions', {
        target: { directory },
        tools: ['css-errors', 'no-such-tool'],
        excludeTools: ['neither-this'],
      });
      expectRefusal(answer, 400, 'VALIDATION_ERROR', /no-such-tool.*neither-this/);
      expect(answer.body.error.details.map(({ field }: Json) => field)).toEqual(['tools', 'excludeTools']);
    });

    it('name the categories that nobody knows, and those that there are', async () => {
      const answer = await tenant.post('/api/sessions', { target: { directory }, categories: ['security', 'taste'] });
      expectRefusal(answer, 400, 'VALIDATION_ERROR', /of security, code-quality, .*, not "taste"$/);
      expectInvalid(answer, 'categories');
    });

    it('refuse a plan in which nothing remains, and tools that do not apply', async () => {
      expectInvalid(
        await tenant.post('/api/sessions', {
          target: { directory },
          tools: ['css-errors'],
          excludeTools: ['css-errors'],
        }),
        'tools',
      );
    });

    it('analyse nothing outside the roots, and do not say what is there', async () => {
      await symlink('/etc', join(service.root, 'way-out'));
      const file = join(await service.directory('plain', { 'file.txt': 'text' }), 'file.txt');
      const outside = [
        '/etc',
        '/no/such/directory',
        `${service.root}/../`,
        join(service.root, 'way-out'),
        join(service.root, 'way-out', 'ssl'),
      ];
      for (const path of outside)
        expectRefusal(
          await tenant.post('/api/sessions', { target: { directory: path } }),
          403,
          'DIRECTORY_NOT_ALLOWED',
          `target.directory is not below a directory that ASSAY_DIRECTORY_ROOTS allows: ${service.root}`,
        );
      expectRefusal(
        await tenant.post('/api/sessions', { target: { directory: `${service.root}/no-such-directory` } }),
        403,
        'DIRECTORY_NOT_ALLOWED',
        'target.directory is not there; it would be below a directory that is allowed',
      );
      for (const path of ['mixed', './mixed', file, `${directory}\0`])
        expectRefusal(
          await tenant.post('/api/sessions', { target: { directory: path } }),
          403,
          'DIRECTORY_NOT_ALLOWED',
        );
    });

    it('are refused with 402, what is required and what is there when the credits do not suffice', async () => {
      const poor = await service.tenant('free');
      const vast = await service.directory('vast', { ...WORKFLOW, 'lines.sql': '\n'.repeat(470_000) });
      const spent = await ended(
        await start({ target: { directory: vast }, tools: ['github-actions-security'] }, poor),
        poor,
      );
      expect(spent).toMatchObject({ status: 'completed', refund: { newBalance: 50 - 2 - 47 } });
      const refused = await poor.post('/api/sessions', {
        target: { directory: vast },
        tools: ['github-actions-security'],
      });
      expectRefusal(refused, 402, 'INSUFFICIENT_CREDITS', /\w/);
      expect(refused.body.error.details).toEqual({ required: 2, balance: 1 });
      expect((await poor.get('/api/sessions')).body.total).toBe(1);
      expect((await poor.get('/api/billing/status')).body).toMatchObject({
        credits: { remaining: 1, used: 49, percentUsed: 98 },
        canScan: true,
        needsUpgrade: false,
      });
    });

    it('fail with everything refunded when the lines turn out to cost more than there is', async () => {
      const poor = await service.tenant('free');
      const vast = await service.directory('vaster', { ...WORKFLOW, 'lines.sql': '\n'.repeat(600_000) });
      const failed = await ended(
        await start({ target: { directory: vast }, tools: ['github-actions-security'] }, poor),
        poor,
      );
      expect(failed).toMatchObject({
        status: 'failed',
        error: { code: 'INSUFFICIENT_CREDITS', message: expect.any(String) },
        refund: { refundedCredits: 2, toolsRefunded: ['github-actions-security'], newBalance: 50 },
        progress: { skipped: 1, percentage: 100 },
      });
    });
  });

  describe('when they are polled', () => {
    it('answer in full', () => {
      expect(full).toMatchObject({
        sessionId: started.sessionId,
        scanId: started.scanId,
        userId: expect.stringMatching(/^key_/),
        applicationId: null,
        status: 'completed',
        progress: { total: 3, completed: 3, failed: 0, skipped: 0, running: 0, pending: 0, percentage: 100 },
        createdAt: TIME,
        completedAt: full.lastUpdated,
        lastUpdated: TIME,
      });
      expect(Object.keys(full.toolReports).sort()).toEqual([...TOOLS].sort());
      for (const [tool, report] of Object.entries<Json>(full.toolReports))
        expect(report).toEqual({
          toolName: tool,
          category: expect.any(String),
          status: 'completed',
          duration: expect.any(Number),
          findingsCount: expect.any(Number),
          completedAt: TIME,
          result: expect.objectContaining({
            engine: { name: expect.any(String), version: expect.stringMatching(/\d/) },
            rules: expect.any(Number),
            filesChecked: 1,
            truncated: false,
            topFindings: expect.any(Array),
          }),
        });
    });

    it('sum up what the list of findings holds', async () => {
      const total = async (query: string) =>
        (await tenant.get(`/api/v1/findings?scanId=${started.scanId}${query}`)).body.pagination.total;
      expect(full.summary).toMatchObject({
        totalFindings: await total(''),
        toolsRun: 3,
        toolsSkipped: 0,
        toolsFailed: 0,
      });
      expect(full.summary.totalFindings).toBeGreaterThanOrEqual(3);
      for (const [severity, count] of Object.entries(full.summary.bySeverity))
        expect({ severity, count }).toEqual({ severity, count: await total(`&severity=${severity}`) });
      for (const [category, count] of Object.entries(full.summary.byCategory))
        expect({ category, count }).toEqual({ category, count: await total(`&category=${category}`) });
    });

    it('show a refund of nothing where nothing came back', async () =>
      expect(full.refund).toEqual({ refundedCredits: 0, toolsRefunded: [], newBalance: expect.any(Number) }));

    it('answer with the progress alone, whatever else is asked for', async () => {
      const { status, progress, lastUpdated } = full;
      const expected = { sessionId: started.sessionId, status, progress, lastUpdated };
      expect((await tenant.get(started.pollUrls.progress)).body).toEqual(expected);
      expect((await tenant.get(`${started.pollUrls.progress}&since=2020-01-01T00:00:00.000Z`)).body).toEqual(expected);
      expect(Object.keys((await tenant.get(`/api/sessions/${started.sessionId}?progress=false`)).body)).toEqual(
        Object.keys(full),
      );
    });

    it('answer with the reports after any time, each once, in the order in which they came', async () => {
      const reports = reportsOf(full);
      const since = async (time: string) =>
        (await tenant.get(started.pollUrls.newReports.replace('{timestamp}', encodeURIComponent(time)))).body;
      expect(await since(full.createdAt)).toEqual({
        sessionId: started.sessionId,
        status: 'completed',
        progress: full.progress,
        newReports: reports,
        lastUpdated: full.lastUpdated,
      });
      for (const [index, { completedAt }] of reports.entries())
        expect((await since(completedAt)).newReports).toEqual(reports.slice(index + 1));
      expect((await since(full.lastUpdated)).newReports).toEqual([]);
      expect((await since(full.createdAt.replace('Z', '+00:00'))).newReports).toEqual(reports);
      expect(
        (await since(new Date(Date.parse(full.createdAt) - 7_200_000).toISOString().replace('Z', '-02:00'))).newReports,
      ).toEqual(reports);
    });

    it.each([
      'since={timestamp}',
      'since=',
      'since=yesterday',
      'since=2026-W01',
      'since=2026-02-30T00:00:00Z',
      'since=2026-11-20T10:00:00',
      'since=1763632800000',
      'progress=yes',
      'progress=1',
    ])('refuse ?%s', async (query) =>
      expectInvalid(await tenant.get(`/api/sessions/${started.sessionId}?${query}`), query.split('=')[0]!),
    );

    it('neither miss nor repeat a report of a session that is running', async () => {
      const { sessionId } = await start({ target: { directory }, tools: TOOLS });
      const seen: Json[] = [];
      let answer: Json = { status: 'initializing', lastUpdated: '2020-01-01T00:00:00.000Z' };
      while (['initializing', 'running'].includes(answer.status)) {
        answer = (await tenant.get(`/api/sessions/${sessionId}?since=${answer.lastUpdated}`)).body;
        for (const report of answer.newReports) expect(report.completedAt <= answer.lastUpdated).toBe(true);
        seen.push(...answer.newReports);
      }
      expect(seen).toEqual(reportsOf((await tenant.get(`/api/sessions/${sessionId}`)).body));
      expect(seen).toHaveLength(3);
    });

    it('are not found when they are unknown or somebody else’s', async () => {
      const stranger = await service.tenant('business');
      for (const id of [started.sessionId, 'ses_unknown'])
        for (const answer of [
          await stranger.get(`/api/sessions/${id}`),
          await stranger.get(`/api/sessions/${id}?progress=true`),
          await stranger.delete(`/api/sessions/${id}`),
          await stranger.get(`/api/sessions/${id}/events`),
        ])
          expectRefusal(answer, 404, 'SESSION_NOT_FOUND', 'Session not found');
      expectRefusal(await stranger.get(`/api/v1/findings?scanId=${started.scanId}`), 404, 'SCAN_NOT_FOUND');
      expect((await stranger.get('/api/sessions')).body).toEqual({
        sessions: [],
        total: 0,
        pagination: { total: 0, limit: 20, offset: 0 },
      });
    });
  });

  it('are listed newest first, in pages', async () => {
    const lister = await service.tenant('business');
    const empty = await service.directory('nothing-to-see', { 'notes.txt': 'text' });
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const session = await start({ target: { directory: empty }, tools: ['css-errors'] }, lister);
      await ended(session, lister);
      ids.unshift(session.sessionId);
    }
    const page = async (query: string) => {
      const { body } = await lister.get(`/api/sessions${query}`);
      return {
        ids: body.sessions.map(({ sessionId }: Json) => sessionId),
        total: body.total,
        pagination: body.pagination,
      };
    };
    expect(await page('')).toEqual({ ids, total: 4, pagination: { total: 4, limit: 20, offset: 0 } });
    expect(await page('?limit=3')).toEqual({
      ids: ids.slice(0, 3),
      total: 4,
      pagination: { total: 4, limit: 3, offset: 0 },
    });
    expect(await page('?limit=3&offset=2')).toEqual({
      ids: ids.slice(2),
      total: 4,
      pagination: { total: 4, limit: 3, offset: 2 },
    });
    expect(await page('?limit=3&page=2')).toEqual({
      ids: ids.slice(3),
      total: 4,
      pagination: { total: 4, limit: 3, offset: 3 },
    });
    expect((await lister.get('/api/sessions?limit=1')).body.sessions).toEqual([
      {
        sessionId: ids[0],
        scanId: expect.stringMatching(/^scn_/),
        status: 'partial',
        progress: { total: 1, completed: 0, percentage: 100 },
        createdAt: TIME,
        completedAt: TIME,
      },
    ]);
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['offset=-1', 'offset'],
      ['page=0', 'page'],
      ['page=1.0', 'page'],
      ['page=99999999999&limit=100', 'page'],
    ])
      expectInvalid(await lister.get(`/api/sessions?${query}`), field!);
  });

  describe('whose tools have nothing to look at', () => {
    it('skip those that were named, say why, and give back what they cost', async () => {
      const before = (await tenant.get('/api/billing/status')).body.credits.remaining;
      const stylesheet = await service.directory('stylesheet', STYLESHEET);
      const session = await ended(
        await start({
          target: { directory: stylesheet },
          tools: ['css-errors', 'github-actions-security'],
          enableIntelligence: false,
        }),
      );
      expect(session).toMatchObject({
        status: 'partial',
        progress: { total: 2, completed: 1, skipped: 1 },
        summary: { toolsRun: 1, toolsSkipped: 1 },
      });
      expect(session.toolReports['github-actions-security']).toMatchObject({
        status: 'skipped',
        findingsCount: 0,
        duration: 0,
        result: { reason: expect.stringContaining('nothing to look at') },
      });
      // Base and one block of lines remain to be paid.
      expect(session.refund).toEqual({
        refundedCredits: 1,
        toolsRefunded: ['github-actions-security'],
        newBalance: before - 2,
      });
    });

    it('leave the others out of the plan before anything runs', async () => {
      const stylesheet = await service.directory('stylesheet', STYLESHEET);
      const { sessionId } = await start({ target: { directory: stylesheet }, categories: ['accessibility'] });
      const totals = (await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, tenant.key)).map(
        ({ data }) => data.progress,
      );
      expect(totals[0].total).toBeGreaterThan(totals.at(-1).total);
      expect(new Set(totals.map(({ total }) => total)).size).toBe(2);
      expect(totals.map(({ percentage }) => percentage)).toEqual(
        totals.map(({ percentage }) => percentage).sort((a, b) => a - b),
      );
      expect(Object.keys((await tenant.get(`/api/sessions/${sessionId}`)).body.toolReports)).toEqual([
        'css-accessibility',
      ]);
    });
  });

  describe('that are canceled', () => {
    it('end partial, with what was found, and what was not delivered comes back', async () => {
      const credits = async () => (await tenant.get('/api/billing/status')).body.credits.remaining;
      const before = await credits();
      gate.hold('ToolCompleted');
      const session = await start({ target: { directory }, tools: TOOLS });
      await gate.reached; // its lines are charged, too, and it does not end before the second cancel
      await service.platform.readModels.waitFor(await service.platform.events.head());
      const charged = before - (await credits());
      expect(charged).toBeGreaterThan(0);
      expect(await tenant.delete(`/api/sessions/${session.sessionId}`)).toMatchObject({
        status: 200,
        body: { success: true, message: expect.any(String) },
      });
      expect((await tenant.delete(`/api/sessions/${session.sessionId}`)).status).toBe(200);
      gate.open();
      const canceled = await ended(session);
      const skipped = Object.values<Json>(canceled.toolReports).filter(({ status }) => status === 'skipped');
      expect(canceled).toMatchObject({
        status: 'partial',
        progress: { total: 3, running: 0, pending: 0, percentage: 100 },
      });
      expect(skipped.length).toBeGreaterThan(0);
      for (const { result } of skipped) expect(result.reason).toMatch(/cancel/);
      expect(canceled.refund.newBalance).toBe(await credits());
      expect(canceled.refund.refundedCredits).toBeGreaterThan(0);
      expect(canceled.refund.newBalance).toBe(before - charged + canceled.refund.refundedCredits);
      expectRefusal(await tenant.delete(`/api/sessions/${session.sessionId}`), 409, 'SESSION_ALREADY_ENDED');
    });

    it('cannot be canceled after their end', async () =>
      expectRefusal(
        await tenant.delete(`/api/sessions/${started.sessionId}`),
        409,
        'SESSION_ALREADY_ENDED',
        /ended already/,
      ));
  });

  it('go with their project, finished or running, while the credit history stays', async () => {
    const owner = await service.tenant('business');
    const {
      body: { data: project },
    } = await owner.post('/api/v1/projects', { name: 'Doomed', platforms: ['web'] });
    const finished = await start(
      { target: { directory }, tools: ['github-actions-security'], applicationId: project.id },
      owner,
    );
    expect((await ended(finished, owner)).applicationId).toBe(project.id);
    const {
      body: {
        findings: [finding],
      },
    } = await owner.get(`/api/v1/findings?scanId=${finished.scanId}`);
    await owner.patch(`/api/v1/findings/${finding.id}`, { status: 'accepted' });
    gate.hold('ToolCompleted');
    const running = await start(
      { target: { directory }, tools: ['github-actions-security'], applicationId: project.id },
      owner,
    );
    const gone = deleted(finished.sessionId, running.sessionId);
    expect((await owner.delete(`/api/v1/projects/${project.id}`)).status).toBe(200);
    gate.open();
    await gone;

    for (const { sessionId, scanId } of [finished, running]) {
      expectRefusal(await owner.get(`/api/sessions/${sessionId}`), 404, 'SESSION_NOT_FOUND');
      expectRefusal(await owner.get(`/api/sessions/${sessionId}/events`), 404, 'SESSION_NOT_FOUND');
      expectRefusal(await owner.get(`/api/v1/findings?scanId=${scanId}`), 404, 'SCAN_NOT_FOUND');
    }
    expectRefusal(await owner.get(`/api/v1/findings/${finding.id}`), 404, 'FINDING_NOT_FOUND');
    expect((await owner.get('/api/sessions')).body.total).toBe(0);
    const {
      body: { summary, transactions },
    } = await owner.get('/api/billing/usage');
    expect(new Set(transactions.map(({ details }: Json) => details.sessionId).filter(Boolean))).toEqual(
      new Set([finished.sessionId, running.sessionId]),
    );
    expect(summary.topProjects).toEqual([
      { projectId: project.id, projectName: '(deleted project)', scans: 2, credits: summary.totalCreditsUsed },
    ]);
    expect((await owner.get('/api/billing/audit')).body).toMatchObject({
      chain: { valid: true },
      drift: { difference: 0 },
    });
  });

  /** Resolves when the sessions are gone from the log and from what the API answers from. */
  async function deleted(...sessionIds: string[]): Promise<void> {
    const { events, readModels } = service.platform;
    const left = new Set(sessionIds.map((id) => `session-${id}`));
    for await (const message of events.subscribeToAll({ filter: { types: ['SessionDeleted'] } })) {
      if (message.kind === 'event') left.delete(message.event.stream);
      if (left.size === 0) return readModels.waitFor(await events.head());
    }
  }
});
