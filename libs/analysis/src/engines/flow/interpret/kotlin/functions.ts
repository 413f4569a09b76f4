import { callBack } from '../callbacks';
import { isFixed, zeros } from '../constants';
import { anyContentOf, elementsOf, newList, newMap } from '../contents';
import { type Effect, type Method, isObject, taintOf } from '../effect';
import { ALL_BUT_PREDICTABLE, PREDICTABLE } from '../../../../catalogue/flow/rows';
import { bitsOf } from '../../rules';
import { withSource } from '../sources';
import {
  UNKNOWN,
  type Value,
  carrying,
  constantOf,
  decoded,
  formatted,
  join,
  joinedText,
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
    'map mapNotNull mapIndexed flatMap mapIndexedNotNull mapValues mapKeys flatMapTo mapTo runningFold',
    collected,
  ),
  ...named('filter filterNot filterIndexed filterKeys filterValues takeWhile dropWhile distinctBy sortedBy', chosen),
  ...named('sortedByDescending sortedWith partition groupBy associateBy associateWith associate onEach', chosen),
  ...named('forEach forEachIndexed all any none count sumOf indexOfFirst indexOfLast sortBy', judged),
  ...named(
    'firstNotNullOf firstNotNullOfOrNull',
    eachElement((_, __, result = UNKNOWN) => result),
  ),
  ...named('find findLast singleOrNull single maxByOrNull minByOrNull maxBy minBy', one),
  random: chosenAtRandom,
  ...named('first firstOrNull', atPlace(0)),
  ...named('last lastOrNull', atPlace(-1)),
  ...named(
    'toList toMutableList toSet toMutableSet toMap toMutableMap toTypedArray asSequence asIterable asList',
    itself,
  ),
  ...named(
    'filterNotNull sorted sortedDescending reversed shuffled distinct drop dropLast take takeLast orEmpty',
    itself,
  ),
  ...named('filterIsInstance asReversed await ifEmpty withIndex constrainOnce toCollection asFlow stateIn', itself),
  ...named('getOrNull elementAt elementAtOrNull getValue component', elementIn),
  ...named('getOrElse getOrPut getOrDefault', elementOrElse),
  ...named('plus union zip', added),
  ...named('trimIndent trimMargin toString intern', sameText),
  toRegex: (method) => {
    const pattern = sameText(method);
    return pattern && valueLike(pattern, { constant: undefined });
  },
  joinToString: joined,
  toByte: ({ receiver }) => (typeof receiver.constant === 'number' ? receiver : undefined),
  // Constants that are copied into zeros leave them constant.
  copyInto: ({ run, receiver, args: [target] }) =>
    target !== undefined && isFixed(run, receiver) && isFixed(run, target) ? target : undefined,
  format,
  fold: ({ run, receiver, args: [start = UNKNOWN, work], at }) => {
    if (!isWork(work)) return undefined;
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
