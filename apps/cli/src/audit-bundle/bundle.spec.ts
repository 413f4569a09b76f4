import {
  ChangeOverage,
  ChargeLines,
  ChargeSession,
  GrantCredits,
  LedgerHistory,
  RefundSession,
  SettleCharge,
  verify,
} from '@assay/billing';
import type { EventStore } from '@assay/event-store';
import { ChangeOrganizationTier } from '@assay/identity';
import { type BillingCategory, type PriceList, defaultPriceList, fromCredits, toCredits } from '@assay/kernel';
import { type SigningKey, openSigningKey } from '@assay/secrets';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  ChargeAiReport,
  ChargeAiReportHandler,
} from '../../../../libs/billing/src/commands/charge-ai-report/charge-ai-report';
import { quotedPrice } from '../../../../libs/billing/src/domain/quote';
import { PurchaseBooking } from '../../../../libs/billing/src/purchase-booking';
import { BillingWorld } from '../../../../libs/billing/test/billing-world';
import { type Step, histories } from '../../../../libs/billing/test/histories';
import { ORGANIZATION } from '../../../../libs/billing/test/ledger';
import { WITH_OVERAGE } from '../../../../libs/billing/test/prices';
import { BundleForger } from '../../../../test/support/auditor/bundle-forger';
import { TAMPERINGS } from '../../../../test/support/auditor/tamperings';
import { writeBundle } from './write-bundle';

const VERIFIER = join(__dirname, '../../../../docs/auditor/verify.py');
/** The number of exports of random honest ledgers; ASSAY_HONEST_EXPORTS sets another number. */
const HONEST = Number(process.env['ASSAY_HONEST_EXPORTS'] ?? 10);
/** The exports that one run of Python checks: its start takes longer than most of them. */
const AT_ONCE = 50;
/** Calls the program's own main for each export, with a separator line between the outputs. */
const CHECK_EACH = `
import sys
folder, key, anchor, *directories = sys.argv[1:]
sys.path.insert(0, folder)
import verify
for directory in directories:
    sys.argv[1:] = [directory, "--key", key] + (["--anchor", anchor] if anchor else [])
    print("status", verify.main())
`;

const OTHER_LINES = /its lines are not those of its price list/;
const OTHER_TERMS = /its price of lines is not that of its price list/;
const LACKS_INCLUDED = /month lacks what its tier includes/;
const CHARGED_OTHERWISE = /air_help is charged for something else/;
const WRONG_UPGRADE = /an upgrade is wrong/;
/** The program's message if a charge and the price lists do not agree. */
const BY_PRICE: Readonly<Record<string, RegExp>> = {
  'signed: a charge of more for one thing and less for another': OTHER_LINES,
  'signed: shares of tools that are not equal': OTHER_LINES,
  'signed: a charge for a tool that was not planned': OTHER_LINES,
  'signed: a charge for a feature that was not bought': OTHER_LINES,
  'signed: a charge that names no price list': /it names no price list/,
  'signed: a charge of a session that nobody started': /it names no price list/,
  'signed: a charge of lines for a session that nobody started': /not what a first charge is of/,
  'signed: a charge of a session that planned nothing': /not what a first charge is of/,
  'signed: a charge of an AI report for lines': OTHER_LINES,
  'signed: a charge of an AI report for less than its price': OTHER_LINES,
  'signed: a purchase that is of no package': /no price list has its package/,
  'signed: overage at another price': /no tier of a price list has its overage/,
  'signed: more overage than a tier has': /no tier of a price list has its overage/,
  'signed: overage that a month allows at another price': /no tier of a price list has its overage/,
  'signed: an upgrade of more': WRONG_UPGRADE,
  'signed: an upgrade of an earlier day': WRONG_UPGRADE,
  'signed: a second upgrade that begins anew': WRONG_UPGRADE,
  'signed: an upgrade to more than its tier includes': WRONG_UPGRADE,
  'signed: an upgrade of another month': /an upgrade is of another month/,
  'signed: a month that includes more': LACKS_INCLUDED,
  'signed: a month that includes nothing': LACKS_INCLUDED,
  'signed: a newest month that includes nothing': LACKS_INCLUDED,
  'signed: a month whose included credits are of another kind': LACKS_INCLUDED,
  'signed: a month that includes twice as much': /no lot of its tier/,
  'signed: a feature of a report that is charged by the issue': OTHER_LINES,
  'signed: a feature of issues that is charged without one': OTHER_LINES,
  'signed: a feature of issues that is charged for two at once': OTHER_LINES,
  'signed: help that was delivered and not charged': CHARGED_OTHERWISE,
  'signed: help that was charged and not delivered': CHARGED_OTHERWISE,
  'signed: a charge by a price list that is not there': /it lacks '2020-01'/,
  'signed: a charge by another price of lines': OTHER_TERMS,
  'signed: lines of another size': OTHER_LINES,
  'signed: a price in the list': OTHER_LINES,
  'signed: the price of lines in the list': OTHER_TERMS,
  'signed: the price of a category in the list': OTHER_LINES,
  'signed: a price list of another version': /it lacks 'by-five'/,
  'signed: no price list is left': /no prices/,
  'signed: two price lists of one version': /two price lists have one version/,
};

const contentsOf = (directory: string): Record<string, string> =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));

/** A price list that sells credits in fives, for simple amounts of refunds. */
const BY_FIVE: PriceList = (() => {
  const five = { id: 'credits-5', name: '5 credits', credits: fromCredits(5), priceCents: 50, isFeatured: false };
  return { ...defaultPriceList(), version: 'by-five', packages: [five] };
})();

/** Books the credits that a purchase paid and the refunds, as the payment provider reports them. */
function purchasesIn(world: BillingWorld, since: string) {
  const booking = new PurchaseBooking(world.accounts, world.store);
  return (purchaseId: string, credits: number, reversed: number) =>
    booking.book(
      ORGANIZATION,
      { purchaseId, packageId: 'credits-5', credits: fromCredits(credits), reversed: fromCredits(reversed) },
      since,
    );
}

/** Charges `count` sessions, `ses_1` and so on, with a tool of each category. */
async function chargeSessions(world: BillingWorld, count: number, categories: readonly BillingCategory[]) {
  const tools = categories.map((billing) => ({ id: billing, billing }));
  for (let n = 1; n <= count; n += 1) {
    const subject = { organizationId: ORGANIZATION, sessionId: `ses_${n}`, scanId: `scn_${n}`, projectId: null };
    await world.execute(new ChargeSession({ ...subject, tools, aiFeatures: [] }));
  }
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Charges help with three findings, of which two are delivered. */
async function helped(world: BillingWorld, reportId: string): Promise<void> {
  const [organizationId, scanId, feature] = [ORGANIZATION, 'scn_1', 'issue_explanations'] as const;
  const issues = { feature, findingIds: ['fnd_1', 'fnd_2', 'fnd_3'] };
  const help = { organizationId, reportId, scanId, projectId: null, features: [], issues };
  await new ChargeAiReportHandler(world.accounts, world.prices).execute(new ChargeAiReport(help));
  const texts = ['fnd_1', 'fnd_3'].map((findingId) => ({ findingId, basis: '', sentences: ['It runs input.'] }));
  const of = { at: '2026-11-30', organizationId, projectId: null, scanId, reportId, feature };
  await world.store.append(`ai-reports-${scanId}`, [
    { type: 'IssueHelpDelivered', data: { ...of, texts, missing: ['fnd_2'] } },
  ]);
  const undelivered = ['ai:issue_explanations:fnd_2'];
  const ended = { organizationId, linesScanned: 0, issuesByCategory: {}, undelivered };
  await world.execute(new SettleCharge({ ...ended, sessionId: reportId }));
}

// The verifier is in Python: without Python nothing is tested.
(hasPython ? describe : describe.skip)('an export for an auditor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bundle-'));
  let key: SigningKey;
  let made = 0;
  beforeAll(async () => {
    key = await openSigningKey(join(folder, 'audit.key'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const checked = (directory: string, ...more: string[]) => {
    const { status, stdout, stderr } = spawnSync('python3', [VERIFIER, directory, '--key', key.publicKey, ...more], {
      encoding: 'utf8',
    });
    return { status, said: stdout, errors: stderr };
  };

  async function exported(world: BillingWorld): Promise<{ directory: string; entries: number; head: string }> {
    const { head, entries } = verify(await world.entries());
    const ends = new Map<string, number>();
    for (const { entry } of entries)
      if (entry.type === 'ChargeSettled') ends.set(entry.data.sessionId, entry.data.refunded);
    for (const [sessionId, refunded] of ends)
      await world.store.append(`session-${sessionId}`, [
        { type: 'ScanCompleted', data: { at: '2026-11-30', refund: { refunded, newBalance: 0, toolsRefunded: [] } } },
      ]);
    const directory = join(folder, `bundle-${(made += 1)}`);
    const stores = {
      history: new LedgerHistory(world.store, world.clock),
      events: world.store as EventStore,
      versions: world.prices,
    };
    const of = { organizationId: ORGANIZATION, exportedAt: '2026-12-01T00:00:00.000Z', release: '0.1.0' };
    const count = await writeBundle(stores, { ...of, directory, head, key });
    expect(count).toBe(entries.length);
    return { directory, entries: count, head };
  }

  async function lived(history: readonly Step[]): Promise<BillingWorld> {
    const world = await BillingWorld.begin({ list: WITH_OVERAGE });
    for (const { days, accepted, command } of history) {
      world.elapse(days);
      if (accepted) await world.time.accept();
      await world.untilAnswered(command);
    }
    return world;
  }

  /** The program's output and status for each export. */
  function eachChecked(directories: readonly string[], anchor = ''): string[] {
    const given = ['-B', '-c', CHECK_EACH, dirname(VERIFIER), key.publicKey, anchor, ...directories];
    const { stdout, stderr } = spawnSync('python3', given, { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split(/(?<=status \d)\n/).slice(0, -1);
  }

  it(
    `passes, with the number of its entries, whatever the ledger lived through (${HONEST} histories)`,
    async () => {
      let entries = 0;
      const all = fc.sample(histories, { numRuns: HONEST, seed: 13 });
      for (let from = 0; from < all.length; from += AT_ONCE) {
        const bundles = [];
        for (const history of all.slice(from, from + AT_ONCE)) bundles.push(await exported(await lived(history)));
        // An empty ledger does not pass, because nothing was checked.
        const expected = bundles.map((bundle) =>
          bundle.entries === 0
            ? 'FAILED: the bundle has no entry, status 1'
            : `OK: ${bundle.entries} entries, status 0`,
        );
        const said = eachChecked(bundles.map(({ directory }) => directory)).map((text) =>
          text.replace(/^(OK: \d+ entries|FAILED: the bundle has no entry).*\n/, '$1, '),
        );
        expect(said).toEqual(expected);
        for (const bundle of bundles) {
          entries += bundle.entries;
          rmSync(bundle.directory, { recursive: true });
        }
      }
      expect(entries).toBeGreaterThan(HONEST);
    },
    60_000 + 3_000 * HONEST,
  );

  it('passes where money went back: credits are taken, the rest is owed, carried, paid, and comes back', async () => {
    const world = await BillingWorld.begin({ list: BY_FIVE });
    const organizationId = ORGANIZATION;
    const since = '2026-11-05T10:00:00.000Z';
    const book = purchasesIn(world, since);
    world.moveTo(since);
    await book('pur_1', 30, 0);
    await chargeSessions(world, 6, ['security', 'accessibility', 'performance']);
    await book('pur_1', 30, 10);
    world.moveTo('2026-12-05T10:00:00.000Z');
    await book('pur_1', 30, 30);
    await book('pur_2', 5, 0);
    world.moveTo('2027-01-05T10:00:00.000Z');
    await book('pur_1', 30, 0);
    await book('pur_1', 30, 0);
    await book('pur_2', 5, 5);
    const types = (await world.facts()).map(({ type }) => type);
    for (const type of ['PurchaseReversed', 'ReversalUndone', 'DebtPaid']) expect(types).toContain(type);
    expect(await world.accounts.ledger(organizationId)).toMatchObject({ owed: 0 });
    const bundle = await exported(world);
    expect(checked(bundle.directory)).toMatchObject({ status: 0, errors: '' });
  });

  it('passes where purchased credits that expire are taken before older ones that do not', async () => {
    const organizationId = ORGANIZATION;
    const world = await BillingWorld.begin({ list: BY_FIVE });
    const book = purchasesIn(world, world.startedAt);
    await book('pur_1', 10, 0);
    world.elapse(1);
    await book('pur_2', 30, 0);
    await chargeSessions(world, 6, ['accessibility', 'performance']);
    world.elapse(1);
    const invoice = { organizationId, grantId: 'i', kind: 'purchased', reason: 'invoice', expires: '2026-12' } as const;
    await world.execute(new GrantCredits({ ...invoice, amount: fromCredits(20) }));
    await book('pur_1', 10, 10);
    const reversed = (await world.facts()).find(({ type }) => type === 'PurchaseReversed');
    expect(reversed?.data).toMatchObject({ taken: [{ lot: 'granted-i', amount: fromCredits(10) }], owed: 0 });
    const bundle = await exported(world);
    expect(checked(bundle.directory)).toMatchObject({ status: 0, errors: '' });
  });

  it('passes where a balance went below nothing, and what no credits covered was sold', async () => {
    const organizationId = ORGANIZATION;
    const world = await BillingWorld.begin({ list: WITH_OVERAGE });
    await world.execute(new ChangeOverage({ organizationId, by: 'key_1', enabled: true }));
    await chargeSessions(world, 7, ['accessibility', 'performance']);
    await world.execute(
      new GrantCredits({ organizationId, grantId: 'g', amount: fromCredits(3), reason: 'sorry', expires: '2026-11' }),
    );
    world.moveTo('2026-12-05T10:00:00.000Z');
    await world.execute(new RefundSession({ organizationId, sessionId: 'ses_7', reason: 'failed' }));
    const settled = (await world.facts()).find(({ type }) => type === 'OverageSettled');
    expect(settled?.data).toMatchObject({ used: fromCredits(20), amount: fromCredits(17), cents: 209 });
    expect(await world.accounts.balance(organizationId)).toBe(fromCredits(60));
    const bundle = await exported(world);
    expect(checked(bundle.directory)).toMatchObject({ status: 0, errors: '' });
  });

  it('passes where tiers are raised twice in a month, and another price list comes in between', async () => {
    const world = await BillingWorld.begin({ tier: 'free' });
    const organizationId = ORGANIZATION;
    await chargeSessions(world, 1, ['security']);
    world.moveTo('2026-11-21T00:00:00.000Z');
    await world.execute(new ChangeOrganizationTier({ organizationId, tier: 'starter' }));
    const { tiers, ...list } = world.prices.current;
    const starter = { ...tiers.starter, creditsPerMonth: fromCredits(900) };
    const pro = { ...tiers.pro, creditsPerMonth: fromCredits(4_000) };
    world.use({ ...list, version: 'after', tiers: { ...tiers, starter, pro } });
    world.moveTo('2026-11-25T00:00:00.000Z');
    await world.execute(new ChangeOrganizationTier({ organizationId, tier: 'pro' }));
    const upgrades = (await world.facts()).flatMap(({ type, data }) =>
      type === 'CreditsGranted' && data.upgrade ? [toCredits(data.lot.remaining)] : [],
    );
    // 10 of 30 days of 450 more, and 6 of 1,500 more, by the price list in force when the month was opened.
    expect(upgrades).toEqual([150, 300]);
    world.moveTo('2026-12-05T00:00:00.000Z');
    await chargeSessions(world, 2, ['security']);
    expect(await world.facts()).toContainEqual(
      expect.objectContaining({
        type: 'PeriodOpened',
        data: expect.objectContaining({ period: '2026-12', tier: 'pro', prices: 'after' }),
      }),
    );
    expect(verify(await world.entries()).broken).toBeUndefined();
    const bundle = await exported(world);
    expect(checked(bundle.directory)).toMatchObject({ status: 0, errors: '' });
  });

  it('passes where a quote holds the prices of an earlier list, and where an AI report is charged', async () => {
    const organizationId = ORGANIZATION;
    const world = await BillingWorld.begin({ tier: 'starter' });
    const before = world.prices.current;
    const free = { ...before.prices.categories.security, price: fromCredits(0) };
    const categories = { ...before.prices.categories, security: free };
    const ai = { ...before.prices.ai, priority_scoring: { price: fromCredits(0), perIssue: false } };
    const after = { ...before, version: 'after', prices: { ...before.prices, base: fromCredits(7), categories, ai } };
    const tools = (['security', 'performance'] as const).map((billing) => ({ id: billing, billing }));
    const subject = { organizationId, scanId: 'scn_1', projectId: null, aiFeatures: ['summary'] };
    const config = { categories: ['performance'], aiFeatures: ['summary'] };
    const price = quotedPrice({ estimatedLines: 12_000, config }, before.prices);
    await world.quotes.give({ quoteId: 'quo_2', organizationId, projectId: null, price, prices: before.version });
    await world.execute(new ChargeSession({ ...subject, sessionId: 'ses_1', tools }));
    world.use(after);
    await world.execute(new ChargeSession({ ...subject, sessionId: 'ses_2', tools, quoteId: 'quo_2' }));
    await world.execute(new ChargeSession({ ...subject, sessionId: 'ses_3', tools }));
    for (const sessionId of ['ses_1', 'ses_2', 'ses_3'])
      await world.execute(
        new ChargeLines({ organizationId, sessionId, lines: 11_000, remainingTools: ['performance'] }),
      );
    const features = ['summary', 'priority_scoring'];
    const report = { organizationId, reportId: 'air_1', scanId: 'scn_1', projectId: null, features };
    await new ChargeAiReportHandler(world.accounts, world.prices).execute(new ChargeAiReport(report));
    await helped(world, 'air_2');
    const charged = (await world.facts()).flatMap(({ type, data }) => (type === 'CreditsCharged' ? [data] : []));
    expect(charged.map(({ sessionId, amount }) => [sessionId, toCredits(amount)])).toEqual([
      ['ses_1', 8],
      ['ses_2', 7],
      ['ses_3', 13],
      ['ses_1', 2],
      ['ses_2', 2],
      ['ses_3', 2],
      ['air_1', 1],
      ['air_2', 0.3],
    ]);
    expect((await world.facts()).at(-1)).toMatchObject({ data: { charged: 300_000, refunded: 100_000 } });
    const bundle = await exported(world);
    const [delivered] = contentsOf(bundle.directory)['events.jsonl']!.match(/.*IssueHelpDelivered.*/)!;
    const of = { at: '2026-11-30', reportId: 'air_2', feature: 'issue_explanations' };
    const data = { ...of, delivered: ['fnd_1', 'fnd_3'], missing: ['fnd_2'] };
    expect(JSON.parse(delivered)).toMatchObject({ stream: 'ai-reports-scn_1', type: 'IssueHelpDelivered', data });
    expect(delivered).not.toContain('It runs input.');
    expect(checked(bundle.directory)).toMatchObject({ status: 0, errors: '' });
  });

  describe('that was tampered with', () => {
    let whole: { directory: string; entries: number; head: string };
    beforeAll(async () => {
      const world = await BillingWorld.begin({ tier: 'starter', list: BY_FIVE });
      const organizationId = ORGANIZATION;
      const book = purchasesIn(world, world.startedAt);
      await world.execute(new ChangeOverage({ organizationId, by: 'key_1', enabled: true }));
      const tools = ['a', 'b'].map((id) => ({ id, billing: 'security' as const }));
      for (const month of ['2026-11', '2026-12', '2027-01']) {
        world.moveTo(`${month}-05T10:00:00.000Z`);
        const grant = { organizationId, amount: fromCredits(5), reason: 'sorry', expires: month };
        await world.execute(new GrantCredits({ ...grant, grantId: `g-${month}` }));
        if (month === '2026-12') await book('pur_1', 10, 0);
        for (const tier of month === '2026-12' ? ['pro', 'business'] : [])
          await world.execute(new ChangeOrganizationTier({ organizationId, tier }));
        for (const n of [1, 2]) {
          const of = { organizationId, sessionId: `ses_${month}_${n}` };
          await world.execute(
            new ChargeSession({ ...of, scanId: `scn_${n}`, projectId: null, tools, aiFeatures: ['summary'] }),
          );
          if (n === 2) continue; // stays open when the month ends
          await world.execute(new ChargeLines({ ...of, lines: 12_000, remainingTools: ['a', 'b'] }));
          const refunds = [{ tool: 'a', reason: 'failed' as const }];
          await world.execute(new SettleCharge({ ...of, linesScanned: 12_000, issuesByCategory: {}, refunds }));
        }
      }
      const report = { organizationId, reportId: 'air_1', scanId: 'scn_1', projectId: null, features: ['summary'] };
      await new ChargeAiReportHandler(world.accounts, world.prices).execute(new ChargeAiReport(report));
      await helped(world, 'air_help');
      whole = await exported(world);
    });
    const anchored = (directory: string) => checked(directory, '--anchor', whole.head);

    it('passes before, and holds the anchor that the auditor was given', () => {
      expect(anchored(whole.directory)).toMatchObject({ status: 0, errors: '' });
      expect(anchored(whole.directory).said).toMatch(
        /^OK: \d+ entries of 3 months \(2026-11 to 2027-01\) checked, 3 ends/,
      );
      expect(checked(whole.directory, '--anchor', 'f'.repeat(64))).toMatchObject({ status: 1 });
    });

    it('is tried in at least 40 ways', () => expect(Object.keys(TAMPERINGS).length).toBeGreaterThanOrEqual(40));

    describe('in each way', () => {
      const directoryOf = (tampering: string) => join(folder, `tampered-${Object.keys(TAMPERINGS).indexOf(tampering)}`);
      const said = new Map<string, string>();
      beforeAll(() => {
        for (const [tampering, tamper] of Object.entries(TAMPERINGS)) {
          cpSync(whole.directory, directoryOf(tampering), { recursive: true });
          tamper(new BundleForger(directoryOf(tampering), key.sign));
        }
        const answers = eachChecked(Object.keys(TAMPERINGS).map(directoryOf), whole.head);
        for (const [index, tampering] of Object.keys(TAMPERINGS).entries()) said.set(tampering, answers[index]!);
      });

      it.each(Object.keys(TAMPERINGS))('fails: %s', (tampering) => {
        expect(contentsOf(directoryOf(tampering))).not.toEqual(contentsOf(whole.directory));
        expect(said.get(tampering)).toMatch(/^FAILED: .+\nstatus 1$/);
        expect(said.get(tampering)).toMatch(BY_PRICE[tampering] ?? /./);
      });
    });

    it('is refused where the signature is right and the key is another’s', async () => {
      const { publicKey } = await openSigningKey(join(folder, 'another.key'));
      const { status, stdout } = spawnSync('python3', [VERIFIER, whole.directory, '--key', publicKey]);
      expect({ status, said: String(stdout) }).toEqual({ status: 1, said: expect.stringContaining('signature') });
    });

    it('is never written over', async () => {
      const world = await BillingWorld.begin();
      const stores = { history: world.history, events: world.store as EventStore, versions: world.prices };
      const of = { organizationId: ORGANIZATION, exportedAt: '2026-12-01T00:00:00.000Z', release: '0.1.0' };
      const writing = writeBundle(stores, { ...of, directory: whole.directory, head: '', key });
      await expect(writing).rejects.toThrow('is not empty: name a directory that is new or empty');
    });
  });
});
