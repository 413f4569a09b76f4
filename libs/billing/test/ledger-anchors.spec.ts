import { CreateOrganization, IdentityModule } from '@assay/identity';
import { creditBalance } from '../../../projections/credit-balance.projection';
import { organizations } from '../../../projections/organizations.projection';
import { type RunningContext, startContext } from '../../identity/test/running-context';
import { Audit, BillingModule, ChargeSession, LedgerAnchors } from '../src';

describe('the anchors of a ledger', () => {
  let context: RunningContext;
  let anchors: LedgerAnchors;
  let organizationId: string;
  const stream = (month: string) => `credits-${organizationId}-${month}`;
  const audit = (more: object = {}) => context.ask(new Audit({ organizationId, ...more }));
  const charge = (sessionId: string) =>
    context.execute(
      new ChargeSession({ organizationId, sessionId, scanId: sessionId, projectId: null, tools: [], aiFeatures: [] }),
    );

  beforeEach(async () => {
    context = await startContext({
      modules: [IdentityModule, BillingModule],
      projections: [creditBalance, organizations],
    });
    anchors = context.get(LedgerAnchors);
    ({ organizationId } = await context.execute(new CreateOrganization({ name: 'Acme', tier: 'starter' })));
    for (const month of ['2026-11', '2026-12', '2027-01']) {
      context.moveTo(`${month}-05T10:00:00.000Z`);
      await charge(`ses_${month}`);
      await charge(`ses_more_${month}`);
    }
  });
  afterEach(() => context.stop());

  it('let an audit replay no more than the newest month, and all of them on demand', async () => {
    const whole = await audit();
    expect(whole).toMatchObject({ anchors: { compared: 0 }, failures: [] });
    expect(whole.chain).not.toHaveProperty('since');
    expect(await anchors.advance()).toEqual([]);
    const incremental = await audit();
    expect(incremental).toMatchObject({
      balance: whole.balance,
      entries: whole.entries,
      chain: { valid: true, head: whole.chain.head, since: '2027-01' },
      anchors: { compared: 3, contradictions: [] },
      failures: [],
    });
    const newest = whole.entries.filter(({ timestamp, type }) => timestamp >= '2027-01' && type !== 'period-closed');
    expect(incremental.chain.checked).toBe(newest.filter(({ type }) => type !== 'expiry').length);
    expect(incremental.chain.checked).toBeLessThan(whole.chain.checked);
    const full = await audit({ full: true });
    expect(full.chain).toEqual(whole.chain);
    expect(full.anchors).toEqual(incremental.anchors);
  });

  it('follow a ledger as it grows, and stay where it was cut short', async () => {
    await anchors.advance();
    await charge('ses_last');
    const before = await anchors.of(organizationId);
    await anchors.advance();
    const grown = await anchors.of(organizationId);
    expect(grown.map(({ period, revision }) => [period, revision])).toEqual(
      before.map(({ period, revision }) => [period, period === '2027-01' ? revision + 1 : revision]),
    );
    await context.events.deleteStream(stream('2027-01'));
    const gone = `${stream('2027-01')} is missing: it had ${grown.at(-1)!.revision + 1} entries at`;
    expect((await audit()).failures).toContainEqual(expect.stringContaining(gone));
    await anchors.advance();
    expect(await anchors.of(organizationId)).toEqual(grown);
  });

  it("are given up only on an operator's word, and then follow what is there", async () => {
    await anchors.advance();
    await context.events.deleteStream(stream('2027-01'));
    const contradicted = await anchors.contradicted();
    expect(contradicted).toMatchObject([{ organizationId, period: '2027-01' }]);
    await anchors.replace(contradicted);
    expect((await anchors.of(organizationId)).map(({ period }) => period)).toEqual(['2026-11', '2026-12']);
    expect((await audit()).anchors).toEqual({ compared: 2, contradictions: [] });
    expect(await anchors.contradicted()).toEqual([]);
  });

  it('name an organization of which nothing is left', async () => {
    await anchors.advance();
    expect(await anchors.vanished()).toEqual([]);
    await context.events.deleteStream(`organization-${organizationId}`);
    expect(await anchors.vanished()).toEqual([
      `${organizationId} is missing from the log, and its ledger was anchored`,
    ]);
  });
});
