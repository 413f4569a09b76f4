import { type Microcredits, microcredits, minus, noCredits, plus } from '@assay/kernel';
import type { CreditLedger } from './credit-ledger';
import type { LedgerFact } from './events';
import { type Draw, type Lots, drawnTotal, isOverage, overageLotId, planDraws, totalOf } from './lot';
import type { Period } from './period';

/** How far below nothing a balance may go in a month, and at what price. */
export interface OverageTerms {
  /** Nothing: it is turned off. */
  readonly limit: Microcredits;
  readonly microdollarsPerCredit: number;
}

/** Overage that was sold, and is charged with that of a later month; credits and whole cents of US dollars. */
export interface UnpaidOverage {
  readonly amount: Microcredits;
  readonly cents: number;
}

/** In cents of US dollars: payment providers refuse to charge less. */
export const LEAST_CHARGE = 50;

/** The amount to be charged for overage by now, or left to the next month. */
export const overageDue = ({ amount, cents, before }: UnpaidOverage & { before?: UnpaidOverage }): UnpaidOverage =>
  before === undefined ? { amount, cents } : { amount: plus(before.amount, amount), cents: before.cents + cents };

/** Whether it is too little to be charged. */
export const isLeft = ({ cents }: UnpaidOverage): boolean => cents > 0 && cents < LEAST_CHARGE;

/** The overage that a tier allows, as the price list has it. */
interface TierOverage {
  readonly credits: Microcredits;
  readonly microdollarsPerCredit: number;
}

/** How far below nothing the next charge may bring the balance: not at all while anything is owed. */
export const overageAllowed = ({ overage, owed }: Pick<CreditLedger, 'overage' | 'owed'>): Microcredits =>
  overage === undefined || owed > 0 ? noCredits : overage.limit;

/** The overage that would be settled if the month ended now: credits that came since then count against it. */
export const overageUsed = (balance: Microcredits): Microcredits => microcredits(Math.max(0, -balance));

/** From the lots as long as they have any, and from the month's overage what they lack. */
export function planCharge({ lots, period }: Pick<CreditLedger, 'lots' | 'period'>, amount: Microcredits): Draw[] {
  const covered = microcredits(Math.min(amount, totalOf(spendable(lots))));
  const draws = planDraws(lots, covered);
  return covered === amount ? draws : [...draws, { lot: overageLotId(period), amount: minus(amount, covered) }];
}

/**
 * Turns overage on or off, or moves its limit. What was used stays, also below a smaller limit, and is settled at the
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

/** The terms with which the next month opens: at most what its tier allows, at its price; none if that is nothing. */
export function termsWithin(overage: OverageTerms | undefined, tier: TierOverage | null): OverageTerms | undefined {
  if (overage === undefined || tier === null) return undefined;
  const limit = microcredits(Math.min(overage.limit, tier.credits));
  return limit === 0 ? undefined : { limit, microdollarsPerCredit: tier.microdollarsPerCredit };
}

/** Who lowers the limit where the tier allows less than before. */
const BY_TIER = 'tier';

/** The overage that holds for the next command, before it has recorded what the tier allows now. */
export const allowedNow = (overage: OverageTerms | undefined, tier: TierOverage | null): OverageTerms | undefined =>
  overage && { ...overage, limit: microcredits(Math.min(overage.limit, tier?.credits ?? noCredits)) };

/** Brings the limit of the open month within what the tier allows now. */
export function withinTier(at: string, tier: TierOverage | null, ledger: CreditLedger): LedgerFact[] {
  const terms = allowedNow(ledger.overage, tier);
  return terms === undefined || terms.limit === ledger.overage?.limit
    ? []
    : changeOverage({ at, by: BY_TIER, terms }, ledger);
}

/**
 * At the end of a month: what its overage took is covered by whatever the lots have by now, in the order of spending,
 * and the rest is sold. Less than a charge has at least is left to the next month. No facts if none was used.
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

/** The lots as the settlement of a month leaves them. */
export function settledLots(lots: Lots): Lots {
  const used = lots.find(isOverage)?.remaining ?? noCredits;
  if (used === 0) return lots;
  const drawn = new Map(coverOf(lots, minus(noCredits, used)).map(({ lot, amount }) => [lot, amount]));
  return lots.map((lot) => ({
    ...lot,
    remaining: isOverage(lot) ? noCredits : minus(lot.remaining, drawn.get(lot.id) ?? noCredits),
  }));
}

/** In whole cents, rounded down. */
export const centsOf = (amount: Microcredits, microdollarsPerCredit: number): number =>
  Number((BigInt(amount) * BigInt(microdollarsPerCredit)) / 10_000_000_000n);

/** The purchase by which the overage of a month is paid: one, whatever is repeated. */
const overagePaymentId = (organizationId: string, period: Period): string => `ovr_${organizationId}_${period}`;

const spendable = (lots: Lots): Lots => lots.filter((lot) => !isOverage(lot));

const coverOf = (lots: Lots, used: Microcredits): Draw[] => {
  const others = spendable(lots);
  return planDraws(others, microcredits(Math.min(used, totalOf(others))));
};
