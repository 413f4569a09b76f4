import type { Place, VariableId } from '../ir';
import type { Symbol } from './symbols';

export type Resource = 'memory' | 'file' | 'descriptor';

/** The facts that a run knows about a value. An unknown fact is missing. */
export interface Fact {
  /** Whether it is 0 or NULL. */
  readonly isZero?: boolean;
  /** Under which name a condition has found it to be NULL, and nothing was called since that might not come back. */
  readonly nullAs?: string;
  /** It was followed where nobody had asked yet whether it is NULL. */
  readonly followedAt?: Place;
  /** The one constant that it equals. */
  readonly equals?: Symbol;
  /** The call that made it, which somebody has to take back. */
  readonly made?: { readonly by: string; readonly resource: Resource; readonly at: Place };
  /** Where it was released. */
  readonly released?: Place;
  /** It was a descriptor: its number is a number and nothing else to code that does not read or write with it. */
  readonly isClosed?: boolean;
  /** It was a file or a descriptor that was closed, and no memory. */
  readonly isHandle?: true;
  /** By which name, and in which run of a block; missing where another function did it. */
  readonly releasedAs?: { readonly name: string; readonly block: number };
  /** It is released where this value is not NULL: what `realloc` gave. */
  readonly releasedWith?: { readonly result: Symbol; readonly at: Place };
  /** Somebody else may keep it, change it or release it. */
  readonly isEscaped?: true;
  /** The variable that nobody has set. */
  readonly unset?: string;
  /** Where a lock was taken that is not given back yet. */
  readonly lockedAt?: Place | undefined;
  /** The call that may give NULL. */
  readonly mayBeNull?: string;
  /** How many bytes a block has, and how many an element of it. */
  readonly size?: Symbol;
  readonly unit?: number;
  /** Whether the memory that it points to was set to 0 before. */
  readonly isCleared?: true;
  /** It is no more than this. */
  readonly atMost?: Symbol;
  /** The call that gives -1 where it fails. */
  readonly mayFail?: string;
  /** The call that left the text at this address without its terminating NUL. */
  readonly unended?: { readonly by: string; readonly at: Place };
}

/** All facts have one shape: V8 takes up to fifty times as long to copy by `...` what has many shapes. */
class Facts implements Fact {
  constructor(
    readonly isZero?: Fact['isZero'],
    readonly nullAs?: Fact['nullAs'],
    readonly followedAt?: Fact['followedAt'],
    readonly equals?: Fact['equals'],
    readonly made?: Fact['made'],
    readonly released?: Fact['released'],
    readonly isClosed?: Fact['isClosed'],
    readonly isHandle?: Fact['isHandle'],
    readonly releasedAs?: Fact['releasedAs'],
    readonly releasedWith?: Fact['releasedWith'],
    readonly isEscaped?: Fact['isEscaped'],
    readonly unset?: Fact['unset'],
    readonly lockedAt?: Fact['lockedAt'],
    readonly mayBeNull?: Fact['mayBeNull'],
    readonly size?: Fact['size'],
    readonly unit?: Fact['unit'],
    readonly isCleared?: Fact['isCleared'],
    readonly atMost?: Fact['atMost'],
    readonly mayFail?: Fact['mayFail'],
    readonly unended?: Fact['unended'],
  ) {}
}

const factLike = (fact: Fact, others: Partial<Fact>): Fact =>
  Object.assign(
    new Facts(
      fact.isZero,
      fact.nullAs,
      fact.followedAt,
      fact.equals,
      fact.made,
      fact.released,
      fact.isClosed,
      fact.isHandle,
      fact.releasedAs,
      fact.releasedWith,
      fact.isEscaped,
      fact.unset,
      fact.lockedAt,
      fact.mayBeNull,
      fact.size,
      fact.unit,
      fact.isCleared,
      fact.atMost,
      fact.mayFail,
      fact.unended,
    ),
    others,
  );

/** Counts the entries of maps that a way took over from another one and changed: how much there is to remember. */
export class Copied {
  entries = 0;
}

/** At most this many layers are asked for a key. */
const MAX_LAYERS = 6;

/**
 * A map that ways share: each keeps what it changes in a layer of its own, above what it had in common with others.
 * Entries come in the order in which their keys were first set.
 */
class Layers<Key, Item> {
  private own: Map<Key, Item>;
  /** From the uppermost one down. Nobody changes them any more. */
  private readonly below: readonly ReadonlyMap<Key, Item>[];

  private constructor(
    own: Map<Key, Item>,
    below: readonly ReadonlyMap<Key, Item>[],
    private count: number,
  ) {
    this.own = own;
    this.below = below;
  }

  static empty<Key, Item>(): Layers<Key, Item> {
    return new Layers(new Map<Key, Item>(), [], 0);
  }

  get size(): number {
    return this.count;
  }

  /** One that may be changed, while this one stays as it is. */
  copy(): Layers<Key, Item> {
    if (this.below.length + 1 >= MAX_LAYERS) return new Layers(this.whole(), [], this.count);
    return new Layers(new Map<Key, Item>(), this.own.size === 0 ? this.below : [this.own, ...this.below], this.count);
  }

  get(key: Key): Item | undefined {
    const own = this.own.get(key);
    if (own !== undefined) return own;
    for (const layer of this.below) {
      const found = layer.get(key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  set(key: Key, item: Item): void {
    if (this.get(key) === undefined) this.count += 1;
    this.own.set(key, item);
  }

  entries(): IterableIterator<[Key, Item]> {
    return this.whole().entries();
  }

  private whole(): Map<Key, Item> {
    const all = new Map(this.below.at(-1));
    for (const layer of this.below.slice(0, -1).toReversed()) for (const [key, item] of layer) all.set(key, item);
    for (const [key, item] of this.own) all.set(key, item);
    return all;
  }
}

/** By the name of a field or a place, what lies there of each value that leads there. */
type Heap = Map<string, Map<Symbol, Symbol>>;

/** One way through a function: what its variables and its memory hold on it. */
export class WalkedPath {
  isDead = false;
  /** Which of them another path has, too: most forks change one of them only, and copy no other. */
  private areVariablesShared = false;
  private isHeapShared = false;
  private isKnownShared = false;
  /** The names in the heap whose map no other path has. */
  private readonly ownNames = new Set<string>();

  constructor(
    private readonly copied: Copied,
    private variables: Layers<VariableId, Symbol> = Layers.empty(),
    private heap: Heap = new Map(),
    private heapSize = 0,
    private known: Layers<Symbol, Fact> = Layers.empty(),
    /** All values that are doubtful, and some that no longer are. */
    private doubtful: Listed | undefined = undefined,
  ) {}

  fork(): WalkedPath {
    this.share();
    const other = new WalkedPath(this.copied, this.variables, this.heap, this.heapSize, this.known, this.doubtful);
    other.share();
    return other;
  }

  /** How much it knows. */
  get size(): number {
    return this.variables.size + this.heapSize + this.known.size;
  }

  private share(): void {
    this.areVariablesShared = true;
    this.isHeapShared = true;
    this.isKnownShared = true;
  }

  private ownVariables(): Layers<VariableId, Symbol> {
    if (this.areVariablesShared) {
      this.copied.entries += this.variables.size;
      this.variables = this.variables.copy();
    }
    this.areVariablesShared = false;
    return this.variables;
  }

  private ownHeap(): Heap {
    if (this.isHeapShared) {
      this.copied.entries += this.heapSize;
      this.heap = new Map(this.heap);
      this.ownNames.clear();
    }
    this.isHeapShared = false;
    return this.heap;
  }

  private ownContents(name: string): Map<Symbol, Symbol> {
    const heap = this.ownHeap();
    const known = heap.get(name);
    if (known !== undefined && this.ownNames.has(name)) return known;
    const contents = new Map(known);
    heap.set(name, contents);
    this.ownNames.add(name);
    return contents;
  }

  private ownKnown(): Layers<Symbol, Fact> {
    if (this.isKnownShared) {
      this.copied.entries += this.known.size;
      this.known = this.known.copy();
    }
    this.isKnownShared = false;
    return this.known;
  }

  variable(id: VariableId): Symbol | undefined {
    return this.variables.get(id);
  }

  setVariable(id: VariableId, value: Symbol): void {
    this.ownVariables().set(id, value);
  }

  /** Whether a variable or a place in memory has a value. */
  isHeld(symbol: Symbol): boolean {
    for (const [, value] of this.variables.entries()) if (value === symbol) return true;
    for (const contents of this.heap.values()) for (const value of contents.values()) if (value === symbol) return true;
    return false;
  }

  variableEntries(): IterableIterator<[VariableId, Symbol]> {
    return this.variables.entries();
  }

  fact(symbol: Symbol): Fact {
    return this.known.get(symbol) ?? NOTHING;
  }

  know(symbol: Symbol, change: Partial<Fact>): void {
    const before = this.fact(symbol);
    const fact = factLike(before, change);
    if (isDoubtful(fact) && !isDoubtful(before)) this.doubtful = { symbol, rest: this.doubtful };
    this.ownKnown().set(symbol, fact);
  }

  facts(): IterableIterator<[Symbol, Fact]> {
    return this.known.entries();
  }

  /** Changes what is known of the values that are doubtful and meant. */
  changeDoubtful(isMeant: (fact: Fact) => boolean, change: Partial<Fact>): void {
    let left: Listed | undefined;
    for (let each = this.doubtful; each; each = each.rest) {
      const { symbol } = each;
      if (isMeant(this.fact(symbol))) this.know(symbol, change);
      if (isDoubtful(this.fact(symbol))) left = { symbol, rest: left };
    }
    this.doubtful = left;
  }

  content(base: Symbol, name: string): Symbol | undefined {
    return this.heap.get(name)?.get(base);
  }

  /** Another pointer may lead to the same place: what was known under the name of other things is forgotten. */
  setContent(base: Symbol, name: string, value: Symbol, mayAlias: (other: Symbol) => boolean): void {
    const contents = this.ownContents(name);
    const before = contents.size;
    for (const other of contents.keys()) if (mayAlias(other)) contents.delete(other);
    contents.set(base, value);
    this.heapSize += contents.size - before;
  }

  keepContent(base: Symbol, name: string, value: Symbol): void {
    const contents = this.ownContents(name);
    const before = contents.size;
    contents.set(base, value);
    this.heapSize += contents.size - before;
  }

  /** Forgets what lies where a value leads. */
  forgetContentsOf(base: Symbol): void {
    if (this.heapSize === 0) return;
    for (const [name, contents] of this.ownHeap()) if (contents.has(base)) this.forgetIn(name, [base]);
  }

  private forgetIn(name: string, forgotten: readonly Symbol[]): void {
    const own = this.ownContents(name);
    for (const base of forgotten) own.delete(base);
    this.heapSize -= forgotten.length;
  }

  /** Forgets what lies where some values lead. */
  forgetContents(isForgotten: (base: Symbol) => boolean): void {
    if (this.heapSize === 0) return;
    for (const [name, contents] of this.ownHeap()) {
      const forgotten: Symbol[] = [];
      for (const base of contents.keys()) if (isForgotten(base)) forgotten.push(base);
      if (forgotten.length > 0) this.forgetIn(name, forgotten);
    }
  }
}

interface Listed {
  readonly symbol: Symbol;
  readonly rest: Listed | undefined;
}

/** Whether a call may change what is known of the value. */
export const isDoubtful = ({ nullAs, unset }: Fact): boolean => nullAs !== undefined || unset !== undefined;

const NOTHING: Fact = new Facts();
