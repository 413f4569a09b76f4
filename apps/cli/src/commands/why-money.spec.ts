import { type LedgerEntry, entryEventId, hashOf, ledgerStream } from '@assay/billing';
import { openSqliteEventStore } from '@assay/event-store';
import { fromCredits } from '@assay/kernel';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AT, ORGANIZATION, base, chained, opening, security, subject } from '../../../../libs/billing/test/ledger';
import { chargeSession } from '../../../../libs/billing/src/domain/charging';
import { addUpgrades } from '../../../../libs/billing/src/domain/prorating';
import { refundAndSettle } from '../../../../libs/billing/src/domain/refunding';
import { openCommandLine } from '../../../../test/support/command-line';
import { moneyProjections, projectStore } from '../../../../test/support/project-store';

/** A session that was charged 2 credits, of which one tool's half came back, and one that is not over. */
function ledger(): LedgerEntry[] {
  const charge = (sessionId: string) => (state: Parameters<typeof chargeSession>[1]) => {
    const lines = [base, ...security('injection', 'secrets')];
    const charged = chargeSession({ ...subject(sessionId), at: AT, lines, categories: ['security'] }, state);
    return charged.ok ? charged.value : [];
  };
  const tools = new Map([['secrets', 'failed' as const]]);
  const end = { at: AT, sessionId: 'ses_1', linesScanned: 10, issuesByCategory: {}, tools, rest: undefined };
  const upgrade = { from: 'free', includedBefore: fromCredits(50), included: fromCredits(80) };
  const tiers = [
    { tier: 'free', at: AT },
    { tier: 'starter', at: '2026-11-21T00:00:00.000Z', upgrade },
  ];
  return chained(
    opening(fromCredits(50)),
    charge('ses_1'),
    (state) => refundAndSettle(end, state),
    charge('ses_2'),
    (state) => addUpgrades(tiers, AT, state),
  );
}

describe('assay why, about money', () => {
  const line = openCommandLine();
  const data = join(line.folder, 'data');
  beforeAll(async () => {
    mkdirSync(data);
    const events = await openSqliteEventStore({ file: join(data, 'events.db') });
    await events.append(`organization-${ORGANIZATION}`, [
      { type: 'OrganizationCreated', data: { organizationId: ORGANIZATION, name: 'One', tier: 'free', at: AT } },
    ]);
    await events.append(
      ledgerStream(ORGANIZATION, '2026-11'),
      ledger().map((entry) => ({ ...entry, id: entryEventId(hashOf(entry)) })),
    );
    const failed = { tool: 'secrets', at: AT, attempt: 1, message: 'the engine ended with status 3' };
    await events.append('session-ses_1', [{ type: 'ToolFailed', data: failed }]);
    await projectStore(join(data, 'read-models.db'), events, moneyProjections);
    await events.close();
  }, 60_000);
  afterAll(() => line.remove());

  const why = async (...args: string[]) => {
    const { status, output, errors } = await line.quickly('why', ...args);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    return output;
  };

  it.each([['ses_1'], ['scn_1']])(
    'says of %s what it was charged for and what it paid',
    async (id) => {
      const told = await why('charge', id);
      expect(told).toContain('ses_1 was charged 2 credits, and 0.5 came back: it paid 1.5. That is final.');
      expect(told).toContain(
        `  ${AT}  CreditsCharged  Session ses_1 was charged 2 credits: base 1, tool:injection 0.5, tool:secrets 0.5. ` +
          'They came from included-2026-11 (2).',
      );
      expect(told).toContain('The charge of ses_1 became final: 2 charged, 0.5 refunded, 10 lines scanned.');
      expect(told).not.toContain('ses_2');
    },
    60_000,
  );

  it('says of a charge that is not over that credits may still come back', async () =>
    expect(await why('charge', 'ses_2')).toContain(
      'it has paid 2. That is not final: what its tools do not deliver comes back.',
    ));

  it('says of a refund what happened to its tools', async () => {
    expect(await why('refund', 'ses_1')).toBe(
      '0.5 credits of ses_1 came back, for secrets.\n\nEvents\n' +
        `  ${AT}  ToolFailed  secrets: the engine ended with status 3\n` +
        `  ${AT}  CreditsRefunded  0.5 credits of ses_1 came back, because what they were for failed: ` +
        'tool:secrets 0.5. They went to included-2026-11 (0.5).\n',
    );
    expect(await why('refund', 'ses_2')).toContain('Nothing of ses_2 has come back so far; its charge is not final.');
  });

  it('says of a balance how it came about', async () => {
    const told = JSON.parse(await why('balance', '--json')) as { answer: string; events: { type: string }[] };
    expect(told.answer).toMatch(/^org_1 has [\d.]+ credits at /);
    expect(told.answer).toContain('56.5');
    expect(JSON.stringify(told.events.at(-1))).toContain(
      '10 included credits (lot upgrade-2026-11-1, to be spent by the end of 2026-11) were granted (upgraded from ' +
        'free to starter at 2026-11-21T00:00:00.000Z: of 30 more a month the part for 10 of 30 days).',
    );
    expect(told.events.map(({ type }) => type)).toEqual([
      'PeriodOpened',
      'CreditsGranted',
      'CreditsCharged',
      'CreditsRefunded',
      'ChargeSettled',
      'CreditsCharged',
      'CreditsGranted',
    ]);
  });

  it('says what it knows by an id, where there is nothing of that id', async () =>
    expect(await line.quickly('why', 'charge', 'ses_9')).toMatchObject({
      status: 3,
      errors: expect.stringContaining('no ledger of this store has a charge of ses_9: name a session (ses_…)'),
    }));
});
