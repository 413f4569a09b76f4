import { type Microcredits, microcredits, minus, noCredits, plus } from '@assay/kernel';
import type { CreditLedger } from './credit-ledger';
import type { LedgerFact } from './events';
import { type Draw, type Lots, drawnTotal, isOverage, overageLotId, planDraws, totalOf } from './lot';
import type { Period } from './period';

/** How far below zero a balance may go in a month, and at what price. */
export interface OverageTerms {
  /** Zero turns overage off. */
  readonly limit: Microcredits;
  readonly microdollarsPerCredit: number;
}

/** Sold overage that is charged together with that of a later month; in credits and whole cents of US dollars. */
export interface UnpaidOverage {
  readonly amount: Microcredits;
  readonly cents: number;
}

/** In cents of US dollars: payment providers refuse to charge less. */
export const LEAST_CHARGE = 50;

/** The amount for overage that is charged now, or left to the next month. */
export const overageDue = ({ amount, cents, before }: UnpaidOverage & { before?: UnpaidOverage }): UnpaidOverage =>
  before === undefined ? { amount, cents } : { amount: plus(before.amount, amount), cents: before.cents + cents };

/** Whether the amount is too little to be charged. */
export const isLeft = ({ cents }: UnpaidOverage): boolean => cents > 0 && cents < LEAST_CHARGE;

/** The overage that a tier allows, from the price list. */
interface TierOverage {
  readonly credits: Microcredits;
  readonly microdollarsPerCredit: number;
}

/** How far below zero the next charge may take the balance: not at all while there is debt. */
export const overageAllowed = ({ overage, owed }: Pick<CreditLedger, 'overage' | 'owed'>): Microcredits =>
  overage === undefined || owed > 0 ? noCredits : overage.limit;

/** The overage that would be settled if the month ended now: credits granted since then count against it. */
export const overageUsed = (balance: Microcredits): Microcredits => microcredits(Math.max(0, -balance));

/** Draws on the lots as long as they have credits, and takes the rest as the month's overage. */
export function planCharge({ lots, period }: Pick<CreditLedger, 'lots' | 'period'>, amount: Microcredits): Draw[] {
  const covered = microcredits(Math.min(amount, totalOf(spendable(lots))));
  const draws = planDraws(lots, covered);
  return covered === amount ? draws : [...draws, { lot: overageLotId(period), amount: minus(amount, covered) }];
}

/**
 * Turns overage on or off, or changes its limit. Used overage stays, even above a lower limit, and is settled at the
 * price at which it was allowed: another price waits for a month without use.
 */
export function changeOverage(
  { at, by, terms }: { readonly at: string; readonly by: string; readonly terms: OverageTerms },
  ledger: CreditLedger,
): LedgerFact[] {
  const { overage } = ledger;
  const { limit, microdollarsPerCredit } = terms;
  const isUsed = ledger.lots.some((lot) => isOverage(lot) && lot.remaining !== 0);
  const price = overage !== undefined && isUsed ? overage.microdollarsPerCredit : microdollarsPerCredit;
  if ((overage?.limit ?? 0) === limit && (limit === 0 || overage?.microdollarsPerCredit === price)) return [];
  return [{ type: 'OverageChanged', data: { at, by, overage: { limit, microdollarsPerCredit: price } } }];
}

/**
 * The terms with which the next month opens: at most the limit of its tier, at the tier's price; undefined if the limit
 * is zero.
 */
export function termsWithin(overage: OverageTerms | undefined, tier: TierOverage | null): OverageTerms | undefined {
  if (overage === undefined || tier === null) return undefined;
  const limit = microcredits(Math.min(overage.limit, tier.credits));
  return limit === 0 ? undefined : { limit, microdollarsPerCredit: tier.microdollarsPerCredit };
}

/** The author of an entry that lowers the limit because the tier allows less than before. */
const BY_TIER = 'tier';

/** The overage that applies to the next command, before that has recorded the tier's current limit. */
export const allowedNow = (overage: OverageTerms | undefined, tier: TierOverage | null): OverageTerms | undefined =>
  overage && { ...overage, limit: microcredits(Math.min(overage.limit, tier?.credits ?? noCredits)) };

/** Lowers the limit of the open month to that of the current tier. */
export function withinTier(at: string, tier: TierOverage | null, ledger: CreditLedger): LedgerFact[] {
  const terms = allowedNow(ledger.overage, tier);
  return terms === undefined || terms.limit === ledger.overage?.limit
    ? []
    : changeOverage({ at, by: BY_TIER, terms }, ledger);
}

/**
 * At the end of a month, the lots that remain by then cover its overage, in the order of spending, and the rest is
 * sold. An amount below the least charge is left to the next month. No facts if no overage was used.
 */
export function settleOverage(
  at: string,
  { lots, period, organizationId, overage, unpaid }: CreditLedger,
): LedgerFact[] {
  const lot = lots.find(isOverage);
  if (lot === undefined || lot.remaining === 0) return [];
  const used = minus(noCredits, lot.remaining);
  const drawn = coverOf(lots, used);
  const amount = minus(used, drawnTotal(drawn));
  const { microdollarsPerCredit } = overage!;
  const cents = centsOf(amount, microdollarsPerCredit);
  const before = unpaid !== undefined && { before: unpaid };
  return [
    {
      type: 'OverageSettled',
      data: {
        at,
        period,
        lot: lot.id,
        used,
        drawn,
        amount,
        microdollarsPerCredit,
        cents,
        paymentId: overagePaymentId(organizationId, period),
        ...before,
        ...(isLeft(overageDue({ amount, cents, ...before })) && { isLeft: true }),
        isAttributed: true,
      },
    },
  ];
}

/** The lots after the settlement of a month. */
export function settledLots(lots: Lots): Lots {
  const used = lots.find(isOverage)?.remaining ?? noCredits;
  if (used === 0) return lots;
  const drawn = new Map(coverOf(lots, minus(noCredits, used)).map(({ lot, amount }) => [lot, amount]));
  return lots.map((lot) => ({
    ...lot,
    remaining: isOverage(lot) ? noCredits : minus(lot.remaining, drawn.get(lot.id) ?? noCredits),
  }));
}

/** Whole cents, rounded down. */
export const centsOf = (amount: Microcredits, microdollarsPerCredit: number): number =>
  Number((BigInt(amount) * BigInt(microdollarsPerCredit)) / 10_000_000_000n);

/** The id of the purchase that pays the overage of a month: the same one on every repetition. */
const overagePaymentId = (organizationId: string, period: Period): string => `ovr_${organizationId}_${period}`;

const spendable = (lots: Lots): Lots => lots.filter((lot) => !isOverage(lot));

const coverOf = (lots: Lots, used: Microcredits): Draw[] => {
  const others = spendable(lots);
  return planDraws(others, microcredits(Math.min(used, totalOf(others))));
};
