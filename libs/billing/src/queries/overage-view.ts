import { type Microcredits, type Tier, microcredits, noCredits, toCredits } from '@assay/kernel';
import { type OverageTerms, overageUsed } from '../domain/overage';

/** In credits, and dollars a credit. */
export interface OverageView {
  /** Whether it is on. */
  readonly allowed: boolean;
  /** How far below nothing the balance may go: 0 where it is off. */
  readonly limit: number;
  /** The most that the tier lets `limit` be. */
  readonly maximum: number;
  /** The overage that would be settled if the month ended now. */
  readonly used: number;
  /** Null if the tier has none and nothing was used. */
  readonly pricePerCredit: number | null;
}

export function overageView(terms: OverageTerms | undefined, balance: Microcredits, tier: Tier): OverageView {
  const limit = terms?.limit ?? noCredits;
  const used = overageUsed(balance);
  const price =
    limit > 0 || used > 0 ? terms?.microdollarsPerCredit : (tier.overage?.microdollarsPerCredit ?? undefined);
  return {
    allowed: limit > 0,
    limit: toCredits(limit),
    maximum: toCredits(tier.overage?.credits ?? noCredits),
    used: toCredits(used),
    pricePerCredit: price === undefined ? null : dollarsOf(price),
  };
}

/** Millionths, as credits are. */
export const dollarsOf = (microdollars: number): number => toCredits(microcredits(microdollars));
