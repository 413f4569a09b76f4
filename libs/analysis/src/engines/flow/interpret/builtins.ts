import type { Place } from '../ir';
import { callBack } from './callbacks';
import { type Effect, type Method, filling, isObject, taintOf } from './effect';
import { zeros, zerosOrCopy } from './constants';
import type { EvaluatedCall } from './evaluated-call';
import { calledOn } from './function-objects';
import { JAVASCRIPT_FUNCTIONS, markupPut, replaced, replacedByFunction } from './javascript/functions';
import { PYTHON_FUNCTIONS } from './python/functions';
import { patternOf, withoutReplaced } from './replacing';
import { JAVA_FUNCTIONS, JAVA_METHODS, copied } from './java/functions';
import { eachOfMap, keptInMap } from './java/maps';
import { PHP_FUNCTIONS } from './php/functions';
import {
  MAX_FIELDS,
  anyContentOf,
  append,
  contentOf,
  elementsOf,
  iterated,
  newList,
  newMap,
  putContent,
  removeContent,
} from './contents';
import { cut, insertedAt, removed, reversed, scramble } from './list-places';
import type { Run } from './run';
import { equality, inSmall, told } from './texts-told';
import { ruledOutForElements } from './told';
import {
  MAYBE_PROTOTYPE,
  PUT,
  UNKNOWN,
  type Value,
  carrying,
  constantOf,
  formatted,
  isMadeOfConstants,
  isSame,
  join,
  joinedText,
  madeSafe,
  ofTaints,
  stepped,
  textIn,
  valueLike,
} from './values';

/**
 * The result of a built-in method: those of texts, lists, maps, sets and promises in all languages, by their names
 * there. Undefined if the method is not one of these.
 */
export function builtin(run: Run, { target, receiver, name, args, at, isNew }: EvaluatedCall): Value | undefined {
  const { methods = METHODS, functions = FUNCTIONS } = run.language;
  const method = receiver && name !== undefined ? byName(methods).get(name) : undefined;
  if (method && receiver && (!isModule(receiver) || isMethodFor(receiver, name!, args))) {
    const result = method({ run, receiver, args: valuesOf(args), named: args, at });
    if (result) return result;
  }
  if (target.paths.length === 0) return undefined;
  const effects = byName(functions);
  // A path of Go may be that of a method: `net.http.Request.WithContext`.
  const object = run.language.embeds && receiver ? receiver : UNKNOWN;
  for (const path of target.paths) {
    const effect = effects.get(path);
    const result = effect?.({ run, receiver: object, args: valuesOf(args), named: args, at });
    if (result) return result;
    if (isNew && path === 'RegExp') return patternOf(valuesOf(args));
  }
  return undefined;
}

const tables = new WeakMap<Readonly<Record<string, Effect>>, ReadonlyMap<string, Effect>>();

/** V8 stores each name that an object is asked for. Most names of calls are in no table. */
function byName(effects: Readonly<Record<string, Effect>>): ReadonlyMap<string, Effect> {
  let table = tables.get(effects);
  if (table === undefined) tables.set(effects, (table = new Map(Object.entries(effects))));
  return table;
}

const valuesOf = (args: EvaluatedCall['args']): readonly Value[] => args.map(({ value }) => value);

/** `path.join` is a function of a package, not the method of a list. */
const isModule = ({ paths, objects, functions, taints, text }: Value): boolean =>
  paths.length > 0 &&
  functions.length === 0 &&
  !paths.includes(MAYBE_PROTOTYPE) &&
  objects.length === 0 &&
  taints.length === 0 &&
  text === undefined;

/**
 * `File.ReadAllText(path).Replace("#color", color)`: what a call gives is a text where parts of it are replaced.
 * `Pictures.Endings.Select(ending => name + ending)`: a constant of a class may be a list.
 */
const isMethodFor = ({ paths }: Value, name: string, args: EvaluatedCall['args']): boolean =>
  /^(?:replace(?:All)?|Replace)$/.test(name)
    ? args.length === 2 && paths.every((path) => path.endsWith('()') || /^[Ss]tring$/.test(path))
    : /^Select(?:Many)?$/.test(name) && args[0] !== undefined && args[0].value.functions.length > 0;

/** If a whole map came in as input, so did its keys. */
const keyOf = (receiver: Value): Value => (isObject(receiver) ? UNKNOWN : ofTaints(receiver.taints));

/** Calls the function with each element, and gives what it returns. */
const calledWithEach: Effect = ({ run, receiver, args: [work], at }) =>
  work && work.functions.length > 0
    ? (callBack(run, work, at, [valueLike(anyContentOf(run, receiver), { paths: [] }), UNKNOWN, receiver]) ?? UNKNOWN)
    : undefined;

/** The results of the function for each element are the elements of the new list. */
const mapping: Effect = (method) => {
  const result = calledWithEach(method);
  return result && newMap(method.run, method.at, new Map(), result);
};

/** Calls the function with each element; the result has some of the elements. */
const choosing: Effect = (method) => {
  const { run, receiver, at } = method;
  // No list is made of the results: it would lie where the receiver does, if one expression makes both.
  calledWithEach(method);
  const chosen = chosenBy(method, anyContentOf(run, receiver));
  return isObject(receiver) ? newMap(run, at, new Map(), chosen) : chosenBy(method, taintOf(run, receiver));
};

/** An element that a predicate lets through is as safe as the predicate makes it where it is true. */
function chosenBy({ run, args: [work] }: Method, value: Value): Value {
  if (!work) return value;
  // The facts of the predicate about other values hold for the elements that it lets through, and nowhere else.
  const { state } = run;
  run.state = state.fork();
  const chosen = madeSafe(value, ruledOutForElements(run, work.functions, true));
  run.state = state;
  return chosen;
}

const element: Effect = (method) => {
  calledWithEach(method);
  return valueLike(anyContentOf(method.run, method.receiver), { paths: [] });
};

const adding: Effect = ({ run, receiver, args, at }) => {
  if (!isObject(receiver)) return undefined;
  for (const value of args) append(run, receiver, stepped(value, run.file, at, PUT));
  return receiver;
};

const lookup: Effect = ({ run, receiver, args }) => {
  const [key, fallback] = args;
  if (!isObject(receiver)) return receiver.taints.length > 0 ? ofTaints(receiver.taints) : undefined;
  const constant = key?.constant;
  const value = constant === undefined ? anyContentOf(run, receiver) : contentOf(run, receiver, String(constant));
  const found = join(value ?? UNKNOWN, fallback ?? UNKNOWN);
  // A value that was stored under a condition may be missing: its text is kept, but it decides no branch.
  if (fallback !== undefined || value?.text === undefined) return found;
  return valueLike(found, { text: value.text, ...(isMadeOfConstants(value) && { fixed: true }) });
};

const setting: Effect = ({ run, receiver, args, at }) => {
  if (!isObject(receiver) || args.length < 2) return undefined;
  if (run.language.holdsTypes) {
    keptInMap(run, receiver, args[0], args[1]!, at);
    return receiver;
  }
  const constant = args[0]!.constant;
  const value = stepped(args[1]!, run.file, at, PUT);
  putContent(run, receiver, constant === undefined ? undefined : String(constant), value);
  return receiver;
};

/** A text of which only the input is known afterwards. */
const sameText: Effect = ({ run, receiver, args }) =>
  isObject(receiver) ? undefined : carrying([taintOf(run, receiver), ...args.map((value) => taintOf(run, value))]);

export const textOrParts: Effect = (method) => (isObject(method.receiver) ? undefined : sameText(method));

/** `separator.join(list)` and `list.join(separator)` */
export const joining: Effect = ({ run, receiver, args }) => {
  const list = isObject(receiver) ? receiver : args[0];
  const separator = isObject(receiver) ? (args[0] ?? constantOf(',')) : receiver;
  if (!list) return undefined;
  const elements = elementsOf(run, list);
  if (elements === undefined) {
    const joined = carrying([taintOf(run, list), separator]);
    return valueLike(joined, { text: textIn(joined) });
  }
  const before = elements.length > MAX_FIELDS ? joinedLists.get(elements) : undefined;
  if (before !== undefined && isSame(before.separator, separator)) return before.text;
  const text = joinedText(elements.flatMap((each, index) => (index === 0 ? [each] : [separator, each])));
  if (elements.length > MAX_FIELDS) joinedLists.set(elements, { separator, text });
  return text;
};

/** The texts of long lists, as they were joined last. */
const joinedLists = new WeakMap<readonly Value[], { readonly separator: Value; readonly text: Value }>();

/** `"… {} …".format(value)` */
const formatting: Effect = ({ run, receiver, args }) => {
  if (receiver.text === undefined) return sameText({ run, receiver, args, named: [], at: 0 });
  return formatted(receiver, /\{[^{}]*\}/, filling(run, args));
};

const caseChange =
  (change: (text: string) => string): Effect =>
  ({ run, receiver }) => {
    if (typeof receiver.constant === 'string') return constantOf(change(receiver.constant));
    return isObject(receiver) ? undefined : taintOf(run, receiver);
  };

/** The value of a promise goes to the function, whose result is the next value. */
const continuing: Effect = ({ run, receiver, args, at }) => {
  const [work] = args;
  if (!work || work.functions.length === 0) return undefined;
  return callBack(run, work, at, [receiver]) ?? UNKNOWN;
};

export const METHODS: Readonly<Record<string, Effect>> = {
  ...JAVA_METHODS,
  push: adding,
  append: adding,
  add: (method) => (method.run.language.holdsTypes && method.args.length === 2 ? insertedAt : adding)(method),
  unshift: adding,
  extend: ({ run, receiver, args, at }) =>
    adding({ run, receiver, args: [anyContentOf(run, args[0] ?? UNKNOWN)], named: [], at }),
  concat: ({ run, receiver, args, at }) => {
    if (!isObject(receiver)) return joinedText([receiver, ...args]);
    return newMap(run, at, new Map(), [receiver, ...args].map((each) => anyContentOf(run, each)).reduce(join));
  },
  get: (method) => calledAlone(method) ?? lookup(method),
  accept: (method) => calledAlone(method),
  test: (method) => calledAlone(method),
  getlist: lookup,
  set: setting,
  setdefault: ({ run, receiver, args, named, at }) => {
    setting({ run, receiver, args, named, at });
    return lookup({ run, receiver, args, named, at });
  },
  update: ({ run, receiver, args }) => {
    if (!isObject(receiver)) return undefined;
    for (const value of args) putContent(run, receiver, undefined, anyContentOf(run, value));
    return UNKNOWN;
  },
  pop: ({ run, receiver, args }) => {
    const value = lookup({ run, receiver, args, named: [], at: 0 });
    if (args[0]?.constant !== undefined) removeContent(run, receiver, String(args[0].constant));
    return value;
  },
  shift: element,
  delete: ({ run, receiver, args }) => {
    if (!isObject(receiver) || args[0]?.constant === undefined) return undefined;
    removeContent(run, receiver, String(args[0].constant));
    return UNKNOWN;
  },
  remove: removed,
  insert: insertedAt,
  setLength: cut,
  // A queue that blocks takes an element alone.
  put: (method) => (method.run.language.holdsTypes && method.args.length === 1 ? adding : setting)(method),
  getOrDefault: lookup,
  addAll: ({ run, receiver, args }) => {
    if (isObject(receiver)) putContent(run, receiver, undefined, anyContentOf(run, args[0] ?? UNKNOWN));
    return UNKNOWN;
  },
  equals: ({ receiver, args }) => equality(receiver, args[0]),
  equalsIgnoreCase: ({ receiver, args }) => equality(inSmall(receiver), args[0] && inSmall(args[0])),
  formatted: ({ run, receiver, args }) =>
    receiver.text === undefined ? undefined : formatted(receiver, JAVA_HOLE, filling(run, args)),
  values: element,
  __iter__: ({ run, receiver }) => valueLike(iterated(run, receiver), { paths: [] }),
  keys: ({ run, receiver }) => (isObject(receiver) ? ofTaints(receiver.taints) : taintOf(run, receiver)),
  items: ({ run, receiver, at }) =>
    newMap(
      run,
      at,
      new Map(),
      newList(run, at + 0.5, [keyOf(receiver), valueLike(anyContentOf(run, receiver), { paths: [] })]),
    ),
  map: mapping,
  flatMap: mapping,
  forEach: (method) => (method.run.language.holdsTypes ? eachOfMap(method) : undefined) ?? mapping(method),
  filter: choosing,
  find: (method) => {
    const found = method.args[0]?.functions.length ? element(method) : undefined;
    return found && chosenBy(method, found);
  },
  some: (method) => (calledWithEach(method) ? UNKNOWN : undefined),
  every: (method) => (calledWithEach(method) ? UNKNOWN : undefined),
  reduce: ({ run, receiver, args, at }) => {
    const [work, start] = args;
    if (!work || work.functions.length === 0) return undefined;
    const each = valueLike(anyContentOf(run, receiver), { paths: [] });
    const once = callBack(run, work, at, [start ?? each, each]) ?? UNKNOWN;
    return join(once, callBack(run, work, at, [once, each]) ?? UNKNOWN);
  },
  sort: ({ run, receiver }) => {
    if (!isObject(receiver)) return undefined;
    scramble(run, receiver);
    return receiver;
  },
  reverse: reversed,
  slice: ({ run, receiver, at }) =>
    isObject(receiver) ? newMap(run, at, new Map(), anyContentOf(run, receiver)) : taintOf(run, receiver),
  join: joining,
  format: formatting,
  then: continuing,
  catch: ({ receiver }) => receiver,
  finally: ({ receiver }) => receiver,
  call: ({ run, receiver, args, at }) => called(run, receiver, args.slice(1), at, args[0]),
  apply: (method) => calledAlone(method) ?? applied(method),
  bind: ({ receiver, args: [self] }) =>
    receiver.functions.length > 0
      ? valueLike(receiver, {
          functions: receiver.functions.map((closure) => (self ? calledOn(closure, self) : closure)),
        })
      : undefined,
  lower: caseChange((text) => text.toLowerCase()),
  upper: caseChange((text) => text.toUpperCase()),
  toLowerCase: caseChange((text) => text.toLowerCase()),
  toUpperCase: caseChange((text) => text.toUpperCase()),
  trim: caseChange((text) => text.trim()),
  strip: caseChange((text) => text.trim()),
  toString: ({ run, receiver }: Method) => {
    const parts = isObject(receiver) ? elementsOf(run, receiver) : undefined;
    if (parts) return joinedText(parts);
    return valueLike(filling(run, [receiver]), { ...(receiver.text !== undefined && { text: textIn(receiver) }) });
  },
  split: ({ run, receiver, at }) =>
    isObject(receiver) ? undefined : newMap(run, at, new Map(), taintOf(run, receiver)),
  replace: (method) => replacing(method, false),
  replaceAll: (method) => replacing(method, true),
  substring: textOrParts,
  substr: textOrParts,
  encode: textOrParts,
  decode: textOrParts,
  padStart: textOrParts,
  padEnd: textOrParts,
  repeat: textOrParts,
  // A stream gives the text that it was made of; `files.read(name)` gives nothing of the name.
  read: ({ run, receiver }) => (isObject(receiver) ? undefined : taintOf(run, receiver)),
  charAt: (method) => {
    const { receiver, args } = method;
    const [place] = args;
    const isKnown = typeof receiver.constant === 'string' && typeof place?.constant === 'number';
    return isKnown ? constantOf(String(receiver.constant).charAt(Number(place.constant))) : textOrParts(method);
  },
  indexOf: () => UNKNOWN,
  includes: () => UNKNOWN,
  startsWith: told((text, other) => text.startsWith(other)),
  startswith: told((text, other) => text.startsWith(other)),
  endsWith: told((text, other) => text.endsWith(other)),
  endswith: told((text, other) => text.endsWith(other)),
  contains: (method) =>
    method.run.language.holdsTypes ? told((text, other) => text.includes(other))(method) : undefined,
  length: ({ receiver: { constant } }) => (typeof constant === 'string' ? constantOf(constant.length) : undefined),
  isEmpty: ({ receiver: { constant } }) => (typeof constant === 'string' ? constantOf(constant === '') : undefined),
};

/** @param isAll all matches are replaced, whatever the pattern says */
function replacing(method: Method, isAll: boolean): Value | undefined {
  const part = method.run.proof === undefined ? replacedByFunction(method) : undefined;
  const known = replaced(method) ?? withoutReplaced(method, isAll);
  if (known) return known;
  const text = markupPut(method) ?? textOrParts(method);
  return text && part ? carrying([text, part]) : text;
}

const JAVA_HOLE = /%(?:\d+\$)?[-#+ 0,(]*\d*(?:\.\d+)?[a-zA-Z]/;

/** Calls the one method of a Java object that stands for a function. */
const calledAlone: Effect = ({ run, receiver, args, at }) =>
  run.language.holdsTypes && receiver.functions.length > 0
    ? (called(run, receiver, args, at, undefined) ?? UNKNOWN)
    : undefined;

const applied: Effect = ({ run, receiver, args, at }) =>
  called(run, receiver, elementsOf(run, args[1] ?? UNKNOWN) ?? [anyContentOf(run, args[1] ?? UNKNOWN)], at, args[0]);

function called(
  run: Run,
  receiver: Value,
  args: readonly Value[],
  at: Place,
  self: Value | undefined,
): Value | undefined {
  const results = receiver.functions.flatMap(
    (closure) =>
      run.invoke(
        self ? calledOn(closure, self) : closure,
        args.map((value) => ({ value })),
        at,
      ) ?? [],
  );
  return results.length === 0 ? undefined : results.reduce(join);
}

const assembled: Effect = ({ run, args }) => {
  const [target, ...others] = args;
  if (!target) return UNKNOWN;
  for (const other of others) {
    const object = other.objects.length === 1 ? run.state.object(other.objects[0]!) : undefined;
    for (const [name, value] of object?.fields ?? []) putContent(run, target, name, value);
    putContent(run, target, undefined, object ? object.rest : anyContentOf(run, other));
  }
  return isObject(target) ? target : carrying(args.map((each) => taintOf(run, each)));
};

const firstArgument: Effect = ({ run, args }) => (args[0] ? taintOf(run, args[0]) : UNKNOWN);
const asText: Effect = ({ run, args }) =>
  args[0]
    ? valueLike(filling(run, [args[0]]), {
        ...(args[0].text !== undefined && {
          text: args[0].text,
          ...(args[0].constant !== undefined && { constant: args[0].constant }),
        }),
      })
    : constantOf('');

/** A number is the initial capacity. */
const builder: Effect = ({ run, args, at }) =>
  newList(
    run,
    at,
    args.filter(({ constant }) => typeof constant !== 'number'),
  );

/** A decoder may turn escaped text into markup again. */
const DECODERS = ['decodeURIComponent', 'decodeURI', 'unescape', 'atob', 'URLSearchParams', 'Buffer.from'];

export const FUNCTIONS: Readonly<Record<string, Effect>> = {
  'byte[]': zeros,
  ...Object.fromEntries(['bytearray', 'Uint8Array', 'Buffer.alloc'].map((name) => [name, zerosOrCopy])),
  ...JAVASCRIPT_FUNCTIONS,
  ...JAVA_FUNCTIONS,
  ...PHP_FUNCTIONS,
  ...PYTHON_FUNCTIONS,
  dict: ({ run, args, named, at }) => {
    const fields = new Map(named.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const])));
    return newMap(run, at, fields, args[0] && named[0]?.name === undefined ? anyContentOf(run, args[0]) : UNKNOWN);
  },
  list: copied,
  tuple: copied,
  set: copied,
  sorted: copied,
  Map: copied,
  Set: copied,
  'Array.from': copied,
  'Object.values': copied,
  'Object.assign': assembled,
  'Promise.all': ({ args }) => args[0],
  'Promise.resolve': ({ args }) => args[0],
  'Object.freeze': ({ args }) => args[0],
  ...Object.fromEntries(DECODERS.map((name) => [name, firstArgument])),
  'util.promisify': ({ args }) => args[0],
  'JSON.stringify': firstArgument,
  'JSON.parse': firstArgument,
  'json.loads': firstArgument,
  'json.dumps': firstArgument,
  StringBuilder: builder,
  StringBuffer: builder,
  'List.of': ({ run, args, at }) => newList(run, at, args),
  'Arrays.asList': ({ run, args, at }) => newList(run, at, args),
  'Map.of': ({ run, args, at }) => {
    const [fields, unnamed] = [new Map<string, Value>(), [] as Value[]];
    for (const [index, value] of args.entries()) {
      const { constant } = args[index - 1] ?? UNKNOWN;
      if (index % 2 === 0) continue;
      if (constant === undefined) unnamed.push(value);
      else fields.set(String(constant), value);
    }
    return newMap(run, at, fields, unnamed.reduce(join, UNKNOWN));
  },
  'String.valueOf': asText,
  'String.format': ({ run, args: [pattern, ...given] }) =>
    pattern?.text === undefined
      ? carrying(given.map((value) => taintOf(run, value)))
      : formatted(pattern, JAVA_HOLE, filling(run, given)),
  String: asText,
  str: asText,
  Object: ({ args }) => args[0],
};
