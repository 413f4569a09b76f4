import { noCredits } from '@assay/kernel';
import { specification } from '../../../kernel/test/specification';
import {
  AT,
  ORGANIZATION,
  base,
  chargesCarried,
  credits,
  lot,
  opened,
  security,
  subject,
  unsealed,
} from '../../test/ledger';
import { type OpenCharge, newCharge, noAccount } from './charge';
import type { CreditLedger } from './credit-ledger';
import { carryOn, closePeriod, lotsAsOf, openPeriod } from './period-roll';
import type { LedgerFact } from './events';
import type { Lot } from './lot';

const ledger = specification(unsealed);
const LATER = '2026-12-03T08:00:00.000Z';
const close = (state: CreditLedger) => closePeriod(state, LATER);
const open =
  (period: string, included = noCredits) =>
  (state: CreditLedger) =>
    openPeriod(state, { at: LATER, organizationId: ORGANIZATION, period, included });
const closed = (next: string): LedgerFact => ({ type: 'PeriodClosed', data: { at: LATER, period: '2026-11', next } });
const lapsed = (id: string, amount: number): LedgerFact => ({
  type: 'CreditsLapsed',
  data: { at: LATER, amount: credits(amount), lapsed: [{ lot: id, amount: credits(amount) }] },
});
const reopened = (period: string, carried: readonly Lot[] = []): LedgerFact => ({
  type: 'PeriodOpened',
  data: { at: LATER, organizationId: ORGANIZATION, period, carried },
});

const included = lot('included-2026-11', 30, { kind: 'included', expires: '2026-11' });
const rollover = lot('included-2026-10', 5, { kind: 'rollover', expires: '2026-11' });
const bought = lot('bought', 7);

describe('closing a period', () => {
  it('lets nothing lapse that can still be spent', () =>
    ledger
      .given([opened([included, bought])])
      .when(close)
      .then([closed('2026-12')]));
  it('lets credits lapse that rolled over before', () =>
    ledger
      .given([opened([included, rollover])])
      .when(close)
      .then([lapsed('included-2026-10', 5), closed('2026-12')]));
});

describe('opening a period', () => {
  it('begins with the included credits', () =>
    ledger
      .given([])
      .when(open('2026-11', credits(50)))
      .then([
        reopened('2026-11'),
        {
          type: 'CreditsGranted',
          data: {
            at: LATER,
            reason: 'included',
            lot: {
              id: 'included-2026-11',
              kind: 'included',
              remaining: credits(50),
              expires: '2026-11',
              grantedAt: LATER,
            },
          },
        },
      ]));

  it('rolls unused included credits over once', () =>
    ledger
      .given([opened([included, bought]), closed('2026-12')])
      .when(open('2026-12'))
      .then([reopened('2026-12', [{ ...included, kind: 'rollover', expires: '2026-12' }, bought])]));

  it('carries only what never lapses over years of absence', () =>
    ledger
      .given([opened([included, bought]), lapsed('included-2026-11', 30), closed('2029-03')])
      .when(open('2029-03'))
      .then([reopened('2029-03', [bought])]));

  it('carries charges that are not settled, and the empty lots that they would return to', () => {
    const state = [
      opened([lot('included-2026-11', 1, { kind: 'included', expires: '2026-11' }), lot('spent', 0)]),
      {
        type: 'CreditsCharged',
        data: {
          ...subject('ses_1'),
          at: AT,
          amount: base.amount,
          lines: [base],
          drawn: [{ lot: 'included-2026-11', amount: base.amount }],
        },
      } as LedgerFact,
      closed('2026-12'),
    ].reduce(unsealed.evolve, unsealed.initial);
    expect(open('2026-12')(state)).toMatchObject([
      {
        type: 'PeriodOpened',
        data: { carried: [{ id: 'included-2026-11', kind: 'rollover', remaining: 0, expires: '2026-12' }] },
      },
      {
        type: 'ChargesCarried',
        data: {
          openCharges: [
            { sessionId: 'ses_1', lines: [base], drawn: [{ lot: 'included-2026-11', amount: base.amount }] },
          ],
        },
      },
    ]);
  });

  it('remembers the sessions that were settled in the last day, and forgets older ones', () => {
    const account = { charged: credits(1), refunded: noCredits, toolsRefunded: [], toolsNotApplicable: [] };
    const recent = { sessionId: 'ses_2', at: '2026-12-02T23:00:00.000Z', account };
    const settled = [{ sessionId: 'ses_1', at: '2026-12-01T23:00:00.000Z', account }, recent];
    const state = [opened([]), chargesCarried({ settled }), closed('2026-12')].reduce(
      unsealed.evolve,
      unsealed.initial,
    );
    expect(open('2026-12')(state)[1]!.data).toMatchObject({ settled: [recent] });
  });

  it('carries any number of charges in as many appends as a store takes', () => {
    const tools = security(...Array.from({ length: 150 }, (_, index) => `a-tool-with-quite-a-long-name-${index}`));
    const openCharges = Array.from(
      { length: 300 },
      (_, index): OpenCharge => ({
        ...newCharge(subject(`ses_${index}`)),
        lines: tools,
        drawn: [{ lot: 'bought', amount: credits(1) }],
        charged: credits(1),
      }),
    );
    const settled = Array.from({ length: 2_000 }, (_, index) => ({
      sessionId: `ses_s${index}`,
      at: LATER,
      account: { ...noAccount, toolsRefunded: tools.map(({ tool }) => tool!) },
    }));
    const state = [opened([bought]), chargesCarried({ openCharges, settled }), closed('2026-12')].reduce(
      unsealed.evolve,
      unsealed.initial,
    );
    const appends = [open('2026-12')(state)];
    let after = appends[0]!.reduce(unsealed.evolve, unsealed.initial);
    while (after.status === 'opening') {
      const facts = carryOn(state, after);
      appends.push(facts);
      after = facts.reduce(unsealed.evolve, after);
    }
    expect(Math.max(...appends.map((facts) => Buffer.byteLength(JSON.stringify(facts))))).toBeLessThan(300_000);
    expect(after).toMatchObject({ status: 'open', awaited: 0 });
    expect(after.openCharges.values()).toEqual(state.openCharges.values());
    expect(after.settled.values()).toEqual(state.settled.values());
    expect(carryOn(state, after)).toEqual([]);
  });
});

describe('the balance of a month that no entry has reached yet', () => {
  it('is what the next command would open it with, also over months without a command', () => {
    const state = [opened([included, rollover, bought])].reduce(unsealed.evolve, unsealed.initial);
    const coming = ['2026-12', '2027-01', '2027-02'].map((period) => ({ period, included: credits(50) }));
    let rolled = state;
    for (const { period, included: granted } of coming) {
      rolled = close(rolled).reduce(unsealed.evolve, rolled);
      rolled = open(period, granted)(rolled).reduce(unsealed.evolve, rolled);
    }
    expect(lotsAsOf(state, coming, LATER)).toEqual(rolled.lots);
  });
});
