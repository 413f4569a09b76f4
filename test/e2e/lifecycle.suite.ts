import type { FindingsCompared } from '@assay/findings';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventsOf } from '../support/event-source';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const TOOLS = ['css-errors', 'markdown-lint'];
const BROKEN = 'a { color: #12345g; }\n';
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

  /** What each scan changed: kind, tool and file. Scans are compared in their order, so the last one is waited for. */
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

  it('are new, not observed, gone and the same again, follow a file, and need no word where they stay', async () => {
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
  });

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

  it('are forgotten with their project', async () => {
    expect((await tenant.delete(`/api/v1/projects/${projectId}`)).status).toBe(200);
    const lines = new Set<string>();
    for await (const { stream } of service.platform.events.readAll()) if (stream.startsWith('line-')) lines.add(stream);
    const left: string[] = [];
    for (const stream of lines)
      for await (const { type } of service.platform.events.readStream(stream)) left.push(type);
    expect(left).toEqual(['FindingsLineDeleted']);
  });
});
