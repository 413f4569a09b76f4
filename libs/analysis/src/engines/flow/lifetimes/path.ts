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
  /** By which name, and in which run of a block; missing where another function did it. */
  readonly releasedAs?: { readonly name: string; readonly block: number };
  /** It is released where this value is not NULL: what `realloc` gave. */
  readonly releasedWith?: { readonly result: Symbol; readonly at: Place };
  /** Somebody else may keep it, change it or release it. */
  readonly isEscaped?: true;
  /** The variable that nobody has set. */
  readonly unset?: string;
  /** The call that may give NULL. */
  readonly mayBeNull?: string;
  /** How many bytes a block has, and how many an element of it. */
  readonly size?: Symbol;
  readonly unit?: number;
  /** Whether the memory that it points to was set to 0 before. */
  readonly isCleared?: true;
  /** It is no more than this. */
  readonly atMost?: Symbol;
  /** The call that left the text at this address without its terminating NUL. */
  readonly unended?: { readonly by: string; readonly at: Place };
}

/** Counts the entries that all ways through a function have copied of each other. */
export class Copied {
  entries = 0;

  mapOf<Key, Item>(map: ReadonlyMap<Key, Item>): Map<Key, Item> {
    this.entries += map.size;
    return new Map(map);
  }
}

/** One way through a function: what its variables and its memory hold on it. */
export class WalkedPath {
  isDead = false;

  constructor(
    private readonly copied: Copied,
    private variables: Map<VariableId, Symbol> = new Map(),
    /** By the value that leads there and the name of the field, or the place. */
    private heap: Map<string, Symbol> = new Map(),
    private known: Map<Symbol, Fact> = new Map(),
  ) {}

  /** Which of them another path has, too: most forks change one of them only, and copy no other. */
  private areVariablesShared = false;
  private isHeapShared = false;
  private isKnownShared = false;

  fork(): WalkedPath {
    this.share();
    const other = new WalkedPath(this.copied, this.variables, this.heap, this.known);
    other.share();
    return other;
  }

  /** How much it knows. */
  get size(): number {
    return this.variables.size + this.heap.size + this.known.size;
  }

  private share(): void {
    this.areVariablesShared = true;
    this.isHeapShared = true;
    this.isKnownShared = true;
  }

  private ownVariables(): Map<VariableId, Symbol> {
    if (this.areVariablesShared) this.variables = this.copied.mapOf(this.variables);
    this.areVariablesShared = false;
    return this.variables;
  }

  private ownHeap(): Map<string, Symbol> {
    if (this.isHeapShared) this.heap = this.copied.mapOf(this.heap);
    this.isHeapShared = false;
    return this.heap;
  }

  private ownKnown(): Map<Symbol, Fact> {
    if (this.isKnownShared) this.known = this.copied.mapOf(this.known);
    this.isKnownShared = false;
    return this.known;
  }

  variable(id: VariableId): Symbol | undefined {
    return this.variables.get(id);
  }

  setVariable(id: VariableId, value: Symbol): void {
    this.ownVariables().set(id, value);
  }

  variableEntries(): IterableIterator<[VariableId, Symbol]> {
    return this.variables.entries();
  }

  fact(symbol: Symbol): Fact {
    return this.known.get(symbol) ?? NOTHING;
  }

  know(symbol: Symbol, change: Partial<Fact>): void {
    this.ownKnown().set(symbol, { ...this.known.get(symbol), ...change });
  }

  /** Replaces what is known of a value. */
  setFact(symbol: Symbol, fact: Fact): void {
    this.ownKnown().set(symbol, fact);
  }

  facts(): IterableIterator<[Symbol, Fact]> {
    return this.known.entries();
  }

  content(base: Symbol, name: string): Symbol | undefined {
    return this.heap.get(`${base}.${name}`);
  }

  /** Another pointer may lead to the same place: what was known under the name of other things is forgotten. */
  setContent(base: Symbol, name: string, value: Symbol, mayAlias: (other: Symbol) => boolean): void {
    const heap = this.ownHeap();
    const ending = `.${name}`;
    for (const key of heap.keys()) if (key.endsWith(ending) && mayAlias(Number.parseInt(key, 10))) heap.delete(key);
    heap.set(`${base}.${name}`, value);
  }

  keepContent(base: Symbol, name: string, value: Symbol): void {
    this.ownHeap().set(`${base}.${name}`, value);
  }

  /** Forgets what lies where some values lead. */
  forgetContents(isForgotten: (base: Symbol) => boolean): void {
    if (this.heap.size === 0) return;
    const heap = this.ownHeap();
    for (const key of heap.keys()) if (isForgotten(Number.parseInt(key, 10))) heap.delete(key);
  }
}

const NOTHING: Fact = {};
