import { callBack } from '../callbacks';
import {
  anyContentOf,
  append,
  contentOf,
  elementsOf,
  newList,
  newMap,
  putContent,
  removeContent,
  setElements,
} from '../contents';
import { type Effect, isObject, pathJoined, taintOf } from '../effect';
import { reversed, scramble } from '../list-places';
import { MAP_FUNCTIONS, MAP_METHODS } from './maps';
import { WORK_METHODS } from './work';
import type { Run } from '../run';
import { isEnumeration, withSource } from '../sources';
import { bitsOf } from '../../rules';
import { ALL_BUT_EXPOSURE, ERROR_STACK } from '../../../../catalogue/flow/rows';
import { PUT, UNKNOWN, type Value, carrying, constantOf, stepped, valueLike } from '../values';

const NOTHING_KNOWN = (value: Value): Value => valueLike(value, { paths: [] });

/** An element at an end of a list. */
const atEnd =
  (place: 0 | -1): Effect =>
  ({ run, receiver }) => {
    if (!isObject(receiver)) return undefined;
    return elementsOf(run, receiver)?.at(place) ?? NOTHING_KNOWN(anyContentOf(run, receiver));
  };

const addedFirst: Effect = ({ run, receiver, args: [value = UNKNOWN], at }) => {
  if (!isObject(receiver)) return undefined;
  const put = stepped(value, run.file, at, PUT);
  const elements = elementsOf(run, receiver);
  if (elements) setElements(run, receiver, [put, ...elements]);
  else append(run, receiver, put);
  return UNKNOWN;
};

const addedLast: Effect = ({ run, receiver, args: [value = UNKNOWN], at }) => {
  if (!isObject(receiver)) return undefined;
  append(run, receiver, stepped(value, run.file, at, PUT));
  return UNKNOWN;
};

/** An iterator or view of a collection holds what the collection holds. */
const itself: Effect = ({ receiver }) => (isObject(receiver) ? receiver : undefined);

const any: Effect = ({ run, receiver }) =>
  isObject(receiver) ? NOTHING_KNOWN(anyContentOf(run, receiver)) : undefined;

const named = (names: readonly string[], effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.map((name) => [name, effect]));

/** Calls the function with what the receiver holds. */
const eachOf: Effect = ({ run, receiver, args: [work], at }) => {
  if (work === undefined || work.functions.length === 0) return undefined;
  callBack(run, work, at, [NOTHING_KNOWN(anyContentOf(run, receiver))]);
  return UNKNOWN;
};

/** The results of the function for each element of a stream of numbers. */
const madeOfEach: Effect = ({ run, receiver, args: [work], at }) =>
  work && work.functions.length > 0
    ? newMap(run, at, new Map(), callBack(run, work, at, [NOTHING_KNOWN(anyContentOf(run, receiver))]) ?? UNKNOWN)
    : undefined;

/** The member of an enumeration that a text names: one that is declared. */
const memberNamed: Effect = ({ receiver }) =>
  receiver !== undefined && isEnumeration(receiver) ? valueLike(UNKNOWN, { classes: receiver.classes }) : undefined;

/** Methods of Java's collections that other languages lack. */
export const JAVA_METHODS: Readonly<Record<string, Effect>> = {
  ...named(['addLast', 'addElement', 'offer', 'offerLast'], addedLast),
  ...named(['addFirst', 'offerFirst'], addedFirst),
  ...named(['getLast', 'peekLast', 'lastElement', 'pollLast'], atEnd(-1)),
  ...named(['getFirst', 'peekFirst', 'firstElement'], atEnd(0)),
  ...named(['iterator', 'listIterator', 'elements', 'toArray', 'stream', 'toList'], itself),
  ...MAP_METHODS,
  ...WORK_METHODS,
  collect: (method) => {
    const { run, receiver, args, at } = method;
    const [collector = UNKNOWN] = args;
    if (isObject(receiver) && collector.paths.includes('Collectors.joining()')) return taintOf(run, receiver);
    if (!collector.paths.includes('Collectors.toMap()')) return itself(method);
    const each = NOTHING_KNOWN(anyContentOf(run, receiver));
    const value = callBack(run, contentOf(run, collector, 'value') ?? UNKNOWN, at, [each]);
    return newMap(run, at, new Map(), value ?? UNKNOWN);
  },
  ...named(['mapToObj', 'mapNotNull', 'flatMapMany', 'flatMapSequential', 'flatMapIterable'], madeOfEach),
  ...named(['concatMap', 'switchMap', 'flatMapSingle', 'flatMapMaybe', 'flatMapCompletable'], madeOfEach),
  take: (method) => (method.args.length === 0 ? any(method) : undefined),
  ...named(['write', 'print', 'println'], (method) =>
    method.run.language.holdsTypes && isObject(method.receiver) ? addedLast(method) : undefined,
  ),
  toByteArray: ({ run, receiver }) => (isObject(receiver) ? taintOf(run, receiver) : undefined),
  ...named(['subscribe', 'doOnNext', 'doOnSuccess'], (method) =>
    method.run.language.holdsTypes && eachOf(method) !== undefined ? method.receiver : undefined,
  ),
  valueOf: memberNamed,
  // The same file, named by the other class of the platform.
  ...named(['toPath', 'toFile'], ({ receiver }) =>
    receiver !== undefined && receiver.text !== undefined && receiver.objects.length === 0
      ? NOTHING_KNOWN(receiver)
      : undefined,
  ),
  getBytes: ({ receiver }) =>
    receiver !== undefined && receiver.text !== undefined && receiver.taints.length > 0 ? receiver : undefined,
  ...named(['ifPresent', 'ifPresentOrElse'], eachOf),
  ...named(['next', 'nextElement', 'previous', 'elementAt', 'peek', 'poll', 'pollFirst'], any),
};

/** The contents of an argument, in a new collection. */
export const copied: Effect = ({ run, args, at }) => {
  const [value] = args;
  return value === undefined || value.constant !== undefined
    ? newList(run, at, [])
    : newMap(run, at, new Map(), anyContentOf(run, value));
};

const listed: Effect = ({ run, args, at }) => newList(run, at, args);

/** Readers: text read through them is the text that they are made of. */
const READERS = [
  'StringTokenizer',
  'InputStreamReader',
  'BufferedReader',
  'BufferedInputStream',
  'StringReader',
  'ByteArrayInputStream',
  'Scanner',
];
const COLLECTIONS = [
  ...['ArrayList', 'LinkedList', 'Vector', 'Stack', 'ArrayDeque', 'CopyOnWriteArrayList', 'PriorityQueue'],
  ...['LinkedBlockingQueue', 'ArrayBlockingQueue', 'ConcurrentLinkedQueue', 'ConcurrentSkipListMap', 'EnumMap'],
  ...['HashMap', 'LinkedHashMap', 'TreeMap', 'Hashtable', 'ConcurrentHashMap', 'Properties'],
  ...['HashSet', 'LinkedHashSet', 'TreeSet'],
];

/** Functions that hand their argument back, or in a wrapping that its readers look through. */
const HANDING_BACK = [
  ...[
    'URI.create',
    'HttpUrl.parse',
    'HttpUrl.get',
    'Objects.requireNonNull',
    'Objects.requireNonNullElse',
    'Objects.toString',
    'Optional.of',
  ],
  ...['Optional.ofNullable', 'Mono.just', 'Arrays.stream', 'CompletableFuture.completedFuture'],
];

const OF_STRING_UTILS = [
  ...['trim', 'trimToEmpty', 'trimToNull', 'strip', 'stripToEmpty', 'stripToNull', 'defaultString', 'defaultIfEmpty'],
  ...['defaultIfBlank', 'capitalize', 'uncapitalize', 'lowerCase', 'upperCase', 'abbreviate', 'left', 'right', 'mid'],
  ...['substring', 'substringBefore', 'substringAfter', 'substringBeforeLast', 'substringAfterLast', 'join'],
  ...['removeStart', 'removeEnd', 'rightPad', 'leftPad', 'truncate', 'normalizeSpace', 'wrap', 'unwrap', 'chomp'],
];
/** Functions that make a text of their arguments, and leave markup in it as it is. */
const TEXTS_OF_ARGUMENTS = [
  ...OF_STRING_UTILS.map((name) => `StringUtils.${name}`),
  ...['Strings.nullToEmpty', 'Strings.emptyToNull', 'Objects.requireNonNullElse', 'MessageFormat.format'],
  ...[
    'URLDecoder.decode',
    'UriUtils.decode',
    'HtmlUtils.htmlUnescape',
    'StringEscapeUtils.unescapeHtml4',
    'Jsoup.parse',
  ],
  ...[
    'IOUtils.toString',
    'StreamUtils.copyToString',
    'CharStreams.toString',
    'Jsoup.parseBodyFragment',
    'Parser.unescapeEntities',
  ],
];

/** Readers of files: the content does not come from the client that chose the name. */
const READING = [
  ...['readString', 'readAllBytes', 'readAllLines', 'lines', 'newInputStream', 'newBufferedReader', 'list', 'walk'].map(
    (name) => `Files.${name}`,
  ),
  ...['readText', 'readBytes', 'readLines', 'inputStream', 'bufferedReader', 'reader', 'useLines'].flatMap((name) => [
    `File.${name}`,
    `Path.${name}`,
  ]),
  ...['FileInputStream', 'FileReader', 'RandomAccessFile'],
  ...['readFileToString', 'readFileToByteArray', 'readLines', 'openInputStream'].map((name) => `FileUtils.${name}`),
];

/** A boxed number, or a number parsed from its digits, if it is known. */
const number: Effect = ({ args: [value] }) => {
  const { constant } = value ?? UNKNOWN;
  if (typeof constant === 'number') return constantOf(constant);
  return typeof constant === 'string' && /^-?\d{1,15}$/.test(constant) ? constantOf(Number(constant)) : undefined;
};
const BOXES = ['Integer', 'Byte', 'Short', 'Long'];

/** Attributes that a session, a request or an application holds by name. */
const ATTRIBUTES = ['HttpSession', 'HttpServletRequest', 'ServletContext'].flatMap((holder) => {
  const held = (run: Run) => run.sharedObject(`attributes of ${holder}`);
  const keyOf = (name: Value | undefined) => (name?.constant === undefined ? undefined : String(name.constant));
  const put: Effect = ({ run, args: [name, value = UNKNOWN], at }) => {
    putContent(run, held(run), keyOf(name), stepped(value, run.file, at, `kept as ${keyOf(name) ?? 'an attribute'}`));
    return UNKNOWN;
  };
  const get: Effect = ({ run, args: [name] }) => {
    const key = keyOf(name);
    return (key === undefined ? anyContentOf(run, held(run)) : contentOf(run, held(run), key)) ?? UNKNOWN;
  };
  const remove: Effect = ({ run, args: [name] }) => {
    const key = keyOf(name);
    if (key !== undefined) removeContent(run, held(run), key);
    return UNKNOWN;
  };
  return [
    named([`${holder}.setAttribute`, `${holder}.putValue`], put),
    named([`${holder}.getAttribute`, `${holder}.getValue`], get),
    named([`${holder}.removeAttribute`, `${holder}.removeValue`], remove),
  ];
});

/** `error.printStackTrace(new PrintWriter(text))` */
const stackPrinted: Effect = ({ run, args: [writer], at }) => {
  if (writer === undefined || !isObject(writer)) return undefined;
  append(run, writer, withSource(run, UNKNOWN, ERROR_STACK, at, bitsOf(ALL_BUT_EXPOSURE)));
  return UNKNOWN;
};

/** The result of the function that makes the value. */
const supplied: Effect = ({ run, args: [work], at }) =>
  work === undefined || work.functions.length === 0 ? undefined : callBack(run, work, at, []);
const SUPPLYING = [
  'Mono.fromCallable',
  'Mono.fromSupplier',
  'Mono.defer',
  'CompletableFuture.supplyAsync',
  'Optional.orElseGet',
  ...['ExecutorService', 'ScheduledExecutorService', 'CompletionService', 'AsyncTaskExecutor'].map(
    (name) => `${name}.submit`,
  ),
  ...['ThreadPoolTaskExecutor.submit', 'ThreadPoolExecutor.submit', 'ScheduledExecutorService.schedule'],
];

/** Functions that change the order of their first argument. */
const ORDERING = ['Collections.sort', 'Collections.shuffle', 'Collections.swap', 'Collections.rotate'];

export const JAVA_FUNCTIONS: Readonly<Record<string, Effect>> = {
  'Collections.reverse': (method) => reversed({ ...method, receiver: method.args[0] ?? UNKNOWN }),
  ...named(ORDERING, ({ run, args: [list = UNKNOWN] }) => {
    scramble(run, list);
    return UNKNOWN;
  }),
  ...Object.assign({}, ...ATTRIBUTES),
  ...named([...BOXES, ...BOXES.map((box) => `${box}.valueOf`), 'Integer.parseInt', 'Long.parseLong'], number),
  ...named(['File', 'Paths.get', 'Path.of', 'FileSystem.getPath', 'FileUtils.getFile'], (method) =>
    method.args.length === 0 ? undefined : pathJoined(method),
  ),
  ...named(TEXTS_OF_ARGUMENTS, ({ run, args }) => carrying(args.map((value) => taintOf(run, value)))),
  ...named(READING, () => UNKNOWN),
  ...named(['Throwable.printStackTrace', 'InnerError.printStackTrace'], stackPrinted),
  ...named(SUPPLYING, supplied),
  ...named(['IntStream.range().mapToObj', 'IntStream.rangeClosed().mapToObj'], madeOfEach),
  ...MAP_FUNCTIONS,
  ...named(['StringWriter', 'StringJoiner', 'ByteArrayOutputStream'], ({ run, at }) => newList(run, at, [])),
  PrintWriter: ({ args: [writer] }) => (writer !== undefined && isObject(writer) ? writer : undefined),
  'Pattern.compile': ({ args: [pattern = UNKNOWN] }) => valueLike(pattern, { constant: undefined }),
  'System.getProperty': ({ args: [name] }) => (name?.constant === 'java.io.tmpdir' ? constantOf('/tmp') : undefined),
  ...named(HANDING_BACK, ({ args: [value] }) => value),
  ...named(['List.copyOf', 'Set.copyOf', 'Lists.newArrayList', 'Sets.newHashSet'], copied),
  ...named(
    [
      'Stream.of',
      'Flux.just',
      'Set.of',
      'EnumSet.of',
      'ImmutableList.of',
      'Collections.singletonList',
      'Collections.singleton',
    ],
    listed,
  ),
  ...named(COLLECTIONS, copied),
  ...named(READERS, ({ run, args: [value = UNKNOWN] }) => taintOf(run, value)),
};
