import type { ClassForm, FunctionForm, VariableId } from '../ir';
import { isTemporary } from '../lower/scope';
import { type Block, isSameBlock, joinBlocks } from './memory/block';
import { UNKNOWN, type Value, isSame, join, madeSafe, taintLike, valueLike } from './values';

export interface KinMethod {
  readonly form: FunctionForm;
  readonly isStatic: boolean;
}

/** Data that all instances of a class share. */
export interface Kin {
  readonly of: ClassForm;
  readonly methods: ReadonlyMap<string, readonly KinMethod[]>;
  /** The paths of its bases outside of the target. */
  readonly paths: readonly string[];
}

/**
 * An object of the target, such as a map, a list or an instance. Replaced as a whole when it changes. All objects have
 * one shape, as values do.
 */
export class HeapObject {
  private carriers: readonly Value[] | undefined = undefined;
  private isWeak: boolean | undefined = undefined;

  constructor(
    readonly kind: 'list' | 'map',
    readonly fields: ReadonlyMap<string, Value>,
    /** The contents under unknown keys. */
    readonly rest: Value,
    /** For an instance: the data of its class. */
    readonly kin?: Kin,
    /** For a list: how many of its elements are in `fields`; undefined if their places are no longer known. */
    readonly length?: number,
    /** Its contents are not known: an unknown call got it, or an unknown value was put at an unknown place. */
    readonly isChanged?: true,
    /** In languages with pointers: the known properties of its memory. */
    readonly block?: Block,
  ) {}

  /** The values in fields that hold input or objects: most hold neither. */
  carrying(): readonly Value[] {
    if (this.carriers === undefined) {
      const found: Value[] = [];
      for (const field of this.fields.values()) if (field.taints.length + field.objects.length > 0) found.push(field);
      this.carriers = found;
    }
    return this.carriers;
  }

  /** @param isWeak is the same for all objects of a run */
  hasWeakField(isWeak: (field: Value) => boolean): boolean {
    if (this.isWeak === undefined) {
      this.isWeak = false;
      for (const field of this.fields.values())
        if (isWeak(field)) {
          this.isWeak = true;
          break;
        }
    }
    return this.isWeak;
  }
}

export const objectOf = (kind: HeapObject['kind'], fields: HeapObject['fields'], rest: Value): HeapObject =>
  new HeapObject(kind, fields, rest);

/** A copy of an object with some other parts. */
export const objectLike = (
  { kind, fields, rest, kin, length, isChanged, block }: HeapObject,
  others: Partial<HeapObject>,
): HeapObject => Object.assign(new HeapObject(kind, fields, rest, kin, length, isChanged, block), others);

/** The places with guards in a state, or in any that was forked from the same one. */
class GuardedPlaces {
  private readonly places = new Set<string>();
  /** By the variables with which they begin. */
  private readonly byRoot = new Map<string, string[]>();
  private readonly ofSources = new Map<string, string>();

  has(place: string): boolean {
    return this.places.has(place);
  }

  hasRoot(root: string): boolean {
    return this.byRoot.has(root);
  }

  add(place: string): void {
    if (this.places.has(place)) return;
    this.places.add(place);
    const root = rootOf(place);
    const beside = this.byRoot.get(root);
    if (beside) beside.push(place);
    else this.byRoot.set(root, [place]);
  }

  /** The places that are a place, or below it. */
  within(place: string): readonly string[] {
    const beside = this.byRoot.get(rootOf(place));
    if (beside === undefined) return NO_PLACES;
    const below = `${place}.`;
    return beside.filter((each) => each === place || each.startsWith(below));
  }

  /** The place that stands for all values from a source: the same text each time, which is found without reading it. */
  ofSource(source: string): string {
    let place = this.ofSources.get(source);
    if (place === undefined) {
      place = `${SOURCE}.${source}`;
      this.ofSources.set(source, place);
    }
    return place;
  }
}

const NO_PLACES: readonly string[] = [];

/** Shared by forks that change no variables, objects or guards: most forks change no objects and no guards. */
const NO_VARIABLES: Map<VariableId, Value> = new Map();
const NO_OBJECTS: Map<number, HeapObject> = new Map();
const NO_GUARDS: Map<string, number> = new Map();

/**
 * The values of variables and objects at one point of the run. A branch works on a fork, which stores only what it
 * changes; `merge` brings the branches together again.
 */
export class State {
  private variables = NO_VARIABLES;
  private objects = NO_OBJECTS;
  /** A bit for each object of its own, by the end of its key: on code with many calls, seven states are passed. */
  private objectBits = 0;
  /** By access key: the weaknesses that a condition has ruled out for the place. */
  private guards = NO_GUARDS;
  /** Whether this state or one that it was forked from has guards: most have no guards. */
  private isGuarded: boolean;
  /** The places with guards in this state or its kin: guards of other places need not be looked for. */
  private readonly guarded: GuardedPlaces;
  /** Whether the run cannot get here: it has returned, thrown or left a loop. */
  isDead = false;
  /**
   * The nearest states that this one was forked from that had variables, objects or guards of their own by then: a run
   * works on the newest fork alone. On code with many callbacks, a question for an object passed twelve states, half of
   * which had none.
   */
  private readonly variablesFrom: State | undefined;
  private readonly objectsFrom: State | undefined;
  private readonly guardsFrom: State | undefined;

  constructor(private readonly base?: State) {
    this.isGuarded = base?.isGuarded ?? false;
    this.guarded = base?.guarded ?? new GuardedPlaces();
    this.variablesFrom = base?.variables === NO_VARIABLES ? base.variablesFrom : base;
    this.objectsFrom = base?.objects === NO_OBJECTS ? base.objectsFrom : base;
    this.guardsFrom = base?.guards === NO_GUARDS ? base.guardsFrom : base;
  }

  fork(): State {
    return new State(this);
  }

  /**
   * A copy of this state as it is now, even if the states between it and the base change later. Temporary variables are
   * left out: a function with many calls has as many of them, and one with many exits would store them as many times.
   */
  snapshot(base: State | undefined): State {
    const taken = new State(base);
    const isKept = (place: string) => !isTemporary(place);
    taken.takeOver(base, this, isKept, isKept);
    return taken;
  }

  /** A fork with the values of this state joined with those of another fork. */
  forkJoining(other: State): State {
    const joined = this.fork();
    if (!other.isDead) joined.mergeOf(this, [this.fork(), other]);
    return joined;
  }

  get(id: VariableId): Value | undefined {
    let found = this.variables === NO_VARIABLES ? undefined : this.variables.get(id);
    for (let state = this.variablesFrom; found === undefined && state; state = state.variablesFrom)
      found = state.variables.get(id);
    return found;
  }

  set(id: VariableId, value: Value): void {
    if (this.variables === NO_VARIABLES) this.variables = new Map();
    this.variables.set(id, value);
  }

  object(key: number): HeapObject | undefined {
    const bit = bitOfObject(key);
    let found = (this.objectBits & bit) === 0 ? undefined : this.objects.get(key);
    for (let state = this.objectsFrom; found === undefined && state; state = state.objectsFrom)
      if ((state.objectBits & bit) !== 0) found = state.objects.get(key);
    return found;
  }

  setObject(key: number, object: HeapObject): void {
    if (this.objects === NO_OBJECTS) this.objects = new Map();
    this.objectBits |= bitOfObject(key);
    this.objects.set(key, object);
  }

  /** Forgets all objects of a state that was not forked from another. */
  dropObjects(): void {
    this.objects = NO_OBJECTS;
    this.objectBits = 0;
  }

  /** The objects that are known here. */
  objectKeys(): ReadonlySet<number> {
    const keys = new Set(this.objects.keys());
    for (let state = this.base; state; state = state.base) for (const key of state.objects.keys()) keys.add(key);
    return keys;
  }

  /** Changes every value that this state itself holds. */
  changeAll(change: (value: Value) => Value): void {
    for (const [id, value] of this.variables) this.variables.set(id, change(value));
    for (const [key, object] of this.objects) {
      const fields = new Map([...object.fields].map(([name, value]) => [name, change(value)] as const));
      this.objects.set(key, objectLike(object, { fields, rest: change(object.rest) }));
    }
  }

  guard(key: string): number {
    if (!this.isGuarded || !this.guarded.has(key)) return 0;
    let found = this.guards === NO_GUARDS ? undefined : this.guards.get(key);
    for (let state = this.guardsFrom; found === undefined && state; state = state.guardsFrom)
      found = state.guards.get(key);
    return found ?? 0;
  }

  setGuard(key: string, mask: number): void {
    if (this.guards === NO_GUARDS) this.guards = new Map();
    this.guards.set(key, mask);
    this.isGuarded = true;
    this.guarded.add(key);
  }

  /** Rules out weaknesses for all values from a source. */
  guardSource(source: string, mask: number): void {
    const key = this.guarded.ofSource(source);
    this.setGuard(key, this.guard(key) | mask);
  }

  /** The weaknesses that conditions have ruled out for all values from a source. */
  sourceGuard(source: string): number {
    return this.hasGuardedSources ? this.guard(this.guarded.ofSource(source)) : 0;
  }

  /** The places below a place for which conditions have ruled something out. */
  guardsBelow(place: string): readonly string[] {
    if (!this.isGuarded) return NO_PLACES;
    return this.guarded.within(place).filter((key) => key !== place && this.guard(key) !== 0);
  }

  private get hasGuardedSources(): boolean {
    return this.isGuarded && this.guarded.hasRoot(SOURCE);
  }

  /** Applies to a value what conditions have ruled out for its sources. */
  bySources(value: Value): Value {
    if (!this.hasGuardedSources) return value;
    const masks = value.taints.map(({ source }) => this.guard(this.guarded.ofSource(source)));
    if (masks.every((mask) => mask === 0)) return value;
    return valueLike(value, {
      taints: value.taints.map((taint, index) => taintLike(taint, { safe: taint.safe | masks[index]! })),
    });
  }

  /** Forgets the guards of a place whose value changes, and those below it. */
  forgetGuards(key: string): void {
    if (!this.isGuarded) return;
    for (const known of this.guarded.within(key)) if (this.guard(known) !== 0) this.setGuard(known, 0);
  }

  /**
   * Merges forks of this state, or states forked from those. If all of them are dead, so is this state.
   * @param keeps tells which variables count; default: all
   * @returns whether anything changed
   */
  merge(forks: readonly State[], keeps?: (id: VariableId) => boolean): boolean {
    return this.mergeOf(this, forks, keeps);
  }

  /**
   * Merges the ends of the first round of a loop. A list that has grown in it holds the new elements at any place from
   * now on: the next rounds would put them there.
   */
  mergeFirstRound(forks: readonly State[]): boolean {
    return this.mergeOf(this, forks, undefined, true);
  }

  /** @param base the state that was forked: this state, or one with the same values */
  private mergeOf(
    base: State,
    forks: readonly State[],
    keeps?: (id: VariableId) => boolean,
    isFirstRound = false,
  ): boolean {
    const alive = forks.some(({ isDead }) => isDead) ? forks.filter(({ isDead }) => !isDead) : forks;
    const only = alive[0];
    if (only === undefined) {
      this.isDead = true;
      return false;
    }
    if (alive.length === 1) return this.takeOver(base, only, keeps);
    if (keeps === undefined && alive.some(({ isGuarded }) => isGuarded)) base.keepGuardsOfFields(alive);
    // Most often there are two.
    const second = alive.length === 2 ? alive[1] : undefined;
    let changed = false;
    for (const id of base.changed(alive, ({ variables }) => variables)) {
      if (keeps && !keeps(id)) continue;
      const value = second
        ? joinedTwo(only.guardedValue(id), second.guardedValue(id))
        : joinedOf(alive, (fork) => fork.guardedValue(id), join)!;
      const before = this.get(id);
      if (before === undefined || !isSame(before, value)) {
        this.set(id, value);
        changed = true;
      }
    }
    for (const key of base.changed(alive, ({ objects }) => objects)) {
      const joined = second
        ? joinedObjects(only.object(key), second.object(key))!
        : joinedOf(alive, (fork) => fork.object(key), joinObjects)!;
      const before = this.object(key);
      const object = isFirstRound && before !== undefined ? withNewAnywhere(before, joined) : joined;
      if (before === undefined || !isSameObject(before, object)) {
        this.setObject(key, object);
        changed = true;
      }
    }
    if (keeps === undefined && alive.some(({ isGuarded }) => isGuarded))
      for (const key of base.changed(alive, ({ guards }) => guards)) {
        let mask = -1;
        for (const fork of alive) mask &= fork.guard(key);
        this.setGuard(key, mask);
      }
    return changed;
  }

  /**
   * Applies to the fields of objects what conditions have ruled out for them in some of the forks alone: after
   * `if (!NAMES.includes(query.sort)) query.sort = 'name'`, the field is a constant from one branch, and is one of the
   * names from the other.
   */
  private keepGuardsOfFields(forks: readonly State[]): void {
    for (const key of this.changed(forks, ({ guards }) => guards)) {
      if (!key.includes('.')) continue;
      const masks = forks.map((fork) => fork.guard(key));
      const common = masks.reduce((all, mask) => all & mask, -1);
      for (const [index, fork] of forks.entries()) if (masks[index] !== common) fork.makeFieldSafe(key, masks[index]!);
    }
  }

  /** @param key the place of the field: `v3.query.id` */
  private makeFieldSafe(key: string, mask: number): void {
    let holder = this.get(rootOf(key));
    // Most places with guards begin at no object of the target.
    if (holder === undefined || holder.objects.length !== 1) return;
    const [, ...names] = key.split('.');
    const last = names.pop()!;
    for (const name of names) holder = this.onlyObjectOf(holder)?.fields.get(name);
    const object = this.onlyObjectOf(holder);
    const field = object?.fields.get(last);
    if (object === undefined || field === undefined || field.taints.length === 0) return;
    const fields = new Map(object.fields).set(last, madeSafe(field, mask));
    this.setObject(holder!.objects[0]!, objectLike(object, { fields }));
  }

  private onlyObjectOf(value: Value | undefined): HeapObject | undefined {
    return value?.objects.length === 1 && value.isOther === undefined ? this.object(value.objects[0]!) : undefined;
  }

  /** Takes over the changes of the only fork. */
  private takeOver(
    base: State | undefined,
    fork: State,
    keeps: ((id: VariableId) => boolean) | undefined,
    keepsGuard: (key: string) => boolean = () => keeps === undefined,
  ): boolean {
    const chain: State[] = [];
    for (let state: State | undefined = fork; state && state !== base; state = state.base) chain.push(state);
    let changed = false;
    for (const state of chain.reverse()) {
      if (state.variables !== NO_VARIABLES)
        for (const [id, value] of state.variables) if (!keeps || keeps(id)) this.set(id, value);
      if (state.objects !== NO_OBJECTS) for (const [key, object] of state.objects) this.setObject(key, object);
      if (state.guards !== NO_GUARDS)
        for (const [key, mask] of state.guards) if (keepsGuard(key)) this.setGuard(key, mask);
      changed ||= state.variables.size + state.objects.size + state.guards.size > 0;
    }
    return changed;
  }

  /**
   * The value of a variable, with the weaknesses that conditions have ruled out for it: another branch may not rule
   * them out.
   */
  private guardedValue(id: VariableId): Value {
    const value = this.get(id) ?? UNKNOWN;
    return this.isGuarded && value.taints.length > 0 ? madeSafe(value, this.guard(id)) : value;
  }

  private changed<Key>(forks: readonly State[], part: (state: State) => ReadonlyMap<Key, unknown>): Iterable<Key> {
    let first: ReadonlyMap<Key, unknown> | undefined;
    let keys: Set<Key> | undefined;
    for (const fork of forks)
      for (let state: State | undefined = fork; state && state !== this; state = state.base) {
        const own = part(state);
        if (own.size === 0) continue;
        if (first === undefined) first = own;
        else {
          keys ??= new Set(first.keys());
          for (const key of own.keys()) keys.add(key);
        }
      }
    // Most often only one of them has changed something.
    return keys ?? first?.keys() ?? [];
  }
}

/** Operators of bits take the end of the number only. */
const bitOfObject = (key: number): number => 1 << key;

const joinedTwo = (one: Value, other: Value): Value => (one === other ? one : join(one, other));

function joinedObjects(one: HeapObject | undefined, other: HeapObject | undefined): HeapObject | undefined {
  return one === undefined ? other : other === undefined ? one : joinObjects(one, other);
}

/** The join of what the forks have for one key; at least one fork must have it. */
function joinedOf<Item>(
  forks: readonly State[],
  of: (fork: State) => Item | undefined,
  join: (one: Item, other: Item) => Item,
): Item | undefined {
  const items = new Set<Item>();
  for (const fork of forks) {
    const item = of(fork);
    if (item !== undefined) items.add(item);
  }
  return [...items].reduce(join);
}

/** The root of the guards of sources; it is no place of the program. */
const SOURCE = 'source';

/** `v3` of `v3.query.id` */
function rootOf(key: string): string {
  const end = key.indexOf('.');
  return end < 0 ? key : key.slice(0, end);
}

function joinObjects(one: HeapObject, other: HeapObject): HeapObject {
  if (one === other) return one;
  const block = joinBlocks(one.block, other.block);
  const isSameLength = one.length !== undefined && one.length === other.length;
  return new HeapObject(
    one.kind,
    joinFields(one.fields, other.fields),
    join(one.rest, other.rest),
    one.kin,
    isSameLength ? one.length : undefined,
    one.isChanged || other.isChanged ? true : undefined,
    block,
  );
}

function withNewAnywhere(before: HeapObject, joined: HeapObject): HeapObject {
  if (joined.kind !== 'list' || joined.length !== undefined || before.length === undefined) return joined;
  let { rest } = joined;
  for (const [name, value] of joined.fields) if (!before.fields.has(name)) rest = join(rest, value);
  return rest === joined.rest ? joined : objectLike(joined, { rest });
}

/** The first of them itself, if the other one adds nothing: most branches change few fields of an object. */
function joinFields(one: HeapObject['fields'], other: HeapObject['fields']): HeapObject['fields'] {
  if (one === other) return one;
  let fields: Map<string, Value> | undefined;
  for (const [name, value] of other) {
    const known = one.get(name);
    if (known !== value) (fields ??= new Map(one)).set(name, known === undefined ? value : join(known, value));
  }
  return fields ?? one;
}

function isSameObject(one: HeapObject, other: HeapObject): boolean {
  return (
    one === other ||
    (one.length === other.length &&
      one.isChanged === other.isChanged &&
      isSameBlock(one.block, other.block) &&
      one.fields.size === other.fields.size &&
      isSame(one.rest, other.rest) &&
      hasSameFields(one, other))
  );
}

function hasSameFields({ fields }: HeapObject, { fields: others }: HeapObject): boolean {
  if (fields === others) return true;
  for (const [name, value] of fields) {
    const same = others.get(name);
    if (same === undefined || !isSame(value, same)) return false;
  }
  return true;
}
