import { noCredits } from '@assay/kernel';
import { specification } from '../../../kernel/test/specification';
import { AT, ORGANIZATION, base, credits, lot, opened, subject, unsealed } from '../../test/ledger';
import type { CreditLedger } from './credit-ledger';
import { closePeriod, lotsAsOf, openPeriod } from './period-roll';
import type { LedgerFact } from './events';

const ledger = specification(unsealed);
const LATER = '2026-12-03T08:00:00.000Z';
const close = (next: string) => (state: CreditLedger) => closePeriod(state, { at: LATER, next });
const open = (period: string, included = noCredits) => (state: CreditLedger) => openPeriod(state, { at: LATER, organizationId: ORGANIZATION, period, included });
const closed = (next: string): LedgerFact => ({ type: 'PeriodClosed', data: { at: LATER, period: '2026-11', next } });
const lapsed = (id: string, amount: number): LedgerFact => ({ type: 'CreditsLapsed', data: { at: LATER, amount: credits(amount), lapsed: [{ lot: id, amount: credits(amount) }] } });
const reopened = (period: string, data: object): LedgerFact =>
  ({ type: 'PeriodOpened', data: { at: LATER, organizationId: ORGANIZATION, period, carried: [], openCharges: [], settled: [], ...data } });

const included = lot('included-2026-11', 30, { kind: 'included', expires: '2026-11' });
const rollover = lot('included-2026-10', 5, { kind: 'rollover', expires: '2026-11' });
const bought = lot('bought', 7);

describe('closing a period', () => {
  it('lets nothing lapse that can still be spent', () => ledger.given([opened([included, bought])]).when(close('2026-12')).then([closed('2026-12')]));
  it('lets credits lapse that rolled over before', () => ledger.given([opened([included, rollover])]).when(close('2026-12')).then([lapsed('included-2026-10', 5), closed('2026-12')]));
  it('lets included credits lapse when the period after it passed as well', () =>
    ledger.given([opened([included, bought])]).when(close('2027-01')).then([lapsed('included-2026-11', 30), closed('2027-01')]));
});

describe('opening a period', () => {
  it('begins with the included credits', () =>
    ledger.given([]).when(open('2026-11', credits(50))).then([
      reopened('2026-11', {}),
      { type: 'CreditsGranted', data: { at: LATER, reason: 'included', lot: { id: 'included-2026-11', kind: 'included', remaining: credits(50), expires: '2026-11', grantedAt: LATER } } },
    ]));

  it('rolls unused included credits over once', () =>
    ledger.given([opened([included, bought]), closed('2026-12')]).when(open('2026-12'))
      .then([reopened('2026-12', { carried: [{ ...included, kind: 'rollover', expires: '2026-12' }, bought] })]));

  it('carries only what never lapses over years of absence', () =>
    ledger.given([opened([included, bought]), lapsed('included-2026-11', 30), closed('2029-03')]).when(open('2029-03')).then([reopened('2029-03', { carried: [bought] })]));

  it('carries charges that are not settled, and the empty lots that they would return to', () => {
    const state = [
      opened([lot('included-2026-11', 1, { kind: 'included', expires: '2026-11' }), lot('spent', 0)]),
      { type: 'CreditsCharged', data: { ...subject('ses_1'), at: AT, amount: base.amount, lines: [base], drawn: [{ lot: 'included-2026-11', amount: base.amount }] } } as LedgerFact,
      closed('2026-12'),
    ].reduce(unsealed.evolve, unsealed.initial);
    const [fact] = open('2026-12')(state);
    expect(fact!.data).toMatchObject({
      carried: [{ id: 'included-2026-11', kind: 'rollover', remaining: 0, expires: '2026-12' }],
      openCharges: [{ sessionId: 'ses_1', lines: [base], drawn: [{ lot: 'included-2026-11', amount: base.amount }] }],
    });
  });

  it('remembers the sessions that were settled in the last day, and forgets older ones', () => {
    const account = { charged: credits(1), refunded: noCredits, toolsRefunded: [], toolsNotApplicable: [] };
    const recent = { sessionId: 'ses_2', at: '2026-12-02T23:00:00.000Z', account };
    const state = [opened([], { settled: [{ sessionId: 'ses_1', at: '2026-12-01T23:00:00.000Z', account }, recent] }), closed('2026-12')].reduce(unsealed.evolve, unsealed.initial);
    expect(open('2026-12')(state)[0]!.data).toMatchObject({ settled: [recent] });
  });
});

describe('the balance of a month that no entry has reached yet', () => {
  it('is what the next command would open it with', () => {
    const state = [opened([included, rollover, bought])].reduce(unsealed.evolve, unsealed.initial);
    const after = [...close('2026-12')(state)].reduce(unsealed.evolve, state);
    const reopenedState = open('2026-12', credits(50))(after).reduce(unsealed.evolve, after);
    expect(lotsAsOf(state.lots, state.period, { period: '2026-12', included: credits(50), at: LATER })).toEqual(reopenedState.lots);
  });
});
