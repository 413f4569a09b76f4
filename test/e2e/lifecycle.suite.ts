import {
  type FindingsCompared,
  findingsLineDocuments,
  lineFindingDocuments,
  lineMonthDocuments,
  lineScanDocuments,
  lineSightingDocuments,
} from '@assay/findings';
import type { ReadModel } from '@assay/read-models';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const TOOLS = ['css-errors', 'markdown-lint'];
const BROKEN = 'a { color: #12345g; }\n';
/** Milliseconds for six scans, one after the other, on a busy machine. */
const SIX_SCANS = 180_000;
const GUIDE = '#Guide\n\nText\n';

describe('findings over time', () => {
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;
  let projectId: string;
  const scans: string[] = [];

  const scan = async (tools: readonly string[] = TOOLS): Promise<string> => {
    const { status, body } = await tenant.post('/api/sessions', {
      target: { directory },
      tools,
      applicationId: projectId,
    });
    expect(status).toBe(202);
    await eventsOf(`${service.url}/api/sessions/${body.sessionId}/events`, tenant.key);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    scans.push(body.scanId);
    return body.scanId;
  };

  /** The changes of each scan: kind, tool and file. Scans are compared in order, so it waits for the last one. */
  const changesUntil = async (last: string): Promise<Record<string, string[]>> => {
    const told: Record<string, string[]> = {};
    const known = new Map<string, string>();
    const filter = { types: ['FindingsCompared'] };
    for await (const message of service.platform.events.subscribeToAll<FindingsCompared>({ filter })) {
      if (message.kind !== 'event') continue;
      const { data } = message.event;
      const kinds = new Set<string>();
      for (const change of data.changes) {
        if ('now' in change) known.set(change.key, `${change.now.seenBy[0]!.tool} ${change.now.file}`);
        kinds.add(`${change.kind} ${known.get(change.key)}`);
      }
      told[`scan ${scans.indexOf(data.scanId) + 1}`] = [...kinds].sort();
      if (data.scanId === last) return told;
    }
    throw new Error('the log ended');
  };

  beforeAll(async () => {
    service = await runningService();
    tenant = await service.tenant('business');
    directory = await service.directory('site', { 'a.css': BROKEN, 'guide.md': GUIDE });
    projectId = (await tenant.post('/api/v1/projects', { name: 'Site', platforms: ['web'] })).body.data.id;
  });
  afterAll(() => service.close());

  it(
    'are new, not observed, gone and the same again, follow a file, and need no word where they stay',
    async () => {
      await scan();
      await scan();
      await writeFile(join(directory, 'a.css'), 'a { color: #123456; }\n');
      await scan(['markdown-lint']);
      await scan();
      await writeFile(join(directory, 'a.css'), `\n\n${BROKEN}`);
      await scan();
      await mkdir(join(directory, 'docs'));
      await rename(join(directory, 'guide.md'), join(directory, 'docs', 'start.md'));
      const last = await scan();
      expect(await changesUntil(last)).toEqual({
        'scan 1': ['new css-errors a.css', 'new markdown-lint guide.md'],
        'scan 3': ['not_observed css-errors a.css'],
        'scan 4': ['gone css-errors a.css'],
        'scan 5': ['reopened css-errors a.css'],
        'scan 6': ['changed markdown-lint docs/start.md'],
      });
      await service.platform.readModels.waitFor(await service.platform.events.head());
    },
    SIX_SCANS,
  );

  it('tell their history in words, with what people decided', async () => {
    const found = async (scanId: string, tool: string) =>
      (await tenant.get(`/api/v1/findings?scanId=${scanId}&tool=${tool}`)).body.findings[0].id;
    const history = async (id: string, paging = '') =>
      (await tenant.get(`/api/v1/findings/${id}/history${paging}`)).body;
    const first = await found(scans[0]!, 'css-errors');
    await tenant.patch(`/api/v1/findings/${first}`, { status: 'accepted', note: 'our colour' });
    const told = await history(first);
    expect(told.entries.map(({ kind }: { kind: string }) => kind)).toEqual([
      'new',
      'not_observed',
      'gone',
      'reopened',
      'decided',
    ]);
    expect(told.entries[0]).toMatchObject({ scanId: scans[0], by: null });
    expect(told.entries[0].text).toMatch(/^Seen for the first time, in a\.css, line 1, by css-errors \(/);
    expect(told.entries[4].text).toContain('The note says: our colour');
    expect(await history(await found(scans.at(-1)!, 'css-errors'))).toEqual(told);
    expect((await history(first, '?limit=2&offset=1')).entries).toEqual(told.entries.slice(1, 3));
    expect((await history(await found(scans.at(-1)!, 'markdown-lint'))).entries.at(-1).text).toBe(
      'Seen otherwise: its file is docs/start.md, and was guide.md.',
    );
    const stranger = await service.tenant('business');
    expect((await stranger.get(`/api/v1/findings/${first}/history`)).status).toBe(404);
  });

  const listed = async (query: string): Promise<Json> => (await tenant.get(`/api/v1/findings?${query}`)).body;
  const shown = ({ findings }: Json): string[] =>
    findings.map(({ tool, file, lifecycle }: Json) => `${lifecycle} ${tool} ${file}`).sort();
  const inProject = (state?: string) => listed(`projectId=${projectId}${state === undefined ? '' : `&state=${state}`}`);

  it('are told of each scan with what they were to the scans before it', async () => {
    const told = await Promise.all(scans.map((scanId) => listed(`scanId=${scanId}`)));
    expect(told.map(shown)).toEqual([
      ['new css-errors a.css', 'new markdown-lint guide.md'],
      ['unchanged css-errors a.css', 'unchanged markdown-lint guide.md'],
      ['unchanged markdown-lint guide.md'],
      ['unchanged markdown-lint guide.md'],
      ['reopened css-errors a.css', 'unchanged markdown-lint guide.md'],
      ['unchanged css-errors a.css', 'unchanged markdown-lint docs/start.md'],
    ]);
    for (const { findings } of told) for (const { firstSeenScanId } of findings) expect(firstSeenScanId).toBe(scans[0]);
  });

  it('are compared between any two scans', async () => {
    const compared = async (from: number, to: number, query = '') =>
      (await tenant.get(`/api/v1/scans/${scans[from]}/compare/${scans[to]}?${query}`)).body;
    expect(shown(await compared(0, 1))).toEqual(['unchanged css-errors a.css', 'unchanged markdown-lint guide.md']);
    expect(shown(await compared(0, 2))).toEqual(['not_observed css-errors a.css', 'unchanged markdown-lint guide.md']);
    expect(shown(await compared(0, 3))).toEqual(['gone css-errors a.css', 'unchanged markdown-lint guide.md']);
    expect(shown(await compared(3, 0))).toEqual(['new css-errors a.css', 'unchanged markdown-lint guide.md']);
    const { from, to, findings, pagination } = await compared(0, 5);
    expect(shown({ findings })).toEqual(['unchanged css-errors a.css', 'unchanged markdown-lint docs/start.md']);
    expect([from.scanId, to.scanId, pagination.total]).toEqual([scans[0], scans[5], 2]);
    for (const { scanId } of findings) expect(scanId).toBe(scans[5]);
    const { summary, ...gone } = await compared(0, 3, 'state=gone');
    expect([shown(gone), gone.pagination.total]).toEqual([['gone css-errors a.css'], 1]);
    const { severity } = gone.findings[0];
    expect(summary.gone).toMatchObject({ [severity]: 1 });
    expect((await compared(0, 3, `state=gone&severity=${severity}`)).pagination.total).toBe(1);
    expect((await compared(0, 3, 'state=gone&severity=info')).findings).toEqual([]);
    const paged = await Promise.all([0, 1, 2].map((offset) => compared(0, 3, `limit=1&offset=${offset}`)));
    expect(paged.flatMap((page) => page.findings)).toEqual((await compared(0, 3)).findings);
  });

  it('are in SARIF with what they were before, where a scan was before', async () => {
    const states = async (scanId: string) => {
      const { body } = await tenant.get(`/api/v1/scans/${scanId}/report?format=sarif`);
      return body.runs[0].results.map(({ rule, baselineState }: Json) => `${baselineState} ${rule.toolComponent.name}`);
    };
    expect((await states(scans[0]!)).toSorted()).toEqual(['undefined css-errors', 'undefined markdown-lint']);
    expect((await states(scans[4]!)).toSorted()).toEqual(['new css-errors', 'unchanged markdown-lint']);
  });

  it('are listed of the project as the latest scan has them, with where they are now', async () => {
    const { findings, pagination } = await inProject();
    expect(shown({ findings })).toEqual(['unchanged css-errors a.css', 'unchanged markdown-lint docs/start.md']);
    expect(pagination).toEqual({ total: 2, limit: 50, offset: 0 });
    for (const { scanId } of findings) expect(scanId).toBe(scans.at(-1));
    expect(findings.find(({ tool }: Json) => tool === 'css-errors').line).toBe(3);
    for (const state of ['new', 'gone', 'not_observed', 'reopened'])
      expect(await inProject(state)).toMatchObject({ findings: [], pagination: { total: 0 } });
  });

  it('are listed by state, with filters and in pages', async () => {
    await writeFile(join(directory, 'a.css'), 'a { color: #123456; }\n');
    await writeFile(join(directory, 'b.css'), BROKEN);
    // Requested at once: the answer waits for the comparison.
    await scan();
    const expected = {
      new: ['new css-errors b.css'],
      gone: ['gone css-errors a.css'],
      unchanged: ['unchanged markdown-lint docs/start.md'],
      reopened: [],
      not_observed: [],
    };
    for (const [state, findings] of Object.entries(expected)) {
      const found = await inProject(state);
      expect([state, shown(found), found.pagination.total]).toEqual([state, findings, findings.length]);
    }
    const all = (await inProject()).findings;
    const paged = await Promise.all(
      [0, 1, 2].map((offset) => listed(`projectId=${projectId}&limit=1&offset=${offset}`)),
    );
    expect(paged.flatMap(({ findings }) => findings)).toEqual(all);
    for (const filter of ['severity', 'category', 'tool', 'group']) {
      const [{ [filter]: wanted }] = all;
      const found = await listed(`projectId=${projectId}&${filter}=${encodeURIComponent(wanted)}`);
      expect(found.findings).toEqual(all.filter((finding: Json) => finding[filter] === wanted));
      expect(found.pagination.total).toBe(found.findings.length);
    }
    expect((await listed(`projectId=${projectId}&branch=none`)).pagination.total).toBe(0);
  });

  it('say which scans saw them', async () => {
    const [{ id, goneAt }] = (await inProject('gone')).findings;
    const { finding } = (await tenant.get(`/api/v1/findings/${id}`)).body;
    expect(finding).toMatchObject({ lifecycle: 'reopened', firstSeenScanId: scans[0] });
    expect(finding.seen).toEqual({
      state: 'gone',
      firstScanId: scans[0],
      firstAt: expect.any(String),
      lastScanId: scans[5],
      lastAt: expect.any(String),
      goneAt,
      scans: 4,
      reopened: 1,
    });
  });

  it('leave decisions that nobody needs any more, which are listed', async () => {
    const decisions = async (query = '') =>
      (await tenant.get(`/api/v1/findings/decisions?projectId=${projectId}${query}`)).body;
    const [guide] = (await inProject('unchanged')).findings;
    await tenant.patch(`/api/v1/findings/${guide.id}`, { status: 'false_positive' });
    const about = ({ decisions: listed }: Json) =>
      listed.map(({ status, isUsed, about: { tool, file } }: Json) => `${status} ${tool} ${file} ${isUsed}`);
    expect(about(await decisions())).toEqual([
      'false_positive markdown-lint docs/start.md true',
      'accepted css-errors a.css false',
    ]);
    const unused = await decisions('&unused=true');
    expect([about(unused), unused.pagination.total]).toEqual([['accepted css-errors a.css false'], 1]);
    expect(unused.decisions[0]).toMatchObject({ note: 'our colour', expiresAt: null });
    expect((await decisions('&unused=false')).pagination.total).toBe(1);
    expect((await decisions('&branch=none')).decisions.map(({ isUsed }: Json) => isUsed)).toEqual([null, null]);
    await tenant.patch(`/api/v1/findings/${guide.id}`, { status: 'open' });
    expect((await decisions()).pagination.total).toBe(1);
    const stranger = await service.tenant('business');
    expectRefusal(await stranger.get(`/api/v1/findings/decisions?projectId=${projectId}`), 404, 'PROJECT_NOT_FOUND');
  });

  it('have a trend by day', async () => {
    const { body } = await tenant.get(`/api/v1/projects/${projectId}/trend?days=2`);
    expect(body).toMatchObject({ branch: null, latestScanId: scans.at(-1) });
    expect(body.days).toHaveLength(2);
    const sum = (kind: string) =>
      body.days.flatMap((day: Json) => Object.values<number>(day[kind])).reduce((all: number, n: number) => all + n, 0);
    expect({ new: sum('new'), gone: sum('gone'), reopened: sum('reopened') }).toEqual({ new: 3, gone: 2, reopened: 1 });
    const { total } = (await inProject('new')).pagination;
    expect(Object.values<number>(body.days[1].open).reduce((all, number) => all + number, 0)).toBe(total + 1);
    expect((await tenant.get(`/api/v1/projects/${projectId}/trend`)).body.days).toHaveLength(30);
  });

  it('are for their organization alone, and asked for by a scan or by a project', async () => {
    const stranger = await service.tenant('business');
    expectRefusal(await stranger.get(`/api/v1/findings?projectId=${projectId}`), 404, 'PROJECT_NOT_FOUND');
    expectRefusal(await stranger.get(`/api/v1/projects/${projectId}/trend`), 404, 'PROJECT_NOT_FOUND');
    const [first, second] = scans;
    expectRefusal(await stranger.get(`/api/v1/scans/${first}/compare/${second}`), 404, 'SCAN_NOT_FOUND');
    expectRefusal(await tenant.get(`/api/v1/scans/${first}/compare/scn_none`), 404, 'SCAN_NOT_FOUND');
    expectInvalid(await tenant.get(`/api/v1/scans/${first}/compare/${second}?state=reopened`), 'state');
    expectInvalid(await tenant.get('/api/v1/findings'), 'scanId');
    for (const [field, value] of [
      ['projectId', projectId],
      ['state', 'new'],
      ['branch', 'main'],
    ])
      expectInvalid(await tenant.get(`/api/v1/findings?scanId=${scans[0]}&${field}=${value}`), field!);
    expectInvalid(await tenant.get(`/api/v1/findings?projectId=${projectId}&state=old`), 'state');
    expectInvalid(await tenant.get(`/api/v1/projects/${projectId}/trend?days=367`), 'days');
  });

  it('are forgotten with their project', async () => {
    expect((await tenant.delete(`/api/v1/projects/${projectId}`)).status).toBe(200);
    const lines = new Set<string>();
    for await (const { stream } of service.platform.events.readAll()) if (stream.startsWith('line-')) lines.add(stream);
    const left: string[] = [];
    for (const stream of lines)
      for await (const { type } of service.platform.events.readStream(stream)) left.push(type);
    expect(left).toEqual(['FindingsLineDeleted']);
    expectRefusal(await tenant.get(`/api/v1/findings?projectId=${projectId}`), 404, 'PROJECT_NOT_FOUND');
    expectRefusal(await tenant.get(`/api/v1/projects/${projectId}/trend`), 404, 'PROJECT_NOT_FOUND');
    const readModels: readonly ReadModel<object>[] = [
      findingsLineDocuments,
      lineFindingDocuments,
      lineMonthDocuments,
      lineScanDocuments,
      lineSightingDocuments,
    ];
    for (const readModel of readModels)
      expect([readModel.name, await service.platform.readModels.collection(readModel).count()]).toEqual([
        readModel.name,
        0,
      ]);
  });
});
