import { type Microcredits, minus, noCredits } from '@assay/kernel';
import { type CreditLedger, apply } from './credit-ledger';
import type { LedgerFact } from './events';
import { type Lot, drawnTotal, planPurchasedDraws } from './lot';
import { type PaymentAccount, inBoth, noPayment } from './payment-account';

/** A paid purchase, in the form that the ledger needs. */
export interface Booking {
  readonly purchaseId: string;
  readonly packageId: string;
  readonly credits: Microcredits;
  /** Overage: the credits were spent before they were paid. */
  readonly isSpent?: boolean;
  /** The credits whose money went back. */
  readonly reversed: Microcredits;
}

/**
 * Brings the ledger up to date with the purchase: grants its credits once, and takes back the reversed ones, however
 * often it is repeated.
 *
 * @param before the part of the purchase in the ledgers of earlier months
 */
export function bookPurchase(
  booking: Booking & { readonly at: string },
  before: PaymentAccount,
  ledger: CreditLedger,
): LedgerFact[] {
  const { at, purchaseId: paymentId, packageId, credits, isSpent = false, reversed } = booking;
  const account = inBoth(before, ledger.payments.get(paymentId) ?? noPayment);
  const facts: LedgerFact[] = [];
  if (!account.isCredited && !isSpent)
    facts.push({
      type: 'CreditsPurchased',
      data: { at, lot: purchasedLot(paymentId, credits, at), packageId, paymentId },
    });
  const more = minus(reversed, account.reversed);
  const state = facts.reduce(apply, ledger);
  if (more > 0) facts.push(reversal({ at, paymentId, packageId, amount: more }, state));
  if (more < 0) facts.push(undoing({ at, paymentId, packageId, amount: minus(noCredits, more) }, state));
  return facts;
}

interface Change {
  readonly at: string;
  readonly paymentId: string;
  readonly packageId: string;
  readonly amount: Microcredits;
}

/** Takes the credits of the purchase first, and then others, in the order of spending. */
function reversal(change: Change, { lots }: CreditLedger): LedgerFact {
  const own = planPurchasedDraws(
    lots.filter(({ id }) => id === purchasedLotId(change.paymentId)),
    change.amount,
  );
  const others = planPurchasedDraws(
    lots.filter(({ id }) => id !== purchasedLotId(change.paymentId)),
    minus(change.amount, drawnTotal(own)),
  );
  const taken = [...own, ...others];
  return { type: 'PurchaseReversed', data: { ...change, taken, owed: minus(change.amount, drawnTotal(taken)) } };
}

/** Debt is paid first, whichever purchase caused it; the rest is returned. */
function undoing(change: Change, { owed }: CreditLedger): LedgerFact {
  const noLongerOwed = Math.min(owed, change.amount) as Microcredits;
  const lot = purchasedLot(change.paymentId, minus(change.amount, noLongerOwed), change.at);
  return { type: 'ReversalUndone', data: { ...change, noLongerOwed, lot } };
}

/**
 * Debt is paid as soon as there are purchased credits: by the next purchase, and by a refund to a purchased lot.
 * Included and promotional credits pay nothing: they were not sold.
 */
export function payDebt(facts: readonly LedgerFact[], at: string, ledger: CreditLedger): readonly LedgerFact[] {
  const { owed, lots } = facts.reduce(apply, ledger);
  const drawn = owed > 0 ? planPurchasedDraws(lots, owed) : [];
  return drawn.length === 0 ? facts : [...facts, { type: 'DebtPaid', data: { at, amount: drawnTotal(drawn), drawn } }];
}

const purchasedLotId = (paymentId: string): string => `purchased-${paymentId}`;

/** Purchased credits never lapse. */
const purchasedLot = (paymentId: string, remaining: Microcredits, at: string): Lot => ({
  id: purchasedLotId(paymentId),
  kind: 'purchased',
  remaining,
  expires: null,
  grantedAt: at,
});
