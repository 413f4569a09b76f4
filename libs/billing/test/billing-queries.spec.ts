import { ChangeOrganizationTier, CreateOrganization, IdentityModule, Tiers } from '@assay/identity';
import { fromCredits } from '@assay/kernel';
import { CreateProject, DeleteProject, ProjectsModule } from '@assay/projects';
import { creditBalance } from '../../../projections/credit-balance.projection';
import { creditEntries } from '../../../projections/credit-entries.projection';
import { creditUsage } from '../../../projections/credit-usage.projection';
import { organizations } from '../../../projections/organizations.projection';
import { projects } from '../../../projections/projects.projection';
import { type RunningContext, refusalOf, startContext } from '../../identity/test/running-context';
import {
  AddUpgrades,
  Audit,
  BillingModule,
  BillingStatus,
  ChargeLines,
  ChargeSession,
  GiveQuote,
  GrantCredits,
  LedgerReplays,
  RefundSession,
  SettleCharge,
  Usage,
  UsageExport,
} from '../src';

let context: RunningContext;
let organizationId: string;
let projectId: string;
beforeEach(async () => {
  context = await startContext({
    modules: [IdentityModule, ProjectsModule, BillingModule],
    projections: [creditBalance, creditEntries, creditUsage, organizations, projects],
  });
  ({ organizationId } = await context.execute(new CreateOrganization({ name: 'Acme', tier: 'starter' })));
  ({ projectId } = await context.execute(new CreateProject({ organizationId, name: 'Shop', platforms: ['web'] })));
});
afterEach(() => context.stop());

const charge = (sessionId: string, more: { projectId?: string | null } = {}) =>
  context.execute(
    new ChargeSession({
      organizationId,
      sessionId,
      scanId: sessionId.replace('ses', 'scn'),
      projectId,
      tools: [
        { id: 'secrets', billing: 'security' },
        { id: 'injection', billing: 'security' },
        { id: 'contrast', billing: 'accessibility' },
        { id: 'spelling', billing: 'docs' },
      ],
      aiFeatures: ['summary'],
      ...more,
    }),
  );
const status = () => context.ask(new BillingStatus({ organizationId }));

/** Charged 7, then 2 for lines; 0.5 came back for a tool, 4 for a category. */
async function aSession(sessionId = 'ses_1') {
  await charge(sessionId);
  await context.execute(
    new ChargeLines({ organizationId, sessionId, lines: 12_345, remainingTools: ['secrets', 'injection', 'spelling'] }),
  );
  return context.execute(
    new SettleCharge({
      organizationId,
      sessionId,
      linesScanned: 12_345,
      issuesByCategory: { security: 3, standards: 2 },
      refunds: [
        { tool: 'secrets', reason: 'timed-out' },
        { tool: 'spelling', reason: 'failed' },
      ],
    }),
  );
}

describe('the account of a session', () => {
  it('says what was charged, what came back and for which tools', async () => {
    expect(await aSession()).toEqual({
      charged: fromCredits(9),
      refunded: fromCredits('4.5'),
      toolsRefunded: ['secrets'],
      toolsNotApplicable: ['contrast'],
      newBalance: fromCredits('495.5'),
      position: expect.any(Number) as unknown,
    });
  });

  it('is all zeros for a session that was never charged', async () =>
    expect(
      await context.execute(new RefundSession({ organizationId, sessionId: 'ses_0', reason: 'failed' })),
    ).toMatchObject({ charged: 0, refunded: 0, toolsRefunded: [] }));
});

describe('the billing status', () => {
  it('shows a new organization what its tier includes', async () =>
    expect(await status()).toEqual({
      tier: 'starter',
      tierName: 'Starter',
      credits: { remaining: 500, included: 500, used: 0, rollover: 0, percentUsed: 0 },
      subscription: {
        status: 'active',
        renewsAt: '2026-12-01T00:00:00.000Z',
        cancelAtPeriodEnd: false,
        nextTier: null,
      },
      limits: { maxProjects: 10, maxRepoSize: 500, aiFeatures: ['summary', 'priority_scoring'] },
      canScan: true,
      needsUpgrade: false,
      overageEnabled: false,
      overage: { allowed: false, limit: 0, maximum: 100, used: 0, pricePerCredit: 0.12 },
      debt: 0,
    }));

  it('shows what was used and did not come back', async () => {
    await aSession();
    expect((await status()).credits).toEqual({
      remaining: 495.5,
      included: 500,
      used: 4.5,
      rollover: 0,
      percentUsed: 0.9,
    });
  });

  it('shows the tier that comes with the next month, and that the smallest one ends the subscription', async () => {
    const order = (tier: string) => context.execute(new ChangeOrganizationTier({ organizationId, tier }));
    await order('pro');
    expect(await status()).toMatchObject({ tier: 'pro', subscription: { cancelAtPeriodEnd: false, nextTier: null } });
    await order('starter');
    expect((await status()).subscription).toMatchObject({ cancelAtPeriodEnd: false, nextTier: 'starter' });
    await order('free');
    expect((await status()).subscription).toMatchObject({ cancelAtPeriodEnd: true, nextTier: 'free' });
    await order('pro');
    expect((await status()).subscription).toMatchObject({ cancelAtPeriodEnd: false, nextTier: null });
  });

  it('shows the tier that has come with the month, also before anybody has recorded it', async () => {
    await aSession();
    await context.execute(new ChangeOrganizationTier({ organizationId, tier: 'free' }));
    context.moveTo('2026-11-30T23:59:59.999Z');
    expect(await status()).toMatchObject({ tier: 'starter', subscription: { nextTier: 'free' } });
    context.moveTo('2026-12-01T00:00:00.000Z');
    expect(await status()).toMatchObject({
      tier: 'free',
      credits: { included: 50 },
      limits: { aiFeatures: [] },
      subscription: { nextTier: null, cancelAtPeriodEnd: false },
    });
    expect(await context.get(Tiers).of(organizationId)).toMatchObject({ id: 'free' });
  });

  it('shows what an upgrade in the midst of a month includes, and lists it', async () => {
    await aSession();
    context.moveTo('2026-11-16T00:00:00.000Z');
    await context.execute(new ChangeOrganizationTier({ organizationId, tier: 'pro' }));
    await context.execute(new AddUpgrades({ organizationId }));
    await context.execute(new AddUpgrades({ organizationId }));
    expect((await status()).credits).toMatchObject({ remaining: 495.5 + 750, included: 500 + 750 });
    const { transactions } = await context.ask(new Usage({ organizationId, include: 'transactions' }));
    expect(transactions![0]).toMatchObject({
      type: 'grant',
      amount: 750,
      balanceAfter: 495.5 + 750,
      reason: 'upgraded',
      details: {
        lot: { id: 'upgrade-2026-11-1', kind: 'included', expires: '2026-11' },
        upgrade: { from: 'starter', to: 'pro', includedBefore: 500, included: 2_000, daysLeft: 15, days: 30 },
      },
    });
  });

  it('shows a new month before anything happened in it, as its first command finds it', async () => {
    await aSession();
    context.moveTo('2026-12-24T00:00:00.000Z');
    const foreseen = (await status()).credits;
    expect(foreseen).toEqual({ remaining: 995.5, included: 500, used: 0, rollover: 495.5, percentUsed: 0 });
    await context.execute(new RefundSession({ organizationId, sessionId: 'ses_0', reason: 'failed' }));
    expect((await status()).credits).toEqual(foreseen);
  });

  it('foresees the first command of an organization that never had one, too', async () => {
    context.moveTo('2026-12-24T00:00:00.000Z');
    const foreseen = (await status()).credits;
    expect(foreseen).toMatchObject({ remaining: 1_000, rollover: 500 });
    await context.execute(new RefundSession({ organizationId, sessionId: 'ses_0', reason: 'failed' }));
    expect((await status()).credits).toEqual(foreseen);
  });

  it('says when nothing can be scanned any more, and that the next month changes it', async () => {
    for (let index = 0; index < 71; index += 1) await charge(`ses_${index}`);
    expect(await status()).toMatchObject({ credits: { remaining: 3, percentUsed: 99.4 }, canScan: true });
    for (let index = 0; index < 3; index += 1) {
      await context.execute(
        new ChargeSession({
          organizationId,
          sessionId: `ses_last${index}`,
          scanId: 'scn',
          projectId,
          tools: [],
          aiFeatures: [],
        }),
      );
    }
    expect(await status()).toMatchObject({
      credits: { remaining: 0, percentUsed: 100 },
      canScan: false,
      needsUpgrade: true,
    });
    expect(await refusalOf(charge('ses_more'))).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: { required: 7, balance: 0 },
    });
    context.moveTo('2026-12-01T00:00:00.000Z');
    expect(await status()).toMatchObject({ credits: { remaining: 500 }, canScan: true, needsUpgrade: false });
  });

  it('does not exist for an organization that does not', async () =>
    expect(await refusalOf(context.ask(new BillingStatus({ organizationId: 'org_nobody' })))).toMatchObject({
      code: 'ORGANIZATION_NOT_FOUND',
    }));
});

describe('a quote', () => {
  const quote = (request: object) => context.execute(new GiveQuote({ organizationId, ...request }));

  it('shows the balance and whether it suffices', async () => {
    expect(await quote({ estimatedLines: 4_880_001, projectId })).toMatchObject({
      balance: { remaining: 500, included: 500, used: 0 },
      estimate: { total: 11 + 489 },
      canAfford: true,
      overage: null,
    });
    expect(await quote({ estimatedLines: 4_890_001 })).toMatchObject({
      estimate: { total: 501 },
      canAfford: false,
      overage: null,
    });
  });

  it('is the price that the session is charged', async () => {
    const { estimate } = await quote({
      config: { categories: ['security', 'accessibility', 'docs'], aiFeatures: ['summary'] },
    });
    expect((await charge('ses_1')).account.charged).toBe(fromCredits(estimate.total));
  });

  it('names the tier of a feature that this one lacks', async () =>
    expect(await refusalOf(quote({ config: { aiFeatures: ['summary', 'fix_suggestions'] } }))).toMatchObject({
      code: 'TIER_REQUIRED',
      message: 'fix_suggestions requires the Business tier',
      details: { requiredTier: 'business' },
    }));

  it("is not given for another organization's project", async () => {
    const other = (await context.execute(new CreateOrganization({ name: 'Other', tier: 'free' }))).organizationId;
    expect(await refusalOf(context.execute(new GiveQuote({ organizationId: other, projectId })))).toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    });
  });
});

describe('usage', () => {
  const usage = (more: object = {}) => context.ask(new Usage({ organizationId, ...more }));

  it('sums up what the credits were spent on', async () => {
    await aSession();
    await charge('ses_2', { projectId: null });
    expect(await usage({ include: 'summary' })).toEqual({
      period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
      summary: {
        totalScans: 2,
        totalCreditsUsed: 11.5,
        totalLinesScanned: 12_345,
        totalIssuesFound: 5,
        byCategory: {
          base: { scans: 0, credits: 2, issues: 0 },
          lines: { scans: 0, credits: 2, issues: 0 },
          ai: { scans: 0, credits: 2, issues: 0 },
          security: { scans: 2, credits: 1.5, issues: 3 },
          accessibility: { scans: 2, credits: 4, issues: 0 },
          docs: { scans: 2, credits: 0, issues: 0 },
          standards: { scans: 0, credits: 0, issues: 2 },
        },
        topProjects: [{ projectId, projectName: 'Shop', scans: 1, credits: 4.5 }],
      },
    });
  });

  it('counts no session that never started', async () => {
    await charge('ses_1');
    await context.execute(new RefundSession({ organizationId, sessionId: 'ses_1', reason: 'not-started' }));
    expect((await usage()).summary).toMatchObject({ totalScans: 0, totalCreditsUsed: 0 });
  });

  it('lists the transactions, newest first, each with the balance it left', async () => {
    await aSession();
    const { transactions, summary } = await usage({ include: 'transactions' });
    expect(summary).toBeUndefined();
    expect(transactions!.map(({ type, amount, balanceAfter, reason }) => [type, amount, balanceAfter, reason])).toEqual(
      [
        ['refund', 0.5, 495.5, 'timed-out'],
        ['scan', -2, 495, undefined],
        ['refund', 4, 497, 'not-applicable'],
        ['scan', -7, 493, undefined],
        ['grant', 500, 500, 'included'],
      ],
    );
    expect(transactions![0]).toMatchObject({
      id: expect.stringMatching(/^txn_[0-9a-f-]{36}$/) as unknown,
      timestamp: '2026-11-05T10:00:00.000Z',
      details: {
        scanId: 'scn_1',
        sessionId: 'ses_1',
        projectId,
        lines: [{ item: 'tool:secrets', category: 'security', tool: 'secrets', amount: 0.5 }],
      },
    });
    expect((await usage({ limit: 2 })).transactions).toHaveLength(2);
  });

  it('has a page for each period', async () => {
    await aSession();
    context.moveTo('2026-12-02T00:00:00.000Z');
    await charge('ses_2');
    for (const period of ['previous', '2026-11-30', '2026-11-30T23:59:59Z', '2026-11'])
      expect((await usage({ period })).summary).toMatchObject({ totalScans: 1, totalCreditsUsed: 4.5 });
    expect((await usage()).summary).toMatchObject({ totalScans: 1, totalCreditsUsed: 7 });
    expect(await usage({ period: '2020-01-01' })).toMatchObject({
      summary: { totalScans: 0, byCategory: {}, topProjects: [] },
      transactions: [],
    });
  });

  it('is exported whole, whatever comes meanwhile, and no cell is a formula', async () => {
    await aSession();
    const grant = (reason: string) =>
      context.execute(
        new GrantCredits({ organizationId, grantId: reason, amount: fromCredits(1), reason, expires: null }),
      );
    await grant('=1+1');
    const lines = await context.ask(new UsageExport({ organizationId, format: 'jsonl' }));
    const { value: newest } = await lines.next();
    await grant('later');
    const shown = [newest as string];
    for await (const line of lines) shown.push(line);
    const { transactions } = await usage({ include: 'transactions' });
    expect(shown.map((line) => JSON.parse(line) as unknown)).toEqual(transactions!.slice(1));
    const csv: string[] = [];
    for await (const line of await context.ask(new UsageExport({ organizationId, format: 'csv' }))) csv.push(line);
    expect(csv).toHaveLength(transactions!.length + 1);
    expect(csv[0]).toMatch(/,"lots","lines","owed","cents","centsBefore","centsLeft"\r?\n$/);
    expect(csv[2]).toMatch(/^"txn_[^"]+","2026-11-05T10:00:00.000Z","grant","1","496.5","'=1\+1",/);
    expect(csv[4]).toContain('"scan","-2","495","","ses_1","","scn_1"');
    expect(csv[4]).toContain('"lines 2"');
  });

  it('goes on naming a project that was deleted', async () => {
    await aSession();
    await context.execute(new DeleteProject({ organizationId, projectId }));
    expect((await usage()).summary!.topProjects).toMatchObject([{ projectId, projectName: '(deleted project)' }]);
  });

  it.each([
    { limit: 0 },
    { limit: 201 },
    { period: 'yesterday' },
    { period: '2026-02-30' },
    { period: '2026-13-01' },
    // In UTC these are of a year before 0 and of one after 9999.
    { period: '0000-01-01T00:00+00:01' },
    { period: '9999-12-31T23:59-00:01' },
  ])('is not shown for %j', async (request) =>
    expect(await refusalOf(usage(request))).toMatchObject({ code: 'VALIDATION_ERROR' }),
  );
});

describe('an audit', () => {
  const audit = (more: object = {}) => context.ask(new Audit({ organizationId, ...more }));

  it('replays the whole ledger, finds its chain whole and the read model in step', async () => {
    await aSession();
    context.moveTo('2026-12-02T00:00:00.000Z');
    await context.execute(
      new GrantCredits({ organizationId, grantId: 'g', amount: fromCredits(5), reason: 'sorry', expires: null }),
    );
    const { asOf, balance, entries, chain, drift } = await audit();
    expect({ asOf, balance, drift }).toEqual({
      asOf: '2026-12-02T00:00:00.000Z',
      balance: 1_000.5,
      drift: { readModelBalance: 1_000.5, difference: 0 },
    });
    expect(chain).toEqual({ valid: true, head: entries.at(-1)!.hash, checked: entries.length });
    expect(entries.map(({ type }) => type)).toEqual([
      'period-opened',
      'grant',
      'scan',
      'refund',
      'scan',
      'refund',
      'settlement',
      'period-closed',
      'period-opened',
      'grant',
      'grant',
    ]);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_000.5);
  });

  it('says what the balance was at any instant', async () => {
    await aSession();
    context.moveTo('2026-11-07T00:00:00.000Z');
    await charge('ses_2');
    expect(await audit({ asOf: '2026-11-06T00:00:00Z' })).toMatchObject({
      balance: 495.5,
      entries: { length: 7 },
      chain: { valid: true, checked: 8 },
      drift: { difference: 0 },
    });
    expect(await audit({ asOf: '2026-11-01T00:00:00Z' })).toMatchObject({ balance: 0, entries: [] });
    expect(await audit()).toMatchObject({ balance: 488.5 });
  });

  it('checks one period, and that it follows the one before', async () => {
    await aSession();
    context.moveTo('2026-12-02T00:00:00.000Z');
    await charge('ses_2');
    const december = await audit({ period: 'current' });
    expect(december).toMatchObject({ balance: 988.5, chain: { valid: true, checked: 3 }, drift: { difference: 0 } });
    expect(await audit({ period: '2026-11' })).toMatchObject({
      balance: 495.5,
      chain: { valid: true },
      drift: { readModelBalance: 988.5, difference: 0 },
    });
  });

  it('names the first entry that does not hold', async () => {
    await aSession();
    const stream = `credits-${organizationId}-2026-11`;
    await context.events.append(stream, [
      {
        type: 'CreditsGranted',
        data: {
          at: '2026-11-05T10:00:00.000Z',
          previousHash: 'f'.repeat(64),
          balance: fromCredits(10_495),
          reason: 'forged',
          lot: {
            id: 'forged',
            kind: 'purchased',
            remaining: fromCredits(10_000),
            expires: null,
            grantedAt: '2026-11-05T10:00:00.000Z',
          },
        },
      },
    ]);
    expect((await audit()).chain).toMatchObject({
      valid: false,
      brokenAt: { stream, revision: 7, reason: 'it does not follow the entry before it' },
    });
  });

  it('agrees with the status before the first command of a month, and says what is not open', async () => {
    await aSession();
    context.moveTo('2026-12-02T00:00:00.000Z');
    const before = await audit();
    expect(before).toMatchObject({ balance: 995.5, recordedBalance: 495.5, unopenedMonths: ['2026-12'] });
    expect(before.balance).toBe((await status()).credits.remaining);
    expect(before.drift).toEqual({ readModelBalance: 495.5, difference: 0 });
    expect(await audit({ asOf: '2026-11-30T00:00:00Z' })).toMatchObject({ balance: 495.5, unopenedMonths: [] });
    await context.execute(new RefundSession({ organizationId, sessionId: 'ses_0', reason: 'failed' }));
    expect(await audit()).toMatchObject({ balance: 995.5, recordedBalance: 995.5, unopenedMonths: [] });
  });

  it('adds up where an entry is added while it reads the ledger', async () => {
    await aSession();
    const replays = context.get(LedgerReplays);
    const replay = replays.replay.bind(replays);
    jest.spyOn(replays, 'replay').mockImplementationOnce(async (request) => {
      const replayed = await replay(request);
      await charge('ses_2');
      return replayed;
    });
    const { entries, recordedBalance, chain } = await audit();
    expect(entries.at(-1)).toMatchObject({ balanceAfter: recordedBalance, hash: chain.head });
    expect(entries.at(-1)!.details).toMatchObject({ sessionId: 'ses_2' });
  });

  it('shows its entries a page at a time, and checks the whole ledger with the first', async () => {
    await aSession();
    context.moveTo('2026-12-02T00:00:00.000Z');
    await charge('ses_2');
    const { entries, chain } = await audit();
    const first = await audit({ limit: 3 });
    expect(first.chain).toEqual(chain);
    const pages = [first];
    while (pages.at(-1)!.nextCursor !== null) pages.push(await audit({ limit: 3, cursor: pages.at(-1)!.nextCursor }));
    expect(pages.flatMap((page) => page.entries)).toEqual(entries);
    expect(pages.map((page) => page.entries.length)).toEqual([3, 3, 3, 2]);
    expect(new Set(pages.map(({ balance }) => balance))).toEqual(new Set([988.5]));
    expect(pages.every((page) => page.chain.valid)).toBe(true);
    for (const cursor of ['', 'nonsense', Buffer.from('2026-13/1').toString('base64url')])
      expect(await refusalOf(audit({ cursor }))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('finds a month that was taken out', async () => {
    for (const month of ['2026-11', '2026-12', '2027-01']) {
      context.moveTo(`${month}-05T10:00:00.000Z`);
      await charge(`ses_${month}`);
    }
    await context.events.deleteStream(`credits-${organizationId}-2026-12`);
    expect((await audit()).chain).toMatchObject({
      valid: false,
      brokenAt: { stream: `credits-${organizationId}-2027-01`, revision: 0, reason: 'the month 2026-12 is missing' },
    });
  });

  it('takes an asOf in one sense only: a date is in UTC, a time needs its offset', async () => {
    expect((await audit({ asOf: '2026-11-01' })).asOf).toBe('2026-11-01T00:00:00.000Z');
    expect(await refusalOf(audit({ asOf: '2026-11-01T10:00' }))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('has nothing to say of a ledger that was never opened but what its first command finds', async () =>
    expect(await audit()).toMatchObject({
      balance: 500,
      recordedBalance: 0,
      entries: [],
      chain: { valid: true, checked: 0 },
      drift: { difference: 0 },
    }));

  it('does not take nonsense for an instant', async () =>
    expect(await refusalOf(audit({ asOf: 'then' }))).toMatchObject({ code: 'VALIDATION_ERROR' }));
});

describe('granting credits', () => {
  const grant = (more: object = {}) =>
    context.execute(
      new GrantCredits({
        organizationId,
        grantId: 'g',
        amount: fromCredits(5),
        reason: 'sorry',
        expires: null,
        ...more,
      }),
    );

  it('is done once for one id', async () => {
    expect(await grant()).toMatchObject({ newBalance: fromCredits(505) });
    expect(await grant()).toMatchObject({ newBalance: fromCredits(505) });
  });

  it.each([{ amount: 0 }, { amount: -1 }, { expires: '2026-10' }, { expires: 'never' }])(
    'is refused with %j',
    async (more) => expect(await refusalOf(grant(more))).toMatchObject({ code: 'VALIDATION_ERROR' }),
  );
});
