import type { Microcredits } from '@assay/kernel';
import { type CreditLedger, apply, unopened } from './credit-ledger';
import type { LedgerFact } from './events';
import { type Draw, type Lot, type Lots, drawnTotal, rolledOver } from './lot';
import { type OverageTerms, settleOverage, settledLots } from './overage';
import { type Period, following } from './period';
import { recentlySettled } from './settled-charges';

/**
 * Closes the books of an open period in favour of the one that follows it. Overage is settled first, so that what
 * would lapse covers it. What cannot be spent in the next period lapses, as an entry of its own, so that the balance
 * that is carried is the balance at the close.
 */
export function closePeriod(ledger: CreditLedger, at: string): LedgerFact[] {
  const next = following(ledger.period);
  const settled = settleOverage(at, ledger);
  const lapsed: Draw[] = settled
    .reduce(apply, ledger)
    .lots.filter((lot) => lot.remaining > 0 && rolledOver(lot, ledger.period, next) === undefined)
    .map(({ id, remaining }) => ({ lot: id, amount: remaining }));
  const closed: LedgerFact = { type: 'PeriodClosed', data: { at, period: ledger.period, next } };
  return lapsed.length === 0
    ? [...settled, closed]
    : [...settled, { type: 'CreditsLapsed', data: { at, amount: drawnTotal(lapsed), lapsed } }, closed];
}

interface OpenPeriod {
  readonly at: string;
  readonly organizationId: string;
  readonly period: Period;
  /** The credits that the organization's tier includes in each period. */
  readonly included: Microcredits;
  /** What it may overdraw. */
  readonly overage?: OverageTerms | undefined;
}

/**
 * Opens a period on the books that `before` closed (or on nothing, the first time), grants its included credits, and
 * carries the first charges. Where there are more, the ledger is `opening` afterwards, and {@link carryOn} says what
 * follows.
 */
export function openPeriod(
  before: CreditLedger,
  { at, organizationId, period, included, overage }: OpenPeriod,
): LedgerFact[] {
  const carrying = before.openCharges.size + recentlySettled(before.settled, at).length;
  const opened: LedgerFact = {
    type: 'PeriodOpened',
    data: {
      at,
      organizationId,
      period,
      carried: carriedLots(before, period),
      ...(carrying === 0 ? {} : { carrying }),
      ...(before.owed === 0 ? {} : { owed: before.owed }),
      ...(overage === undefined ? {} : { overage }),
    },
  };
  const granted: LedgerFact = {
    type: 'CreditsGranted',
    data: { at, lot: includedLot(period, included, at), reason: 'included' },
  };
  const facts = included === 0 ? [opened] : [opened, granted];
  return [...facts, ...carryOn(before, facts.reduce(apply, unopened))];
}

/** Bytes of JSON that are carried in one append. A store takes about a megabyte. */
const CARRIED_BYTES = 256 * 1024;

/**
 * The next charges that an `opening` period lacks of the one before it, as many as one append takes. Decided from what
 * is carried already, so that whoever comes next can go on after a crash. Nothing when the period is open.
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

/** Says of one item after the other whether it still fits. The first always does; after one did not, none does. */
function budget(limit: number): (item: object) => boolean {
  let bytes = 0;
  return (item) => {
    if (bytes > limit) return false;
    const first = bytes === 0;
    bytes += Buffer.byteLength(JSON.stringify(item));
    return first || bytes <= limit;
  };
}

/** What a tier includes in a period. */
const includedLot = (period: Period, amount: Microcredits, at: string): Lot => ({
  id: `included-${period}`,
  kind: 'included',
  remaining: amount,
  expires: period,
  grantedAt: at,
});

/** An empty lot is carried as long as an open charge holds credits of it, so that a refund finds its way back. */
function carriedLots(before: CreditLedger, period: Period): Lot[] {
  const held = new Set(before.openCharges.values().flatMap(({ drawn }) => drawn.map(({ lot }) => lot)));
  return before.lots
    .map((lot) => rolledOver(lot, before.period, period))
    .filter((lot): lot is Lot => lot !== undefined && (lot.remaining > 0 || held.has(lot.id)));
}

/** A month that is to be opened, with what the tier includes in it. */
export interface ComingMonth {
  readonly period: Period;
  readonly included: Microcredits;
}

/**
 * What a customer could spend at a time that no entry has reached yet: the books as the next command would open them,
 * month by month.
 */
export function lotsAsOf(lots: readonly Lot[], period: Period, coming: readonly ComingMonth[], at: string): Lots {
  let [rolled, closing]: [Lots, Period] = [lots, period];
  for (const { period: opening, included } of coming) {
    const carried = settledLots(rolled).flatMap((lot) => rolledOver(lot, closing, opening) ?? []);
    rolled = included === 0 ? carried : [...carried, includedLot(opening, included, at)];
    closing = opening;
  }
  return rolled;
}
