import { BILLING_CATEGORIES } from '@assay/kernel';
import { openSigningKey } from '@assay/secrets';
import { createPublicKey, verify } from 'node:crypto';
import { dirname, join } from 'node:path';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import type { RunningService, Tenant } from '../support/running-service';
import { STYLESHEET, WORKFLOW } from '../support/targets';
import { sharedService } from './shared-service';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe('billing', () => {
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('pro');
  });

  const scan = async (by: Tenant, body: object) => {
    const { status, body: started } = await by.post('/api/sessions', body);
    expect(status).toBe(202);
    await eventsOf(`${service.url}/api/sessions/${started.sessionId}/events`, by.key);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    return (await by.get(`/api/sessions/${started.sessionId}`)).body as Json;
  };
  const month = () => {
    const now = new Date();
    return {
      start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString(),
      end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
    };
  };

  it.each([
    ['free', 'Free', 50, 3, 100, []],
    ['starter', 'Starter', 500, 10, 500, ['summary', 'priority_scoring']],
    ['pro', 'Pro', 2_000, 50, 2_000, ['summary', 'priority_scoring', 'issue_explanations']],
    [
      'business',
      'Business',
      10_000,
      500,
      10_000,
      ['summary', 'priority_scoring', 'issue_explanations', 'fix_suggestions'],
    ],
  ] as const)(
    'status of %s has its credits and limits before anything was spent',
    async (tier, tierName, included, maxProjects, maxRepoSize, aiFeatures) =>
      expect(await (await service.tenant(tier)).get('/api/billing/status')).toMatchObject({
        status: 200,
        body: {
          tier,
          tierName,
          credits: { remaining: included, included, used: 0, rollover: 0, percentUsed: 0 },
          subscription: { status: 'active', renewsAt: month().end, cancelAtPeriodEnd: false, nextTier: null },
          limits: { maxProjects, maxRepoSize, aiFeatures },
          canScan: true,
          needsUpgrade: false,
          overageEnabled: false,
        },
      }),
  );

  describe('quotes', () => {
    it('are of all categories and no AI where nothing is said', async () => {
      const { status, body } = await tenant.post('/api/billing/quote', {});
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          options: {
            categories: BILLING_CATEGORIES.map((id) => {
              const creditCost = { security: 1, accessibility: 4, performance: 5 }[id as string] ?? 0;
              return { id, name: expect.any(String), creditCost, included: creditCost === 0 };
            }),
            aiFeatures: [
              { id: 'summary', creditCost: 1, perIssue: false },
              { id: 'priority_scoring', creditCost: 1, perIssue: false },
              { id: 'issue_explanations', creditCost: 0.1, perIssue: true },
              { id: 'fix_suggestions', creditCost: 0.15, perIssue: true },
            ],
            linesCostPer10K: 1,
            baseScanCost: 1,
          },
          balance: { remaining: 2_000, included: 2_000, used: 0 },
          estimate: {
            breakdown: {
              base: 1,
              lines: 0,
              tools: Object.fromEntries(
                BILLING_CATEGORIES.map((id) => [
                  id,
                  { security: 1, accessibility: 4, performance: 5 }[id as string] ?? 0,
                ]),
              ),
              ai: {},
            },
            total: 11,
          },
          canAfford: true,
          overage: null,
          quoteId: expect.stringMatching(/^quo_/),
          expiresAt: expect.any(String),
        },
      });
      const { body: again } = await tenant.post('/api/billing/quote');
      expect(again).toEqual({ ...body, quoteId: again.quoteId, expiresAt: again.expiresAt });
      expect(again.quoteId).not.toBe(body.quoteId);
    });

    it.each([
      [{ config: { categories: [] } }, 1],
      [{ config: { categories: ['linting', 'docs', 'git', 'quality', 'dependencies'] } }, 1],
      [{ estimatedLines: 1, config: { categories: [] } }, 2],
      [{ estimatedLines: 10_000, config: { categories: [] } }, 2],
      [{ estimatedLines: 10_001, config: { categories: ['security', 'security'] } }, 4],
      [{ estimatedIssues: 7, config: { categories: [], aiFeatures: ['issue_explanations', 'summary'] } }, 2.7],
      [
        {
          estimatedIssues: 3,
          config: { categories: ['accessibility'], aiFeatures: ['priority_scoring', 'issue_explanations'] },
        },
        6.3,
      ],
    ])('add %j up to %d', async (request, total) => {
      const { estimate } = (await tenant.post('/api/billing/quote', request)).body;
      expect(estimate.total).toBe(total);
      const { base, lines, tools, ai } = estimate.breakdown;
      expect(sum([base, lines, ...Object.values<number>(tools), ...Object.values<number>(ai)])).toBeCloseTo(total, 6);
    });

    it.each([
      [{ estimatedLines: -1 }, 'estimatedLines'],
      [{ estimatedLines: 1.5 }, 'estimatedLines'],
      [{ estimatedLines: '10' }, 'estimatedLines'],
      [{ estimatedIssues: -1 }, 'estimatedIssues'],
      [{ estimatedIssues: 1e300 }, 'estimatedIssues'],
      [{ config: [] }, 'config'],
      [{ config: 'all' }, 'config'],
      [{ config: { categories: 'security' } }, 'config.categories'],
      [{ config: { categories: ['taste'] } }, 'config.categories'],
      [{ config: { aiFeatures: ['magic'] } }, 'config.aiFeatures'],
      [{ projectId: 7 }, 'projectId'],
    ])('refuse %j', async (request, field) => expectInvalid(await tenant.post('/api/billing/quote', request), field));

    it('refuse features that the tier lacks, and name the one that has them', async () => {
      const refused = await tenant.post('/api/billing/quote', { config: { aiFeatures: ['fix_suggestions'] } });
      expectRefusal(refused, 403, 'TIER_REQUIRED', /fix_suggestions.*Business/);
      expect(refused.body.error.details).toEqual({ feature: 'fix_suggestions', tier: 'pro', requiredTier: 'business' });
      expectRefusal(
        await (await service.tenant('free')).post('/api/billing/quote', { config: { aiFeatures: ['summary'] } }),
        403,
        'TIER_REQUIRED',
        /Starter/,
      );
    });

    it('refuse a project that is not there', async () =>
      expectRefusal(await tenant.post('/api/billing/quote', { projectId: 'prj_unknown' }), 404, 'PROJECT_NOT_FOUND'));

    it('say when the balance does not suffice', async () =>
      expect(
        (await (await service.tenant('free')).post('/api/billing/quote', { estimatedLines: 400_000 })).body,
      ).toMatchObject({ estimate: { total: 51 }, canAfford: false, overage: null }));
  });

  describe('a quote that a start names', () => {
    let customer: Tenant;
    let directory: string;
    beforeAll(async () => {
      customer = await service.tenant('pro');
      directory = await service.directory('quoted', { ...WORKFLOW, 'query.sql': 'SELECT 1;\n'.repeat(10_500) });
    });
    const quoteOf = async (estimatedLines: number, more: object = {}, headers: Record<string, string> = {}) =>
      (
        await customer.post(
          '/api/billing/quote',
          { estimatedLines, config: { categories: ['security'], ...more } },
          headers,
        )
      ).body as Json;
    const body = (quoteId: string) => ({
      target: { directory },
      tools: ['github-actions-security'],
      enableIntelligence: true,
      quoteId,
    });
    const used = async () => (await customer.get('/api/billing/status')).body.credits.used;

    it('is exactly what is paid, once: the features are those of the quote', async () => {
      const { quoteId, estimate } = await quoteOf(12_000);
      const session = await scan(customer, body(quoteId));
      expect(session.status).toBe('completed');
      expect(estimate.total).toBe(4);
      expect(await used()).toBe(4);
      const { status, body: receipt } = await customer.get(`/api/sessions/${session.sessionId}/receipt`);
      expect({ status, receipt }).toMatchObject({
        status: 200,
        receipt: {
          sessionId: session.sessionId,
          settledAt: expect.any(String),
          quote: { quoteId, estimatedLines: 12_000, total: 4 },
          items: [
            { item: 'base', tool: null, quoted: 1, charged: 1, moved: 0, refunded: 0, paid: 1, result: null },
            { item: 'lines', tool: null, quoted: 2, charged: 2, moved: 0, refunded: 0, paid: 2, result: null },
            {
              item: 'tool:github-actions-security',
              category: 'security',
              quoted: 1,
              paid: 1,
              refundReasons: [],
              result: { status: 'completed', findingsCount: expect.any(Number) },
            },
          ],
          totals: { quoted: 4, charged: 4, moved: 0, refunded: 0, paid: 4 },
        },
      });
      const again = await customer.post('/api/sessions', body(quoteId));
      expectRefusal(again, 409, 'QUOTE_NOT_APPLICABLE');
      expect(again.body.error.details).toMatchObject({ quoteId, changed: [{ what: 'use', now: session.sessionId }] });
      expect(await used()).toBe(4);
    });

    it('fails a session on a target of another size, which then costs nothing', async () => {
      const before = await used();
      const { quoteId } = await quoteOf(9_000);
      const { sessionId, ...failed } = await scan(customer, body(quoteId));
      expect(failed).toMatchObject({
        status: 'failed',
        error: { code: 'QUOTE_NOT_APPLICABLE', message: expect.stringContaining('it is for 9000 lines') },
      });
      expect(await used()).toBe(before);
      const { totals } = (await customer.get(`/api/sessions/${sessionId}/receipt`)).body;
      expect(totals).toEqual({ quoted: 3, charged: 2, moved: 0, refunded: 2, paid: 0 });
      const stranger = await service.tenant('pro');
      expectRefusal(await stranger.get(`/api/sessions/${sessionId}/receipt`), 404, 'SESSION_NOT_FOUND');
    });

    it('is refused to a scan that would have other tools, or is of another organization', async () => {
      const projectId = (await customer.post('/api/v1/projects', { name: 'Quoted', platforms: ['web'] })).body.data.id;
      const { quoteId } = await quoteOf(0, { categories: ['security'], aiFeatures: ['summary'] });
      const start = { applicationId: projectId, sourceType: 'container', containerImage: 'registry.example/a:1' };
      const refused = await customer.post('/api/v1/scans', { ...start, quoteId });
      expectRefusal(refused, 409, 'QUOTE_NOT_APPLICABLE');
      expect(refused.body.error.details.changed).toMatchObject([{ what: 'aiFeatures', quoted: ['summary'] }]);
      const stranger = await service.tenant('pro');
      expectRefusal(await stranger.post('/api/sessions', body(quoteId)), 404, 'QUOTE_NOT_FOUND');
    });

    it('is the same one where the request for it is repeated with its key', async () => {
      const headers = { 'idempotency-key': 'a-quote' };
      expect(await quoteOf(1, {}, headers)).toMatchObject({ quoteId: (await quoteOf(1, {}, headers)).quoteId });
    });
  });

  describe('a session of one own line among 20,000 lines of installed packages', () => {
    let customer: Tenant;
    let target: { directory: string };
    beforeAll(async () => {
      customer = await service.tenant('pro');
      target = {
        directory: await service.directory('installed', {
          'app.css': 'a { colr: red; }\n',
          '.venv/lib/style.css': 'a { colr: red; }\n'.repeat(20_000),
          '.venv/lib/key.css': `/* ${['postgres://shop:', 'not-a-real-password'].join('')}@db.example.net/shop */\n`,
          'src/made.css': '/* @generated */\nb { colr: red; }\n',
        }),
      };
    });
    const tools = ['css-errors', 'secrets-source'];
    const chargeOf = async ({ sessionId }: Json) => {
      const { transactions } = (await customer.get('/api/billing/usage')).body as Json;
      return -sum(
        transactions.filter(({ details }: Json) => details?.sessionId === sessionId).map(({ amount }: Json) => amount),
      );
    };
    const quoteFor = async (estimatedLines: number) =>
      (await customer.post('/api/billing/quote', { estimatedLines, config: { categories: ['security'] } })).body
        .estimate.total;

    it('costs what its own lines cost, and says what was left out', async () => {
      const session = await scan(customer, { target, tools, enableIntelligence: false });
      expect(session.targetSummary).toMatchObject({
        files: 2,
        lines: 3,
        roles: [
          { role: 'environment', basis: 'path', leftOut: true, files: 2, lines: 20_001, first: ['.venv/'] },
          { role: 'generated', basis: 'header', leftOut: false, files: 1, lines: 2, first: ['src/made.css'] },
        ],
      });
      expect(await chargeOf(session)).toBe(await quoteFor(3));
    });

    it('shows secrets of what was left out, and with each finding the role of its file', async () => {
      const { scanId } = await scan(customer, { target, tools, enableIntelligence: false });
      const { findings } = (await customer.get(`/api/v1/findings?scanId=${scanId}`)).body as Json;
      expect(findings.map(({ tool, file, role }: Json) => [tool, file, role]).sort()).toEqual([
        ['css-errors', 'app.css', 'own'],
        ['css-errors', 'src/made.css', 'generated'],
        ['secrets-source', '.venv/lib/key.css', 'environment'],
      ]);
    });

    it('costs all lines where they are included', async () => {
      const session = await scan(customer, { target, tools, enableIntelligence: false, include: ['environment'] });
      expect(session.targetSummary).toMatchObject({ files: 4, lines: 20_004 });
      expect(await chargeOf(session)).toBe(await quoteFor(20_004));
    });

    it('is refused where it includes what there is not', async () => {
      const body = { target, tools, include: ['vendor'] };
      expectInvalid(await customer.post('/api/sessions', body), 'include');
    });
  });

  describe('after a session', () => {
    let customer: Tenant;
    let quoted: number;
    let session: Json;
    let projectId: string;
    beforeAll(async () => {
      customer = await service.tenant('pro');
      projectId = (await customer.post('/api/v1/projects', { name: 'Shop', platforms: ['web'] })).body.data.id;
      const directory = await service.directory('billed', {
        ...STYLESHEET,
        ...WORKFLOW,
        'query.sql': 'SELECT 1;\n'.repeat(12_345),
      });
      quoted = (
        await customer.post('/api/billing/quote', {
          projectId,
          estimatedLines: 12_347,
          config: { categories: ['security', 'quality', 'accessibility'], aiFeatures: ['summary', 'priority_scoring'] },
        })
      ).body.estimate.total;
      session = await scan(customer, {
        target: { directory },
        tools: ['github-actions-security', 'css-errors', 'css-accessibility'],
        applicationId: projectId,
      });
    });
    const usage = async (query = '') => (await customer.get(`/api/billing/usage${query}`)).body as Json;

    it('the charge is what the quote said, line by line', async () => {
      expect(session).toMatchObject({
        status: 'completed',
        refund: { refundedCredits: 0 },
        targetSummary: { lines: 12_347 },
      });
      const charged = (await usage()).transactions.filter(({ type }: Json) => type === 'scan');
      expect(-sum(charged.map(({ amount }: Json) => amount))).toBe(quoted);
      expect(quoted).toBe(1 + 2 + 1 + 4 + 2);
      const lines = charged.flatMap(({ details }: Json) => details.lines);
      expect(Object.fromEntries(lines.map(({ item, amount }: Json) => [item, amount]))).toMatchObject({
        base: 1,
        lines: 2,
        'ai:summary': 1,
        'ai:priority_scoring': 1,
      });
      expect(
        sum(lines.filter(({ tool }: Json) => tool === 'css-accessibility').map(({ amount }: Json) => amount)),
      ).toBe(4);
      for (const { details } of charged)
        expect(details).toMatchObject({ sessionId: session.sessionId, scanId: session.scanId, projectId });
    });

    it('status, quote, usage, refund and audit agree on the balance', async () => {
      const { credits } = (await customer.get('/api/billing/status')).body;
      expect(credits).toEqual({
        remaining: 2_000 - quoted,
        included: 2_000,
        used: quoted,
        rollover: 0,
        percentUsed: 0.5,
      });
      expect((await customer.post('/api/billing/quote')).body.balance).toEqual({
        remaining: credits.remaining,
        included: 2_000,
        used: quoted,
      });
      expect(session.refund.newBalance).toBe(credits.remaining);
      expect((await usage()).transactions[0].balanceAfter).toBe(credits.remaining);
      expect((await customer.get('/api/billing/audit')).body).toMatchObject({
        balance: credits.remaining,
        chain: { valid: true },
        drift: { readModelBalance: credits.remaining, difference: 0 },
      });
    });

    it('usage says what the credits were spent on', async () => {
      const { period, summary } = await usage();
      expect(period).toEqual(month());
      expect(summary).toMatchObject({
        totalScans: 1,
        totalCreditsUsed: quoted,
        totalLinesScanned: 12_347,
        totalIssuesFound: session.summary.totalFindings,
        byCategory: {
          base: { credits: 1 },
          lines: { credits: 2 },
          ai: { credits: 2 },
          security: { scans: 1, credits: 1 },
          accessibility: { scans: 1, credits: 4 },
        },
        topProjects: [{ projectId, projectName: 'Shop', scans: 1, credits: quoted }],
      });
      expect(sum(Object.values<Json>(summary.byCategory).map(({ credits }) => credits))).toBe(quoted);
      expect(sum(Object.values<Json>(summary.byCategory).map(({ issues }) => issues))).toBe(
        session.summary.totalFindings,
      );
    });

    it('usage gives what is asked for, and transactions newest first', async () => {
      const both = await usage();
      expect(Object.keys(both)).toEqual(['period', 'summary', 'transactions']);
      expect(await usage('?include=both&period=current')).toEqual(both);
      expect(await usage('?include=summary')).toEqual({ period: both.period, summary: both.summary });
      expect(await usage('?include=transactions')).toEqual({ period: both.period, transactions: both.transactions });
      expect((await usage('?limit=1')).transactions).toEqual(both.transactions.slice(0, 1));
      expect(await usage(`?period=${month().start.slice(0, 10)}`)).toEqual(both);
      const times = both.transactions.map(({ timestamp }: Json) => timestamp);
      expect(times).toEqual([...times].sort().reverse());
      expect(await usage('?period=previous')).toEqual({
        period: { start: expect.any(String), end: month().start },
        summary: {
          totalScans: 0,
          totalCreditsUsed: 0,
          totalLinesScanned: 0,
          totalIssuesFound: 0,
          byCategory: {},
          topProjects: [],
        },
        transactions: [],
      });
    });

    it('an export has all transactions, as lines of JSON or in columns', async () => {
      const { transactions } = await usage('?include=transactions&limit=200');
      const jsonl = await customer.get('/api/billing/usage/export?format=jsonl');
      expect(jsonl.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
      const lines = String(jsonl.body).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line) as Json)).toEqual(transactions);
      const csv = await customer.get('/api/billing/usage/export');
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      const [header, ...rows] = String(csv.body).trimEnd().split('\r\n');
      expect(header).toMatch(/^"id","timestamp","type","amount","balanceAfter",/);
      expect(rows.map((row) => row.split(',').slice(0, 5).join())).toEqual(
        transactions.map(({ id, timestamp, type, amount, balanceAfter }: Json) =>
          [id, timestamp, type, amount, balanceAfter].map((field) => `"${field}"`).join(),
        ),
      );
    });

    it('the balance runs through the transactions', async () => {
      const oldestFirst = [...(await usage()).transactions].reverse();
      expect(oldestFirst.length).toBeGreaterThanOrEqual(3);
      let balance = 0;
      for (const { amount, balanceAfter } of oldestFirst) expect(balanceAfter).toBe((balance += amount));
    });

    it('everybody can get the key that proves what the service has signed for auditors', async () => {
      const { keys } = (await tenant.get('/.well-known/assay-audit.json')).body;
      const signing = await openSigningKey(join(dirname(service.root), 'data', 'audit-signing.key'));
      expect(keys).toEqual([{ id: signing.id, algorithm: 'Ed25519', publicKey: signing.publicKey }]);
      const published = createPublicKey({
        key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(keys[0].publicKey, 'base64')]),
        format: 'der',
        type: 'spki',
      });
      const manifest = Buffer.from('{"entries":3}');
      expect(verify(null, manifest, published, signing.sign(manifest))).toBe(true);
      expect(verify(null, Buffer.from('{"entries":4}'), published, signing.sign(manifest))).toBe(false);
    });

    it('an audit replays the ledger to any instant, each entry linked to the one before', async () => {
      const { body: audit } = await customer.get('/api/billing/audit');
      // Entries that an earlier audit has replayed are not replayed again: `checkedBefore` is their number.
      expect(audit.chain).toMatchObject({
        valid: true,
        head: audit.entries.at(-1).hash,
        checked: audit.entries.length,
      });
      expect(new Set(audit.entries.map(({ hash }: Json) => hash)).size).toBe(audit.entries.length);
      expect(sum(audit.entries.map(({ amount }: Json) => amount))).toBe(audit.balance);
      for (const { timestamp } of audit.entries) {
        const { body } = await customer.get(`/api/billing/audit?asOf=${timestamp}`);
        const expected = audit.entries.filter((entry: Json) => entry.timestamp <= timestamp);
        expect({ asOf: body.asOf, entries: body.entries, balance: body.balance }).toEqual({
          asOf: timestamp,
          entries: expected,
          balance: expected.at(-1).balanceAfter,
        });
      }
      expect((await customer.get('/api/billing/audit?asOf=2020-01-01T00:00:00Z')).body).toMatchObject({
        asOf: '2020-01-01T00:00:00.000Z',
        balance: 0,
        entries: [],
      });
      expect((await customer.get(`/api/billing/audit?period=${month().start.slice(0, 7)}`)).body.entries).toEqual(
        audit.entries,
      );
    });

    it('a refund is the sum of its entries, and names its tools and its reason', async () => {
      const directory = await service.directory('only-style', STYLESHEET);
      const { sessionId, refund } = await scan(customer, {
        target: { directory },
        tools: ['css-errors', 'github-actions-security'],
      });
      const returned = (await usage()).transactions.filter(
        ({ type, details }: Json) => type === 'refund' && details.sessionId === sessionId,
      );
      expect(refund).toEqual({
        refundedCredits: sum(returned.map(({ amount }: Json) => amount)),
        toolsRefunded: ['github-actions-security'],
        newBalance: returned[0].balanceAfter,
      });
      expect(returned).toMatchObject([
        {
          amount: 1,
          reason: 'skipped',
          details: { lines: [{ category: 'security', tool: 'github-actions-security', amount: 1 }] },
        },
      ]);
    });

    it('another organization has nothing to do with it', async () =>
      expect(
        (await tenant.get('/api/billing/usage')).body.transactions.filter(({ type }: Json) => type === 'scan'),
      ).toEqual([]));
  });

  it.each([
    ['usage?period=next', 'period'],
    ['usage?period=2026-13', 'period'],
    ['usage?period=2026-02-30', 'period'],
    ['usage?include=all', 'include'],
    ['usage?limit=0', 'limit'],
    ['usage?limit=201', 'limit'],
    ['usage/export?period=next', 'period'],
    ['usage/export?format=xls', 'format'],
    ['audit?asOf=yesterday', 'asOf'],
    ['audit?asOf=2026-02-30T00:00:00Z', 'asOf'],
    ['audit?period=2026', 'period'],
    ['audit?period=2026-13', 'period'],
    ['audit?from=2026', 'from'],
  ])('refuses %s', async (path, field) => expectInvalid(await tenant.get(`/api/billing/${path}`), field));

  describe('tools', () => {
    it('say what they cost and where they apply, and can be filtered', async () => {
      const {
        body: { tools, total },
      } = await tenant.get('/api/v1/tools');
      expect(total).toBe(tools.length);
      expect(total).toBeGreaterThanOrEqual(60);
      expect(new Set(tools.map(({ id }: Json) => id)).size).toBe(total);
      for (const category of ['security', 'quality', 'performance', 'accessibility', 'standards']) {
        const expected = tools.filter((tool: Json) => tool.category === category);
        expect((await tenant.get(`/api/v1/tools?category=${category}`)).body).toEqual({
          tools: expected,
          total: expected.length,
        });
      }
      const both = tools.filter((tool: Json) => tool.category === 'security' && tool.targets.includes('directory'));
      expect((await tenant.get('/api/v1/tools?category=security&target=directory')).body).toEqual({
        tools: both,
        total: both.length,
      });
    });

    it.each([
      ['category=taste', 'category'],
      ['target=moon', 'target'],
      ['limit=5', 'limit'],
    ])('refuse ?%s', async (query, field) => expectInvalid(await tenant.get(`/api/v1/tools?${query}`), field));
  });
});
