import { PREDICTABLE } from '../../../catalogue/flow/rows';
import type { Place } from '../ir';
import type { Run } from './run';
import { type HeapObject, objectLike, objectOf } from './state';
import {
  type Taint,
  UNKNOWN,
  type Value,
  WHOLLY,
  doubted,
  doubtedTaints,
  join,
  joinTaints,
  losesPredictable,
  madeSafe,
  ofTaints,
  valueLike,
  withTaints,
} from './values';

const MAX_DEPTH = 4;
export const MAX_FIELDS = 200;

/**
 * All taints that a value carries: its own and those of the objects in it. Objects refer to each other in many ways, as
 * nodes of a tree know their parents and children, so each is visited once for each depth.
 * @param known the taints that were found, by object and depth
 */
export function allTaints(
  run: Run,
  value: Value,
  depth = MAX_DEPTH,
  known?: Map<number, readonly Taint[]>,
): readonly Taint[] {
  let taints = value.taints;
  if (depth === 0) return taints;
  for (const key of value.objects) {
    const place = key * (MAX_DEPTH + 1) + depth;
    let within = known?.get(place);
    if (within === undefined) {
      const object = run.state.object(key);
      // Most objects hold none.
      if (object === undefined || isWithoutInput(object)) continue;
      known ??= object.fields.size > MAX_FIELDS ? foundInObjects(run) : new Map();
      within = known.get(place);
      if (within === undefined) known.set(place, (within = taintsWithin(run, object, depth - 1, known)));
    }
    taints = joinTaints(taints, within);
  }
  return doubtedTaints(taints, value.doubt);
}

/** The taints that were found in objects, by object and depth, as long as none of them has changed. */
interface Found {
  readonly objects: ReturnType<Run['state']['objectsNow']>;
  readonly taints: Map<number, readonly Taint[]>;
}

const lastFound = new WeakMap<Run, Found>();

/** A literal may have thousands of fields, and thousands of calls may get it: they are looked through once. */
function foundInObjects(run: Run): Map<number, readonly Taint[]> {
  const objects = run.state.objectsNow();
  const last = lastFound.get(run);
  if (last !== undefined && last.objects === objects) return last.taints;
  const taints = new Map<number, readonly Taint[]>();
  lastFound.set(run, { objects, taints });
  return taints;
}

/**
 * Whether `allTaints` finds some. It ends at the first: an object may have hundreds of fields with input.
 * @param isLost whether a doubt around ends the way of a random number
 */
export function hasTaints(run: Run, value: Value, depth = MAX_DEPTH, isLost = false, seen?: Set<number>): boolean {
  const isEnded = isLost || (depth > 0 && losesPredictable(value.doubt));
  if (value.taints.some(({ label }) => !isEnded || label !== PREDICTABLE)) return true;
  if (depth === 0) return false;
  for (const key of value.objects) {
    const place = (key * (MAX_DEPTH + 1) + depth) * 2 + (isEnded ? 1 : 0);
    const object = seen?.has(place) ? undefined : run.state.object(key);
    if (object === undefined || isWithoutInput(object)) continue;
    seen ??= new Set();
    seen.add(place);
    if (hasTaints(run, object.rest, depth - 1, isEnded, seen)) return true;
    for (const field of object.carrying()) if (hasTaints(run, field, depth - 1, isEnded, seen)) return true;
  }
  return false;
}

/** At most this many objects are looked at for input that lies deeper. */
const MOST_OBJECTS = 200;

/** Whether a value holds input that lies deeper in it than `allTaints` looks. */
export function holdsDeeper(run: Run, value: Value): boolean {
  const seen = new Set(value.objects);
  for (const key of seen) {
    const object = run.state.object(key);
    for (const { taints, objects } of object === undefined ? [] : [object.rest, ...object.carrying()]) {
      if (taints.some(({ label }) => label !== PREDICTABLE)) return true;
      for (const inner of objects) if (seen.size < MOST_OBJECTS) seen.add(inner);
    }
  }
  return false;
}

/** Whether neither the object nor an object in it can hold input. */
const isWithoutInput = (object: HeapObject): boolean =>
  object.rest.taints.length + object.rest.objects.length + object.carrying().length === 0;

function taintsWithin(
  run: Run,
  object: HeapObject,
  depth: number,
  known: Map<number, readonly Taint[]>,
): readonly Taint[] {
  let within = allTaints(run, object.rest, depth, known);
  for (const field of object.carrying()) within = joinTaints(within, allTaints(run, field, depth, known));
  return within;
}

/** The methods of that name of an object, in a language where a field of the name is something else. */
export function methodsOfObject(run: Run, value: Value, name: string): Value | undefined {
  const found = value.objects.flatMap((key) => {
    const object = run.state.object(key);
    return (object && methodOf(object, key, name)) ?? [];
  });
  return found.length === 0 ? undefined : withTaints(found.reduce(join), value.taints);
}

/** The content of a value under a name or key; undefined if no object of the target has it. */
export function contentOf(run: Run, value: Value, name: string): Value | undefined {
  if (run.proof && value.objects.length > 0) return certainContent(run, value, name);
  let found: Value | undefined;
  for (const key of value.objects) {
    const object = run.state.object(key);
    if (object === undefined) continue;
    const field = object.fields.get(name) ?? methodOf(object, key, name);
    const content = field === undefined ? object.rest : object.rest === UNKNOWN ? field : join(field, object.rest);
    found = found === undefined ? content : join(found, content);
  }
  return found === undefined ? undefined : doubted(withTaints(found, value.taints), value.doubt);
}

/** The content that is certain to lie there. */
function certainContent(run: Run, value: Value, name: string): Value {
  const [key, ...others] = value.objects;
  const object = others.length === 0 && value.made === WHOLLY ? run.state.object(key!) : undefined;
  if (object === undefined) return UNKNOWN;
  const field = object.fields.get(name);
  if (field !== undefined && !object.isChanged) return object.rest === UNKNOWN ? field : join(field, object.rest);
  const method = field === undefined ? methodOf(object, key!, name, true) : undefined;
  // Objects of languages without types may get other methods.
  const isCertain = method !== undefined && (run.language.holdsTypes === true || !object.isChanged);
  return isCertain ? valueLike(method, { made: WHOLLY }) : UNKNOWN;
}

/** A class rarely has more methods of one name; the arguments of a call choose among them. */
const MAX_OVERLOADS = 32;

/** The methods of a name that an object of the target has. */
export function methodOf({ kin }: HeapObject, key: number, name: string, isCertain = false): Value | undefined {
  const methods = kin?.methods.get(name);
  if (methods === undefined) return undefined;
  const self: Value = valueLike(UNKNOWN, { objects: [key], paths: kin!.paths, ...(isCertain && { made: WHOLLY }) });
  const functions = methods.slice(0, MAX_OVERLOADS).map(({ form, isStatic }) => (isStatic ? { form } : { form, self }));
  return valueLike(UNKNOWN, { functions });
}

/** The field with the keys that came from outside; no program has a name like it. */
const KEYS = ' keys';

/** Any element or field of the value, and none of its keys. */
export function anyContentOf(run: Run, value: Value): Value {
  let content: Value = ofTaints(value.taints);
  // The class of a list that is not known is that of its elements.
  if (run.language.embeds && value.objects.length === 0 && value.classes.length > 0)
    content = valueLike(content, { classes: value.classes });
  for (const key of value.objects) {
    const object = run.state.object(key);
    if (object === undefined) continue;
    if (object.fields.size > MAX_FIELDS) content = join(content, wholeOf(object));
    else content = joinedContents(content, object);
  }
  return doubted(content, value.doubt);
}

function joinedContents(before: Value, { rest, fields }: HeapObject): Value {
  let content = join(before, rest);
  for (const [name, field] of fields) if (name !== KEYS) content = join(content, field);
  return content;
}

/** Of long literals: the join of all that they hold, and their elements. Many calls and loops may ask for them. */
const wholes = new WeakMap<HeapObject, Value>();
const elementsOfLists = new WeakMap<HeapObject, readonly Value[]>();

/** The contents of a long literal that lie at known names in a copy of it, and the join of all others. */
interface Copied {
  readonly known: HeapObject['fields'];
  readonly others: Value;
}

const copies = new WeakMap<HeapObject, Copied>();

export function copiedContents(object: HeapObject): Copied {
  let copied = copies.get(object);
  if (copied === undefined) {
    const fields = [...object.fields];
    const others = fields.slice(MAX_FIELDS).reduce((all, [, field]) => join(all, field), UNKNOWN);
    copies.set(object, (copied = { known: new Map(fields.slice(0, MAX_FIELDS)), others }));
  }
  return copied;
}

function wholeOf(object: HeapObject): Value {
  let whole = wholes.get(object);
  if (whole === undefined) wholes.set(object, (whole = joinedContents(UNKNOWN, object)));
  return whole;
}

/** Puts a value under a name. Under an unknown name, it may lie anywhere. */
export function putContent(run: Run, target: Value, name: string | undefined, value: Value): void {
  for (const key of target.objects) {
    const object = run.state.object(key);
    if (object === undefined) continue;
    const isOnly = target.objects.length === 1;
    run.state.setObject(key, withContent(object, name, value, isOnly));
  }
}

/** Whether the language reads the keys of a collection apart from its values. */
export const tellsKeys = ({ language }: Run): boolean =>
  language.hasScripts === true || language.properties !== undefined;

/** Remembers that a key of a collection comes from outside: `$row[$_POST['column']] = 1`. */
export function putKey(run: Run, target: Value, { taints }: Value): void {
  if (taints.length > 0) putContent(run, target, KEYS, ofTaints(taints));
}

/** A key of a collection. What its values hold is not in its keys. */
export function keyOf(run: Run, { taints, objects }: Value): Value {
  const put = objects.flatMap((key) => run.state.object(key)?.fields.get(KEYS) ?? []);
  return ofTaints(put.reduce((all, each) => joinTaints(all, each.taints), taints));
}

/**
 * An element as a loop gives it. The keys of a map whose fields the code names are of the code, whatever its values
 * hold.
 */
export function iterated(run: Run, value: Value): Value {
  const objects = value.objects.map((key) => run.state.object(key));
  const isMap = run.language.iteratesKeys && objects.length > 0 && objects.every(isNamedMap);
  return isMap ? keyOf(run, value) : anyContentOf(run, value);
}

const isNamedMap = (object: HeapObject | undefined): boolean =>
  object?.kind === 'map' &&
  object.kin === undefined &&
  object.rest === UNKNOWN &&
  object.fields.size > 0 &&
  [...object.fields.keys()].every((name) => !/^\d+$/.test(name));

/** Puts values under names into an object, as {@link putContent} does one by one. */
export function putContents(run: Run, target: Value, contents: readonly (readonly [string, Value])[]): void {
  const [key, ...others] = target.objects;
  const object = key === undefined ? undefined : run.state.object(key);
  if (others.length > 0 || object === undefined || object.fields.size + contents.length > MAX_FIELDS) {
    for (const [name, value] of contents) putContent(run, target, name, value);
    return;
  }
  if (contents.length === 0) return;
  const fields = new Map(object.fields);
  for (const [name, value] of contents) fields.set(name, value);
  run.state.setObject(key!, objectLike(object, { fields }));
}

function withContent(object: HeapObject, name: string | undefined, value: Value, isCertain: boolean): HeapObject {
  if (name === undefined || object.fields.size >= MAX_FIELDS) {
    const rest = join(object.rest, value);
    return value === UNKNOWN ? objectLike(object, { rest, isChanged: true }) : objectLike(object, { rest });
  }
  const before = object.fields.get(name);
  const put = isCertain || before === undefined ? value : join(before, value);
  if (put === before) return object;
  const fields = new Map(object.fields);
  fields.set(name, put);
  return objectLike(object, { fields });
}

/** Marks all contents of a value as safe from here on. */
export function protectContents(run: Run, { objects }: Value, mask: number): void {
  if (mask === 0) return;
  for (const key of objects) {
    const object = run.state.object(key);
    if (object !== undefined) run.state.setObject(key, withContentsSafe(object, mask));
  }
}

/** An object with its contents marked as safe; the object itself if they carry no input. */
export function withContentsSafe(object: HeapObject, mask: number): HeapObject {
  const rest = madeSafe(object.rest, mask);
  let fields: Map<string, Value> | undefined;
  for (const [name, field] of object.fields) {
    const safe = madeSafe(field, mask);
    if (safe !== field) (fields ??= new Map(object.fields)).set(name, safe);
  }
  if (fields === undefined) return rest === object.rest ? object : objectLike(object, { rest });
  return objectLike(object, { fields, rest });
}

/** Adds a value at the end of a list. */
export function append(run: Run, target: Value, value: Value): void {
  for (const key of target.objects) {
    const object = run.state.object(key);
    if (object === undefined) continue;
    const { length } = object;
    if (target.objects.length === 1 && length !== undefined && length < MAX_FIELDS)
      run.state.setObject(
        key,
        objectLike(object, {
          fields: new Map(object.fields).set(String(length), value),
          length: length + 1,
        }),
      );
    else run.state.setObject(key, objectLike(object, { rest: join(object.rest, value) }));
  }
}

/** Removes a name. */
export function removeContent(run: Run, target: Value, name: string): void {
  if (target.objects.length !== 1) return;
  const key = target.objects[0]!;
  const object = run.state.object(key);
  if (object === undefined || !object.fields.has(name)) return;
  const fields = new Map(object.fields);
  fields.delete(name);
  run.state.setObject(key, objectLike(object, { fields }));
}

/** The elements of a list at their places; undefined where the places are not known. */
export function elementsOf(run: Run, value: Value): readonly Value[] | undefined {
  if (value.objects.length !== 1) return undefined;
  const object = run.state.object(value.objects[0]!);
  if (object?.kind !== 'list' || object.length === undefined || object.rest !== UNKNOWN) return undefined;
  if (run.proof && (object.isChanged || value.made !== WHOLLY)) return undefined;
  const known = elementsOfLists.get(object);
  if (known !== undefined) return known;
  const elements = Array.from({ length: object.length }, (_, index) => object.fields.get(String(index)) ?? UNKNOWN);
  if (object.length > MAX_FIELDS) elementsOfLists.set(object, elements);
  return elements;
}

/** Replaces the elements of a list. */
export function setElements(run: Run, list: Value, elements: readonly Value[]): void {
  const [key] = list.objects;
  run.state.setObject(key!, listOf(elements));
}

function listOf(elements: readonly Value[]): HeapObject {
  const fields = new Map<string, Value>();
  for (const [index, element] of elements.entries()) fields.set(String(index), element);
  return objectLike(objectOf('list', fields, UNKNOWN), { length: elements.length });
}

export const newList = (run: Run, at: Place, elements: readonly Value[]): Value => run.newObject(at, listOf(elements));

export const newMap = (run: Run, at: Place, fields: ReadonlyMap<string, Value> = new Map(), rest = UNKNOWN): Value =>
  run.newObject(at, objectOf('map', fields, rest));
