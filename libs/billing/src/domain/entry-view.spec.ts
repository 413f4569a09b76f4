import { AT, credits, lot } from '../../test/ledger';
import { viewOf } from './entry-view';
import type { LedgerEntry } from './events';

const sealed = { balance: credits(100), previousHash: '' };

describe('an entry as a transaction', () => {
  it.each([
    ['pur_1', 'purchase'],
    ['top_1', 'topup'],
  ])('tells credits that were bought (%s) from those of an automatic top-up', (paymentId, type) => {
    const data = { at: AT, lot: lot('purchased-1', 100), packageId: 'credits-100', paymentId, ...sealed };
    expect(viewOf({ type: 'CreditsPurchased', data })).toMatchObject({
      type,
      amount: credits(100),
      details: { purchaseId: paymentId, packageId: 'credits-100', lot: { id: 'purchased-1' } },
    });
  });

  it('says what overage of months before is charged with that of its own, and what is left', () => {
    const overage = { period: '2026-11', lot: 'overage-2026-11', drawn: [], microdollarsPerCredit: 120_000 };
    const sold = { used: credits(2), amount: credits(2), cents: 24, paymentId: 'ovr_1', isAttributed: true } as const;
    const data = { at: AT, ...overage, ...sold, before: { amount: credits(1), cents: 12 }, isLeft: true, ...sealed };
    expect(viewOf({ type: 'OverageSettled', data: { ...data, isLeft: true } }).details).toEqual({
      period: '2026-11',
      purchaseId: 'ovr_1',
      cents: 24,
      centsBefore: 12,
      centsLeft: 36,
    });
  });

  it('names what expired', () => {
    const lapsed = [{ lot: 'promotional-1', amount: credits('2.5') }];
    const entry: LedgerEntry = { type: 'CreditsLapsed', data: { at: AT, amount: credits('2.5'), lapsed, ...sealed } };
    expect(viewOf(entry)).toMatchObject({ type: 'expiry', details: { lots: [{ id: 'promotional-1', amount: 2.5 }] } });
  });
});
