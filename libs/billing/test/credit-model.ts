import type { LedgerEntry } from '../src/domain/events';

interface ModelLot {
  readonly id: string;
  readonly promotional: boolean;
  grantedAt: string;
  /** The last month in which it can be spent. */
  readonly last: string;
  /** The month that spending goes by: included credits are spent first in their own month. */
  readonly due: (month: string) => string;
  amount: bigint;
}

const NEVER = '9999-12';

/**
 * What an organization has, told from charges, refunds and gifts alone: which lots pay, what comes back to which, what
 * a month includes and what lapses is worked out here a second time, without the code of the ledger.
 */
export class CreditModel {
  private lots: ModelLot[] = [];
  private readonly drawn = new Map<string, { lot: string; amount: bigint }[]>();
  /** How far below nothing it may go, and what the month has taken there. */
  private floor = 0n;
  private overdrawn = 0n;
  /** What was sold of each month's overage. */
  readonly sold: { month: string; amount: number; cents: number }[] = [];

  constructor(
    private month: string,
    private readonly included: number,
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
    if (type === 'CreditsGranted' && data.lot.kind === 'included')
      this.lots.find(({ id }) => id === data.lot.id)!.grantedAt = data.at;
    else if (type === 'CreditsGranted') this.gift(data.lot.id, data.lot.remaining, data.lot.expires ?? NEVER, data.at);
    else if (type === 'CreditsCharged') this.charge(data.sessionId, BigInt(data.amount));
    else if (type === 'CreditsRefunded') this.refund(data.sessionId, BigInt(data.amount));
    else if (type === 'OverageChanged') this.floor = BigInt(data.overage.limit);
  }

  /** Whatever there is pays for the overage, in the order in which it would be spent; the rest is sold. */
  private sellOverage(): void {
    const paid = this.drawnFromLots(this.overdrawn).reduce((sum, { amount }) => sum + amount, 0n);
    const rest = this.overdrawn - paid;
    const cents = Number((rest * BigInt(this.overage.price)) / 10n ** 10n);
    if (this.overdrawn > 0n) this.sold.push({ month: this.month, amount: Number(rest), cents });
    this.overdrawn = 0n;
    const id = `overage-${this.month}`;
    const grantedAt = `${this.month}-01T00:00:00.000Z`;
    this.lots.push({ id, promotional: false, grantedAt, last: NEVER, due: () => NEVER, amount: 0n });
    if (this.floor > BigInt(this.overage.most)) this.floor = BigInt(this.overage.most);
  }

  private nextMonth(): void {
    this.sellOverage();
    this.month = after(this.month);
    this.lots = this.lots.filter(({ last }) => last >= this.month);
    this.include();
  }

  private include(): void {
    const own = this.month;
    const due = (month: string) => (month === own ? own : after(own));
    const lot = { id: `included-${own}`, promotional: false, grantedAt: '', last: after(own), due };
    this.lots.push({ ...lot, amount: BigInt(this.included) });
  }

  private gift(id: string, amount: number, last: string, grantedAt: string): void {
    this.lots.push({ id, promotional: true, grantedAt, last, due: () => last, amount: BigInt(amount) });
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
    const key = ({ due, promotional, grantedAt, id }: ModelLot) =>
      [due(this.month), promotional ? '0' : '1', grantedAt, id].join('|');
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

  /** What was drawn last comes back first, and to where it came from as long as that can be spent. */
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
    const own = this.lots.find((lot) => lot.id === id) ?? this.lots.find((lot) => lot.id === `returned-${this.month}`);
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
