import type { TriageEvent } from '@assay/findings';
import { SEVERITIES } from '@assay/kernel';
import { createHash } from 'node:crypto';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import type { RunningService, Tenant } from '../support/running-service';
import { DOCUMENT, STYLESHEET, WORKFLOW } from '../support/targets';
import { sharedService } from './shared-service';

const TOOLS = [
  'github-actions-security',
  'css-errors',
  'markdown-lint',
  'html-accessibility',
  'htmlhint',
  'secrets-source',
  'js-data-flow',
];
/** A missing alternative text, which two tools see; and a credential that is not real. */
const PAGE = {
  'index.html':
    '<!DOCTYPE html>\n<html lang="en">\n<head><title>Shop</title></head>\n<body>\n<img ' +
    'src="logo.png">\n</body>\n</html>\n',
};
/** A query that reaches a command in another file. */
const FLOW = {
  'app.js': "const { run } = require('./jobs');\nrequire('express')().get('/', (req) => run(req.query.name));\n",
  'jobs.js': "const { exec } = require('child_process');\nexports.run = (command) => exec(command);\n",
};
const FAKE_TOKEN = ['ghp', 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8'].join('_');

describe('findings', () => {
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;
  let projectId: string;
  let scanId: string;
  let all: Json[];

  const scan = async (tools: readonly string[], applicationId: string | null = projectId) => {
    const { status, body } = await tenant.post('/api/sessions', {
      target: { directory },
      tools,
      ...(applicationId !== null && { applicationId }),
    });
    expect(status).toBe(202);
    await eventsOf(`${service.url}/api/sessions/${body.sessionId}/events`, tenant.key);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    return body as { sessionId: string; scanId: string };
  };
  const list = async (query: string, scan = scanId) =>
    (await tenant.get(`/api/v1/findings?scanId=${scan}${query}`)).body as { findings: Json[]; pagination: Json };
  const ids = (findings: readonly Json[]) => findings.map(({ id }) => id);

  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('business');
    directory = await service.directory('shop', {
      ...STYLESHEET,
      ...DOCUMENT,
      ...WORKFLOW,
      ...PAGE,
      ...FLOW,
      'deploy.sh': `export TOKEN=${FAKE_TOKEN}\n`,
      'docs/guide.md': '#Guide\n\n\n\nText\n',
    });
    projectId = (await tenant.post('/api/v1/projects', { name: 'Shop', platforms: ['web'] })).body.data.id;
    ({ scanId } = await scan(TOOLS));
    all = (await list('&limit=500')).findings;
  });

  it('of every tool are there, in several severities and categories', () => {
    expect(new Set(all.map(({ tool }) => tool)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(all.map(({ severity }) => severity)).size).toBeGreaterThanOrEqual(3);
    expect(new Set(all.map(({ category }) => category)).size).toBeGreaterThanOrEqual(3);
  });

  it('say which have a fix, and show it as edits and as a diff', async () => {
    const heading = all.find(({ rule, file }) => rule === 'MD018' && file === 'docs/guide.md')!;
    expect(heading.hasFix).toBe(true);
    expect(heading).not.toHaveProperty('fix');
    const { finding } = (await tenant.get(`/api/v1/findings/${heading.id}`)).body;
    expect(finding.fix).toEqual({
      tool: 'markdown-lint',
      rule: 'MD018',
      digest: createHash('sha256').update('#Guide\n\n\n\nText\n').digest('hex'),
      edits: [{ start: 1, end: 1, text: ' ', startLine: 1, startColumn: 2, endLine: 1, endColumn: 2 }],
      diff: '--- a/docs/guide.md\n+++ b/docs/guide.md\n@@ -1,4 +1,4 @@\n-#Guide\n+# Guide\n \n \n \n',
    });
    const secret = all.find(({ tool }) => tool === 'secrets-source')!;
    expect((await tenant.get(`/api/v1/findings/${secret.id}`)).body.finding).toMatchObject({
      hasFix: false,
      hasTrace: false,
      fix: null,
    });
    const sarif = await tenant.get(`/api/v1/scans/${scanId}/report?format=sarif`);
    const result = sarif.body.runs[0].results.find((each: Json) => each.properties.findingId === heading.id);
    expect(result.fixes[0].artifactChanges[0].replacements).toEqual([
      {
        deletedRegion: { startLine: 1, startColumn: 2, endLine: 1, endColumn: 2 },
        insertedContent: { text: ' ' },
      },
    ]);
  });

  it('say which have the way of what comes in, and show it step by step', async () => {
    const flow = all.find(({ tool }) => tool === 'js-data-flow')!;
    expect(flow).toMatchObject({ file: 'jobs.js', line: 2, hasTrace: true });
    expect(flow).not.toHaveProperty('trace');
    const { finding } = (await tenant.get(`/api/v1/findings/${flow.id}`)).body;
    expect(finding.trace).toEqual({
      steps: [
        { kind: 'source', file: 'app.js', line: 2, column: 44, text: 'the query of the request comes in' },
        { kind: 'propagation', file: 'app.js', line: 2, column: 40, text: 'passed to run' },
        { kind: 'sink', file: 'jobs.js', line: 2, column: 28, text: 'given to exec' },
      ],
    });
    const sarif = await tenant.get(`/api/v1/scans/${scanId}/report?format=sarif`);
    const result = sarif.body.runs[0].results.find((each: Json) => each.properties.findingId === flow.id);
    expect(
      result.codeFlows[0].threadFlows[0].locations.map(
        ({ location }: Json) => location.physicalLocation.artifactLocation.uri,
      ),
    ).toEqual(['app.js', 'app.js', 'jobs.js']);
  });

  it('come by severity, file, line (none first) and fingerprint', () => {
    const key = ({ severity, file, line, fingerprint }: Json) => [
      SEVERITIES.indexOf(severity),
      file ?? '',
      line ?? -1,
      fingerprint,
    ];
    const before = (a: Json, b: Json) => {
      const [one, other] = [key(a), key(b)];
      const at = one.findIndex((part, index) => part !== other[index]);
      return at === -1 ? 0 : one[at]! < other[at]! ? -1 : 1;
    };
    expect(ids(all)).toEqual(ids([...all].sort(before)));
  });

  it('come through pages of any size, each once and in the same order', async () => {
    for (const limit of [1, 2, 3, all.length - 1, all.length, 500]) {
      const paged: Json[] = [];
      for (let offset = 0; offset < all.length; offset += limit) {
        const { findings, pagination } = await list(`&limit=${limit}&offset=${offset}`);
        expect(pagination).toEqual({ total: all.length, limit, offset });
        expect((await list(`&limit=${limit}&page=${offset / limit + 1}`)).findings).toEqual(findings);
        paged.push(...findings);
      }
      expect(paged).toEqual(all);
    }
    expect(await list(`&offset=${all.length}`)).toEqual({
      findings: [],
      pagination: { total: all.length, limit: 50, offset: all.length },
    });
  });

  it('can be filtered by severity and category, alone and together', async () => {
    for (const severity of [undefined, ...SEVERITIES])
      for (const category of [undefined, 'security', 'quality', 'performance', 'accessibility', 'standards']) {
        const expected = all.filter(
          (finding) => (!severity || finding.severity === severity) && (!category || finding.category === category),
        );
        const query = `${severity ? `&severity=${severity}` : ''}${category ? `&category=${category}` : ''}`;
        const { findings, pagination } = await list(`${query}&limit=500`);
        expect({ query, ids: ids(findings), total: pagination.total }).toEqual({
          query,
          ids: ids(expected),
          total: expected.length,
        });
      }
  });

  it('can be filtered by tool, also with the other filters', async () => {
    for (const tool of TOOLS) {
      const { findings, pagination } = await list(`&tool=${tool}&limit=500`);
      expect(new Set(findings.map((finding) => finding.tool))).toEqual(new Set(findings.length > 0 ? [tool] : []));
      expect(pagination.total).toBe(findings.length);
      for (const severity of SEVERITIES)
        expect(ids((await list(`&tool=${tool}&severity=${severity}&limit=500`)).findings)).toEqual(
          ids(findings.filter((finding) => finding.severity === severity)),
        );
      expect(ids((await list(`&tool=${tool}&category=security&limit=500`)).findings)).toEqual(
        ids(findings.filter(({ category }) => category === 'security')),
      );
    }
    expect(await list('&tool=no-such-tool')).toEqual({ findings: [], pagination: { total: 0, limit: 50, offset: 0 } });
  });

  it.each([
    ['', 'scanId'],
    ['scanId=', 'scanId'],
    ['scanId=a&scanId=b', 'scanId'],
    ['scanId=a&severity=urgent', 'severity'],
    ['scanId=a&severity=', 'severity'],
    ['scanId=a&category=taste', 'category'],
    ['scanId=a&tool=', 'tool'],
    ['scanId=a&limit=0', 'limit'],
    ['scanId=a&limit=501', 'limit'],
    ['scanId=a&offset=-1', 'offset'],
    ['scanId=a&page=0', 'page'],
    ['scanId=a&status=open', 'status'],
  ])('refuse ?%s', async (query, field) => expectInvalid(await tenant.get(`/api/v1/findings?${query}`), field));

  it('of an unknown scan are not found', async () =>
    expectRefusal(await tenant.get('/api/v1/findings?scanId=scn_unknown'), 404, 'SCAN_NOT_FOUND', 'Scan not found'));

  it('tell everything about themselves', async () => {
    const [listed] = (await list('&tool=github-actions-security')).findings;
    const {
      status,
      body: { finding },
    } = await tenant.get(`/api/v1/findings/${listed.id}`);
    expect(status).toBe(200);
    expect(finding).toEqual({
      ...listed,
      seen: expect.objectContaining({ state: 'open', firstScanId: scanId, lastScanId: scanId, scans: 1 }),
      explanation: { text: expect.stringContaining(listed.title), source: 'rules' },
      remediation: expect.arrayContaining([expect.stringMatching(/\w/)]),
      remediationSource: 'rules',
      fix: null,
      trace: null,
      relatedFindings: [],
      snippet: {
        startLine: expect.any(Number),
        highlightLine: listed.line,
        lines: expect.any(Array),
        html: expect.stringContaining('<mark>'),
      },
      statusHistory: [],
      statusChanges: 0,
    });
    expect(listed).toMatchObject({
      id: expect.stringMatching(/^fnd_/),
      scanId,
      file: '.github/workflows/greet.yml',
      line: 7,
      cwe: expect.stringMatching(/^CWE-\d+$/),
      status: 'open',
      deduplicated: false,
      duplicateCount: 0,
      duplicates: [],
      suggestion: expect.stringMatching(/\w/),
    });
    expect(finding.snippet.lines[finding.snippet.highlightLine - finding.snippet.startLine]).toContain(
      'github.event.issue.title',
    );
    expect(finding.snippet.html).not.toContain('"${{');
    expect(finding.snippet.html).toContain('&quot;');
  });

  it('of several tools that are one defect are listed once, and lead to each other', async () => {
    const merged = all.filter(({ deduplicated }) => deduplicated);
    expect(merged).toHaveLength(1);
    const [primary] = merged;
    expect(primary).toMatchObject({ file: 'index.html', line: 5, duplicateCount: 1 });
    const {
      relatedFindings: [related, ...others],
    } = (await tenant.get(`/api/v1/findings/${primary.id}`)).body.finding;
    expect([others, new Set([primary.tool, related.tool])]).toEqual([[], new Set(['html-accessibility', 'htmlhint'])]);
    expect(ids(all)).not.toContain(related.id);
    expect(primary.duplicates).toEqual([{ id: related.id, tool: related.tool, rule: expect.stringMatching(/\w/) }]);
    expect((await tenant.get(`/api/v1/findings/${related.id}`)).body.finding.relatedFindings).toEqual([
      { id: primary.id, tool: primary.tool, title: primary.title },
    ]);
  });

  describe('by group', () => {
    const groupsOf = async (query = '') =>
      (await tenant.get(`/api/v1/findings/groups?scanId=${scanId}${query}`)).body as {
        groups: Json[];
        pagination: Json;
      };

    it('are one row a rule, with all counts, the most severe first', async () => {
      const { groups, pagination } = await groupsOf();
      expect(pagination).toEqual({ total: groups.length, limit: 50, offset: 0 });
      expect(new Set(groups.map(({ group }) => group))).toEqual(new Set(all.map(({ group }) => group)));
      for (const { group, count, severity, bySeverity, places, tool, rule } of groups) {
        const own = all.filter((finding) => finding.group === group);
        expect(count).toBe(own.length);
        for (const each of SEVERITIES)
          expect(bySeverity[each]).toBe(own.filter((finding) => finding.severity === each).length);
        expect(severity).toBe(own[0].severity);
        expect(new Set(own.map((finding) => `${finding.tool}/${finding.rule}`))).toEqual(new Set([`${tool}/${rule}`]));
        expect(places).toEqual(
          own.slice(0, 5).map((each) => ({
            id: each.id,
            file: each.file,
            line: each.line,
            severity: each.severity,
            title: each.title,
          })),
        );
      }
      const ranks = groups.map(({ severity }) => SEVERITIES.indexOf(severity));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    });

    it('are those that the list of findings has for the group', async () => {
      const { groups } = await groupsOf('&limit=1&offset=1');
      const [{ group, count }] = groups as [Json];
      const { findings, pagination } = await list(`&group=${group}`);
      expect(pagination['total']).toBe(count);
      expect(findings).toEqual(all.filter((finding) => finding.group === group));
      expect((await list('&group=grp_of_none')).findings).toEqual([]);
    });

    it('are filtered as the findings are, also by a tool that another one speaks for', async () => {
      const everyGroup = (await groupsOf()).groups;
      for (const severity of SEVERITIES) {
        const { groups } = await groupsOf(`&severity=${severity}`);
        expect(groups.map(({ group }) => group).sort()).toEqual(
          everyGroup
            .filter(({ bySeverity }) => bySeverity[severity] > 0)
            .map(({ group }) => group)
            .sort(),
        );
      }
      for (const tool of ['html-accessibility', 'htmlhint']) {
        const { groups } = await groupsOf(`&tool=${tool}`);
        const { findings } = await list(`&tool=${tool}`);
        expect(findings.length).toBeGreaterThan(0);
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(findings.length);
      }
    });

    it('are of no other organization', async () =>
      expectRefusal(
        await (await service.tenant('business')).get(`/api/v1/findings/groups?scanId=${scanId}`),
        404,
        'SCAN_NOT_FOUND',
      ));
  });

  it('never show a secret that was found', async () => {
    const [listed] = (await list('&tool=secrets-source')).findings;
    expect(listed).toMatchObject({ file: 'deploy.sh', line: 1 });
    expect(JSON.stringify([all, (await tenant.get(`/api/v1/findings/${listed.id}`)).body])).not.toContain(
      FAKE_TOKEN.slice(0, 12),
    );
  });

  it('of another organization are not found', async () => {
    const stranger = await service.tenant('business');
    for (const answer of [
      await stranger.get(`/api/v1/findings/${all[0].id}`),
      await stranger.patch(`/api/v1/findings/${all[0].id}`, { status: 'resolved' }),
      await tenant.get('/api/v1/findings/fnd_unknown'),
    ])
      expectRefusal(answer, 404, 'FINDING_NOT_FOUND', 'Finding not found');
    expect((await tenant.get(`/api/v1/findings/${all[0].id}`)).body.finding.statusHistory).toEqual([]);
  });

  describe('when people judge them', () => {
    it.each([
      [{}, 'status'],
      [{ status: 'fixed' }, 'status'],
      [{ status: null }, 'status'],
      [{ status: 'open', note: 7 }, 'note'],
      [{ status: 'open', note: 'x'.repeat(4_001) }, 'note'],
      [{ status: 'open', severity: 'low' }, 'severity'],
      [{ status: 'accepted', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      [{ status: 'accepted', expiresAt: 'tomorrow' }, 'expiresAt'],
      [{ status: 'resolved', expiresAt: '2999-01-01T00:00:00Z' }, 'expiresAt'],
    ])('refuse %j', async (body, field) =>
      expectInvalid(await tenant.patch(`/api/v1/findings/${all[0].id}`, body), field),
    );

    it('take any status after any other, with its note, its time and who said so', async () => {
      const { id } = all.find(({ tool }) => tool === 'markdown-lint');
      const statuses = [
        'resolved',
        'false_positive',
        'accepted',
        'open',
        'accepted',
        'false_positive',
        'resolved',
        'open',
      ];
      for (const [index, status] of statuses.entries()) {
        const { body } = await tenant.patch(`/api/v1/findings/${id}`, {
          status,
          ...(!(index % 2) && { note: `reason ${index}` }),
        });
        expect(body.finding).toMatchObject({ id, status });
        expect(body.finding.statusHistory).toHaveLength(index + 1);
      }
      const { finding } = (await tenant.get(`/api/v1/findings/${id}`)).body;
      expect(finding.statusHistory).toEqual(
        statuses.map((to, index) => ({
          from: statuses[index - 1] ?? 'open',
          to,
          note: index % 2 ? null : `reason ${index}`,
          by: expect.stringMatching(/^key_/),
          at: expect.stringMatching(/Z$/),
        })),
      );
      expect(
        (await tenant.patch(`/api/v1/findings/${id}`, { status: 'open' })).body.finding.statusHistory,
      ).toHaveLength(statuses.length);
    });

    it('change it more often than it shows, and the list of changes has all of them', async () => {
      const primary = all.find(({ deduplicated }) => deduplicated);
      const [related] = (await tenant.get(`/api/v1/findings/${primary.id}`)).body.finding.relatedFindings;
      const notes = Array.from({ length: 53 }, (_, index) => `change ${index}`);
      for (const note of notes) await tenant.patch(`/api/v1/findings/${primary.id}`, { status: 'open', note });
      const { finding } = (await tenant.get(`/api/v1/findings/${primary.id}`)).body;
      expect([finding.statusChanges, finding.statusHistory.length]).toEqual([53, 50]);
      const page = async (id: string, paging: string) =>
        (await tenant.get(`/api/v1/findings/${id}/status-changes?${paging}`)).body;
      const first = await page(primary.id, 'limit=50');
      const last = await page(related.id, 'limit=50&offset=50');
      expect(first.pagination).toEqual({ total: 53, limit: 50, offset: 0 });
      expect([...first.changes, ...last.changes].map(({ note }: Json) => note)).toEqual(notes);
      expect(first.changes[3]).toEqual(finding.statusHistory[0]);
      expect(await page(all.find(({ id }) => id !== primary.id).id, 'page=9')).toMatchObject({ changes: [] });
      const stranger = await service.tenant('business');
      const refused = await stranger.get(`/api/v1/findings/${primary.id}/status-changes`);
      expectRefusal(refused, 404, 'FINDING_NOT_FOUND', 'Finding not found');
    });

    it('judge the whole defect, whichever tool’s finding is judged', async () => {
      const primary = all.find(({ deduplicated }) => deduplicated);
      const [related] = (await tenant.get(`/api/v1/findings/${primary.id}`)).body.finding.relatedFindings;
      await tenant.patch(`/api/v1/findings/${related.id}`, { status: 'accepted', note: 'decoration' });
      for (const id of [primary.id, related.id])
        expect((await tenant.get(`/api/v1/findings/${id}`)).body.finding).toMatchObject({
          status: 'accepted',
          statusHistory: expect.arrayContaining([expect.objectContaining({ note: 'decoration' })]),
        });
      expect((await list('&limit=500')).findings.find(({ id }) => id === primary.id).status).toBe('accepted');
    });

    it('are followed by their status into the next scan of the same project, and nowhere else', async () => {
      const { id, fingerprint } = all.find(({ tool }) => tool === 'github-actions-security');
      await tenant.patch(`/api/v1/findings/${id}`, { status: 'false_positive', note: 'the title is ours' });
      const [next, elsewhere] = [
        await scan(['github-actions-security']),
        await scan(['github-actions-security'], null),
      ];
      const [again] = (await list('', next.scanId)).findings;
      expect(again).toMatchObject({ scanId: next.scanId, fingerprint, status: 'false_positive' });
      expect(again.id).not.toBe(id);
      expect((await tenant.get(`/api/v1/findings/${again.id}`)).body.finding.statusHistory).toMatchObject([
        { to: 'false_positive', note: 'the title is ours' },
      ]);
      expect((await list('', elsewhere.scanId)).findings).toMatchObject([{ fingerprint, status: 'open' }]);
    });

    it('open it again when a decision has ended, by an event at that time', async () => {
      const { id } = all.find(({ tool }) => tool === 'css-errors');
      const expiresAt = new Date(Date.now() + 1_000).toISOString();
      const { body } = await tenant.patch(`/api/v1/findings/${id}`, { status: 'accepted', note: 'for now', expiresAt });
      expect(body.finding).toMatchObject({ status: 'accepted', expiresAt });
      const filter = { types: ['FindingStatusChanged'] };
      for await (const message of service.platform.events.subscribeToAll<TriageEvent>({ filter }))
        if (message.kind === 'event' && 'expired' in message.event.data) break;
      await service.platform.readModels.waitFor(await service.platform.events.head());
      const { finding } = (await tenant.get(`/api/v1/findings/${id}`)).body;
      expect(finding.status).toBe('open');
      expect(finding).not.toHaveProperty('expiresAt');
      expect(finding.statusHistory.slice(-2)).toEqual([
        { from: 'open', to: 'accepted', note: 'for now', by: expect.any(String), at: expect.any(String), expiresAt },
        { from: 'accepted', to: 'open', note: null, by: 'system', at: expiresAt },
      ]);
      const { entries } = (await tenant.get(`/api/v1/findings/${id}/history`)).body;
      expect(entries.at(-1)).toMatchObject({ kind: 'expired', at: expiresAt, by: null });
    });

    describe('in one go', () => {
      const judge = (body: Json) => tenant.post('/api/v1/findings/triage', body);
      const statuses = async (scan: string) => {
        const { findings } = await list('&limit=500', scan);
        return new Map(findings.map(({ id, status }) => [id, status]));
      };
      let own: { scanId: string };
      let found: Json[];
      beforeAll(async () => {
        const application = await tenant.post('/api/v1/projects', { name: 'Bulk', platforms: ['web'] });
        own = await scan(['markdown-lint', 'htmlhint', 'html-accessibility'], application.body.data.id);
        found = (await list('&limit=500', own.scanId)).findings;
      });

      it('decide about those that are named, each recorded of its own', async () => {
        const named = found.filter(({ tool }) => tool === 'markdown-lint').map(({ id }) => id);
        expect(named.length).toBeGreaterThan(1);
        const decision = { ids: named, status: 'accepted', note: 'our style' };
        expect((await judge(decision)).body).toEqual({ matched: named.length, changed: named.length });
        // Said again it says nothing new.
        expect((await judge(decision)).body).toEqual({ matched: named.length, changed: 0 });
        const now = await statuses(own.scanId);
        for (const { id } of found) expect(now.get(id)).toBe(named.includes(id) ? 'accepted' : 'open');
        for (const id of named)
          expect((await tenant.get(`/api/v1/findings/${id}/status-changes`)).body.changes).toMatchObject([
            { to: 'accepted', note: 'our style' },
          ]);
      });

      it('decide about those of a scan that a filter lets through, whichever tool speaks for them', async () => {
        const { body } = await judge({ filter: { scanId: own.scanId, tool: 'htmlhint' }, status: 'false_positive' });
        const seen = found.filter(
          ({ tool, duplicates }) => tool === 'htmlhint' || duplicates.some((each: Json) => each.tool === 'htmlhint'),
        );
        expect(body).toEqual({ matched: seen.length, changed: seen.length });
        const now = await statuses(own.scanId);
        for (const { id } of seen) expect(now.get(id)).toBe('false_positive');
      });

      it('change nothing where one is not found, or where nothing says which', async () => {
        const [{ id }] = found;
        const before = await statuses(own.scanId);
        const unknown = await judge({ ids: [id, 'fnd_none'], status: 'resolved' });
        expectRefusal(unknown, 404, 'FINDING_NOT_FOUND', 'Finding not found: fnd_none. No finding was changed');
        expectInvalid(await judge({ status: 'resolved' }), 'ids');
        expectInvalid(await judge({ ids: [id], filter: { scanId: own.scanId }, status: 'resolved' }), 'ids');
        expectInvalid(await judge({ ids: [], status: 'resolved' }), 'ids');
        expectInvalid(await judge({ filter: {}, status: 'resolved' }), 'filter.scanId');
        const stranger = await service.tenant('business');
        const foreign = await stranger.post('/api/v1/findings/triage', { ids: [id], status: 'resolved' });
        expectRefusal(foreign, 404, 'FINDING_NOT_FOUND');
        const scanned = { filter: { scanId: own.scanId }, status: 'resolved' };
        expectRefusal(await stranger.post('/api/v1/findings/triage', scanned), 404, 'SCAN_NOT_FOUND');
        expect(await statuses(own.scanId)).toEqual(before);
      });
    });
  });
});
