import type { Microcredits } from '@assay/kernel';
import { type CreditLedger, apply, unopened } from './credit-ledger';
import type { LedgerFact } from './events';
import { lapse, lapseExpired } from './lapsing';
import { type Lot, type Lots, rolledOver, withoutExpired } from './lot';
import { type OverageTerms, settleOverage, settledLots } from './overage';
import { type Period, endOf, following } from './period';
import { type IncludedByTier, type Opened, type TierChange, addUpgrades, withUpgrades } from './prorating';
import { recentlySettled } from './settled-charges';

/**
 * Closes an open period. First, lots whose time has passed lapse. Then overage is settled, so that credits that would
 * lapse with the period cover it. Last, credits that cannot be spent in the next period lapse, as an entry of their
 * own, so that the carried balance is the balance at the close.
 */
export function closePeriod(ledger: CreditLedger, at: string): LedgerFact[] {
  const next = following(ledger.period);
  const facts = lapseExpired(at, ledger, endOf(ledger.period));
  facts.push(...settleOverage(at, facts.reduce(apply, ledger)));
  const { lots } = facts.reduce(apply, ledger);
  const over = lots.filter((lot) => rolledOver(lot, ledger.period, next) === undefined);
  return [
    ...facts,
    ...lapse(
      at,
      over.map(({ id, remaining }) => ({ lot: id, amount: remaining })),
    ),
    { type: 'PeriodClosed', data: { at, period: ledger.period, next } },
  ];
}

interface OpenPeriod {
  readonly at: string;
  readonly organizationId: string;
  readonly period: Period;
  /** The credits that the organization's tier includes in each period. */
  readonly included: Microcredits;
  /** The credits that the organization may overdraw. */
  readonly overage?: OverageTerms | undefined;
  /** All tiers of the organization, the first one first: upgrades may have come before the period was opened. */
  readonly tiers?: readonly TierChange[];
  /** The tier at the start of the period, and the price list with the included credits. */
  readonly by?: MonthTerms;
}

export interface MonthTerms {
  readonly tier: string;
  /** The version of the list. */
  readonly prices: string;
  readonly includes: IncludedByTier;
}

/**
 * Opens a period after the closed period `before` (or, the first time, after none), grants its included credits, and
 * carries the first charges. If there are more, the ledger is `opening` afterwards, and {@link carryOn} continues.
 */
export function openPeriod(
  before: CreditLedger,
  { at, organizationId, period, included, overage, tiers, by }: OpenPeriod,
): LedgerFact[] {
  const carrying = before.openCharges.size + recentlySettled(before.settled, at).length;
  const opened: LedgerFact = {
    type: 'PeriodOpened',
    data: {
      at,
      organizationId,
      period,
      carried: carriedLots(before, period),
      ...(carrying !== 0 && { carrying }),
      ...(tiers !== undefined && { tiers: tiers.length }),
      ...(by !== undefined && { tier: by.tier, prices: by.prices }),
      ...(before.owed !== 0 && { owed: before.owed }),
      ...(before.unpaid !== undefined && { unpaid: before.unpaid }),
      ...(overage !== undefined && { overage }),
    },
  };
  const granted: LedgerFact = {
    type: 'CreditsGranted',
    data: { at, lot: includedLot(period, included, at), reason: 'included' },
  };
  const facts: LedgerFact[] = included === 0 ? [opened] : [opened, granted];
  facts.push(...addUpgrades(tiers ?? [], at, facts.reduce(apply, unopened), by?.includes));
  return [...facts, ...carryOn(before, facts.reduce(apply, unopened))];
}

/** Bytes of JSON in one append. A store takes about a megabyte. */
const CARRIED_BYTES = 256 * 1024;

/**
 * The next charges that an `opening` period still lacks from the one before it, as many as fit into one append. It is
 * decided from the charges carried so far, so that another process can continue after a crash. No facts once everything
 * is carried.
 */
export function carryOn(before: CreditLedger, opening: CreditLedger): LedgerFact[] {
  const fits = budget(CARRIED_BYTES);
  const openCharges = before.openCharges
    .values()
    .filter((charge) => !opening.openCharges.has(charge.sessionId) && fits(charge));
  const settled = recentlySettled(before.settled, opening.openedAt).filter(
    (charge) => !opening.settled.has(charge.sessionId) && fits(charge),
  );
  if (openCharges.length + settled.length === 0) return [];
  return [{ type: 'ChargesCarried', data: { at: opening.openedAt, openCharges, settled } }];
}

/**
 * Tells for one item after another whether it still fits. The first always does; after one that does not, none does.
 */
function budget(limit: number): (item: object) => boolean {
  let bytes = 0;
  return (item) => {
    if (bytes > limit) return false;
    const first = bytes === 0;
    bytes += Buffer.byteLength(JSON.stringify(item));
    return first || bytes <= limit;
  };
}

/** The credits that a tier includes in a period. */
const includedLot = (period: Period, amount: Microcredits, at: string): Lot => ({
  id: `included-${period}`,
  kind: 'included',
  remaining: amount,
  expires: period,
  grantedAt: at,
});

/** An empty lot is carried as long as an open charge holds credits of it, so that a refund can return there. */
function carriedLots(before: CreditLedger, period: Period): Lot[] {
  const held = new Set(before.openCharges.values().flatMap(({ drawn }) => drawn.map(({ lot }) => lot)));
  return before.lots
    .map((lot) => rolledOver(lot, before.period, period))
    .filter((lot): lot is Lot => lot !== undefined && (lot.remaining > 0 || held.has(lot.id)));
}

/** A month to be opened, with the credits that the tier includes in it. */
export type ComingMonth = Opened;

/**
 * The credits that a customer could spend at a time after the newest entry: the ledger as the next command would open
 * it, month by month.
 */
export function lotsAsOf(
  { lots, tiers = [], ...month }: { lots: Lots; tiers?: readonly TierChange[] } & Opened,
  coming: readonly ComingMonth[],
  at: string,
): Lots {
  let [rolled, closing]: [Lots, Opened] = [lots, month];
  for (const opening of coming) {
    const { period, included } = opening;
    const left = withoutExpired(withUpgrades(tiers, closing, rolled, at), endOf(closing.period));
    const settled = settledLots(left);
    const carried = settled.flatMap((lot) => rolledOver(lot, closing.period, period) ?? []);
    const opened = included === 0 ? carried : [...carried, includedLot(period, included, at)];
    rolled = withUpgrades(tiers, opening, opened, at);
    closing = opening;
  }
  return withoutExpired(rolled, at);
}
