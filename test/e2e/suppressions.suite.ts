import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { expectInvalid } from '../support/refusals';
import type { RunningService, Tenant } from '../support/running-service';
import { sharedService } from './shared-service';

const TARGET = {
  'site.css': 'a { colr: red; } /* assay-ignore css-errors -- old browsers */\n\nb { color: #ff; }\n',
  'old/site.css': 'i { colr: red; }\n/* assay-ignore css-errors */\n',
  '.assay/ignore': '* old/** -- is replaced soon\ncss-errors new/** -- there is none\n',
  // A target's own settings have no effect on its scan.
  'assay.yml': 'suppressions: honour\n',
};

describe('suppressions in the code of a target', () => {
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;
  let projectId: string;

  const scanned = async (): Promise<{ sessionId: string; scanId: string; session: Json }> => {
    const request = { target: { directory }, applicationId: projectId, tools: ['css-errors'] };
    const answer = await tenant.post('/api/sessions', request);
    expect(answer).toMatchObject({ status: 202 });
    const { sessionId, scanId } = answer.body;
    await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, tenant.key);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    return { sessionId, scanId, session: (await tenant.get(`/api/sessions/${sessionId}`)).body };
  };
  const honour = async (suppressions: 'honour' | 'ignore') =>
    expect((await tenant.patch(`/api/v1/projects/${projectId}`, { suppressions })).body.data).toMatchObject({
      suppressions,
    });
  const listed = async (query: string): Promise<string[]> => {
    const { body } = await tenant.get(`/api/v1/findings?${query}`);
    expect(body.pagination.total).toBe(body.findings.length);
    return body.findings.map(({ file, line }: Json) => `${file}:${line}`).sort();
  };

  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('business');
    directory = await service.directory('suppressed', TARGET);
    const project = { name: 'Suppressed', platforms: ['web'] };
    projectId = (await tenant.post('/api/v1/projects', project)).body.data.id;
  });

  it('hide nothing until the project honours them, and are never new or gone', async () => {
    const first = await scanned();
    const all = ['old/site.css:1', 'site.css:1', 'site.css:3'];
    expect(await listed(`scanId=${first.scanId}`)).toEqual(all);
    expect(await listed(`scanId=${first.scanId}&suppressed=true`)).toEqual([]);
    expect(first.session.summary).toMatchObject({ totalFindings: 3 });
    expect([first.session, first.session.summary].map((each) => Object.keys(each).join())).not.toContain('suppress');

    await honour('honour');
    const second = await scanned();
    expect(await listed(`scanId=${second.scanId}`)).toEqual(['site.css:3']);
    expect(await listed(`scanId=${second.scanId}&suppressed=true`)).toEqual(['old/site.css:1', 'site.css:1']);
    expect(await listed(`scanId=${second.scanId}&suppressed=true&tool=css-errors`)).toHaveLength(2);
    expect(await listed(`projectId=${projectId}`)).toEqual(['site.css:3']);
    expect(await listed(`projectId=${projectId}&suppressed=true`)).toEqual(['old/site.css:1', 'site.css:1']);
    for (const state of ['new', 'gone', 'reopened', 'not_observed'])
      expect([state, await listed(`projectId=${projectId}&state=${state}`)]).toEqual([state, []]);
    expect(second.session).toMatchObject({
      configuredBy: 'project',
      summary: { totalFindings: 1, suppressed: 2 },
      suppressions: {
        honoured: 3,
        suppressed: 2,
        notHonoured: { total: 1, first: [{ place: 'old/site.css:2', reason: expect.stringContaining('no reason') }] },
        unused: { total: 1, first: [{ place: '.assay/ignore:2', names: 'css-errors' }] },
      },
    });
    expect((await tenant.get(`/api/v1/scans/${second.scanId}`)).body.scan.summary).toMatchObject({
      total: 1,
      suppressed: 2,
    });
    const { body } = await tenant.get(`/api/v1/scans/${first.scanId}/compare/${second.scanId}`);
    const total = (counts: Json) => Object.values<number>(counts).reduce((sum, count) => sum + count, 0);
    expect(Object.fromEntries(Object.entries(body.summary).map(([state, counts]) => [state, total(counts)]))).toEqual({
      new: 0,
      gone: 0,
      not_observed: 0,
      unchanged: 1,
    });

    await honour('ignore');
    const third = await scanned();
    expect(await listed(`projectId=${projectId}`)).toEqual(all);
    expect(await listed(`projectId=${projectId}&state=unchanged`)).toEqual(all);
    expect(await listed(`projectId=${projectId}&suppressed=true`)).toEqual([]);
    expect(third.session.summary).toMatchObject({ totalFindings: 3 });
  });

  it('are shown with the finding, its history and in reports, with the reason', async () => {
    await honour('honour');
    const { scanId } = await scanned();
    const { findings } = (await tenant.get(`/api/v1/findings?scanId=${scanId}&suppressed=true`)).body;
    const suppression = { kind: 'comment', reason: 'old browsers', place: 'site.css:1' };
    const { id } = findings.find(({ file }: Json) => file === 'site.css');
    const { finding } = (await tenant.get(`/api/v1/findings/${id}`)).body;
    expect(finding).toMatchObject({ suppression, seen: { state: 'suppressed' } });
    const { entries } = (await tenant.get(`/api/v1/findings/${id}/history`)).body;
    expect(entries.map(({ kind }: Json) => kind)).toEqual(['new', 'suppressed', 'observed', 'suppressed']);
    const report = `/api/v1/scans/${scanId}/report`;
    const { data } = (await tenant.get(report)).body;
    expect(data.summary).toMatchObject({ total: 1, suppressed: 2 });
    expect(data.findings).toHaveLength(1);
    expect(data.suppressed).toEqual(
      expect.arrayContaining([expect.objectContaining({ file: 'site.css', suppression })]),
    );
    const [run] = (await tenant.get(`${report}?format=sarif`)).body.runs;
    expect(run.results.flatMap(({ suppressions = [] }: Json) => suppressions)).toEqual(
      ['is replaced soon', 'old browsers'].map((justification) =>
        expect.objectContaining({ kind: 'inSource', justification }),
      ),
    );
    for (const format of ['html', 'csv', 'junit'])
      expect((await tenant.get(`${report}?format=${format}`)).body).toContain('2 findings suppressed by the target');
  });

  it('are honoured where the configuration of the project says so, and by no other word', async () => {
    await honour('ignore');
    await tenant.patch(`/api/v1/projects/${projectId}`, { configuration: { suppressions: 'honour' } });
    expect((await scanned()).session.summary).toMatchObject({ totalFindings: 1, suppressed: 2 });
    const wrong = { name: 'Wrong', platforms: ['web'], suppressions: 'always' };
    expectInvalid(await tenant.post('/api/v1/projects', wrong), 'suppressions');
    expectInvalid(await tenant.patch(`/api/v1/projects/${projectId}`, { suppressions: null }), 'suppressions');
  });
});
