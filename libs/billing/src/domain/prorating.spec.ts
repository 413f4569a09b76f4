import { fromCredits } from '@assay/kernel';
import { credits, lot, opened, unsealed } from '../../test/ledger';
import type { LedgerFact } from './events';
import type { Lot } from './lot';
import { type Prorated, type TierChange, addUpgrades, wrongUpgrade } from './prorating';

const LATER = '2026-11-29T10:00:00.000Z';
const created: TierChange = { tier: 'free', at: '2026-10-05T10:00:00.000Z' };
const upgraded = (at: string, { before = 50, included = 2_000 } = {}): TierChange => ({
  tier: 'pro',
  at,
  upgrade: { from: 'free', includedBefore: fromCredits(before), included: fromCredits(included) },
});
const ledger = (period = '2026-11', tiers = 1) => {
  const fact = opened([lot('bought', 1)], period) as Extract<LedgerFact, { type: 'PeriodOpened' }>;
  return unsealed.evolve(unsealed.initial, { ...fact, data: { ...fact.data, tiers } });
};
/** A month that opened with a tier that includes so many credits. */
const having = (tier: string, included: number, period = '2026-11', tiers = 1) => {
  const fact = opened([], period) as Extract<LedgerFact, { type: 'PeriodOpened' }>;
  const month: LedgerFact = { ...fact, data: { ...fact.data, tiers, tier, prices: '2026-11' } };
  const of = lot(`included-${period}`, included, { kind: 'included', expires: period });
  const granted: LedgerFact = { type: 'CreditsGranted', data: { at: fact.data.at, lot: of, reason: 'included' } };
  return [month, granted].reduce(unsealed.evolve, unsealed.initial);
};
const added = (tiers: readonly TierChange[], to = ledger()) =>
  addUpgrades(tiers, LATER, to).map((fact) => (fact.type === 'CreditsGranted' ? fact.data : undefined));

describe('an upgrade in the midst of a month', () => {
  it.each([
    ['2026-11-01T00:00:00.000Z', '2026-11', 30, 30, '1950'],
    ['2026-11-01T00:00:00.001Z', '2026-11', 29, 30, '1885'],
    ['2026-11-20T10:00:00.000Z', '2026-11', 10, 30, '650'],
    ['2026-11-30T00:00:00.000Z', '2026-11', 1, 30, '65'],
    ['2026-12-03T10:00:00.000Z', '2026-12', 28, 31, '1761.290322'],
    ['2028-02-29T00:00:00.000Z', '2028-02', 1, 29, '67.241379'],
  ])('on %s adds the part of the difference that whole days are left', (at, period, daysLeft, days, credits) =>
    expect(added([created, upgraded(at)], ledger(period))).toEqual([
      {
        at: LATER,
        reason: 'upgraded',
        lot: {
          id: `upgrade-${period}-1`,
          kind: 'included',
          remaining: fromCredits(credits),
          expires: period,
          grantedAt: LATER,
        },
        upgrade: {
          from: 'free',
          to: 'pro',
          at,
          includedBefore: fromCredits(50),
          included: fromCredits(2_000),
          daysLeft,
          days,
        },
      },
    ]),
  );

  it('adds nothing where less than a day is left, or as much is included', () =>
    expect(
      added([
        created,
        upgraded('2026-11-30T00:00:00.001Z'),
        upgraded('2026-11-02T00:00:00.000Z', { before: 50, included: 50 }),
      ]),
    ).toEqual([]));

  it('adds what each of several adds, once', () => {
    const tiers = [
      created,
      upgraded('2026-11-16T00:00:00.000Z', { included: 500 }),
      upgraded('2026-11-21T00:00:00.000Z', { before: 500 }),
    ];
    const facts = addUpgrades(tiers, LATER, ledger());
    expect(added(tiers).map((data) => [data?.lot.id, data?.lot.remaining])).toEqual([
      ['upgrade-2026-11-1', fromCredits(225)],
      ['upgrade-2026-11-2', fromCredits(500)],
    ]);
    expect(addUpgrades(tiers, LATER, facts.reduce(unsealed.evolve, ledger()))).toEqual([]);
    expect(addUpgrades(tiers, LATER, facts.slice(0, 1).reduce(unsealed.evolve, ledger()))).toEqual(facts.slice(1));
  });

  it('adds the whole difference where the next month was opened before it was known, and nothing where it was', () => {
    const tiers = [created, upgraded('2026-10-31T23:59:59.999Z')];
    expect(added(tiers)[0]).toMatchObject({ lot: { remaining: fromCredits(1_950) }, upgrade: { daysLeft: 30 } });
    expect(added(tiers, ledger('2026-11', 2))).toEqual([]);
  });

  it('adds by the price list of its month, to the most that the month has had, whatever another list says', () => {
    const tiers = [
      created,
      upgraded('2026-11-16T00:00:00.000Z', { before: 100, included: 4_000 }),
      { ...upgraded('2026-11-21T00:00:00.000Z', { before: 4_000, included: 9_000 }), tier: 'starter' },
      { ...upgraded('2026-11-21T00:00:00.000Z', { before: 9_000, included: 9_001 }), tier: 'business' },
    ];
    const includes = { free: credits(50), starter: credits(500), pro: credits(2_000), business: credits(10_000) };
    const facts = addUpgrades(tiers, LATER, having('free', 50), includes);
    expect(facts.map(({ data }) => (data as { upgrade: Prorated; lot: Lot }).lot.remaining)).toEqual([
      credits(975),
      fromCredits('2666.666666'),
    ]);
    expect(facts.at(-1)).toMatchObject({
      data: {
        lot: { id: 'upgrade-2026-11-3' },
        upgrade: { includedBefore: credits(2_000), included: credits(10_000) },
      },
    });
  });

  it.each<[string, TierChange[], ReturnType<typeof having>, [string, number][]]>([
    [
      'adds to the tier of the opening where an upgrade of a clock behind was counted in it',
      [
        created,
        upgraded('2026-12-01T00:00:00.200Z'),
        { ...upgraded('2026-11-30T23:59:59.600Z'), tier: 'business' },
        { ...upgraded('2026-12-16T00:00:00.000Z'), tier: 'enterprise' },
      ],
      having('business', 10_000, '2026-12', 3),
      [['upgrade-2026-12-3', 46_451.612903]],
    ],
    [
      'adds to what the month has had where one that added nothing was recorded before',
      [
        created,
        { ...upgraded('2026-11-30T00:00:00.200Z'), tier: 'starter' },
        { ...upgraded('2026-11-29T23:59:59.600Z'), tier: 'pro' },
      ],
      having('free', 50),
      [['upgrade-2026-11-2', 65]],
    ],
  ])('%s, and passes the check of the chain', (_, tiers, month, expected) => {
    const includes = {
      free: credits(50),
      starter: credits(500),
      pro: credits(2_000),
      business: credits(10_000),
      enterprise: credits(100_000),
    };
    const facts = addUpgrades(tiers, LATER, month, includes);
    const grants = facts.flatMap(({ type, data }) => (type === 'CreditsGranted' ? [data] : []));
    expect(grants.map((data) => [data.lot.id, data.lot.remaining])).toEqual(
      expected.map(([id, amount]) => [id, fromCredits(amount)]),
    );
    let before = month;
    for (const fact of facts) {
      const { lot: of, upgrade } = fact.data as unknown as { lot: Lot; upgrade: Prorated };
      expect(wrongUpgrade({ lot: of, upgrade }, before)).toBeUndefined();
      before = unsealed.evolve(before, fact);
    }
    expect(addUpgrades(tiers, LATER, before, includes)).toEqual([]);
  });

  it.each<[string, Partial<Prorated> & { id?: string }, RegExp]>([
    ['a day more', { daysLeft: 16 }, /counts 16 of 30 days where 15 of 30 were left/],
    ['a day fewer of the month', { days: 29 }, /counts 15 of 29 days where 15 of 30 were left/],
    ['another day', { at: '2026-11-20T10:00:00.000Z' }, /counts 15 of 30 days where 10 of 30 were left/],
    ['an earlier month', { at: '2026-10-16T00:00:00.000Z' }, /not one of this month/],
    ['a later month', { at: '2026-12-16T00:00:00.000Z' }, /not one of this month/],
    ['a lot of another month', { id: 'upgrade-2026-10-1' }, /not one of this month/],
    ['another beginning', { includedBefore: credits(40) }, /adds to 40000000 included .* has had 50000000/],
  ])('is found to be wrong with %s', (_, { id = 'upgrade-2026-11-1', ...change }, reason) => {
    const month = { period: '2026-11', tiersKnown: 2, prices: '2026-11', included: credits(50) };
    const counted = { from: 'free', to: 'pro', at: '2026-11-16T00:00:00.000Z', days: 30, daysLeft: 15 };
    const upgrade = { ...counted, includedBefore: credits(50), included: credits(2_000) };
    expect(wrongUpgrade({ lot: { id: 'upgrade-2026-11-1' }, upgrade }, month)).toBeUndefined();
    expect(wrongUpgrade({ lot: { id }, upgrade: { ...upgrade, ...change } }, month)).toMatch(reason);
  });

  it('says nothing of months to come, and of tiers that hold for a whole month', () =>
    expect(
      added([created, { tier: 'pro', at: '2026-11-05T00:00:00.000Z' }, upgraded('2026-12-01T00:00:00.000Z')]),
    ).toEqual([]));
});
