import { minus } from '@assay/kernel';
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
import { type ChargeLine, type RefundReason, totalOfLines } from './charge';
import { type CreditLedger, accountOfSession, balanceOf } from './credit-ledger';
import type { LedgerFact } from './events';
import type { Draw } from './lot';
import { refundSession, refundTools, settleCharge } from './refunding';

const ledger = specification(unsealed);
const shares = security('a', 'b', 'c');
const charged: LedgerFact = {
  type: 'CreditsCharged',
  data: {
    ...subject('ses_1'),
    at: AT,
    amount: credits(6),
    lines: [base, ...shares, ...accessibility('x')],
    drawn: [
      { lot: 'first', amount: credits(2) },
      { lot: 'second', amount: credits(4) },
    ],
  },
};
const begun = [opened([lot('first', 2), lot('second', 10)]), charged];

const refunded = (
  lines: readonly ChargeLine[],
  reason: RefundReason,
  returned: readonly Draw[] = [{ lot: 'second', amount: totalOfLines(lines) }],
): LedgerFact => ({
  type: 'CreditsRefunded',
  data: { ...subject('ses_1'), at: AT, amount: totalOfLines(lines), lines, reason, returned },
});
const settled: LedgerFact = {
  type: 'ChargeSettled',
  data: {
    ...subject('ses_1'),
    at: AT,
    charged: credits(6),
    refunded: credits(0),
    linesScanned: 12,
    issuesByCategory: { security: 1 },
  },
};

const refund = (tools: Record<string, RefundReason>) => (state: CreditLedger) =>
  refundTools({ at: AT, sessionId: 'ses_1', tools: new Map(Object.entries(tools)) }, state);
const refundAll = (reason: RefundReason) => (state: CreditLedger) =>
  refundSession({ at: AT, sessionId: 'ses_1', reason }, state);
const settle = (state: CreditLedger) =>
  settleCharge({ at: AT, sessionId: 'ses_1', linesScanned: 12, issuesByCategory: { security: 1 } }, state);

describe('refunding tools', () => {
  it('gives a failed tool its share back, with the reason', () =>
    ledger
      .given(begun)
      .when(refund({ a: 'failed' }))
      .then([refunded([shares[0]!], 'failed')]));

  it('gives it back once, whatever the reason is the second time', () =>
    ledger
      .given([...begun, refunded([shares[0]!], 'failed')])
      .when(refund({ a: 'timed-out' }))
      .then([]));

  it('makes an entry for each tool', () =>
    ledger
      .given(begun)
      .when(refund({ a: 'failed', b: 'skipped' }))
      .then([refunded([shares[0]!], 'failed'), refunded([shares[1]!], 'skipped')]));

  it('gives back exactly the price of a category whose tools all failed', () => {
    const state = begun.reduce(unsealed.evolve, unsealed.initial);
    const facts = refund({ a: 'failed', b: 'failed', c: 'failed' })(state);
    expect(facts.reduce(unsealed.evolve, state)).toMatchObject({
      lots: [{ remaining: credits(0) }, { remaining: credits(7) }],
    });
  });

  it('returns last what was drawn first', () =>
    ledger
      .given(begun)
      .when(refundAll('failed'))
      .then([
        refunded([base, ...shares, ...accessibility('x')], 'failed', [
          { lot: 'second', amount: credits(4) },
          { lot: 'first', amount: credits(2) },
        ]),
      ]));

  it.each([
    ['a tool that costs nothing', 'spelling'],
    ['a tool that was never planned', 'nonsense'],
  ])('changes nothing for %s', (_, tool) =>
    ledger
      .given(begun)
      .when(refund({ [tool]: 'failed' }))
      .then([]),
  );

  it('changes nothing for a session that was never charged', () =>
    ledger
      .given([opened([])])
      .when(refund({ a: 'failed' }))
      .then([]));

  it('makes credits whose lot has lapsed usable for the rest of the period', () => {
    const { openCharges } = begun.reduce(unsealed.evolve, unsealed.initial);
    const state = [
      opened([lot('second', 6)], '2026-12'),
      chargesCarried({ openCharges: [...openCharges.values()] }),
    ].reduce(unsealed.evolve, unsealed.initial);
    const [fact] = refundAll('failed')(state);
    expect(unsealed.evolve(state, fact!).lots).toEqual([
      lot('second', 10),
      {
        id: 'returned-2026-12',
        kind: 'rollover',
        remaining: credits(2),
        expires: '2026-12',
        grantedAt: '2026-12-01T00:00:00.000Z',
      },
    ]);
  });
});

describe('refunding a session', () => {
  it('returns only what has not come back yet', () =>
    ledger
      .given([...begun, refunded([shares[0]!], 'failed')])
      .when(refundAll('canceled'))
      .then([
        refunded([base, shares[1]!, shares[2]!, ...accessibility('x')], 'canceled', [
          { lot: 'second', amount: minus(credits(4), shares[0]!.amount) },
          { lot: 'first', amount: credits(2) },
        ]),
      ]));

  it('changes nothing the second time', () => {
    const state = begun.reduce(unsealed.evolve, unsealed.initial);
    const after = refundAll('failed')(state).reduce(unsealed.evolve, state);
    expect(balanceOf(after)).toBe(credits(12));
    expect(refundAll('failed')(after)).toEqual([]);
  });

  it('also settles a session that never started, so that it cannot run for nothing', () => {
    const state = begun.reduce(unsealed.evolve, unsealed.initial);
    expect(refundAll('not-started')(state).map(({ type }) => type)).toEqual(['CreditsRefunded', 'ChargeSettled']);
  });
});

describe('settling a charge', () => {
  it('makes it final', () => ledger.given(begun).when(settle).then([settled]));
  it('changes nothing the second time', () =>
    ledger
      .given([...begun, settled])
      .when(settle)
      .then([]));
  it('leaves nothing to refund', () =>
    ledger
      .given([...begun, settled])
      .when(refund({ a: 'failed' }))
      .then([]));
  it('remembers what the session has cost', () => {
    const state = [...begun, refunded([shares[0]!], 'failed'), settled].reduce(unsealed.evolve, unsealed.initial);
    expect(accountOfSession(state, 'ses_1')).toEqual({
      charged: credits(6),
      refunded: shares[0]!.amount,
      toolsRefunded: ['a'],
      toolsNotApplicable: [],
    });
  });
});
