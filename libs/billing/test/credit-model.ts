import type { LedgerEntry } from '../src/domain/events';
import type { Lot } from '../src/domain/lot';

interface ModelLot {
  readonly id: string;
  readonly promotional: boolean;
  grantedAt: string;
  /** The last month in which it can be spent. */
  readonly last: string;
  /** The month by which spending is ordered: included credits are spent first in their own month. */
  readonly due: (month: string) => string;
  /** When it ends within a month, and whether it has ended. */
  readonly until?: string;
  isOver?: boolean;
  /** Lower ones are spent first. */
  readonly priority?: number;
  amount: bigint;
}

const NEVER = '9999-12';

/**
 * A second computation of an organization's credits from tiers, charges, refunds and gifts alone, without the ledger's
 * code: the lots that pay, the lots that get refunds, the credits that a month includes, and those that lapse.
 */
export class CreditModel {
  private lots: ModelLot[] = [];
  private readonly drawn = new Map<string, { lot: string; amount: bigint }[]>();
  /** How far below zero the balance may go, and how far the month has taken it there. */
  private floor = 0n;
  private overdrawn = 0n;
  /** The overage of each sold month. */
  readonly sold: { month: string; amount: number; cents: number }[] = [];

  constructor(
    private month: string,
    /** The credits that the tier of a month includes in it. */
    private readonly included: (month: string) => bigint,
    /** The overage that the tier allows, and its price in millionths of a dollar a credit. */
    private readonly overage = { most: 0, price: 0 },
  ) {
    this.include();
  }

  balance(): number {
    return Number(this.lots.reduce((sum, { amount }) => sum + amount, -this.overdrawn));
  }

  take(month: string, { type, data }: LedgerEntry): void {
    while (this.month < month) this.nextMonth();
    this.end(data.at);
    if (type === 'CreditsGranted' && data.lot.id.startsWith('upgrade-'))
      // Another model computes the amount.
      this.addIncluded(data.lot.id, BigInt(data.lot.remaining), data.at);
    else if (type === 'CreditsGranted' && data.lot.kind === 'included')
      this.lots.find(({ id }) => id === data.lot.id)!.grantedAt = data.at;
    else if (type === 'CreditsGranted') this.gift(data.lot, data.at);
    else if (type === 'CreditsCharged') this.charge(data.sessionId, BigInt(data.amount));
    else if (type === 'CreditsRefunded') this.refund(data.sessionId, BigInt(data.amount));
    else if (type === 'ChargeSettled') this.drawn.delete(data.sessionId);
    else if (type === 'OverageChanged') this.floor = BigInt(data.overage.limit);
  }

  private end(at: string): void {
    for (const lot of this.lots)
      if (lot.until !== undefined && lot.until <= at) Object.assign(lot, { amount: 0n, isOver: true });
  }

  /** All lots pay for the overage, in the order in which they would be spent; the rest is sold. */
  private sellOverage(): void {
    const payers = this.drawnFromLots(this.overdrawn);
    const paid = payers.reduce((sum, { amount }) => sum + amount, 0n);
    const rest = this.overdrawn - paid;
    const cents = Number((rest * BigInt(this.overage.price)) / 10n ** 10n);
    if (this.overdrawn > 0n) this.sold.push({ month: this.month, amount: Number(rest), cents });
    this.payOverage([...payers, { lot: `overage-${this.month}`, amount: rest }]);
    this.overdrawn = 0n;
    const id = `overage-${this.month}`;
    const grantedAt = `${this.month}-01T00:00:00.000Z`;
    this.lots.push({ id, promotional: false, grantedAt, last: NEVER, due: () => NEVER, amount: 0n });
    if (this.floor > BigInt(this.overage.most)) this.floor = BigInt(this.overage.most);
  }

  /** Replaces the overage in open charges by the lots that paid, from the last; the session with the last id first. */
  private payOverage(payers: { lot: string; amount: bigint }[]): void {
    for (const [, draws] of [...this.drawn].toSorted(([a], [b]) => (a < b ? 1 : -1)))
      for (let at = draws.length - 1; at >= 0; at -= 1) {
        if (draws[at]!.lot !== `overage-${this.month}`) continue;
        const parts: { lot: string; amount: bigint }[] = [];
        for (let missing = draws[at]!.amount; missing > 0n; ) {
          const last = payers.at(-1)!;
          const part = last.amount < missing ? last.amount : missing;
          if (part > 0n) parts.unshift({ lot: last.lot, amount: part });
          last.amount -= part;
          missing -= part;
          if (last.amount === 0n) payers.pop();
        }
        draws.splice(at, 1, ...parts);
      }
  }

  private nextMonth(): void {
    this.end(`${after(this.month)}-01`);
    this.sellOverage();
    this.month = after(this.month);
    this.lots = this.lots.filter(({ last }) => last >= this.month);
    this.include();
  }

  private include(): void {
    if (this.included(this.month) > 0n) this.addIncluded(`included-${this.month}`, this.included(this.month), '');
  }

  private addIncluded(id: string, amount: bigint, grantedAt: string): void {
    const own = this.month;
    const due = (month: string) => (month === own ? own : after(own));
    this.lots.push({ id, promotional: false, grantedAt, last: after(own), due, amount });
  }

  private gift({ id, remaining, expires, expiresAt, priority }: Lot, grantedAt: string): void {
    const last = expires ?? NEVER;
    const end = { due: () => expiresAt ?? last, ...(expiresAt !== undefined && { until: expiresAt }) };
    this.lots.push({
      id,
      promotional: true,
      grantedAt,
      last,
      ...end,
      priority: priority ?? 50,
      amount: BigInt(remaining),
    });
  }

  private charge(sessionId: string, amount: bigint): void {
    if (BigInt(this.balance()) - amount < -this.floor) throw new Error(`the model lacks ${amount} for ${sessionId}`);
    const draws = this.drawnFromLots(amount);
    const lacking = draws.reduce((left, draw) => left - draw.amount, amount);
    if (lacking > 0n) draws.push({ lot: `overage-${this.month}`, amount: lacking });
    this.overdrawn += lacking;
    this.drawn.set(sessionId, [...(this.drawn.get(sessionId) ?? []), ...draws]);
  }

  private drawnFromLots(amount: bigint): { lot: string; amount: bigint }[] {
    const key = ({ due, promotional, grantedAt, id, until, priority = 50 }: ModelLot) =>
      [
        String(priority).padStart(3, '0'),
        until ?? `${due(this.month)}-99`,
        promotional ? '0' : '1',
        grantedAt,
        id,
      ].join('|');
    const draws: { lot: string; amount: bigint }[] = [];
    let missing = amount;
    for (const lot of this.lots.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))) {
      const taken = lot.amount < missing ? lot.amount : missing;
      if (taken > 0n) draws.push({ lot: lot.id, amount: taken });
      lot.amount -= taken;
      missing -= taken;
    }
    return draws;
  }

  /** The last drawn credits come back first, each to its lot as long as that can be spent. */
  private refund(sessionId: string, amount: bigint): void {
    const draws = this.drawn.get(sessionId)!;
    for (let missing = amount; missing > 0n; ) {
      const draw = draws.at(-1)!;
      const back = draw.amount < missing ? draw.amount : missing;
      if (draw.lot === `overage-${this.month}`) this.overdrawn -= back;
      else this.lotFor(draw.lot).amount += back;
      draw.amount -= back;
      missing -= back;
      if (draw.amount === 0n) draws.pop();
    }
  }

  private lotFor(id: string): ModelLot {
    const own =
      this.lots.find((lot) => lot.id === id && !lot.isOver) ??
      this.lots.find((lot) => lot.id === `returned-${this.month}`);
    if (own) return own;
    const month = this.month;
    const grantedAt = `${month}-01T00:00:00.000Z`;
    const lot = { id: `returned-${month}`, promotional: false, grantedAt, last: month, due: () => month, amount: 0n };
    this.lots.push(lot);
    return lot;
  }
}

const after = (month: string): string => {
  const next = new Date(`${month}-01T00:00:00.000Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
};
