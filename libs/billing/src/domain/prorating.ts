import { type Microcredits, microcredits, minus } from '@assay/kernel';
import type { CreditLedger } from './credit-ledger';
import type { LedgerFact } from './events';
import type { Lot, Lots } from './lot';
import { type Period, endOf, startOf } from './period';

/** A change from one tier to another within a month, and the monthly credits of both. */
interface Upgrade {
  readonly from: string;
  readonly includedBefore: Microcredits;
  readonly included: Microcredits;
}

/** A tier that an organization got, and when (ISO 8601). */
export interface TierChange {
  readonly tier: string;
  readonly at: string;
  /** Undefined if the tier covers the whole month. */
  readonly upgrade?: Upgrade;
}

/**
 * Explains the amount of a lot of included credits: `includedBefore` and `included` are the tiers' monthly credits, and
 * `daysLeft` the whole days from `at` to the end of a month of `days`.
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
 * A month, the monthly credits of the largest tier in it so far, how many tiers the organization had had when it was
 * opened, and the monthly credits of tiers by the price list that it was opened under; undefined for months of earlier
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
 * The credits that upgrades add to a month beyond its lots, in the order in which they came. Each adds the part of the
 * difference of the included credits for which whole days are left of the month, rounded down to a millionth of a
 * credit. An upgrade of an earlier month that arrived after this one was opened, which clocks that differ can cause,
 * adds the whole difference.
 *
 * The difference is that between the credits of the new tier and the most that the month has had so far, both by the
 * price list that the month was opened under: a list that changes within the month changes neither. An upgrade that
 * adds nothing does not raise that maximum, which must follow from the entries of the month alone, so that it can be
 * verified.
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

/** Whole days from a change to the end of the month; undefined if the change adds nothing to this month. */
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
 * Why a grant is not the one that an upgrade of this month adds; undefined if it is. The earlier maximum is known only
 * for months that record their price list.
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

/** Whole days. */
const daysBetween = (begin: string, end: string): number => Math.floor((Date.parse(end) - Date.parse(begin)) / DAY);

/** The credits that an upgrade adds. */
export const upgradePart = ({ includedBefore, included, daysLeft, days }: Omit<Prorated, 'from' | 'to' | 'at'>) =>
  microcredits(Number((BigInt(minus(included, includedBefore)) * BigInt(daysLeft)) / BigInt(days)));

/** Adds the missing credits of upgrades to the open month. The lots' ids make each come once. */
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

/** The lots of a month with the credits that its upgrades until `at` add. */
export const withUpgrades = (tiers: readonly TierChange[], month: Opened, lots: Lots, at: string): Lots => [
  ...lots,
  ...upgradeLots(tiers, month, lots)
    .filter(({ upgrade }) => upgrade.at <= at)
    .map(({ lot }) => ({ ...lot, grantedAt: at })),
];
