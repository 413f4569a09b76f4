import { LedgerAnchors, LedgerHistory } from '@assay/billing';
import { openSqliteEventStore } from '@assay/event-store';
import { defaultPriceList, fromCredits } from '@assay/kernel';
import { openSqliteReadModelStore } from '@assay/read-models';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreditAccounts } from '../../../../libs/billing/src/credit-accounts';
import {
  ChargeSession,
  ChargeSessionHandler,
} from '../../../../libs/billing/src/commands/charge-session/charge-session';
import { SettleCharge, SettleChargeHandler } from '../../../../libs/billing/src/commands/settle-charge/settle-charge';
import { HeldQuotes } from '../../../../libs/billing/src/held-quotes';
import { LedgerTime } from '../../../../libs/billing/src/ledger-time';
import { PriceVersions } from '../../../../libs/billing/src/price-versions';
import { openCommandLine } from '../../../../test/support/command-line';
import { moneyProjections, projectStore } from '../../../../test/support/project-store';
import { LedgerForger, monthOf } from '../../../../test/support/ledger-forger';

const [ORGANIZATION, ANOTHER] = ['org_1', 'org_2'];
const MONTHS = ['2026-08', '2026-09', '2026-10'];

type Data = Record<string, unknown>;
type Forge = (forger: LedgerForger) => void;
const ledger = (forger: LedgerForger) => forger.entries(ORGANIZATION);
const isOf = (month: string) => (event: { stream: string }) => monthOf(event) === month;
const is = (type: string) => (event: { type: string }) => event.type === type;
const stream = (month: string) => `credits-${ORGANIZATION}-${month}`;

/** Changes the data of the first entry of a type, in a chain that is sealed again. */
const resealedWith =
  (type: string, change: (data: Data) => object): Forge =>
  (forger) => {
    const entries = ledger(forger);
    const at = entries.findIndex(is(type));
    forger.reseal(
      ORGANIZATION,
      entries.map((entry, index) =>
        index === at ? { ...entry, data: { ...entry.data, ...change(entry.data) } } : entry,
      ),
    );
  };

/** Puts entries after the last one of a type, in a chain that is sealed again. */
const resealedAfter =
  (type: string, added: (data: Data) => readonly { type: string; data: Data }[]): Forge =>
  (forger) => {
    const entries = ledger(forger);
    const at = entries.findLastIndex(is(type));
    const { stream: of, data } = entries[at]!;
    const more = added(data).map((entry) => ({ ...entry, stream: of }));
    forger.reseal(ORGANIZATION, [...entries.slice(0, at + 1), ...more, ...entries.slice(at + 1)]);
  };

/** A session that costs nothing, as the ledger has it. */
function settled(sessionId: string) {
  const of = { sessionId, scanId: sessionId, projectId: null, at: '2026-10-05T10:00:00.000Z' };
  return [
    { type: 'CreditsCharged', data: { ...of, amount: 0, lines: [], drawn: [], categories: [] } },
    { type: 'ChargeSettled', data: { ...of, charged: 0, refunded: 0, linesScanned: 0, issuesByCategory: {} } },
  ];
}

const FORGERIES: Readonly<Record<string, readonly [says: RegExp, forge: Forge]>> = {
  'an entry in the midst is taken out': [
    /is broken at credits-org_1-2026-08 revision 2: it does not follow/,
    (forger) =>
      forger.rewrite(
        ORGANIZATION,
        ledger(forger).filter((_, index) => index !== 2),
      ),
  ],
  'the newest entry is taken off': [
    /credits-org_1-2026-10 ends with revision 6: at .* it had entries up to revision 7/,
    (forger) => forger.rewrite(ORGANIZATION, ledger(forger).slice(0, -1)),
  ],
  'the newest entries are taken off, and others written on the same revisions': [
    /credits-org_1-2026-10 revision 7 is not the entry that was there/,
    (forger) => {
      const entries = ledger(forger);
      const granted = { ...entries.find(is('CreditsGranted'))!, stream: stream('2026-10') };
      const lot = { ...(granted.data['lot'] as object), id: 'lot_forged' };
      const more = Array.from({ length: 8 }, (_, n) => ({
        ...granted,
        data: { ...granted.data, lot: { ...lot, id: `f${n}` } },
      }));
      forger.reseal(ORGANIZATION, [...entries.slice(0, -4), ...more]);
    },
  ],
  'a month in the midst is taken out': [
    /is broken at credits-org_1-2026-10 revision 0: the month 2026-09 is missing/,
    (forger) => forger.remove(stream('2026-09')),
  ],
  'the first month is taken out': [
    /credits-org_1-2026-08 is missing: it had \d+ entries/,
    (forger) => forger.remove(stream('2026-08')),
  ],
  'the newest month is taken out': [
    /credits-org_1-2026-10 is missing: it had \d+ entries/,
    (forger) => forger.remove(stream('2026-10')),
  ],
  'a month is taken out, and the chain sealed anew without it': [
    /credits-org_1-2026-09 is missing: it had \d+ entries/,
    (forger) =>
      forger.reseal(
        ORGANIZATION,
        ledger(forger).filter((entry) => !isOf('2026-09')(entry)),
      ),
  ],
  'the whole ledger is taken away': [
    /nothing was checked.*credits-org_1-2026-08 is missing/s,
    (forger) => forger.remove(`credits-${ORGANIZATION}-%`),
  ],
  'an amount is changed': [
    /is broken at credits-org_1-2026-08 revision 2: its content is not what was recorded/,
    (forger) => {
      const charged = ledger(forger).find(is('CreditsCharged'))!;
      forger.change(charged, { ...charged.data, amount: 1 });
    },
  ],
  'an amount is changed, and the chain sealed anew': [
    /it says 1 micro-credits where its lines add up to/,
    resealedWith('CreditsCharged', () => ({ amount: 1 })),
  ],
  'two entries are swapped': [
    /is broken at credits-org_1-2026-08 revision 2: it does not follow/,
    (forger) => {
      const [a, b, c, d, ...rest] = ledger(forger);
      forger.rewrite(ORGANIZATION, [a!, b!, d!, c!, ...rest]);
    },
  ],
  'two sessions are swapped, and the chain sealed anew': [
    /credits-org_1-2026-08 revision \d+ is not the entry that was there/,
    (forger) => {
      const entries = ledger(forger);
      const [first, second] = [entries.findIndex(is('CreditsCharged')), entries.findLastIndex(isOf('2026-08'))];
      const swapped = [...entries];
      [swapped[first + 2], swapped[first + 3]] = [entries[first + 3]!, entries[first + 2]!];
      expect(second).toBeGreaterThan(first + 3);
      forger.reseal(ORGANIZATION, swapped);
    },
  ],
  'a refund is doubled, and the chain sealed anew': [
    /it says \d+ micro-credits where its refunds add up to|cannot be replayed/,
    resealedAfter('CreditsRefunded', (data) => [{ type: 'CreditsRefunded', data }]),
  ],
  'a refund and its settlement are raised, and the chain sealed anew': [
    /ses_1 ended with .* credits refunded, the ledger says/,
    (forger) => {
      const doubled = (parts: unknown) =>
        (parts as { amount: number }[]).map((part) => ({ ...part, amount: part.amount * 2 }));
      resealedWith('CreditsRefunded', ({ amount, lines, returned }) => ({
        amount: Number(amount) * 2,
        lines: doubled(lines),
        returned: doubled(returned),
      }))(forger);
      resealedWith('ChargeSettled', ({ refunded }) => ({ refunded: Number(refunded) * 2 }))(forger);
    },
  ],
  'a settlement of no session is added, and the chain sealed anew': [
    /ses_none is settled in this ledger, and there is no such session/,
    resealedAfter('ChargeSettled', () => settled('ses_none')),
  ],
  "another organization's session is settled, and the chain sealed anew": [
    /ses_other is settled in this ledger, and is a session of org_2/,
    resealedAfter('ChargeSettled', () => settled('ses_other')),
  ],
  'a settlement is taken out, and the chain sealed anew': [
    /ses_1 has ended, and the ledger has no settlement of it/,
    (forger) => {
      const entries = ledger(forger);
      const at = entries.findIndex(is('ChargeSettled'));
      forger.reseal(
        ORGANIZATION,
        entries.filter((_, index) => index !== at),
      );
    },
  ],
  'the end of a session says another refund': [
    /ses_1 ended with 7 credits refunded, the ledger says/,
    (forger) => {
      const end = forger.events('session-ses_1').find(is('ScanCompleted'))!;
      forger.change(end, { refund: { ...(end.data['refund'] as object), refunded: fromCredits(7) } });
    },
  ],
  'the hash that an entry carries is changed': [
    /is broken at credits-org_1-2026-08 revision 2: it does not follow/,
    (forger) => {
      const charged = ledger(forger).find(is('CreditsCharged'))!;
      forger.change(charged, { ...charged.data, previousHash: 'f'.repeat(64) });
    },
  ],
  'the id of an entry is changed': [
    /is broken at credits-org_1-2026-08 revision 2: its content is not what was recorded/,
    (forger) => {
      const charged = ledger(forger).find(is('CreditsCharged'))!;
      forger.change(charged, charged.data, '00000000-0000-4000-8000-000000000000');
    },
  ],
  'credits are granted, and the chain sealed anew': [
    /credits-org_1-2026-10 revision 7 is not the entry that was there/,
    resealedAfter('CreditsGranted', (data) => [
      { type: 'CreditsGranted', data: { ...data, lot: { ...(data['lot'] as Data), id: 'lot_forged' } } },
    ]),
  ],
  'a month carries more than the one before it left, and the chain is sealed anew': [
    /it carries \d+ micro-credits where \d+ were left/,
    (forger) => {
      const entries = ledger(forger);
      const at = entries.findLastIndex(is('PeriodOpened'));
      const carried = (entries[at]!.data['carried'] as { remaining: number }[]).map((lot) => ({
        ...lot,
        remaining: lot.remaining + 1,
      }));
      forger.reseal(
        ORGANIZATION,
        entries.map((entry, index) => (index === at ? { ...entry, data: { ...entry.data, carried } } : entry)),
      );
    },
  ],
  "another organization's entry is put in": [
    /is broken at credits-org_1-2026-10 revision 8: it does not follow/,
    (forger) => {
      const foreign = forger.entries(ANOTHER).find(is('CreditsCharged'))!;
      forger.rewrite(ORGANIZATION, [...ledger(forger), { ...foreign, stream: stream('2026-10') }]);
    },
  ],
  'another organization is taken away with all that it had': [
    /org_2 is missing from the log, and its ledger was anchored/,
    (forger) => {
      forger.remove(`credits-${ANOTHER}-%`);
      forger.remove(`organization-${ANOTHER}`);
    },
  ],
};

describe('a ledger that was forged in the file of the events', () => {
  const line = openCommandLine();
  const whole = join(line.folder, 'whole');
  const clock = { now: () => new Date(Date.parse(`${month}-05T10:00:00.000Z`)) };
  let month = MONTHS[0]!;
  let copies = 0;

  beforeAll(async () => {
    const events = await openSqliteEventStore({ file: join(whole, 'events.db') });
    const prices = new PriceVersions(events, clock, defaultPriceList());
    const accounts = new CreditAccounts(events, clock, new LedgerTime(events, clock), prices);
    const session = async (organizationId: string, sessionId: string) => {
      const scanId = sessionId.replace('ses', 'scn');
      const of = { organizationId, sessionId };
      const tools = ['secrets', 'injection'].map((id) => ({ id, billing: 'security' as const }));
      await new ChargeSessionHandler(accounts, new HeldQuotes(events, clock), prices).execute(
        new ChargeSession({ ...of, scanId, projectId: null, tools, aiFeatures: [] }),
      );
      const { refunded, toolsRefunded, newBalance } = await new SettleChargeHandler(accounts).execute(
        new SettleCharge({
          ...of,
          linesScanned: 10,
          issuesByCategory: {},
          refunds: [{ tool: 'secrets', reason: 'failed' }],
        }),
      );
      await events.append(`session-${sessionId}`, [
        { type: 'ScanStarted', data: of },
        { type: 'ScanCompleted', data: { refund: { refunded, toolsRefunded, newBalance } } },
      ]);
    };
    for (const organizationId of [ORGANIZATION, ANOTHER])
      await events.append(`organization-${organizationId}`, [
        {
          type: 'OrganizationCreated',
          data: { organizationId, name: 'One', tier: 'starter', at: `${month}-01T10:00:00.000Z` },
        },
      ]);
    await session(ANOTHER, 'ses_other');
    for (month of MONTHS) for (const n of [1, 2]) await session(ORGANIZATION, `ses_${MONTHS.indexOf(month) * 2 + n}`);

    await projectStore(join(whole, 'read-models.db'), events, moneyProjections);
    const anchors = await openSqliteReadModelStore({ file: join(whole, 'ledger-anchors.db') });
    await new LedgerAnchors(anchors, events, new LedgerHistory(events, clock), clock).advance();
    await anchors.close();
    await events.close();
  }, 120_000);
  afterAll(() => line.remove());

  const audited = async (forge: Forge, ...options: string[]) => {
    const copy = join(line.folder, `copy-${(copies += 1)}`);
    cpSync(whole, copy, { recursive: true });
    const forger = new LedgerForger(join(copy, 'events.db'));
    forge(forger);
    forger.close();
    return line.quickly('audit', 'credits', '--org', ORGANIZATION, '--data-dir', copy, ...options);
  };

  it('is sound before, to each of its months and sessions', async () => {
    const { status, output, errors } = await audited(() => undefined);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toMatch(/the hash chain of 27 entries is unbroken/);
    expect(output).toMatch(/its 3 months hold what was anchored/);
    expect(output).toMatch(/6 sessions ended with what the ledger says/);
  }, 120_000);

  it('is exported while it is sound, and its anchor is in the export', async () => {
    const bundle = join(line.folder, 'bundle');
    const { status, errors } = await audited(() => undefined, '--export', bundle);
    expect({ status, errors }).toEqual({ status: 0, errors: expect.stringMatching(/^27 ledger entries exported to /) });
    const manifest = JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8')) as Record<string, never>;
    expect(manifest).toMatchObject({ entries: 27, organizationId: ORGANIZATION, periods: { length: 3 } });
    const anchor = await line.quickly('audit', 'anchor', '--json', '--org', ORGANIZATION, '--data-dir', whole);
    expect(JSON.parse(anchor.output)).toMatchObject({ organizationId: ORGANIZATION, hash: manifest['head'] });
    expect(readFileSync(join(bundle, 'events.jsonl'), 'utf8').match(/"ScanCompleted"/g)).toHaveLength(6);
    const again = await audited(() => undefined, '--export', bundle);
    expect(again).toMatchObject({ status: 3, errors: expect.stringMatching(/bundle is not empty/) });
  }, 120_000);

  it('is not exported where it is not sound, and has no anchor', async () => {
    const bundle = join(line.folder, 'no-bundle');
    const { status, errors } = await audited((forger) => forger.remove(stream('2026-09')), '--export', bundle);
    expect({ status, errors, is: existsSync(bundle) }).toEqual({
      status: 1,
      errors: 'nothing is exported: the ledger does not pass the audit\n',
      is: false,
    });
    const copy = join(line.folder, `copy-${copies}`);
    const anchor = await line.quickly('audit', 'anchor', '--org', ORGANIZATION, '--data-dir', copy);
    expect(anchor).toMatchObject({ status: 1, output: '', errors: expect.stringMatching(/there is no anchor/) });
  }, 120_000);

  it.each(Object.entries(FORGERIES))('is found and named where %s', async (_, [says, forge]) => {
    const { status, output } = await audited(forge);
    expect(output).toMatch(says);
    expect(status).toBe(1);
  });
});
