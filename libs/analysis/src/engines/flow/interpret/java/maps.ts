import { callBack } from '../callbacks';
import { anyContentOf, append, contentOf, keyOf, newMap, putContent, putKey } from '../contents';
import { type Effect, isObject } from '../effect';
import type { Run } from '../run';
import { PUT, UNKNOWN, type Value, join, stepped, valueLike } from '../values';

const nameOf = (key: Value | undefined): string | undefined =>
  key?.constant === undefined ? undefined : String(key.constant);

/** The value that a map holds under a key: any that it holds if the key is not known. */
const held = (run: Run, map: Value, key: Value | undefined): Value => {
  const name = nameOf(key);
  return (name === undefined ? anyContentOf(run, map) : contentOf(run, map, name)) ?? UNKNOWN;
};

export function keptInMap(run: Run, map: Value, key: Value | undefined, value: Value, at: number): void {
  const name = nameOf(key);
  putContent(run, map, name, stepped(value, run.file, at, PUT));
  if (name === undefined && key !== undefined) putKey(run, map, key);
}

const isEmpty = ({ taints, objects, functions, classes, constant }: Value): boolean =>
  constant === undefined && taints.length + objects.length + functions.length + classes.length === 0;

/** `map.computeIfAbsent(key, k -> new ArrayList<>())`: what the map has under the key, or else what is made. */
const madeIfAbsent: Effect = ({ run, receiver, args: [key, work], at }) => {
  if (!isObject(receiver) || !work || work.functions.length === 0) return undefined;
  const before = held(run, receiver, key);
  if (nameOf(key) !== undefined && !isEmpty(before)) return before;
  keptInMap(run, receiver, key, callBack(run, work, at, [key ?? UNKNOWN]) ?? UNKNOWN, at);
  return held(run, receiver, key);
};

/** `map.compute(key, (k, v) -> …)` */
const made: Effect = ({ run, receiver, args: [key, work], at }) => {
  if (!isObject(receiver) || !work || work.functions.length === 0) return undefined;
  const result = callBack(run, work, at, [key ?? UNKNOWN, held(run, receiver, key)]) ?? UNKNOWN;
  keptInMap(run, receiver, key, result, at);
  return result;
};

/** `map.merge(key, value, (old, new) -> …)`: the value alone if there is none yet. */
const merged: Effect = ({ run, receiver, args: [key, value = UNKNOWN, work], at }) => {
  if (!isObject(receiver) || !work || work.functions.length === 0) return undefined;
  const result = join(value, callBack(run, work, at, [held(run, receiver, key), value]) ?? UNKNOWN);
  keptInMap(run, receiver, key, result, at);
  return result;
};

const putIfAbsent: Effect = ({ run, receiver, args: [key, value = UNKNOWN], at }) => {
  if (!isObject(receiver)) return undefined;
  const before = held(run, receiver, key);
  keptInMap(run, receiver, key, isEmpty(before) ? value : join(before, value), at);
  return before;
};

/** All that another map holds, under the same keys where they are known. */
const putAll: Effect = ({ run, receiver, args: [other = UNKNOWN] }) => {
  if (!isObject(receiver)) return undefined;
  const object = other.objects.length === 1 ? run.state.object(other.objects[0]!) : undefined;
  for (const [name, value] of object?.fields ?? []) putContent(run, receiver, name, value);
  putContent(run, receiver, undefined, object ? object.rest : anyContentOf(run, other));
  return UNKNOWN;
};

const entryOf = (run: Run, at: number, key: Value, value: Value): Value =>
  newMap(
    run,
    at,
    new Map([
      ['key', key],
      ['value', value],
    ]),
  );

/** The entries of a map: one that stands for each of them. */
const entries: Effect = ({ run, receiver, at }) => {
  if (!isObject(receiver)) return undefined;
  const [key, value] = [keyOf(run, receiver), valueLike(anyContentOf(run, receiver), { paths: [] })];
  return newMap(run, at, new Map(), entryOf(run, at + 0.5, key, value));
};

/** A part of an entry; of an object of the target, its own method of that name counts. */
const partOfEntry =
  (name: 'key' | 'value'): Effect =>
  ({ run, receiver: { objects } }) => {
    const [place, ...others] = objects;
    const object = place === undefined || others.length > 0 ? undefined : run.state.object(place);
    return object?.kind === 'map' && object.kin === undefined ? object.fields.get(name) : undefined;
  };

/** `map.forEach((key, value) -> …)`; a list has one element for the function. */
export const eachOfMap: Effect = ({ run, receiver, args: [work], at }) => {
  const isOfMap = work?.functions.some(({ form }) => form.parameters.length === 2);
  if (!work || !isOfMap || !isObject(receiver)) return undefined;
  const value = valueLike(anyContentOf(run, receiver), { paths: [] });
  callBack(run, work, at, [keyOf(run, receiver), value]);
  return UNKNOWN;
};

/** `Map.entry(key, value)`, `new AbstractMap.SimpleEntry<>(key, value)` */
const pair: Effect = ({ run, args: [key = UNKNOWN, value = UNKNOWN], at }) => entryOf(run, at, key, value);

/** `Collections.addAll(list, a, b)` */
const addedAll: Effect = ({ run, args: [list = UNKNOWN, ...values], at }) => {
  for (const value of values) append(run, list, stepped(value, run.file, at, PUT));
  return UNKNOWN;
};

/** `System.arraycopy(from, 0, to, 0, 2)` */
const arrayCopied: Effect = ({ run, args: [from = UNKNOWN, , to = UNKNOWN] }) => {
  if (isObject(to)) putContent(run, to, undefined, anyContentOf(run, from));
  return UNKNOWN;
};

/** Methods of the maps of Java, which Kotlin has as well. */
export const MAP_METHODS: Readonly<Record<string, Effect>> = {
  computeIfAbsent: madeIfAbsent,
  compute: made,
  computeIfPresent: made,
  merge: merged,
  putIfAbsent,
  putAll,
  entrySet: entries,
  getKey: partOfEntry('key'),
  getValue: partOfEntry('value'),
  keySet: ({ run, receiver, at }) =>
    isObject(receiver) ? newMap(run, at, new Map(), keyOf(run, receiver)) : undefined,
  setProperty: ({ run, receiver, args: [key, value = UNKNOWN], at }) => {
    if (!isObject(receiver)) return undefined;
    keptInMap(run, receiver, key, value, at);
    return UNKNOWN;
  },
  // The settings file that the properties were read from may have others.
  getProperty: ({ run, receiver, args: [key, other = UNKNOWN] }) => {
    const found = isObject(receiver) ? held(run, receiver, key) : UNKNOWN;
    return isEmpty(found) ? undefined : join(found, other);
  },
};

/** Functions of Java that fill collections or make entries of maps. */
export const MAP_FUNCTIONS: Readonly<Record<string, Effect>> = {
  'Map.entry': pair,
  SimpleEntry: pair,
  SimpleImmutableEntry: pair,
  'AbstractMap.SimpleEntry': pair,
  // The functions for the keys and for the values, which the collector calls for each element.
  'Collectors.toMap': pair,
  'Collections.addAll': addedAll,
  'System.arraycopy': arrayCopied,
};
