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
  /** Undefined where it holds for the whole month. */
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

/** A month, and how many tiers the organization had had when it was opened. */
type Opened = Pick<CreditLedger, 'period'> & Partial<Pick<CreditLedger, 'tiersKnown'>>;

/** What an upgrade adds to its month, and why. */
interface UpgradeLot {
  readonly lot: Omit<Lot, 'grantedAt'>;
  readonly upgrade: Prorated;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * What upgrades add to a month, in the order in which they came: of the difference of the included credits the part
 * that whole days are left of the month, rounded down to a millionth of a credit. One of an earlier month which came
 * after this one was opened, as clocks that differ can bring it, adds the whole difference.
 */
function upgradeLots(tiers: readonly TierChange[], { period, tiersKnown = Infinity }: Opened): UpgradeLot[] {
  const [begin, end] = [startOf(period), endOf(period)];
  const days = daysBetween(begin, end);
  return tiers.flatMap(({ tier: to, at, upgrade }, index) => {
    const isLate = at < begin && index >= tiersKnown;
    if (upgrade === undefined || at >= end || (at < begin && !isLate)) return [];
    const { from, includedBefore, included } = upgrade;
    const daysLeft = isLate ? days : daysBetween(at, end);
    const remaining = upgradePart({ includedBefore, included, daysLeft, days });
    if (remaining === 0) return [];
    const lot = { id: `upgrade-${period}-${index}`, kind: 'included', remaining, expires: period } as const;
    return [{ lot, upgrade: { from, to, at, includedBefore, included, daysLeft, days } }];
  });
}

/** Whole ones. */
const daysBetween = (begin: string, end: string): number => Math.floor((Date.parse(end) - Date.parse(begin)) / DAY);

/** What it adds. */
export const upgradePart = ({ includedBefore, included, daysLeft, days }: Omit<Prorated, 'from' | 'to' | 'at'>) =>
  microcredits(Number((BigInt(minus(included, includedBefore)) * BigInt(daysLeft)) / BigInt(days)));

/** Adds to the open month what its upgrades include and it lacks. The lots' ids make each come once. */
export const addUpgrades = (tiers: readonly TierChange[], at: string, ledger: CreditLedger): LedgerFact[] =>
  upgradeLots(tiers, ledger)
    .filter(({ lot }) => !ledger.lots.some(({ id }) => id === lot.id))
    .map(({ lot, upgrade }) => ({
      type: 'CreditsGranted',
      data: { at, lot: { ...lot, grantedAt: at }, reason: 'upgraded', upgrade },
    }));

/** The lots of a month with what its upgrades until `at` add. */
export const withUpgrades = (tiers: readonly TierChange[], period: Period, lots: Lots, at: string): Lots => [
  ...lots,
  ...upgradeLots(tiers, { period })
    .filter(({ lot, upgrade }) => upgrade.at <= at && !lots.some(({ id }) => id === lot.id))
    .map(({ lot }) => ({ ...lot, grantedAt: at })),
];
