import { zip } from '../support/archives/zip-writer';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import type { RunningService, Tenant } from '../support/running-service';
import { DOCUMENT, STYLESHEET, WORKFLOW } from '../support/targets';
import { upload } from '../support/upload';
import { sharedService } from './shared-service';

const CONFIGURATION = {
  profile: 'recommended',
  tools: { only: ['github-actions-security', 'css-errors'] },
  rules: { 'css-errors': 'critical' },
  history: false,
};

describe('the configuration of a project', () => {
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;

  const created = async (configuration: object | undefined): Promise<Json> => {
    const answer = await tenant.post('/api/v1/projects', { name: 'Configured', platforms: ['web'], configuration });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.data;
  };
  const ended = async ({ sessionId, scanId }: Json): Promise<{ session: Json; scan: Json; findings: Json[] }> => {
    await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, tenant.key);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    return {
      session: (await tenant.get(`/api/sessions/${sessionId}`)).body,
      scan: (await tenant.get(`/api/v1/scans/${scanId}`)).body.scan,
      findings: (await tenant.get(`/api/v1/findings?scanId=${scanId}&limit=500`)).body.findings,
    };
  };
  const session = async (request: object) => {
    const answer = await tenant.post('/api/sessions', { target: { directory }, ...request });
    expect(answer).toMatchObject({ status: 202 });
    return ended(answer.body);
  };

  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('business');
    directory = await service.directory('configured', { ...STYLESHEET, ...DOCUMENT, ...WORKFLOW });
  });

  it('is kept as it was given, changed as a whole, and cleared with null', async () => {
    const { id, configuration } = await created(CONFIGURATION);
    expect(configuration).toEqual(CONFIGURATION);
    const change = async (to: object | null) =>
      (await tenant.patch(`/api/v1/projects/${id}`, { configuration: to })).body.data.configuration;
    expect(await change({ profile: 'strict' })).toEqual({ profile: 'strict' });
    expect((await tenant.patch(`/api/v1/projects/${id}`, { name: 'Renamed' })).body.data.configuration).toEqual({
      profile: 'strict',
    });
    expect(await change(null)).toBeNull();
    expect((await tenant.get(`/api/v1/projects/${id}`)).body.data.configuration).toBeNull();
  });

  it.each<[string, unknown]>([
    ['configuration.profil', { profil: 'strict' }],
    ['configuration.profile', { profile: 'stric' }],
    ['configuration.rules.speling', { rules: { speling: 'off' } }],
    ['configuration.rules.js-suspicious/no-evil', { rules: { 'js-suspicious/no-evil': 'off' } }],
    ['configuration.tools.only.0', { tools: { only: ['speling'] } }],
    ['configuration.history', { history: 'no' }],
    ['configuration.paths.only.0', { paths: { only: ['x'.repeat(501)] } }],
    ['configuration', { paths: { only: Array.from({ length: 100 }, (_, at) => `${at}${'é'.repeat(300)}`) } }],
    ['configuration', 'strict'],
    ['configuration', ['strict']],
  ])('is refused by its field, and changes nothing: %s', async (field, configuration) => {
    expectInvalid(await tenant.post('/api/v1/projects', { name: 'Wrong', platforms: ['web'], configuration }), field);
    const { id } = await created(CONFIGURATION);
    expectInvalid(await tenant.patch(`/api/v1/projects/${id}`, { configuration }), field);
    expect((await tenant.get(`/api/v1/projects/${id}`)).body.data.configuration).toEqual(CONFIGURATION);
  });

  it('names each field that is wrong, and what was meant', async () => {
    const wrong = { name: 'Wrong', platforms: ['web'], configuration: { profil: 1, rules: { spelling: 'offf' } } };
    const answer = await tenant.post('/api/v1/projects', wrong);
    expectRefusal(answer, 400, 'VALIDATION_ERROR', /Did you mean profile\?.*Did you mean off\?/);
    expectInvalid(answer, 'configuration.profil', 'configuration.rules.spelling');
  });

  it('holds for a session that says nothing of its own, and session, scan and report say so', async () => {
    const { id } = await created(CONFIGURATION);
    const { session: told, scan, findings } = await session({ applicationId: id });
    expect(told).toMatchObject({ status: 'completed', profile: 'recommended', configuredBy: 'project' });
    expect(Object.keys(told.toolReports).sort()).toEqual([...CONFIGURATION.tools.only].sort());
    const styles = findings.filter(({ tool }) => tool === 'css-errors');
    expect(styles.length).toBeGreaterThan(0);
    expect(styles.filter(({ severity }) => severity !== 'critical')).toEqual([]);
    expect(scan).toMatchObject({ profile: 'recommended', configuredBy: 'project' });
    const report = `/api/v1/scans/${scan.id}/report`;
    expect((await tenant.get(report)).body.data).toMatchObject({ profile: 'recommended', configuredBy: 'project' });
    expect((await tenant.get(`${report}?format=sarif`)).body.runs[0].properties).toMatchObject({
      profile: 'recommended',
      configuredBy: 'project',
    });
    const page = await tenant.get(`${report}?format=html`);
    expect(page.body).toContain('profile recommended · configured by the project');
  });

  it('holds for a scan', async () => {
    const { id } = await created(CONFIGURATION);
    const files = Object.entries({ ...STYLESHEET, ...DOCUMENT }).map(([name, content]) => ({ name, content }));
    const uploadId = (await upload(tenant, new Uint8Array(zip(files)))).body.upload.id;
    const answer = await tenant.post('/api/v1/scans', { applicationId: id, sourceType: 'upload', uploadId });
    expect(answer).toMatchObject({ status: 201, body: { scan: { profile: 'recommended', configuredBy: 'project' } } });
    const { scan } = answer.body;
    const { session: told, findings } = await ended({ sessionId: scan.sessionId, scanId: scan.id });
    expect(Object.keys(told.toolReports).sort()).toEqual([...CONFIGURATION.tools.only].sort());
    expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(['critical']));
  });

  it('gives way to what a request says, field by field', async () => {
    const { id } = await created(CONFIGURATION);
    const { session: told } = await session({ applicationId: id, profile: 'strict', tools: ['markdown-lint'] });
    expect(told).toMatchObject({ profile: 'strict', configuredBy: 'project' });
    expect(Object.keys(told.toolReports)).toEqual(['markdown-lint']);
    const { session: without } = await session({ applicationId: id, excludeTools: ['css-errors'] });
    expect(without.profile).toBe('recommended');
    expect(Object.keys(without.toolReports)).toEqual(['github-actions-security']);
  });

  it('concerns no session of another project, and none that began before it', async () => {
    const tools = ['css-errors'];
    const { id } = await created(undefined);
    const before = await session({ applicationId: id, tools });
    await tenant.patch(`/api/v1/projects/${id}`, { configuration: CONFIGURATION });
    const other = await session({ tools });
    for (const { session: told, scan, findings } of [before, other]) {
      expect(told).toMatchObject({ status: 'completed', profile: 'strict' });
      expect([told, scan].map((view) => Object.hasOwn(view, 'configuredBy'))).toEqual([false, false]);
      expect(findings.filter(({ severity }) => severity === 'critical')).toEqual([]);
    }
  });

  it('refuses a session, by its field, for whose target it names no tool', async () => {
    const { id } = await created({ tools: { only: ['lighthouse-performance'] } });
    expectInvalid(
      await tenant.post('/api/sessions', { target: { directory }, applicationId: id }),
      'configuration.tools.only',
    );
  });
});
