import type { Microcredits } from '@assay/kernel';
import type { CreditLedger } from './credit-ledger';
import type { LedgerFact } from './events';
import { type Draw, type Lot, drawnTotal, rolledOver } from './lot';
import type { Period } from './period';
import { recentlySettled } from './settled-charges';

/**
 * Closes the books of an open period in favour of `next`. What cannot be spent in `next` lapses, as an entry of its
 * own, so that the balance that is carried is the balance at the close.
 */
export function closePeriod(ledger: CreditLedger, { at, next }: { at: string; next: Period }): LedgerFact[] {
  const lapsed: Draw[] = ledger.lots
    .filter((lot) => lot.remaining > 0 && rolledOver(lot, ledger.period, next) === undefined)
    .map(({ id, remaining }) => ({ lot: id, amount: remaining }));
  const closed: LedgerFact = { type: 'PeriodClosed', data: { at, period: ledger.period, next } };
  return lapsed.length === 0
    ? [closed]
    : [{ type: 'CreditsLapsed', data: { at, amount: drawnTotal(lapsed), lapsed } }, closed];
}

interface OpenPeriod {
  readonly at: string;
  readonly organizationId: string;
  readonly period: Period;
  /** The credits that the organization's tier includes in each period. */
  readonly included: Microcredits;
}

/**
 * Opens a period on the books that `before` closed (or on nothing, the first time), and grants its included credits.
 */
export function openPeriod(before: CreditLedger, { at, organizationId, period, included }: OpenPeriod): LedgerFact[] {
  const opened: LedgerFact = {
    type: 'PeriodOpened',
    data: { at, organizationId, period, carried: carriedLots(before, period) },
  };
  const granted: LedgerFact = {
    type: 'CreditsGranted',
    data: { at, lot: includedLot(period, included, at), reason: 'included' },
  };
  return [opened, ...carriedCharges(before, at), ...(included === 0 ? [] : [granted])];
}

/** Charges of 150 tools take 20 KB, final ones of which every tool failed 4 KB: half a megabyte an event at most. */
const OPEN_CHARGES_AN_EVENT = 25;
const SETTLED_AN_EVENT = 125;

const carriedCharges = (before: CreditLedger, at: string): LedgerFact[] => [
  ...inBatches([...before.openCharges.values()], OPEN_CHARGES_AN_EVENT).map(
    (openCharges): LedgerFact => ({ type: 'ChargesCarried', data: { at, openCharges, settled: [] } }),
  ),
  ...inBatches(recentlySettled(before.settled, at), SETTLED_AN_EVENT).map(
    (settled): LedgerFact => ({ type: 'ChargesCarried', data: { at, openCharges: [], settled } }),
  ),
];

const inBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** What a tier includes in a period. */
export const includedLot = (period: Period, amount: Microcredits, at: string): Lot => ({
  id: `included-${period}`,
  kind: 'included',
  remaining: amount,
  expires: period,
  grantedAt: at,
});

/** An empty lot is carried as long as an open charge holds credits of it, so that a refund finds its way back. */
function carriedLots(before: CreditLedger, period: Period): Lot[] {
  const held = new Set([...before.openCharges.values()].flatMap(({ drawn }) => drawn.map(({ lot }) => lot)));
  return before.lots
    .map((lot) => rolledOver(lot, before.period, period))
    .filter((lot): lot is Lot => lot !== undefined && (lot.remaining > 0 || held.has(lot.id)));
}

/**
 * What a customer could spend at a time that no entry has reached yet: the books as the next command would open them.
 */
export function lotsAsOf(
  lots: readonly Lot[],
  period: Period,
  now: { readonly period: Period; readonly included: Microcredits; readonly at: string },
): readonly Lot[] {
  if (now.period <= period) return lots;
  const carried = lots.flatMap((lot) => rolledOver(lot, period, now.period) ?? []);
  return [...carried, includedLot(now.period, now.included, now.at)];
}
