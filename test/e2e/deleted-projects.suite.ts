import { appendGate } from '../support/append-gate';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { DOCUMENT, STYLESHEET } from '../support/targets';

describe('the results of a project', () => {
  const gate = appendGate();
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;
  beforeAll(async () => {
    service = await runningService({ platform: (platform) => ({ ...platform, events: gate.on(platform.events) }) });
    tenant = await service.tenant('business');
    directory = await service.directory('target', { ...DOCUMENT, ...STYLESHEET });
  });
  afterEach(() => gate.open());
  afterAll(() => service.close());

  const newProject = async (): Promise<string> =>
    (await tenant.post('/api/v1/projects', { name: 'Shop', platforms: ['web'] })).body.data.id;
  const start = async (applicationId: string, tool: string): Promise<{ sessionId: string; scanId: string }> =>
    (await tenant.post('/api/sessions', { target: { directory }, tools: [tool], applicationId })).body;
  const ended = ({ sessionId }: { sessionId: string }) =>
    eventsOf(`${service.url}/api/sessions/${sessionId}/events`, tenant.key);
  const idsOf = (list: Json[], name: string): string[] => list.map((each) => each[name]);

  it('are gone when the answer to its deletion comes, also those of a session that was running', async () => {
    const [project, kept] = [await newProject(), await newProject()];
    const finished = await start(project, 'markdown-lint');
    const other = await start(kept, 'markdown-lint');
    await Promise.all([ended(finished), ended(other)]);
    const [finding] = (await tenant.get(`/api/v1/findings?scanId=${finished.scanId}`)).body.findings;
    const { reportId } = (await tenant.get(`/api/v1/scans/${finished.scanId}`)).body.scan;
    gate.hold('ToolCompleted');
    const running = await start(project, 'css-errors');
    await gate.reached;
    gate.open();
    expect((await tenant.delete(`/api/v1/projects/${project}`)).body).toEqual({
      success: true,
      message: 'The project is deleted, with its sessions, findings and reports.',
    });
    for (const { sessionId, scanId } of [finished, running]) {
      expectRefusal(await tenant.get(`/api/sessions/${sessionId}`), 404, 'SESSION_NOT_FOUND');
      expectRefusal(await tenant.get(`/api/sessions/${sessionId}/events`), 404, 'SESSION_NOT_FOUND');
      expectRefusal(await tenant.get(`/api/v1/scans/${scanId}`), 404, 'SCAN_NOT_FOUND');
      expectRefusal(await tenant.get(`/api/v1/findings?scanId=${scanId}`), 404, 'SCAN_NOT_FOUND');
    }
    expectRefusal(await tenant.get(`/api/v1/findings/${finding.id}`), 404, 'FINDING_NOT_FOUND');
    expectRefusal(await tenant.get(`/api/v1/reports/${reportId}`), 404, 'REPORT_NOT_FOUND');
    expect(idsOf((await tenant.get('/api/sessions')).body.sessions, 'sessionId')).toEqual([other.sessionId]);
    expect(idsOf((await tenant.get('/api/v1/scans')).body.data, 'id')).toEqual([other.scanId]);
    expect(idsOf((await tenant.get('/api/v1/reports')).body.data, 'scanId')).toEqual([other.scanId]);
    // Asked again, it is gone already.
    expect((await tenant.delete(`/api/v1/projects/${project}`)).status).toBe(200);
  });

  it('are listed by when their report was generated, although a scan that began earlier ended later', async () => {
    const project = await newProject();
    gate.hold('ToolCompleted');
    const first = await start(project, 'markdown-lint');
    await gate.reached;
    gate.holdNoMore();
    const second = await start(project, 'css-errors');
    await ended(second);
    gate.open();
    await ended(first);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    const { data } = (await tenant.get(`/api/v1/reports?applicationId=${project}`)).body;
    expect(idsOf(data, 'scanId')).toEqual([first.scanId, second.scanId]);
    expect(data[0].generatedAt > data[1].generatedAt).toBe(true);
    expect(
      idsOf((await tenant.get(`/api/v1/reports?applicationId=${project}&limit=1&offset=1`)).body.data, 'scanId'),
    ).toEqual([second.scanId]);
  });
});
