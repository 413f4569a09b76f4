import { specification } from '../../../kernel/test/specification';
import {
  AT,
  accessibility,
  base,
  chargesCarried,
  credits,
  lot,
  opened,
  security,
  subject,
  unsealed,
} from '../../test/ledger';
import { type ChargeLine, totalOfLines } from './charge';
import { chargeLines, chargeSession } from './charging';
import { minus } from '@assay/kernel';
import { type CreditLedger, accountOfSession, apply, balanceOf } from './credit-ledger';
import type { LedgerFact } from './events';

const ledger = specification(unsealed);
const linesCharge: ChargeLine = { item: 'lines', category: 'lines', tool: null, amount: credits(2) };

const charged = (lines: readonly ChargeLine[], more: object = {}): LedgerFact => {
  const amount = totalOfLines(lines);
  return {
    type: 'CreditsCharged',
    data: { ...subject('ses_1'), at: AT, amount, lines, drawn: amount === 0 ? [] : [{ lot: 'lot', amount }], ...more },
  };
};
const charge = (lines: readonly ChargeLine[]) => (state: CreditLedger) =>
  chargeSession({ ...subject('ses_1'), at: AT, lines, categories: ['security'] }, state);
const addLines = (amount: number, remaining: string[]) => (state: CreditLedger) =>
  chargeLines(
    { at: AT, sessionId: 'ses_1', linesCounted: 20_000, amount: credits(amount), remainingTools: new Set(remaining) },
    state,
  );
const refunded = (lines: readonly ChargeLine[], reason: 'not-applicable' | 'failed'): LedgerFact => ({
  type: 'CreditsRefunded',
  data: {
    ...subject('ses_1'),
    at: AT,
    amount: totalOfLines(lines),
    lines,
    reason,
    returned: [{ lot: 'lot', amount: totalOfLines(lines) }],
  },
});

describe('charging a session', () => {
  it('takes its lines out of the balance', () =>
    ledger
      .given([opened([lot('lot', 10)])])
      .when(charge([base, ...security('a', 'b')]))
      .then([charged([base, ...security('a', 'b')], { categories: ['security'] })]));

  it('charges a session once, however often it is asked', () =>
    ledger
      .given([opened([lot('lot', 10)]), charged([base])])
      .when(charge([base]))
      .then([]));

  it('charges no session again whose charge was settled before the period turned', () =>
    ledger
      .given([
        opened([lot('lot', 10)]),
        chargesCarried({
          settled: [
            {
              sessionId: 'ses_1',
              at: AT,
              account: { charged: credits(1), refunded: credits(0), toolsRefunded: [], toolsNotApplicable: [] },
            },
          ],
        }),
      ])
      .when(charge([base]))
      .then([]));

  it('refuses what the balance does not cover, and says how much is missing', () =>
    ledger
      .given([opened([lot('lot', '0.5')])])
      .when(charge([base]))
      .then({ code: 'INSUFFICIENT_CREDITS', details: { required: 1, balance: 0.5 } }));

  it('spends the last credit', () => {
    const state = [opened([lot('lot', 1)]), charged([base])].reduce(unsealed.evolve, unsealed.initial);
    expect(balanceOf(state)).toBe(0);
  });

  it('spends what lapses soonest first, then promotional credits, then the oldest', () =>
    ledger
      .given([
        opened([
          lot('bought', 1),
          lot('older', 1, { grantedAt: '2026-01-01T00:00:00.000Z' }),
          lot('gift', 1, { kind: 'promotional' }),
          lot('included', 1, { kind: 'included', expires: '2026-12' }),
          lot('rollover', 1, { kind: 'rollover', expires: '2026-11' }),
        ]),
      ])
      .when(charge([{ ...base, amount: credits('4.5') }]))
      .then([
        charged([{ ...base, amount: credits('4.5') }], {
          categories: ['security'],
          drawn: [
            { lot: 'rollover', amount: credits(1) },
            { lot: 'included', amount: credits(1) },
            { lot: 'gift', amount: credits(1) },
            { lot: 'older', amount: credits(1) },
            { lot: 'bought', amount: credits('0.5') },
          ],
        }),
      ]));
});

describe('charging the lines of a session', () => {
  const begun = (balance: number) => [
    opened([lot('lot', balance)]),
    charged([base, ...security('a', 'b', 'c'), ...accessibility('x', 'y')]),
  ];

  it('charges them once they are counted', () =>
    ledger
      .given(begun(10))
      .when(addLines(2, ['a', 'b', 'c', 'x', 'y']))
      .then([charged([linesCharge], { linesCounted: 20_000 })]));

  it('charges them once', () =>
    ledger
      .given([...begun(10), charged([linesCharge], { linesCounted: 20_000 })])
      .when(addLines(2, ['a', 'b', 'c', 'x', 'y']))
      .then([]));

  it('moves the share of a tool that left the plan to the tools of its category that stay', () =>
    ledger
      .given(begun(10))
      .when(addLines(0, ['b', 'c', 'x', 'y']))
      .then([
        {
          type: 'ChargeReapportioned',
          data: { ...subject('ses_1'), at: AT, category: 'security', lines: security('b', 'c') },
        },
      ]));

  it('returns the price of a category that has no tools left', () =>
    ledger
      .given(begun(10))
      .when(addLines(0, ['a', 'b', 'c']))
      .then([refunded(accessibility('x', 'y'), 'not-applicable')]));

  it('pays the lines with what a category returned', () =>
    ledger
      .given(begun(6))
      .when(addLines(2, ['a', 'b', 'c']))
      .then([refunded(accessibility('x', 'y'), 'not-applicable'), charged([linesCharge], { linesCounted: 20_000 })]));

  it('refuses lines that the balance does not cover, and changes nothing', () =>
    ledger
      .given(begun(7))
      .when(addLines(2, ['a', 'b', 'c', 'x', 'y']))
      .then({ code: 'INSUFFICIENT_CREDITS', details: { required: 2, balance: 1 } }));

  it('gives no share back to a tool that has failed since', () =>
    ledger
      .given([...begun(10), refunded(security('a', 'b', 'c').slice(0, 1), 'failed')])
      .when(addLines(0, ['a', 'b', 'c', 'x', 'y']))
      .then([]));

  it.each([
    [5, 'ok'],
    [4, 'BUDGET_EXCEEDED'],
  ])('keeps to a budget of %d credits, of which base, tools and lines are a part: %s', (most, expected) => {
    const before = [opened([lot('lot', 10)]), charged([base, ...security('a', 'b')])].reduce(apply, unsealed.initial);
    const paid = accountOfSession(before, 'ses_1').charged;
    const result = chargeLines(
      {
        at: AT,
        sessionId: 'ses_1',
        linesCounted: 20_000,
        amount: minus(credits(5), paid),
        remainingTools: new Set(['a', 'b']),
        most: credits(most),
      },
      before,
    );
    expect(result.ok ? 'ok' : result.refusal.code).toBe(expected);
  });

  it('refuses the lines of a session that was never charged', () =>
    ledger
      .given([opened([lot('lot', 10)])])
      .when(addLines(2, ['a']))
      .then({ code: 'CONFLICT' }));

  it('tells tools that had nothing to look at from those that failed', () => {
    const state = [
      ...begun(10),
      refunded(accessibility('x', 'y'), 'not-applicable'),
      refunded([security('a', 'b', 'c')[1]!], 'failed'),
    ].reduce(unsealed.evolve, unsealed.initial);
    expect(accountOfSession(state, 'ses_1')).toMatchObject({ toolsRefunded: ['b'], toolsNotApplicable: ['x', 'y'] });
  });
});
