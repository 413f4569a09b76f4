import { type Microcredits, type TierId, hasType, microcredits, minus, noCredits, plus, sumOf } from '@assay/kernel';
import type { RecordedEvent } from '@assay/event-store';
import fc from 'fast-check';
import { creditBalance } from '../../../projections/credit-balance.projection';
import { creditEntries } from '../../../projections/credit-entries.projection';
import { creditUsage } from '../../../projections/credit-usage.projection';
import { LEDGER_PROPERTY } from '../../../test/support/ledger-sizes';
import { ChangeOverage } from '../src/commands/change-overage/change-overage';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { GrantCredits } from '../src/commands/grant-credits/grant-credits';
import { RefundSession } from '../src/commands/refund-session/refund-session';
import { SettleCharge } from '../src/commands/settle-charge/settle-charge';
import { type ChargeLine, totalOfLines } from '../src/domain/charge';
import { type CreditLedger, balanceOf } from '../src/domain/credit-ledger';
import { verify } from '../src/domain/entry-chain';
import { viewOf } from '../src/domain/entry-view';
import type { LedgerEntry } from '../src/domain/events';
import { type Draw, drawnTotal } from '../src/domain/lot';
import { ClockAhead } from '../src/ledger-time';
import { BillingWorld } from './billing-world';
import { CreditModel } from './credit-model';
import { type Step, histories, historiesAfter } from './histories';
import { ORGANIZATION, subject } from './ledger';
import { WITH_OVERAGE } from './prices';

const OVERAGE = WITH_OVERAGE.tiers.free.overage!;
/** All tiers have the same overage, because the model knows only one price. */
const LIST = (() => {
  const { tiers } = WITH_OVERAGE;
  const [starter, pro] = [tiers.starter, tiers.pro].map((tier) => ({ ...tier, overage: OVERAGE }));
  return { ...WITH_OVERAGE, tiers: { ...tiers, starter: starter!, pro: pro! } };
})();
const begun = () => BillingWorld.begin({ list: LIST });

/** The credits that each month includes, by the tier with which it began, as known when it was opened. */
function includedIn({ store: { log } }: BillingWorld): (month: string) => bigint {
  return (month) => {
    const opened = log.findIndex(({ type, stream }) => type === 'PeriodOpened' && stream.endsWith(month));
    const tiers = log
      .slice(0, opened)
      .flatMap(({ type, data }) =>
        type === 'OrganizationCreated' || type === 'OrganizationTierChanged'
          ? [data as { readonly tier: TierId; readonly at: string; readonly upgrade?: object }]
          : [],
      );
    const before = tiers.filter(({ at, upgrade }) => at.slice(0, 7) < month || (at.startsWith(month) && !upgrade));
    return BigInt(LIST.tiers[(before.at(-1) ?? tiers[0]!).tier].creditsPerMonth);
  };
}

async function lived(history: readonly Step[], { withFaults = true } = {}): Promise<BillingWorld> {
  const world = await begun();
  for (const { days, accepted, faults, command } of history) {
    world.elapse(days);
    world.store.faults.length = 0;
    if (accepted) await world.time.accept();
    world.store.faults.push(...(withFaults ? faults : []));
    await world.untilAnswered(command);
  }
  world.store.faults.length = 0;
  return world;
}

const of = <Type extends LedgerEntry['type']>(entries: readonly LedgerEntry[], type: Type) =>
  entries.filter((entry): entry is Extract<LedgerEntry, { type: Type }> => entry.type === type);

const ledgerEvents = (world: BillingWorld): RecordedEvent<LedgerEntry>[] =>
  world.store.log.filter((event): event is RecordedEvent<LedgerEntry> => event.stream.startsWith('credits-'));

type UsageEvent = Parameters<typeof creditUsage.apply>[1];
const changesUsage = (event: RecordedEvent<LedgerEntry>): event is UsageEvent =>
  hasType(creditUsage.handles, event.type);

const holds = (property: (world: BillingWorld, history: readonly Step[]) => Promise<void>, tried = histories) =>
  fc.assert(
    fc.asyncProperty(tried, async (history) => property(await lived(history), history)),
    LEDGER_PROPERTY,
  );

/** Six sessions of 10 credits in a month that includes 50; the next month sells the overage of the sixth. */
const OVERDRAWN = [
  new ChangeOverage({ organizationId: ORGANIZATION, by: 'key_1', enabled: true }),
  ...['ses_5', 'ses_6', 'ses_1', 'ses_2', 'ses_3', 'ses_4'].map(
    (sessionId) =>
      new ChargeSession({
        organizationId: ORGANIZATION,
        ...subject(sessionId),
        tools: (['accessibility', 'performance'] as const).map((billing) => ({ id: `${billing}-a`, billing })),
        aiFeatures: [],
      }),
  ),
  new GrantCredits({
    organizationId: ORGANIZATION,
    grantId: 'g0',
    amount: microcredits(1),
    reason: 'welcome',
    expires: null,
    priority: 50,
  }),
].map((command): Step => {
  const isLater = command instanceof GrantCredits;
  return { days: isLater ? 30 : 0, accepted: true, faults: [], command };
});

describe('whatever happens to a ledger', () => {
  it('the balance is the sum of its entries, and never further below nothing than overage allows', () =>
    holds(async (world) => {
      const { entries, broken } = verify(await world.entries());
      expect(broken).toBeUndefined();
      let balance = 0;
      for (const { entry, balanceAfter, amount } of entries) {
        expect(viewOf(entry).amount).toBe(amount);
        balance += amount;
        expect(balanceAfter).toBe(balance);
        expect(balance).toBeGreaterThanOrEqual(-OVERAGE.credits);
      }
      expect(await world.accounts.balance(ORGANIZATION)).toBe(balance);
    }));

  it('each month has what a model of its own makes of the same charges, refunds and gifts', () =>
    holds(
      async (world) => {
        const model = new CreditModel('2026-11', includedIn(world), {
          most: OVERAGE.credits,
          price: OVERAGE.microdollarsPerCredit,
        });
        const decided = (await world.entries()).flatMap(({ stream, entry }) => {
          model.take(stream.slice(-7), entry);
          return isRoll(entry) ? [] : [[entry.data.balance, model.balance()]];
        });
        expect(decided.map(([said]) => said)).toEqual(decided.map(([, modelled]) => modelled));
        const settled = of(await world.facts(), 'OverageSettled').map(({ data: { period, amount, cents } }) => ({
          month: period,
          amount,
          cents,
        }));
        expect(settled).toEqual(model.sold);
      },
      fc.oneof(histories, historiesAfter(OVERDRAWN)),
    ));

  it('no more of an overage comes back as bought than was sold of it', async () => {
    let returned = 0;
    await holds(async (world) => {
      const entries = await world.facts();
      expect(of(entries, 'OverageSettled')).not.toEqual([]);
      for (const { data } of of(entries, 'OverageSettled')) {
        const ofLot = (draws: readonly Draw[]) => drawnTotal(draws.filter(({ lot }) => lot === data.lot));
        let bought = noCredits;
        for (const entry of entries.slice(entries.findIndex((settled) => settled.data === data))) {
          // Refunded credits may be spent again, and then be refunded again.
          if (entry.type === 'CreditsCharged') bought = minus(bought, ofLot(entry.data.drawn));
          if (entry.type === 'CreditsRefunded') bought = plus(bought, ofLot(entry.data.returned));
          expect(bought).toBeGreaterThanOrEqual(0);
          expect(bought).toBeLessThanOrEqual(data.amount);
          returned = Math.max(returned, bought);
        }
      }
    }, historiesAfter(OVERDRAWN));
    expect(returned).toBeGreaterThan(0);
  });

  it('the standing that is foreseen is what the next command opens', () =>
    fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const world = await begun();
        for (const { days, accepted, command } of history) {
          world.elapse(days);
          if (accepted) await world.time.accept();
          const foreseen = await world.standing().catch(clockAhead);
          const opened = await current(world).catch(clockAhead);
          expect(foreseen).toEqual(
            opened === 'CLOCK_AHEAD'
              ? opened
              : { period: opened.period, remaining: balanceOf(opened), overage: opened.overage },
          );
          await world.untilAnswered(command);
        }
      }),
      LEDGER_PROPERTY,
    ));

  it('no line of a charge comes back twice, and no session gets back more than it paid', () =>
    holds(async (world) => {
      const entries = await world.facts();
      const items = of(entries, 'CreditsRefunded').flatMap(({ data }) =>
        data.lines.map(({ item }) => `${data.sessionId}/${item}`),
      );
      expect(new Set(items).size).toBe(items.length);
      for (const sessionId of new Set(of(entries, 'CreditsCharged').map(({ data }) => data.sessionId))) {
        expect(paid(entries, sessionId)).toBeGreaterThanOrEqual(0);
      }
    }));

  it('a session that gets everything back gets back exactly what it paid, category by category', () =>
    holds(async (world) => {
      const settled = new Set(of(await world.facts(), 'ChargeSettled').map(({ data }) => data.sessionId));
      const open = [...new Set(of(await world.facts(), 'CreditsCharged').map(({ data }) => data.sessionId))].filter(
        (id) => !settled.has(id),
      );
      await world.time.accept();
      for (const sessionId of open)
        await world.execute(new RefundSession({ organizationId: ORGANIZATION, sessionId, reason: 'failed' }));
      const entries = await world.facts();
      for (const sessionId of open) {
        const charged = byCategory(
          of(entries, 'CreditsCharged')
            .filter(({ data }) => data.sessionId === sessionId)
            .flatMap(({ data }) => data.lines),
        );
        const refunded = byCategory(
          of(entries, 'CreditsRefunded')
            .filter(({ data }) => data.sessionId === sessionId)
            .flatMap(({ data }) => data.lines),
        );
        expect(refunded).toEqual(charged);
      }
    }));

  it('a tool that did not deliver gives back all that it holds, at once and exactly', () =>
    fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const world = await begun();
        for (const { days, command } of history) {
          world.elapse(days);
          await world.time.accept();
          const before = await current(world);
          await world.untilAnswered(command);
          if (!(command instanceof SettleCharge)) continue;
          const { sessionId, refunds = [], refundRest } = command.input;
          const named = ({ tool }: ChargeLine) =>
            refundRest !== undefined || refunds.some((refund) => refund.tool === tool);
          const after = await current(world);
          expect(minus(balanceOf(after), balanceOf(before))).toBe(
            totalOfLines(before.openCharges.get(sessionId)?.lines.filter(named) ?? []),
          );
          expect(after.openCharges.get(sessionId)?.lines.filter(named) ?? []).toEqual([]);
        }
      }),
      LEDGER_PROPERTY,
    ));

  it('what moves to other tools adds up to what was there', () =>
    holds(async (world) => {
      const held = new Map<string, readonly ChargeLine[]>();
      for (const { type, data } of await world.facts()) {
        if (type === 'CreditsCharged') held.set(data.sessionId, [...(held.get(data.sessionId) ?? []), ...data.lines]);
        if (type === 'CreditsRefunded')
          held.set(
            data.sessionId,
            held.get(data.sessionId)!.filter(({ item }) => !data.lines.some((line) => line.item === item)),
          );
        if (type !== 'ChargeReapportioned') continue;
        const before = held.get(data.sessionId)!;
        const same = before.filter(({ category }) => category === data.category);
        expect(totalOfLines(data.lines)).toBe(totalOfLines(same));
        held.set(data.sessionId, [...before.filter(({ category }) => category !== data.category), ...data.lines]);
      }
    }));

  it('repeating a command changes nothing', () =>
    fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const world = await begun();
        for (const { days, accepted, command } of history) {
          world.elapse(days);
          if (accepted) await world.time.accept();
          const answer = await world.untilAnswered(command);
          const before = world.store.log.length;
          world.restart();
          expect(await world.untilAnswered(command)).toBe(answer);
          expect(world.store.log.length).toBe(before);
        }
      }),
      LEDGER_PROPERTY,
    ));

  it('crashes and cut lines leave the ledger that an undisturbed run leaves, to the last hash', () =>
    holds(async (world, history) => {
      const undisturbed = await lived(history, { withFaults: false });
      expect(await world.entries()).toEqual(await undisturbed.entries());
    }));

  it('the read models say what the ledger says', () =>
    holds(async (world) => {
      const events = ledgerEvents(world);
      const balance = events.reduce(
        (document, event) => creditBalance.apply(document, event, ORGANIZATION),
        undefined as Parameters<typeof creditBalance.apply>[0],
      );
      expect(balance?.balance ?? 0).toBe(await world.accounts.balance(ORGANIZATION));

      const entries = events.map((event) => creditEntries.apply(undefined, event, '')!);
      expect(sumOf(entries.map(({ amount }) => amount))).toBe(balance?.balance ?? 0);

      const used = events
        .filter(changesUsage)
        .reduce(
          (document, event) => creditUsage.apply(document, event, ''),
          undefined as Parameters<typeof creditUsage.apply>[0],
        );
      expect(used?.credits ?? 0).toBe(
        -sumOf(entries.filter(({ type }) => type === 'scan' || type === 'refund').map(({ amount }) => amount)) + 0,
      );
    }));

  it('an entry that is changed afterwards is found', () =>
    fc.assert(
      fc.asyncProperty(histories, fc.nat(), tampering, async (history, pick, tamper) => {
        const entries = await (await lived(history)).entries();
        fc.pre(entries.length > 0);
        const index = pick % entries.length;
        const changed = entries.map((item, at) => (at === index ? { ...item, entry: tamper(item.entry) } : item));
        expect(verify(changed).broken).toMatchObject({
          stream: entries[index]!.stream,
          revision: entries[index]!.revision,
        });
      }),
      LEDGER_PROPERTY,
    ));

  it('an entry that is taken out is found, unless it was the newest', () =>
    fc.assert(
      fc.asyncProperty(histories, fc.nat(), async (history, pick) => {
        const entries = await (await lived(history)).entries();
        fc.pre(entries.length > 1);
        const index = pick % (entries.length - 1);
        expect(verify(entries.filter((_, at) => at !== index)).broken).toMatchObject({
          revision: entries[index + 1]!.revision,
        });
      }),
      LEDGER_PROPERTY,
    ));
});

/** The entries of a rollover of the real ledger, which the model does on its own. */
const isRoll = ({ type, data }: LedgerEntry): boolean =>
  ['PeriodOpened', 'ChargesCarried', 'OverageSettled', 'CreditsLapsed', 'PeriodClosed'].includes(type) ||
  (type === 'CreditsGranted' && data.lot.kind === 'included');

function clockAhead(error: unknown): 'CLOCK_AHEAD' {
  if (error instanceof ClockAhead) return 'CLOCK_AHEAD';
  throw error;
}

/** The open period's ledger, after a due rollover. */
async function current(world: BillingWorld): Promise<CreditLedger> {
  return (await world.accounts.post(ORGANIZATION, () => [])).ledger;
}

const tampering = fc.constantFrom<(entry: LedgerEntry) => LedgerEntry>(
  (entry) => ({ ...entry, data: { ...entry.data, balance: (entry.data.balance + 1) as Microcredits } }) as LedgerEntry,
  (entry) => ({ ...entry, data: { ...entry.data, at: '2026-11-05T09:59:59.999Z' } }) as LedgerEntry,
  (entry) => ({ ...entry, data: { ...entry.data, amount: 77 } }) as LedgerEntry,
  (entry) => ({ ...entry, data: { ...entry.data, reason: 'forged' } }) as LedgerEntry,
  (entry) => ({ ...entry, data: { ...entry.data, previousHash: 'f'.repeat(64) } }) as LedgerEntry,
  (entry) =>
    ({ ...entry, type: entry.type === 'CreditsRefunded' ? 'CreditsCharged' : 'CreditsRefunded' }) as LedgerEntry,
);

const paid = (entries: readonly LedgerEntry[], sessionId: string): Microcredits => {
  const amounts = (type: 'CreditsCharged' | 'CreditsRefunded') =>
    sumOf(
      of(entries, type)
        .filter(({ data }) => data.sessionId === sessionId)
        .map(({ data }) => data.amount),
    );
  return minus(amounts('CreditsCharged'), amounts('CreditsRefunded'));
};

function byCategory(lines: readonly ChargeLine[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { category, amount } of lines) totals[category] = (totals[category] ?? 0) + amount;
  return totals;
}
