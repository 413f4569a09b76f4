import { type Microcredits, noCredits, plus } from '@assay/kernel';

/** The part of a purchase that is in a ledger, or in a month of it. */
export interface PaymentAccount {
  readonly isCredited: boolean;
  /** The credits that were taken back, minus those that were returned. */
  readonly reversed: Microcredits;
}

export const noPayment: PaymentAccount = { isCredited: false, reversed: noCredits };

/** The sum of two parts of a purchase. */
export const inBoth = (a: PaymentAccount, b: PaymentAccount): PaymentAccount => ({
  isCredited: a.isCredited || b.isCredited,
  reversed: plus(a.reversed, b.reversed),
});
