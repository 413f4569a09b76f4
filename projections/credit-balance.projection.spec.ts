import { credits } from '../libs/billing/test/ledger';
import { MONTH } from '../libs/billing/test/month';
import { projected } from '../libs/read-models/test/projected';
import { creditBalance } from './credit-balance.projection';

describe('the read model of credit balances', () => {
  it('has what an organization has left, and how the month came to it', () =>
    expect(projected(creditBalance, MONTH)).toMatchObject({
      org_1: {
        organizationId: 'org_1',
        period: '2026-11',
        balance: credits('8.5'),
        charged: credits(2),
        refunded: credits('0.5'),
        lots: [{ id: 'lot_1', remaining: credits('8.5') }],
      },
    }));

  it('adds up for itself, and agrees with the balance that each entry claims', () => {
    for (const [index, { data }] of MONTH.entries())
      expect(projected(creditBalance, MONTH.slice(0, index + 1))['org_1']!.balance).toBe(data.balance);
  });

  it('refuses a ledger that does not begin with its opening', () =>
    expect(() => projected(creditBalance, MONTH.slice(1))).toThrow(/does not begin with PeriodOpened/));
});
