import { type Microcredits, minus, noCredits, plus, sumOf } from '@assay/kernel';
import { type Period, following, startOf } from './period';

/** `overage` holds the credits below zero that a month has used; it is never positive. */
type LotKind = 'included' | 'rollover' | 'promotional' | 'purchased' | 'overage';

/** Credits that were granted together and lapse together. A balance is the sum of its lots. */
export interface Lot {
  readonly id: string;
  readonly kind: LotKind;
  readonly remaining: Microcredits;
  /** The last period in which they can be spent; null when they never lapse. */
  readonly expires: Period | null;
  /** The time at which they lapse, if before the end of that period; ISO 8601. */
  readonly expiresAt?: string;
  /** From {@link FIRST_PRIORITY} to {@link LAST_PRIORITY}: the lower is spent first. Default: {@link PRIORITY}. */
  readonly priority?: number;
  readonly grantedAt: string;
}

export const FIRST_PRIORITY = 0;
export const PRIORITY = 50;
export const LAST_PRIORITY = 100;

/** An amount taken from a lot, or given back to it. */
export interface Draw {
  readonly lot: string;
  readonly amount: Microcredits;
}

export type Lots = readonly Lot[];

export const totalOf = (lots: Lots): Microcredits => sumOf(lots.map(({ remaining }) => remaining));
export const drawnTotal = (draws: readonly Draw[]): Microcredits => sumOf(draws.map(({ amount }) => amount));

/**
 * The lots that an amount is drawn from: by priority, then soonest-expiring first, then promotional, then oldest, then
 * by id. The lots must cover it.
 */
export function planDraws(lots: Lots, amount: Microcredits): Draw[] {
  const draws: Draw[] = [];
  let missing = amount;
  for (const lot of [...lots].sort(spendingOrder)) {
    const taken = Math.max(0, Math.min(missing, lot.remaining)) as Microcredits;
    if (taken > 0) draws.push({ lot: lot.id, amount: taken });
    missing = minus(missing, taken);
  }
  if (missing > 0) throw new RangeError(`the lots lack ${missing} of ${amount} micro-credits`);
  return draws;
}

/** The lot of a month's overage is created by the first draw on it. */
export const withdraw = (lots: Lots, draws: readonly Draw[]): Lots =>
  draws.reduce((left, { lot, amount }) => {
    const present = isOverageId(lot) && !left.some(({ id }) => id === lot) ? [...left, emptyOverageLot(lot)] : left;
    return change(present, lot, (remaining) => minus(remaining, amount));
  }, lots);

/** A settled overage owes nothing any longer. */
export const withOverageSettled = (lots: Lots, id: string, used: Microcredits): Lots =>
  change(lots, id, (remaining) => plus(remaining, used));

const OVERAGE = 'overage-';
export const overageLotId = (period: Period): string => `${OVERAGE}${period}`;
const isOverageId = (id: string): boolean => id.startsWith(OVERAGE);
export const isOverage = ({ kind }: Lot): boolean => kind === 'overage';

const emptyOverageLot = (id: string): Lot => ({
  id,
  kind: 'overage',
  remaining: noCredits,
  expires: null,
  grantedAt: startOf(id.slice(OVERAGE.length)),
});

/**
 * The draws to undo for returning an amount, last drawn first, and those that stay. Last in, first out: the last draw
 * has the latest expiry, so the customer gets the longest-living credits back.
 */
export function undoDraws(drawn: readonly Draw[], amount: Microcredits): { undone: Draw[]; left: Draw[] } {
  const left = [...drawn];
  const undone: Draw[] = [];
  let missing = amount;
  while (missing > 0) {
    const last = left.pop();
    if (last === undefined) throw new RangeError(`${amount} micro-credits were never drawn`);
    const returned = Math.min(missing, last.amount) as Microcredits;
    undone.push({ lot: last.lot, amount: returned });
    if (returned < last.amount) left.push({ lot: last.lot, amount: minus(last.amount, returned) });
    missing = minus(missing, returned);
  }
  return { undone, left };
}

/** The lot for returned credits whose own lot lapsed while a charge held them: usable for the rest of this period. */
const returnedLotId = (period: Period): string => `returned-${period}`;

/** Returns each amount to its lot, or to this period's lot of returned credits if that lot is gone by `at`. */
export const planReturns = (
  lots: Lots,
  undone: readonly Draw[],
  { period, at }: { period: Period; at: string },
): Draw[] =>
  undone.map((draw) =>
    lots.some((lot) => lot.id === draw.lot && !isExpired(lot, at)) ? draw : { ...draw, lot: returnedLotId(period) },
  );

/** Whether its own expiry time has passed. Lots without one lapse at the end of their period. */
export const isExpired = ({ expiresAt }: Pick<Lot, 'expiresAt'>, at: string): boolean =>
  expiresAt !== undefined && expiresAt <= at;

/** The lots without those that have expired by `at`. */
export const withoutExpired = (lots: Lots, at: string): Lots =>
  lots.map((lot) => (isExpired(lot, at) ? { ...lot, remaining: noCredits } : lot));

/** The earliest expiry time of the lots; undefined if none has one. */
export const firstExpiry = (lots: Lots): string | undefined =>
  lots
    .flatMap(({ remaining, expiresAt }) => (remaining > 0 && expiresAt !== undefined ? [expiresAt] : []))
    .sort(compare)[0];

export function deposit(lots: Lots, returns: readonly Draw[], period: Period): Lots {
  return returns.reduce((all, { lot, amount }) => {
    const present = all.some(({ id }) => id === lot) ? all : [...all, emptyReturnedLot(period)];
    return change(present, lot, (remaining) => plus(remaining, amount));
  }, lots);
}

/** Adds a lot; if it exists already, adds to its amount. */
export const withAdded = (lots: Lots, lot: Lot): Lots =>
  lots.some(({ id }) => id === lot.id)
    ? change(lots, lot.id, (remaining) => plus(remaining, lot.remaining))
    : [...lots, lot];

/** Draws as much of an amount as purchased lots hold, in the order of spending. */
export function planPurchasedDraws(lots: Lots, amount: Microcredits): Draw[] {
  const purchased = lots.filter(({ kind }) => kind === 'purchased');
  return planDraws(purchased, Math.min(amount, totalOf(purchased)) as Microcredits);
}

/**
 * The lot at the start of the period `next`, undefined if it lapses: included credits roll over once, into the
 * following period. Overage was sold by then, so credits returned to it are purchased ones.
 */
export function rolledOver(lot: Lot, closing: Period, next: Period): Lot | undefined {
  const rolled: Lot =
    lot.kind === 'included'
      ? { ...lot, kind: 'rollover', expires: following(closing) }
      : { ...lot, kind: isOverage(lot) ? 'purchased' : lot.kind };
  return rolled.expires === null || rolled.expires >= next ? rolled : undefined;
}

const emptyReturnedLot = (period: Period): Lot => ({
  id: returnedLotId(period),
  kind: 'rollover',
  remaining: noCredits,
  expires: period,
  grantedAt: startOf(period),
});

function change(lots: Lots, id: string, amount: (remaining: Microcredits) => Microcredits): Lots {
  const at = lots.findIndex((lot) => lot.id === id);
  const lot = lots[at];
  if (lot === undefined) throw new RangeError(`no such lot of credits: ${id}`);
  return lots.with(at, { ...lot, remaining: amount(lot.remaining) });
}

const NEVER: Period = '9999-12';

/** The sort key of a lot's end: a lot without an expiry time comes after all times of its period. */
const endOfLot = ({ expires, expiresAt }: Lot): string => expiresAt ?? `${expires ?? NEVER}-end`;

function spendingOrder(a: Lot, b: Lot): number {
  return (
    (a.priority ?? PRIORITY) - (b.priority ?? PRIORITY) ||
    compare(endOfLot(a), endOfLot(b)) ||
    Number(b.kind === 'promotional') - Number(a.kind === 'promotional') ||
    compare(a.grantedAt, b.grantedAt) ||
    compare(a.id, b.id)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
