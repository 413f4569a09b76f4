import type { ClassForm, FunctionForm, VariableId } from '../ir';
import { type Block, isSameBlock, joinBlocks } from './memory/block';
import { NumberedPlaces } from './numbered-places';
import { type Table, countItems, forEachDifference, forEachItem, itemAt, newOwner, withItem } from './shared-table';
import { HOLE, UNKNOWN, type Value, isSame, join, madeSafe, taintLike, valueLike } from './values';

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

/** The value and the guard of a variable or a place. */
class Held {
  constructor(
    readonly value: Value | undefined,
    /** The weaknesses that conditions have ruled out for it. */
    readonly mask: number,
  ) {}
}

const maskOf = (held: Held | undefined): number => held?.mask ?? 0;

/** The values and guards of one place in several states. */
type Others = readonly (Held | undefined)[];

/** The tables of a state at one point of the run. */
type Point = Pick<State, 'named' | 'objects'>;

/**
 * The values of variables and objects at one point of the run. A branch works on a fork, which is as it was then,
 * whatever happens to this state later; `merge` brings the branches together again. Forks share what none of them has
 * changed: a function with 5,000 early ends and as many variables took 10 s when each end had copies of its own.
 */
export class State {
  /** The values of variables and the guards of places, by their numbers. */
  named: Table<Held>;
  private temporary: Table<Held>;
  objects: Table<HeapObject>;
  /** Whether this state or one that it was forked from has guards: most have no guards. */
  private isGuarded: boolean;
  private readonly places: NumberedPlaces;
  private owner = newOwner();
  /** For a snapshot: the state before the function or loop that the run left, as it was when the run left. */
  private leftFrom: Point | undefined;
  /** Whether the run cannot get here: it has returned, thrown or left a loop. */
  isDead = false;

  constructor(base?: State) {
    this.named = base?.named;
    this.temporary = base?.temporary;
    this.objects = base?.objects;
    this.isGuarded = base?.isGuarded ?? false;
    this.places = base?.places ?? new NumberedPlaces();
  }

  fork(): State {
    this.owner = newOwner();
    return new State(this);
  }

  /** A state in which nothing is known, to be merged into this one. */
  beside(): State {
    const empty = this.fork();
    [empty.named, empty.temporary, empty.objects, empty.isGuarded] = [undefined, undefined, undefined, false];
    return empty;
  }

  /**
   * This state as it is where the run leaves a function or loop. Temporary variables are left out: nobody reads them
   * there.
   * @param start the state before the function or loop
   */
  snapshot(start: State | undefined): State {
    const taken = this.fork();
    taken.temporary = start?.temporary;
    if (start) {
      start.owner = newOwner();
      taken.leftFrom = { named: start.named, objects: start.objects };
    }
    return taken;
  }

  /** A fork with the values of this state joined with those of another fork. */
  forkJoining(other: State): State {
    const joined = this.fork();
    if (!other.isDead) joined.merge([this.fork(), other]);
    return joined;
  }

  get(id: VariableId): Value | undefined {
    return this.heldAt(id)?.value;
  }

  /** Whether it knows a few constants, and nothing else. */
  get isAlmostEmpty(): boolean {
    if (this.isGuarded || this.objects !== undefined) return false;
    const tables = [this.named, this.temporary];
    if (tables.some((table) => countItems(table, FEW) > FEW)) return false;
    let isPlain = true;
    const judge = (_: number, { value }: Held) => (isPlain &&= value === undefined || isConstant(value));
    for (const table of tables) forEachItem(table, judge);
    return isPlain;
  }

  /** Whether another state that is almost empty knows the same. */
  knowsTheSame({ named, temporary }: State): boolean {
    let isTheSame = true;
    const compare = (_: number, one: Held | undefined, [other]: Others) => {
      isTheSame &&= isSame(one?.value ?? UNKNOWN, other?.value ?? UNKNOWN);
    };
    forEachDifference(this.named, [named], compare);
    forEachDifference(this.temporary, [temporary], compare);
    return isTheSame;
  }

  private heldAt(place: string): Held | undefined {
    const number = this.places.numberOf(place);
    return number === undefined ? undefined : this.heldUnder(number);
  }

  private heldUnder(number: number): Held | undefined {
    return number < 0 ? itemAt(this.temporary, ~number) : itemAt(this.named, number);
  }

  private hold(number: number, held: Held): void {
    if (number < 0) this.temporary = withItem(this.temporary, ~number, held, this.owner);
    else this.named = withItem(this.named, number, held, this.owner);
  }

  set(id: VariableId, value: Value): void {
    const number = this.places.numbered(id);
    const held = this.heldUnder(number);
    if (held === undefined || held.value !== value) this.hold(number, new Held(value, maskOf(held)));
  }

  object(key: number): HeapObject | undefined {
    return itemAt(this.objects, key);
  }

  setObject(key: number, object: HeapObject): void {
    this.objects = withItem(this.objects, key, object, this.owner);
  }

  /** The objects as they are now: a later change makes another table. */
  objectsNow(): Table<HeapObject> {
    this.owner = newOwner();
    return this.objects;
  }

  /** Forgets all objects. */
  dropObjects(): void {
    this.objects = undefined;
  }

  /** The objects that are known here. */
  objectKeys(): readonly number[] {
    const keys: number[] = [];
    forEachItem(this.objects, (key) => keys.push(key));
    return keys;
  }

  /** The objects that are other ones than at another time. */
  objectKeysSince(before: Table<HeapObject>): readonly number[] {
    const keys: number[] = [];
    forEachDifference(before, [this.objects], (key) => keys.push(key));
    return keys;
  }

  /** Changes every value. */
  changeAll(change: (value: Value) => Value): void {
    const changed = ({ value, mask }: Held) => new Held(value && change(value), mask);
    const { named, temporary, objects } = this;
    this.owner = newOwner();
    forEachItem(named, (index, held) => (this.named = withItem(this.named, index, changed(held), this.owner)));
    forEachItem(
      temporary,
      (index, held) => (this.temporary = withItem(this.temporary, index, changed(held), this.owner)),
    );
    forEachItem(objects, (key, object) => {
      const fields = new Map([...object.fields].map(([name, value]) => [name, change(value)] as const));
      this.setObject(key, objectLike(object, { fields, rest: change(object.rest) }));
    });
  }

  guard(key: string): number {
    return this.isGuarded ? maskOf(this.heldAt(key)) : 0;
  }

  setGuard(key: string, mask: number): void {
    const number = this.places.numbered(key);
    this.hold(number, new Held(this.heldUnder(number)?.value, mask));
    this.isGuarded = true;
    this.places.guard(key);
  }

  /** Rules out weaknesses for all values from a source. */
  guardSource(source: string, mask: number): void {
    const key = this.places.ofSource(source);
    this.setGuard(key, this.guard(key) | mask);
  }

  /** The weaknesses that conditions have ruled out for all values from a source. */
  sourceGuard(source: string): number {
    return this.hasGuardedSources ? this.guard(this.places.ofSource(source)) : 0;
  }

  /** The places below a place for which conditions have ruled something out. */
  guardsBelow(place: string): readonly string[] {
    if (!this.isGuarded) return NO_PLACES;
    return this.places.guardedWithin(place).filter((key) => key !== place && this.guard(key) !== 0);
  }

  private get hasGuardedSources(): boolean {
    return this.isGuarded && this.places.hasGuardedSources;
  }

  /** Applies to a value what conditions have ruled out for its sources. */
  bySources(value: Value): Value {
    if (!this.hasGuardedSources) return value;
    const masks = value.taints.map(({ source }) => this.guard(this.places.ofSource(source)));
    if (masks.every((mask) => mask === 0)) return value;
    return valueLike(value, {
      taints: value.taints.map((taint, index) => taintLike(taint, { safe: taint.safe | masks[index]! })),
    });
  }

  /** Forgets the guards of a place whose value changes, and those below it. */
  forgetGuards(key: string): void {
    if (!this.isGuarded) return;
    for (const known of this.places.guardedWithin(key)) if (this.guard(known) !== 0) this.setGuard(known, 0);
  }

  /**
   * Merges forks of this state, or states forked from those. If all of them are dead, so is this state.
   * @param keeps tells which variables count; default: all
   * @returns whether anything changed
   */
  merge(forks: readonly State[], keeps?: (id: VariableId) => boolean): boolean {
    return this.mergeOf(forks, keeps);
  }

  /**
   * Merges the ends of the first round of a loop. A list that has grown in it holds the new elements at any place from
   * now on: the next rounds would put them there.
   */
  mergeFirstRound(forks: readonly State[]): boolean {
    return this.mergeOf(forks, undefined, true);
  }

  /** Joins what a snapshot of this state has changed in the branch that left it, with what is known here by now. */
  mergeLeft(left: State): void {
    this.mergeOthers(left.leftFrom!, left);
  }

  /** Joins what is known in a state that began empty. */
  mergeBeside(other: State, keeps: (id: VariableId) => boolean): void {
    this.mergeOthers({ named: undefined, objects: undefined }, other, keeps);
  }

  private mergeOf(all: readonly State[], keeps?: (id: VariableId) => boolean, isFirstRound = false): boolean {
    const forks = all.some(({ isDead }) => isDead) ? all.filter(({ isDead }) => !isDead) : all;
    const only = forks[0];
    if (only === undefined) {
      this.isDead = true;
      return false;
    }
    if (forks.length === 1) return this.takeOver(only, keeps);
    const { named, temporary, objects } = this;
    this.owner = newOwner();
    this.isGuarded ||= keeps === undefined && forks.some(({ isGuarded }) => isGuarded);
    const fields: string[] = [];
    let changed = false;
    const joinPlace = (number: number, name: string, before: Held | undefined, others: Others): void => {
      if (keeps && !keeps(name)) return;
      if (keeps === undefined && isGuardOfField(name, others)) fields.push(name);
      const held = joinedHeld(before, others, keeps === undefined);
      if (held === before) return;
      this.hold(number, held!);
      changed ||= held?.value !== before?.value;
    };
    const { names, temporary: temporaryNames } = this.places;
    forEachDifference(
      named,
      forks.map((fork) => fork.named),
      (index, before, others) => joinPlace(index, names[index]!, before, others),
    );
    forEachDifference(
      temporary,
      forks.map((fork) => fork.temporary),
      (index, before, others) => joinPlace(~index, temporaryNames[index]!, before, others),
    );
    keepGuardsOfFields(fields, forks);
    forEachDifference(
      objects,
      forks.map((fork) => fork.objects),
      (key, before, others) => {
        const joined = joinedObject(others);
        if (joined === undefined) return;
        const object = isFirstRound && before !== undefined ? withNewAnywhere(before, joined) : joined;
        if (before !== undefined && isSameObject(before, object)) return;
        this.setObject(key, object);
        changed = true;
      },
    );
    return changed;
  }

  /** Joins what another state has changed since a point with what is known here. */
  private mergeOthers(since: Point, other: State, keeps?: (id: VariableId) => boolean): void {
    const mine = this.fork();
    this.isGuarded ||= keeps === undefined && other.isGuarded;
    const fields: string[] = [];
    forEachDifference(since.named, [other.named], (number, before, [changed]) => {
      const name = this.places.names[number]!;
      if (keeps && !keeps(name)) return;
      const own = itemAt(mine.named, number);
      // A value or guard that it has not changed is as it is here by now.
      const value = changed?.value === before?.value ? own?.value : changed?.value;
      const mask = keeps === undefined && maskOf(changed) === maskOf(before) ? maskOf(own) : maskOf(changed);
      const others = [own, new Held(value, mask)];
      if (keeps === undefined && isGuardOfField(name, others)) fields.push(name);
      const held = joinedHeld(own, others, keeps === undefined);
      if (held !== own) this.hold(number, held!);
    });
    keepGuardsOfFields(fields, [mine, other]);
    const join = (key: number): void => {
      const own = this.object(key);
      const joined = joinedObject([mine.object(key), other.object(key)]);
      if (joined !== undefined && (own === undefined || !isSameObject(own, joined))) this.setObject(key, joined);
    };
    const keys = new Set<number>();
    forEachDifference(since.objects, [other.objects], (key) => keys.add(key));
    forEachDifference(this.objects, [mine.objects], (key) => keys.add(key));
    for (const key of keys) join(key);
  }

  /** Takes over the changes of the only fork. */
  private takeOver(fork: State, keeps: ((id: VariableId) => boolean) | undefined): boolean {
    const { named, temporary, objects } = this;
    const changed = fork.named !== named || fork.temporary !== temporary || fork.objects !== objects;
    fork.owner = newOwner();
    this.owner = newOwner();
    this.objects = fork.objects;
    if (keeps === undefined) {
      this.named = fork.named;
      this.temporary = fork.temporary;
      this.isGuarded ||= fork.isGuarded;
      return changed;
    }
    const take = (name: string, before: Held | undefined, [held]: Others): void => {
      if (held?.value !== undefined && held.value !== before?.value && keeps(name)) this.set(name, held.value);
    };
    const { names, temporary: temporaryNames } = this.places;
    forEachDifference(named, [fork.named], (index, before, others) => take(names[index]!, before, others));
    forEachDifference(temporary, [fork.temporary], (index, before, others) =>
      take(temporaryNames[index]!, before, others),
    );
    return changed;
  }

  /**
   * Marks the content of a field as safe.
   * @param key the place of the field: `v3.query.id`
   */
  makeFieldSafe(key: string, mask: number): void {
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
}

const NO_PLACES: readonly string[] = [];

/** So many variables are few. */
const FEW = 8;

const isConstant = ({ taints, objects, functions }: Value): boolean =>
  taints.length + objects.length + functions.length === 0;

/**
 * The value and the guard of a place after several branches. The value has the weaknesses ruled out that conditions of
 * each branch have ruled out for it: another branch may not rule them out.
 */
function joinedHeld(before: Held | undefined, others: Others, keepsGuards: boolean): Held | undefined {
  let isSet = false;
  let mask = -1;
  for (const held of others) {
    if (held?.value !== before?.value) isSet = true;
    mask &= maskOf(held);
  }
  const value = isSet ? joinedValue(others) : before?.value;
  const isNew = isSet && (before?.value === undefined || !isSame(before.value, value!));
  const known = keepsGuards ? mask : maskOf(before);
  if (!isNew && known === maskOf(before)) return before;
  return new Held(isNew ? value : before?.value, known);
}

function joinedValue(others: Others): Value {
  const values = new Set<Value>();
  let isMissing = false;
  for (const held of others)
    if (held?.value === undefined) isMissing = true;
    else values.add(madeSafe(held.value, maskOf(held)));
  // A variable that a branch has not set is empty there: the beginning of a text of input from the others stays known.
  if (values.size === 0 || (isMissing && ![...values].every(isTextOfInput))) values.add(UNKNOWN);
  return [...values].reduce(join);
}

const isTextOfInput = ({ text, objects }: Value): boolean => text?.includes(HOLE) === true && objects.length === 0;

function joinedObject(others: readonly (HeapObject | undefined)[]): HeapObject | undefined {
  const known = others.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.reduce(joinObjects);
}

/** Whether the states have ruled out different weaknesses for a field. */
const isGuardOfField = (place: string, [first, ...others]: Others): boolean =>
  others.some((held) => maskOf(held) !== maskOf(first)) && place.includes('.');

/** More fields times forks than any program has are not looked at: each fork would get objects of its own for each. */
const MOST_GUARDS_OF_FIELDS = 100_000;

/**
 * Applies to the fields of objects what conditions have ruled out for them in some of the forks alone: after
 * `if (!NAMES.includes(query.sort)) query.sort = 'name'`, the field is a constant from one branch, and is one of the
 * names from the other.
 * @param keys the places of fields for which the forks have ruled out different weaknesses
 */
function keepGuardsOfFields(keys: readonly string[], forks: readonly State[]): void {
  if (keys.length * forks.length > MOST_GUARDS_OF_FIELDS) return;
  for (const key of keys) {
    const root = rootOf(key);
    if (!forks.some((fork) => fork.get(root)?.objects.length === 1)) continue;
    const masks = forks.map((fork) => fork.guard(key));
    const common = masks.reduce((all, mask) => all & mask, -1);
    for (const [index, fork] of forks.entries()) if (masks[index] !== common) fork.makeFieldSafe(key, masks[index]!);
  }
}

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
