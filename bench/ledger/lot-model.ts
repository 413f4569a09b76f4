/**
 * What a ledger of credits has to come to, told a second time: a plain list of lots, whole numbers of any size, and
 * months counted from 0. It shares no code and no type with the ledger, and knows nothing of its entries: it is given
 * the same commands, and says what must have happened.
 */
export interface ModelLot {
  readonly id: string;
  kind: 'included' | 'rolled' | 'promotional' | 'bought';
  /** The last month in which it can be spent. */
  last: number;
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

/** What a command must have moved. `refused`: nothing, because the balance does not cover it, or nothing is there. */
export interface Moved {
  refused?: true;
  drawn: Part[];
  returned: Part[];
}

/** The last month of what never expires. */
export const FOREVER = 1_000_000;
const DAY = 86_400_000;
const sum = (parts: readonly { readonly amount: bigint }[]): bigint => parts.reduce((all, one) => all + one.amount, 0n);

export class LotModel {
  lots: ModelLot[] = [];
  owed = 0n;
  readonly open = new Map<string, Charge>();
  private settled = new Map<string, { readonly at: number; readonly charged: bigint; readonly refunded: bigint }>();
  private readonly bought = new Map<string, bigint>();

  constructor(
    public month: number,
    private readonly monthly: bigint,
    at: number,
  ) {
    this.include(at);
  }

  balance(): bigint {
    return this.lots.reduce((all, { left }) => all + left, 0n);
  }

  /** The first charge of a session: the price of each category in equal shares of its tools, by name. */
  charge(session: string, whole: readonly Item[], categories: readonly (readonly [string, bigint, string[]])[]): Moved {
    const moved = nothing();
    if (this.open.has(session) || this.settled.has(session)) return moved;
    const items = [...whole, ...categories.flatMap(([name, price, tools]) => shares(name, price, tools))];
    if (sum(items) > this.balance()) return refused();
    const held = this.draw(sum(items));
    this.open.set(session, { items, held: [...held], charged: sum(items), refunded: 0n, hasLines: false });
    return { ...moved, drawn: held };
  }

  /** The lines are paid once, and what tools hold that have nothing to look at goes to the others, or comes back. */
  chargeLines(session: string, amount: bigint, remaining: ReadonlySet<string>, order: readonly string[]): Moved {
    const charge = this.open.get(session);
    if (!charge) {
      const over = this.settled.get(session);
      return over && over.charged > over.refunded ? nothing() : refused();
    }
    // Refused, it changes nothing: what the tools give back counts only for one that is accepted.
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
    if (amount > this.balance()) {
      before();
      return refused();
    }
    moved.drawn = this.draw(amount);
    charge.held.push(...moved.drawn);
    charge.items = [...charge.items, { name: 'lines', category: 'lines', amount }];
    charge.charged += amount;
    charge.hasLines = true;
    return moved;
  }

  /** Tools that did not deliver give back what they hold; with `all` everything comes back. */
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

  grant(id: string, amount: bigint, last: number | undefined, at: number): void {
    if (!this.lots.some((lot) => lot.id === id)) this.add(id, 'promotional', last ?? FOREVER, at, amount);
  }

  /** A purchase comes once; of its credits so many are no longer paid for. */
  book(id: string, amount: bigint, reversed: bigint, at: number): Moved {
    const moved = nothing();
    if (!this.bought.has(id)) {
      this.add(id, 'bought', FOREVER, at, amount);
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

  /** What is owed takes bought credits, oldest first, as soon as there are any. */
  payDebt(): Part[] {
    const paid = this.take(({ kind }) => kind === 'bought', this.owed);
    this.owed -= sum(paid);
    return paid;
  }

  /** The month is over: what could be spent until then is gone, and included credits last one month more. */
  nextMonth(at: number): Part[] {
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
    return over.filter(({ left }) => left > 0n).map(({ id, left }) => ({ id, amount: left }));
  }

  private include(at: number): void {
    if (this.monthly > 0n) this.add(`included-${monthName(this.month)}`, 'included', this.month, at, this.monthly);
  }

  private add(id: string, kind: ModelLot['kind'], last: number, since: number, left: bigint): void {
    this.lots.push({ id, kind, last, since, left });
  }

  /** What expires first goes first; then gifts before the rest, older before younger. */
  private draw(amount: bigint): Part[] {
    const gift = ({ kind }: ModelLot) => (kind === 'promotional' ? 0 : 1);
    const ordered = this.lots.toSorted(
      (a, b) => a.last - b.last || gift(a) - gift(b) || a.since - b.since || (a.id < b.id ? -1 : 1),
    );
    return takenFrom(ordered, amount);
  }

  private take(which: (lot: ModelLot) => boolean, amount: bigint): Part[] {
    const ordered = this.lots.filter(which).sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
    return takenFrom(ordered, amount);
  }

  /** What was drawn last comes back first; where its lot is gone, to one that ends with this month. */
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
      const own = this.lots.find((lot) => lot.id === id);
      const to = own?.id ?? `returned-${monthName(this.month)}`;
      if (!this.lots.some((lot) => lot.id === to)) this.add(to, 'rolled', this.month, monthBegins(this.month), 0n);
      this.lots.find((lot) => lot.id === to)!.left += back;
      returned.push({ id: to, amount: back });
    }
    return returned;
  }

  /** @returns what puts everything back as it is now */
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

/** Equal shares; the first ones are larger by one where it cannot be divided. */
function shares(category: string, price: bigint, tools: readonly string[]): Item[] {
  const count = BigInt(tools.length);
  return tools
    .toSorted()
    .map((name, index) => ({ name, category, amount: price / count + (BigInt(index) < price % count ? 1n : 0n) }));
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
