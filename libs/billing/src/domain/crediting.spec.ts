import { type Microcredits, microcredits, noCredits } from '@assay/kernel';
import fc from 'fast-check';
import { AT, credits, lot } from '../../test/ledger';
import { type CreditLedger, apply, balanceOf, unopened } from './credit-ledger';
import { bookPurchase, payDebt } from './crediting';
import type { LedgerFact } from './events';
import { noPayment } from './payment-account';
import { openPeriod } from './period-roll';

const booking = (purchaseId: string, of: number, reversed: number) => ({
  at: AT,
  purchaseId,
  packageId: 'p',
  credits: credits(of),
  reversed: credits(reversed),
});
const spent = (ledger: CreditLedger, amount: Microcredits): CreditLedger => {
  const lots = [...ledger.lots];
  let missing: number = amount;
  return {
    ...ledger,
    lots: lots.map((each) => {
      const part = Math.min(missing, each.remaining);
      missing -= part;
      return { ...each, remaining: microcredits(each.remaining - part) };
    }),
  };
};

/** A month without included credits. */
const empty: CreditLedger = { ...unopened, status: 'open', organizationId: 'org_1', period: '2026-11' };

const book = (ledger: CreditLedger, ...bookings: ReturnType<typeof booking>[]) =>
  bookings.reduce(
    (state, each) => payDebt(bookPurchase(each, noPayment, state), AT, state).reduce(apply, state),
    ledger,
  );

describe('a purchase in the ledger', () => {
  it('takes back what is unspent, and records the rest as owed', () => {
    const ledger = spent(book(empty, booking('a', 100, 0)), credits(30));
    const facts = bookPurchase(booking('a', 100, 100), noPayment, ledger);
    expect(facts).toEqual([
      {
        type: 'PurchaseReversed',
        data: {
          at: AT,
          paymentId: 'a',
          packageId: 'p',
          amount: credits(100),
          taken: [{ lot: 'purchased-a', amount: credits(70) }],
          owed: credits(30),
        },
      },
    ]);
    const after = facts.reduce(apply, ledger);
    expect([balanceOf(after), after.owed]).toEqual([noCredits, credits(30)]);
  });

  it('takes from other purchases what its own credits do not cover, and nothing that was not bought', () => {
    const gift: LedgerFact = {
      type: 'CreditsGranted',
      data: { at: AT, lot: lot('gift', 40, { kind: 'promotional' }), reason: 'test' },
    };
    const a = book(empty, booking('a', 100, 0));
    const both = [gift].reduce(apply, book(spent(a, credits(100)), booking('b', 60, 0)));
    const after = book(both, booking('a', 100, 100));
    expect([balanceOf(after), after.owed]).toEqual([credits(40), credits(40)]);
  });

  it('pays what is owed first, with the next purchase', () => {
    const owing = book(spent(book(empty, booking('a', 100, 0)), credits(30)), booking('a', 100, 100));
    const paying = payDebt(bookPurchase(booking('b', 500, 0), noPayment, owing), AT, owing);
    expect(paying.map(({ type }) => type)).toEqual(['CreditsPurchased', 'DebtPaid']);
    const after = paying.reduce(apply, owing);
    expect([balanceOf(after), after.owed]).toEqual([credits(470), noCredits]);
  });

  it('gives back what a dispute took once it is won: first what is owed, then credits', () => {
    const disputed = book(spent(book(empty, booking('a', 100, 0)), credits(30)), booking('a', 100, 100));
    const won = book(disputed, booking('a', 100, 0));
    expect([balanceOf(won), won.owed]).toEqual([credits(70), noCredits]);
  });

  it('knows what closed months have of it', () => {
    const before = { isCredited: true, reversed: credits(40) };
    expect(bookPurchase(booking('a', 100, 40), before, empty)).toEqual([]);
    const [fact] = bookPurchase(booking('a', 100, 50), before, empty);
    expect(fact).toMatchObject({ type: 'PurchaseReversed', data: { amount: credits(10), owed: credits(10) } });
  });

  const step = fc.oneof(
    fc.record({ id: fc.constantFrom('a', 'b', 'c'), reversed: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ spend: fc.integer({ min: 0, max: 120 }) }),
  );

  it('whatever happens, what was sold is there, was spent, was reversed or is owed, and nobody owes who has any', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let ledger = empty;
        let used = 0;
        for (const each of steps) {
          if ('spend' in each) {
            const amount = Math.min(credits(each.spend), balanceOf(ledger));
            used += amount;
            ledger = spent(ledger, microcredits(amount));
          } else {
            ledger = book(ledger, booking(each.id, 100, each.reversed));
          }
          const again = 'spend' in each ? ledger : book(ledger, booking(each.id, 100, each.reversed));
          expect(again).toEqual(ledger);
          const accounts = ledger.payments.values();
          const sold = accounts.length * credits(100);
          const reversed = accounts.reduce((sum, account) => sum + account.reversed, 0);
          expect(balanceOf(ledger)).toBe(sold - reversed - used + ledger.owed);
          expect(balanceOf(ledger) > 0 && ledger.owed > 0).toBe(false);
        }
      }),
    ));
});

describe('a debt', () => {
  it('is carried into the next month, and is nothing of a month without one', () => {
    const next = { at: AT, organizationId: 'org_1', period: '2026-12', included: noCredits };
    const owing = book(empty, { ...booking('a', 100, 100) }, booking('b', 10, 10));
    const indebted = { ...owing, owed: credits(30), status: 'closed' as const, next: '2026-12' };
    expect(openPeriod(indebted, next).reduce(apply, unopened).owed).toBe(credits(30));
    expect(openPeriod({ ...indebted, owed: noCredits }, next)[0]!.data).not.toHaveProperty('owed');
  });
});
