/**
 * A second computation of a ledger of credits: a plain list of lots, whole numbers of any size, and months counted from
 * 0. It shares no code and no type with the ledger, and does not see its entries: it gets the same commands, and
 * computes the expected result.
 */
export interface ModelLot {
  readonly id: string;
  /** `overage` is the credits that its month took below zero: its amount is negative, and it is sold with the month. */
  kind: 'included' | 'rolled' | 'promotional' | 'bought' | 'overage';
  /** The last month in which it can be spent. */
  last: number;
  /** When it ends within that month, in milliseconds, and whether it has ended. */
  readonly until?: number;
  isOver?: true;
  /** Lower ones go first. */
  readonly priority: number;
  readonly since: number;
  left: bigint;
}

/** An amount of a lot. */
export interface Part {
  readonly id: string;
  readonly amount: bigint;
}

interface Item {
  readonly name: string;
  readonly category: string;
  readonly amount: bigint;
}

interface Charge {
  items: Item[];
  /** In the order in which they were drawn. */
  held: Part[];
  charged: bigint;
  refunded: bigint;
  hasLines: boolean;
}

/**
 * The movements that a command must cause. `refused`: none, because the balance is too low, or the subject does not
 * exist.
 */
export interface Moved {
  refused?: true;
  drawn: Part[];
  returned: Part[];
}

/**
 * The credits that a month took below zero: the parts that paid for them, and the rest that was sold for so many cents.
 */
export interface Sold {
  readonly used: bigint;
  readonly drawn: readonly Part[];
  readonly amount: bigint;
  readonly cents: bigint;
}

/** The last month of lots that never expire. */
export const FOREVER = 1_000_000;
const DAY = 86_400_000;
const sum = (parts: readonly { readonly amount: bigint }[]): bigint => parts.reduce((all, one) => all + one.amount, 0n);

export class LotModel {
  lots: ModelLot[] = [];
  owed = 0n;
  readonly open = new Map<string, Charge>();
  private settled = new Map<string, { readonly at: number; readonly charged: bigint; readonly refunded: bigint }>();
  private readonly bought = new Map<string, bigint>();
  /** The credits of this month's upgrades that are still to come, and the number of tiers after the first one. */
  private due: Part[] = [];
  private changes = 0;
  /** How far below zero charges may go, and the price, in millionths of a dollar a credit. */
  private floor = 0n;
  private price = 0n;
  /** The credits that each month includes from the next one on. */
  private coming: bigint | undefined;

  constructor(
    public month: number,
    private monthly: bigint,
    at: number,
  ) {
    this.include(at);
  }

  balance(): bigint {
    return this.lots.reduce((all, { left }) => all + left, 0n);
  }

  /** Charges a session first: the price of each category in equal shares of its tools, by name. */
  charge(session: string, whole: readonly Item[], categories: readonly (readonly [string, bigint, string[]])[]): Moved {
    const moved = nothing();
    if (this.open.has(session) || this.settled.has(session)) return moved;
    const items = [...whole, ...categories.flatMap(([name, price, tools]) => shares(name, price, tools))];
    if (sum(items) > this.spendable()) return refused();
    const held = this.drawBelow(sum(items));
    this.open.set(session, { items, held: [...held], charged: sum(items), refunded: 0n, hasLines: false });
    return { ...moved, drawn: held };
  }

  /** Charges the lines once. Shares of tools without files to look at go to the other tools, or are refunded. */
  chargeLines(session: string, amount: bigint, remaining: ReadonlySet<string>, order: readonly string[]): Moved {
    const charge = this.open.get(session);
    if (!charge) {
      const over = this.settled.get(session);
      return over && over.charged > over.refunded ? nothing() : refused();
    }
    // A refused charge changes nothing: the shares given back count only if it is accepted.
    const before = this.kept();
    const moved = nothing();
    for (const category of order) {
      const items = charge.items.filter((item) => item.category === category);
      const stays = items.filter(({ name }) => remaining.has(name));
      if (stays.length === items.length) continue;
      if (stays.length === 0) moved.returned.push(...this.giveBack(charge, items));
      else {
        const names = stays.map(({ name }) => name);
        const moving = shares(category, sum(items), names);
        charge.items = [...charge.items.filter((item) => item.category !== category), ...moving];
      }
    }
    if (charge.hasLines || amount === 0n) return moved;
    if (amount > this.spendable()) {
      before();
      return refused();
    }
    moved.drawn = this.drawBelow(amount);
    charge.held.push(...moved.drawn);
    charge.items = [...charge.items, { name: 'lines', category: 'lines', amount }];
    charge.charged += amount;
    charge.hasLines = true;
    return moved;
  }

  /** Refunds the shares of tools that did not deliver; with `all`, everything. */
  settle(session: string, tools: ReadonlySet<string>, all: boolean): Moved {
    const moved = nothing();
    const charge = this.open.get(session);
    if (!charge) return moved;
    for (const item of charge.items.filter(({ name, amount }) => amount > 0n && tools.has(name)))
      moved.returned.push(...this.giveBack(charge, [item]));
    if (all) moved.returned.push(...this.giveBack(charge, charge.items));
    return moved;
  }

  end(session: string, at: number): readonly [bigint, bigint] | undefined {
    const charge = this.open.get(session);
    if (!charge) return undefined;
    this.open.delete(session);
    this.settled.set(session, { at, charged: charge.charged, refunded: charge.refunded });
    return [charge.charged, charge.refunded];
  }

  grant(
    id: string,
    amount: bigint,
    { last = FOREVER, ...more }: { last?: number | undefined; until?: number; priority: number },
    at: number,
  ): void {
    if (this.lots.some((lot) => lot.id === id)) return;
    this.lots.push({ id, kind: 'promotional', last, since: at, left: amount, ...more });
  }

  /** Ends the lots whose time within a month is over. */
  lapse(at: number): Part[] {
    const over = this.lots.filter(({ until = Infinity }) => until <= at);
    const lapsed = over.filter(({ left }) => left > 0n).map(({ id, left }) => ({ id, amount: left }));
    for (const lot of over) Object.assign(lot, { isOver: true, left: 0n });
    return lapsed;
  }

  /** A customer who has used some of a month's overage pays the price at which it was allowed. */
  allowOverage(limit: bigint, price: bigint): void {
    if (this.overdrawn() === 0n) this.price = price;
    this.floor = limit;
  }

  /** Lowers the limit to that of the tier. */
  allowAtMost(limit: bigint): void {
    if (this.floor > limit) this.floor = limit;
  }

  /** Sets the price of overage for a new month. */
  priceFrom(price: bigint): void {
    this.price = price;
  }

  /**
   * Books a purchase once; `reversed` of its credits are no longer paid for. `isSpent`: overage, used before it is
   * paid.
   */
  book(id: string, amount: bigint, reversed: bigint, at: number, isSpent = false): Moved {
    const moved = nothing();
    if (!this.bought.has(id)) {
      if (!isSpent) this.add(id, 'bought', FOREVER, at, amount);
      this.bought.set(id, 0n);
    }
    const change = reversed - this.bought.get(id)!;
    this.bought.set(id, reversed);
    if (change > 0n) {
      const own = this.take((lot) => lot.id === id, change);
      const others = this.take(({ kind }) => kind === 'bought', change - sum(own));
      moved.drawn.push(...own, ...others);
      this.owed += change - sum(moved.drawn);
    }
    if (change < 0n) {
      const less = -change < this.owed ? -change : this.owed;
      this.owed -= less;
      const own = this.lots.find((lot) => lot.id === id);
      if (own) own.left += -change - less;
      else this.add(id, 'bought', FOREVER, at, -change - less);
    }
    return moved;
  }

  /** Pays the debt from bought credits, oldest first, as soon as there are any. */
  payDebt(): Part[] {
    const paid = this.take(({ kind }) => kind === 'bought', this.owed);
    this.owed -= sum(paid);
    return paid;
  }

  /** Changes the monthly credits: a raise begins at once, by the share of whole days left; a cut begins next month. */
  order(monthly: bigint, at: number): void {
    this.coming = monthly < this.monthly ? monthly : undefined;
    if (monthly <= this.monthly) return;
    const [begin, end] = [monthBegins(this.month), monthBegins(this.month + 1)];
    const left = BigInt(Math.floor((end - at) / DAY));
    const amount = ((monthly - this.monthly) * left * BigInt(DAY)) / BigInt(end - begin);
    this.changes += 1;
    if (amount > 0n) this.due.push({ id: `upgrade-${monthName(this.month)}-${this.changes}`, amount });
    this.monthly = monthly;
  }

  addUpgrades(at: number): void {
    for (const { id, amount } of this.due) this.add(id, 'included', this.month, at, amount);
    this.due = [];
  }

  /** Ends the month: lots of that month lapse, and included credits last one month longer. */
  nextMonth(at: number): { lapsed: Part[]; sold: Sold } {
    this.addUpgrades(at);
    const lapsed = this.lapse(monthBegins(this.month + 1));
    const sold = this.sellOverage();
    if (this.coming !== undefined) [this.monthly, this.changes] = [this.coming, this.changes + 1];
    this.coming = undefined;
    for (const lot of this.lots) {
      if (lot.kind !== 'included') continue;
      lot.kind = 'rolled';
      lot.last = this.month + 1;
    }
    this.month += 1;
    const over = this.lots.filter(({ last }) => last < this.month);
    const isHeld = (id: string) => [...this.open.values()].some(({ held }) => held.some((part) => part.id === id));
    this.lots = this.lots.filter((lot) => lot.last >= this.month && (lot.left > 0n || isHeld(lot.id)));
    for (const [session, charge] of this.settled) if (charge.at < at - DAY) this.settled.delete(session);
    this.include(at);
    const gone = over.filter(({ left }) => left > 0n).map(({ id, left }) => ({ id, amount: left }));
    return { lapsed: [...lapsed, ...gone], sold };
  }

  /** All lots pay for the overage, in the order of spending; the rest is sold. */
  private sellOverage(): Sold {
    const used = this.overdrawn();
    const drawn = this.draw(used);
    for (const lot of this.lots) if (lot.kind === 'overage') Object.assign(lot, { kind: 'bought', left: 0n });
    const amount = used - sum(drawn);
    this.payOverage([...drawn, { id: `overage-${monthName(this.month)}`, amount }]);
    return { used, drawn, amount, cents: (amount * this.price) / 10_000_000_000n };
  }

  /** Replaces the overage in open charges by the lots that paid, from the last; the session with the last id first. */
  private payOverage(payers: Part[]): void {
    const own = `overage-${monthName(this.month)}`;
    for (const [, charge] of [...this.open].toSorted(([a], [b]) => (a < b ? 1 : -1)))
      charge.held = charge.held
        .toReversed()
        .flatMap((part) => (part.id === own ? takenFromEnd(payers, part.amount) : [part]))
        .toReversed();
  }

  private overdrawn(): bigint {
    return -(this.lots.find(({ kind }) => kind === 'overage')?.left ?? 0n);
  }

  /** The credits that can be spent. With a debt, the balance cannot go below zero. */
  private spendable(): bigint {
    return this.balance() + (this.owed > 0n ? 0n : this.floor);
  }

  private drawBelow(amount: bigint): Part[] {
    const parts = this.draw(amount);
    const lacking = amount - sum(parts);
    if (lacking === 0n) return parts;
    const id = `overage-${monthName(this.month)}`;
    if (!this.lots.some((lot) => lot.id === id)) this.add(id, 'overage', FOREVER, monthBegins(this.month), 0n);
    this.lots.find((lot) => lot.id === id)!.left -= lacking;
    return [...parts, { id, amount: lacking }];
  }

  private include(at: number): void {
    if (this.monthly > 0n) this.add(`included-${monthName(this.month)}`, 'included', this.month, at, this.monthly);
  }

  private add(id: string, kind: ModelLot['kind'], last: number, since: number, left: bigint): void {
    this.lots.push({ id, kind, last, since, left, priority: 50 });
  }

  /** Draws by priority; then the earliest end first, then gifts before the rest, older before younger. */
  private draw(amount: bigint): Part[] {
    const gift = ({ kind }: ModelLot) => (kind === 'promotional' ? 0 : 1);
    const end = ({ last, until }: ModelLot) => (last === FOREVER ? Infinity : (until ?? monthBegins(last + 1)));
    const sooner = (a: ModelLot, b: ModelLot) => (end(a) === end(b) ? 0 : end(a) - end(b));
    const ordered = this.lots
      .filter(({ kind }) => kind !== 'overage')
      .toSorted(
        (a, b) =>
          a.priority - b.priority || sooner(a, b) || gift(a) - gift(b) || a.since - b.since || (a.id < b.id ? -1 : 1),
      );
    return takenFrom(ordered, amount);
  }

  private take(which: (lot: ModelLot) => boolean, amount: bigint): Part[] {
    const ordered = this.lots.filter(which).sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
    return takenFrom(ordered, amount);
  }

  /** Returns the last drawn credits first, each to its lot; if that is gone, to one that ends with this month. */
  private giveBack(charge: Charge, items: readonly Item[]): Part[] {
    const returned: Part[] = [];
    let missing = sum(items);
    charge.items = charge.items.filter((item) => !items.includes(item));
    charge.refunded += missing;
    while (missing > 0n) {
      const { id, amount } = charge.held.pop()!;
      const back = amount < missing ? amount : missing;
      if (back < amount) charge.held.push({ id, amount: amount - back });
      missing -= back;
      const own = this.lots.find((lot) => lot.id === id && !lot.isOver);
      const to = own?.id ?? `returned-${monthName(this.month)}`;
      if (!this.lots.some((lot) => lot.id === to)) this.add(to, 'rolled', this.month, monthBegins(this.month), 0n);
      this.lots.find((lot) => lot.id === to)!.left += back;
      returned.push({ id: to, amount: back });
    }
    return returned;
  }

  /** @returns a function that restores the present state */
  private kept(): () => void {
    const lots = this.lots.map((lot) => ({ ...lot }));
    const open = [...this.open].map(([id, charge]): [string, Charge] => [id, { ...charge, held: [...charge.held] }]);
    return () => {
      this.lots = lots;
      for (const [id, charge] of open) this.open.set(id, charge);
    };
  }
}

/** Months are counted from 0, which is January 2026. */
export const monthBegins = (month: number): number => Date.UTC(2026, month);

/** `2026-11` for 10. */
export const monthName = (month: number): string =>
  `${2026 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

const nothing = (): Moved => ({ drawn: [], returned: [] });
const refused = (): Moved => ({ ...nothing(), refused: true });

/** Equal shares; if the price cannot be divided evenly, the first ones are larger by one. */
function shares(category: string, price: bigint, tools: readonly string[]): Item[] {
  const count = BigInt(tools.length);
  return tools
    .toSorted()
    .map((name, index) => ({ name, category, amount: price / count + (BigInt(index) < price % count ? 1n : 0n) }));
}

function takenFromEnd(payers: Part[], amount: bigint): Part[] {
  const parts: Part[] = [];
  for (let missing = amount; missing > 0n; ) {
    const last = payers.pop()!;
    const part = last.amount < missing ? last.amount : missing;
    if (part < last.amount) payers.push({ id: last.id, amount: last.amount - part });
    if (part > 0n) parts.push({ id: last.id, amount: part });
    missing -= part;
  }
  return parts;
}

function takenFrom(lots: readonly ModelLot[], amount: bigint): Part[] {
  const parts: Part[] = [];
  for (const lot of lots) {
    const taken = lot.left < amount ? lot.left : amount;
    if (taken > 0n) parts.push({ id: lot.id, amount: taken });
    lot.left -= taken;
    amount -= taken;
  }
  return parts;
}
