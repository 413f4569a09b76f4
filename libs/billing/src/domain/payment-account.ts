import { type Microcredits, noCredits, plus } from '@assay/kernel';

/** What a ledger, or a month of it, has of a purchase. */
export interface PaymentAccount {
  readonly isCredited: boolean;
  /** What was taken back, less what was given back again. */
  readonly reversed: Microcredits;
}

export const noPayment: PaymentAccount = { isCredited: false, reversed: noCredits };

/** The account of two parts of a ledger together. */
export const inBoth = (a: PaymentAccount, b: PaymentAccount): PaymentAccount => ({
  isCredited: a.isCredited || b.isCredited,
  reversed: plus(a.reversed, b.reversed),
});
