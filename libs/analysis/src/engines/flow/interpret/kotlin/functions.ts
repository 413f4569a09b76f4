import { callBack } from '../callbacks';
import { isFixed, zeros } from '../constants';
import { anyContentOf, append, contentOf, elementsOf, keyOf, newList, newMap, putContent } from '../contents';
import { MAP_METHODS } from '../java/maps';
import { type Effect, type Method, isObject, taintOf } from '../effect';
import { ALL_BUT_PREDICTABLE, PREDICTABLE } from '../../../../catalogue/flow/rows';
import { ALL_SANITIZED, bitsOf } from '../../rules';
import type { Place } from '../../ir';
import type { Run } from '../run';
import { letsPlainThrough } from '../plain-characters';
import { withSource } from '../sources';
import {
  PUT,
  UNKNOWN,
  type Value,
  carrying,
  constantOf,
  decoded,
  doubted,
  formatted,
  join,
  joinedText,
  madeSafe,
  stepped,
  textIn,
  valueLike,
} from '../values';

const named = (names: string, effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.split(' ').map((name) => [name, effect]));

const element = (value: Value): Value => valueLike(value, { paths: [] });

/** Each element of a collection. A value of which only the taints are known is its own element. */
const elementIn: Effect = ({ run, receiver }) =>
  isObject(receiver) ? element(anyContentOf(run, receiver)) : taintOf(run, receiver);

/** The collection with the same elements, some of them or in another order. */
const itself: Effect = ({ receiver }) => (isObject(receiver) ? receiver : undefined);

const isWork = (value: Value | undefined): value is Value => value !== undefined && value.functions.length > 0;

/** Calls the function among the arguments with each element; `makes` gives the result of the method. */
const eachElement =
  (makes: (method: Parameters<Effect>[0], given: Value, result: Value | undefined) => Value | undefined): Effect =>
  (method) => {
    const { run, args, at } = method;
    const work = args.findLast(isWork);
    if (!work) return undefined;
    const given = elementIn(method)!;
    return makes(method, given, callBack(run, work, at, [given, given]));
  };

const collected = eachElement(({ run, at }, _, result = UNKNOWN) => newMap(run, at, new Map(), result));
const chosen = eachElement(({ run, receiver, at }, given) =>
  isObject(receiver) ? newMap(run, at, new Map(), given) : taintOf(run, receiver),
);
const one = eachElement((_, given) => given);
const judged = eachElement(() => UNKNOWN);

/** `map.getOrElse(key) { other }`: an element, or what the last argument gives. */
const elementOrElse: Effect = (method) => {
  const { run, args, at } = method;
  const other = args.at(-1);
  const given = isWork(other) ? callBack(run, other, at, []) : other;
  return join(elementIn(method) ?? UNKNOWN, given ?? UNKNOWN);
};

/** The first or the last element, or the one for which the function returns true. */
const atPlace =
  (place: 0 | -1): Effect =>
  (method) => {
    const { run, receiver, args } = method;
    if (isWork(args[0])) return one(method);
    if (!isObject(receiver)) return undefined;
    return elementsOf(run, receiver)?.at(place) ?? elementIn(method);
  };

/** `list.joinToString(", ") { … }` */
const joined: Effect = (method) => {
  const { run, receiver, args, named: given, at } = method;
  if (!isObject(receiver)) return undefined;
  const work = args.findLast(isWork);
  const separator =
    given.find(({ name, value }) => (name === 'separator' || name === undefined) && !isWork(value))?.value ??
    constantOf(', ');
  const elements = elementsOf(run, receiver);
  const each = (value: Value): Value => (work ? (callBack(run, work, at, [value]) ?? UNKNOWN) : value);
  if (elements === undefined) {
    const text = carrying([taintOf(run, each(element(anyContentOf(run, receiver)))), separator]);
    return valueLike(text, { text: textIn(text) });
  }
  return joinedText(elements.map(each).flatMap((value, index) => (index === 0 ? [value] : [separator, value])));
};

const HOLE_OF_JAVA = /%(?:\d+\$)?[-#+ 0,(]*\d*(?:\.\d+)?[a-zA-Z]/;

/** `"…%s…".format(value)`, and `String.format("…%s…", value)`. */
const format: Effect = ({ run, receiver, args }) => {
  const [pattern, ...others] = receiver.text === undefined && args[0]?.text !== undefined ? args : [receiver, ...args];
  const given = carrying(others.map((value) => taintOf(run, value)));
  return pattern?.text === undefined
    ? carrying([taintOf(run, receiver), given])
    : formatted(pattern, HOLE_OF_JAVA, given);
};

/** A text with changed white space. */
const sameText: Effect = ({ receiver }) =>
  receiver.text === undefined ? undefined : valueLike(receiver, { paths: [] });

/** A pattern that leaves some of a text open: its groups may hold anything. */
const OPEN_PATTERN = /(?<!\\)\.[*+{]|\[\^|\\[SDW]/;

/** `pattern.find(text)`, and what it found. */
const matched: Effect = ({ run, receiver, args: [text = UNKNOWN] }) => {
  if (receiver.text === undefined || !receiver.paths.some((path) => path.startsWith('Regex'))) return undefined;
  return OPEN_PATTERN.test(receiver.text) ? doubted(taintOf(run, text), 'handed-over') : UNKNOWN;
};

/** The second parts of pairs, under the first ones where these are known. */
const ofPairs = (run: Run, pairs: readonly Value[], at: Place): Value => {
  const made = newMap(run, at);
  for (const pair of pairs) {
    const key = contentOf(run, pair, 'first')?.constant;
    putContent(run, made, key === undefined ? undefined : String(key), contentOf(run, pair, 'second') ?? UNKNOWN);
  }
  return made;
};

/** Puts an element at the end: of a builder of lists or texts, a flow, or a channel. */
const put: Effect = ({ run, receiver, args: [value = UNKNOWN], at }) => {
  if (!isObject(receiver)) return undefined;
  append(run, receiver, stepped(value, run.file, at, PUT));
  return receiver;
};

/** `onSuccess { … }`: the value goes to the function, and on. */
const shown: Effect = ({ run, receiver, args: [work], at }) => {
  if (!isWork(work)) return undefined;
  callBack(run, work, at, [receiver]);
  return receiver;
};

/** `name.let(::shown)`; a function in braces runs where it stands, and is no call. */
const resultOf: Effect = ({ run, receiver, args: [work], at }) =>
  isWork(work) ? (callBack(run, work, at, [receiver]) ?? UNKNOWN) : undefined;

const added: Effect = ({ run, receiver, args: [value = UNKNOWN], at }) => {
  if (!isObject(receiver)) return undefined;
  const content = join(anyContentOf(run, receiver), isObject(value) ? anyContentOf(run, value) : value);
  return newMap(run, at, new Map(), content);
};

/** `ByteArray(16) { it.toByte() }`: each byte follows from its place. */
const isCounted: (method: Method) => boolean = ({ run, args, at }) => {
  const work = args.findLast(isWork);
  return work !== undefined && callBack(run, work, at, [constantOf(1)])?.constant !== undefined;
};

/** One of the elements, which the generator for simulations chooses unless another one is given. */
const chosenAtRandom: Effect = (method) => {
  const { run, args, at } = method;
  const given = elementIn(method) ?? UNKNOWN;
  if (args.some(({ paths }) => paths.some((path) => /SecureRandom|asKotlinRandom/.test(path)))) return given;
  return withSource(run, given, PREDICTABLE, at, bitsOf(ALL_BUT_PREDICTABLE));
};

/** Methods that Kotlin adds to collections and texts, or that differ from those of other languages. */
export const KOTLIN_METHODS: Readonly<Record<string, Effect>> = {
  ...named(
    'associateWith map mapNotNull mapIndexed flatMap mapIndexedNotNull mapValues mapKeys flatMapTo mapTo runningFold',
    collected,
  ),
  ...named('flatMapMany flatMapSequential flatMapIterable concatMap switchMap', collected),
  // Letters and digits of a text, or some elements of a collection.
  filter: (method) =>
    !isObject(method.receiver) && method.args[0] && letsPlainThrough(method.args[0])
      ? madeSafe(taintOf(method.run, method.receiver), ALL_SANITIZED)
      : chosen(method),
  ...named('filterNot filterIndexed filterKeys filterValues takeWhile dropWhile distinctBy sortedBy', chosen),
  ...named('sortedByDescending sortedWith partition groupBy associateBy onEach', chosen),
  ...named('subscribe doOnNext doOnSuccess', chosen),
  associate: eachElement(({ run, at }, _, result = UNKNOWN) => ofPairs(run, [result], at)),
  ...named('collect collectLatest forEachPart', judged),
  ...named('yield emit appendLine', put),
  ...named('onSuccess also', shown),
  ...named('let run', resultOf),
  invoke: ({ run, receiver, args, at }) =>
    isWork(receiver) ? (callBack(run, receiver, at, args) ?? UNKNOWN) : undefined,
  start: ({ run, receiver, at }) => (isWork(receiver) ? (callBack(run, receiver, at, []) ?? UNKNOWN) : undefined),
  ...named('forEach forEachIndexed all any none count sumOf indexOfFirst indexOfLast sortBy', judged),
  ...named(
    'firstNotNullOf firstNotNullOfOrNull',
    eachElement((_, __, result = UNKNOWN) => result),
  ),
  find: (method) => matched(method) ?? one(method),
  ...named('matchEntire matchAt findAll', matched),
  ...named('findLast singleOrNull single maxByOrNull minByOrNull maxBy minBy', one),
  random: chosenAtRandom,
  ...named('first firstOrNull', atPlace(0)),
  ...named('last lastOrNull', atPlace(-1)),
  ...named('toList toMutableList toSet toMutableSet toMutableMap toTypedArray asSequence asIterable asList', itself),
  ...named(
    'filterNotNull sorted sortedDescending reversed shuffled distinct drop dropLast take takeLast orEmpty',
    itself,
  ),
  ...named('filterIsInstance asReversed await ifEmpty withIndex constrainOnce toCollection asFlow stateIn', itself),
  ...named('getOrNull elementAt elementAtOrNull getValue component', elementIn),
  ...named('getOrElse getOrDefault', elementOrElse),
  getOrPut: (method) => (isObject(method.receiver) ? MAP_METHODS.computeIfAbsent!(method) : elementOrElse(method)),
  ...named('plus union zip', added),
  ...named('trimIndent trimMargin toString intern', sameText),
  toRegex: (method) => {
    const pattern = sameText(method);
    return pattern && valueLike(pattern, { constant: undefined, paths: ['Regex'] });
  },
  joinToString: joined,
  // A map stays as it is; a list of pairs becomes one.
  toMap: (method) => {
    const { run, receiver, at } = method;
    const pairs = isObject(receiver) ? elementsOf(run, receiver) : undefined;
    return pairs === undefined || pairs.length === 0 ? itself(method) : ofPairs(run, pairs, at);
  },
  toByte: ({ receiver }) => (typeof receiver.constant === 'number' ? receiver : undefined),
  // Constants that are copied into zeros leave them constant.
  copyInto: ({ run, receiver, args: [target] }) =>
    target !== undefined && isFixed(run, receiver) && isFixed(run, target) ? target : undefined,
  format,
  fold: ({ run, receiver, args: [start = UNKNOWN, work], at }) => {
    if (!isWork(work)) return undefined;
    // `result.fold({ … }, { … })`: of the value, or of the error.
    if (isWork(start)) return callBack(run, start, at, [receiver]) ?? UNKNOWN;
    const each = isObject(receiver) ? element(anyContentOf(run, receiver)) : taintOf(run, receiver);
    const once = callBack(run, work, at, [start, each]) ?? UNKNOWN;
    return join(once, callBack(run, work, at, [once, each]) ?? UNKNOWN);
  },
  contains: () => UNKNOWN,
  containsKey: () => UNKNOWN,
  isEmpty: () => UNKNOWN,
  isNotEmpty: () => UNKNOWN,
};

/** Functions of Kotlin without a receiver. */
export const KOTLIN_FUNCTIONS: Readonly<Record<string, Effect>> = {
  Pair: ({ run, args: [first = UNKNOWN, second = UNKNOWN], at }) =>
    newMap(
      run,
      at,
      new Map([
        ['first', first],
        ['second', second],
        ['0', first],
        ['1', second],
      ]),
    ),
  Triple: ({ run, args: [first = UNKNOWN, second = UNKNOWN, third = UNKNOWN], at }) =>
    newMap(
      run,
      at,
      new Map([
        ['first', first],
        ['second', second],
        ['third', third],
        ['0', first],
        ['1', second],
        ['2', third],
      ]),
    ),
  Regex: ({ run, args: [pattern = UNKNOWN] }) =>
    valueLike(taintOf(run, pattern), {
      ...(pattern.text !== undefined && { text: pattern.text, written: pattern.written }),
    }),
  // `List(8) { … }`, `CharArray(8) { … }`
  ...named('List MutableList Array CharArray IntArray generateSequence', ({ run, args, at }) => {
    const work = args.findLast(isWork);
    return work ? newMap(run, at, new Map(), callBack(run, work, at, [UNKNOWN]) ?? UNKNOWN) : undefined;
  }),
  ...named('HostnameVerifier Runnable Callable Thread Comparator', ({ args }) => args.findLast(isWork)),
  arrayOfNulls: ({ run, at }) => newMap(run, at),
  ByteArray: (method) => (method.args.length > 1 && !isCounted(method) ? undefined : zeros(method)),
  requireNotNull: ({ args }) => args[0],
  checkNotNull: ({ args }) => args[0],
  println: () => UNKNOWN,
  flowOf: ({ run, args, at }) => newList(run, at, args),
  // kotlinx.serialization: the last argument is the object, or what an object is made of.
  ...named('Json.encodeToString Json.encodeToJsonElement', ({ run, args }) => taintOf(run, args.at(-1) ?? UNKNOWN)),
  ...named('Json.decodeFromString Json.decodeFromJsonElement', ({ run, args }) =>
    decoded(taintOf(run, args.at(-1) ?? UNKNOWN)),
  ),
  async: ({ run, args, at }) => {
    const work = args.findLast(isWork);
    return work ? callBack(run, work, at, []) : undefined;
  },
  'Result.success': ({ args }) => args[0],
};

/** The parts of a map that are collections by themselves. */
export const KOTLIN_PROPERTIES: Readonly<Record<string, Effect>> = {
  entries: ({ run, receiver, at }) => {
    const [key, value] = [keyOf(run, receiver), element(anyContentOf(run, receiver))];
    const parts = { key, value, 0: key, 1: value };
    return newMap(run, at, new Map(), newMap(run, at + 0.5, new Map(Object.entries(parts))));
  },
  values: ({ run, receiver, at }) => newMap(run, at, new Map(), element(anyContentOf(run, receiver))),
  keys: ({ run, receiver, at }) => newMap(run, at, new Map(), keyOf(run, receiver)),
};
