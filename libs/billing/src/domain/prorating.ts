import { type Microcredits, microcredits, minus } from '@assay/kernel';
import type { CreditLedger } from './credit-ledger';
import type { LedgerFact } from './events';
import type { Lot, Lots } from './lot';
import { type Period, endOf, startOf } from './period';

/** From a tier to another one in the midst of a month, and what they include in a month. */
interface Upgrade {
  readonly from: string;
  readonly includedBefore: Microcredits;
  readonly included: Microcredits;
}

/** A tier that an organization got, and when (ISO 8601). */
export interface TierChange {
  readonly tier: string;
  readonly at: string;
  /** Undefined if it holds for the whole month. */
  readonly upgrade?: Upgrade;
}

/**
 * Why a lot of included credits has what it has: `includedBefore` and `included` are what the tiers include in a month,
 * and `daysLeft` the whole days from `at` to the end of a month of `days`.
 */
export interface Prorated extends Upgrade {
  readonly to: string;
  /** When the tier was changed, ISO 8601. */
  readonly at: string;
  readonly daysLeft: number;
  readonly days: number;
}

/** The credits that each tier includes in a month by one price list. */
export type IncludedByTier = Readonly<Record<string, Microcredits>>;

/**
 * A month, what the largest tier that it has had so far includes, how many tiers the organization had had when it was
 * opened, and what tiers include by the price list that the month was opened under; undefined for months of earlier
 * releases, which did not record it.
 */
export type Opened = Pick<CreditLedger, 'period' | 'included'> &
  Partial<Pick<CreditLedger, 'tiersKnown'>> & { readonly includes?: IncludedByTier | undefined };

/** The credits that an upgrade adds to its month, and the reason. */
interface UpgradeLot {
  readonly lot: Omit<Lot, 'grantedAt'>;
  readonly upgrade: Prorated;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * The credits that upgrades add to a month beyond the lots that it has, in the order in which they came: of the
 * difference of the included credits the part that whole days are left of the month, rounded down to a millionth of a
 * credit. One of an earlier month which came after this one was opened, as clocks that differ can bring it, adds the
 * whole difference.
 *
 * The difference is that between what the new tier includes and the most that the month has had so far, both by the
 * price list that the month was opened under: another list that comes in its midst changes neither. An upgrade that
 * adds nothing raises nothing: what the month has had is what its entries say, and nobody else can check it.
 */
function upgradeLots(tiers: readonly TierChange[], month: Opened, lots: Lots): UpgradeLot[] {
  const { period, includes } = month;
  let had = month.included;
  const days = daysIn(period);
  return tiers.flatMap(({ tier: to, at, upgrade }, index) => {
    const id = `upgrade-${period}-${index}`;
    const daysLeft = daysLeftOf({ at, index }, month);
    if (upgrade === undefined || daysLeft === undefined || lots.some((lot) => lot.id === id)) return [];
    const includedBefore = includes === undefined ? upgrade.includedBefore : had;
    const included =
      includes === undefined ? upgrade.included : microcredits(Math.max(includedBefore, includedIn(includes, to)));
    if (included === includedBefore || daysLeft === 0) return [];
    had = included;
    const remaining = upgradePart({ includedBefore, included, daysLeft, days });
    const lot = { id, kind: 'included', remaining, expires: period } as const;
    return [{ lot, upgrade: { from: upgrade.from, to, at, includedBefore, included, daysLeft, days } }];
  });
}

/** Whole days from a change to the end of the month; undefined if it adds nothing to this month. */
function daysLeftOf(
  { at, index }: { readonly at: string; readonly index: number },
  { period, tiersKnown = Infinity }: Pick<Opened, 'period' | 'tiersKnown'>,
): number | undefined {
  const [begin, end] = [startOf(period), endOf(period)];
  if (at < begin) return index >= tiersKnown ? daysIn(period) : undefined;
  return at >= end ? undefined : daysBetween(at, end);
}

function includedIn(includes: IncludedByTier, tier: string): Microcredits {
  const included = includes[tier];
  if (included === undefined) throw new RangeError(`the price list of the month has no tier ${tier}`);
  return included;
}

const UPGRADE_LOT = /^upgrade-(\d{4}-\d{2})-(\d+)$/;

/**
 * Why a grant is not what an upgrade of this month adds; undefined if it is. What the month has had before is known of
 * months that record their price list.
 */
export function wrongUpgrade(
  { lot, upgrade }: { readonly lot: Pick<Lot, 'id'>; readonly upgrade: Prorated },
  month: Pick<CreditLedger, 'period' | 'tiersKnown' | 'prices' | 'included'>,
): string | undefined {
  const { at, days, daysLeft, includedBefore } = upgrade;
  const [, period, index] = UPGRADE_LOT.exec(lot.id) ?? [];
  const due = daysLeftOf({ at, index: Number(index) }, { ...month, tiersKnown: month.tiersKnown ?? Infinity });
  if (period !== month.period || due === undefined) return 'its upgrade is not one of this month';
  if (daysLeft !== due || days !== daysIn(period))
    return `it counts ${daysLeft} of ${days} days where ${due} of ${daysIn(period)} were left`;
  if (month.prices !== undefined && includedBefore !== month.included)
    return `it adds to ${includedBefore} included micro-credits where the month has had ${month.included}`;
  return undefined;
}

const daysIn = (period: Period): number => daysBetween(startOf(period), endOf(period));

/** Whole ones. */
const daysBetween = (begin: string, end: string): number => Math.floor((Date.parse(end) - Date.parse(begin)) / DAY);

/** The credits that an upgrade adds. */
export const upgradePart = ({ includedBefore, included, daysLeft, days }: Omit<Prorated, 'from' | 'to' | 'at'>) =>
  microcredits(Number((BigInt(minus(included, includedBefore)) * BigInt(daysLeft)) / BigInt(days)));

/** Adds to the open month what its upgrades include and it lacks. The lots' ids make each come once. */
export const addUpgrades = (
  tiers: readonly TierChange[],
  at: string,
  ledger: CreditLedger,
  includes?: IncludedByTier,
): LedgerFact[] =>
  upgradeLots(tiers, { ...ledger, includes }, ledger.lots).map(({ lot, upgrade }) => ({
    type: 'CreditsGranted',
    data: { at, lot: { ...lot, grantedAt: at }, reason: 'upgraded', upgrade },
  }));

/** The lots of a month with what its upgrades until `at` add. */
export const withUpgrades = (tiers: readonly TierChange[], month: Opened, lots: Lots, at: string): Lots => [
  ...lots,
  ...upgradeLots(tiers, month, lots)
    .filter(({ upgrade }) => upgrade.at <= at)
    .map(({ lot }) => ({ ...lot, grantedAt: at })),
];
