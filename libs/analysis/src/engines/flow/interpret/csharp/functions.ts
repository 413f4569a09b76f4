import { zeros } from '../constants';
import { anyContentOf, append, contentOf, elementsOf, keyOf, newList, newMap, putContent, putKey } from '../contents';
import { callBack } from '../callbacks';
import { type Effect, type Method, isObject, pathJoined, taintOf } from '../effect';
import { ALL_SANITIZED } from '../../rules';
import { insertedAt } from '../list-places';
import { letsPlainThrough } from '../plain-characters';
import { replacedIn } from '../replacing';
import {
  PUT,
  UNKNOWN,
  type Value,
  carrying,
  constantOf,
  formatted,
  join,
  joinedText,
  madeSafe,
  stepped,
  textIn,
  valueLike,
} from '../values';

const named = (names: readonly string[], effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.map((name) => [name, effect]));
const below = (prefix: string, names: readonly string[]): string[] => names.map((name) => `${prefix}.${name}`);

const each = ({ run, receiver }: Method): Value => valueLike(anyContentOf(run, receiver), { paths: [] });
/** Whether elements can be taken from the receiver: it is a collection, or came in from outside. */
const isKnown = ({ receiver }: Method): boolean => isObject(receiver) || receiver.taints.length > 0;

/** Calls the function with each element; its results are the elements of the new list. */
const selecting: Effect = (method) => {
  const { run, args, at } = method;
  const [work] = args;
  if (!work || work.functions.length === 0) return undefined;
  const result = callBack(run, work, at, [each(method), UNKNOWN]);
  return newMap(run, at, new Map(), result ?? UNKNOWN);
};

/** Calls the function with each element; the result has some of the elements. */
const choosing: Effect = (method) => {
  const { run, receiver, args, at } = method;
  if (!isKnown(method)) return undefined;
  if (args[0]) callBack(run, args[0], at, [each(method), UNKNOWN]);
  if (!isObject(receiver) && args[0] && letsPlainThrough(args[0]))
    return madeSafe(taintOf(run, receiver), ALL_SANITIZED);
  return isObject(receiver) ? newMap(run, at, new Map(), anyContentOf(run, receiver)) : taintOf(run, receiver);
};

const one: Effect = (method) => {
  if (!isKnown(method)) return undefined;
  const { run, receiver, args, at } = method;
  if (args[0]?.functions.length) callBack(run, args[0], at, [each(method)]);
  const [first] = args.length === 0 ? (elementsOf(run, receiver) ?? []) : [];
  return first ?? each(method);
};

const last: Effect = (method) =>
  (method.args.length === 0 ? elementsOf(method.run, method.receiver)?.at(-1) : undefined) ?? one(method);

const itself: Effect = ({ run, receiver, args, at }) => {
  if (!isObject(receiver)) return receiver.taints.length > 0 ? taintOf(run, receiver) : undefined;
  if (args[0]?.functions.length) callBack(run, args[0], at, [valueLike(anyContentOf(run, receiver), { paths: [] })]);
  return receiver;
};

const judging: Effect = (method) => {
  const { run, args, at } = method;
  if (args[0]?.functions.length) callBack(run, args[0], at, [each(method)]);
  return isKnown(method) ? UNKNOWN : undefined;
};

const adding: Effect = ({ run, receiver, args, at }) => {
  if (!isObject(receiver)) return undefined;
  const [key, second] = args;
  const [object] = receiver.objects.map((place) => run.state.object(place));
  if (second !== undefined && object?.kind === 'map') {
    putContent(run, receiver, text(key), stepped(second, run.file, at, PUT));
    if (text(key) === undefined) putKey(run, receiver, key!);
    return receiver;
  }
  for (const value of args) append(run, receiver, stepped(value, run.file, at, PUT));
  return receiver;
};

const text = (value: Value | undefined): string | undefined =>
  value?.constant === undefined ? undefined : String(value.constant);

const addingAll: Effect = ({ run, receiver, args: [value = UNKNOWN] }) => {
  if (!isObject(receiver)) return undefined;
  putContent(run, receiver, undefined, anyContentOf(run, value));
  return receiver;
};

const HOLE = /\{\d+[^{}]*\}/;

const composed = ({ run, args: [pattern, ...given] }: Method): Value => {
  const parts = given.map((value) => taintOf(run, value));
  if (pattern?.text === undefined) return carrying([pattern ?? UNKNOWN, ...parts]);
  const holes = pattern.text.match(new RegExp(HOLE, 'g')) ?? [];
  const only = holes.length === 1 && given.length === 1 && given[0]!.text !== undefined ? given[0]! : undefined;
  return formatted(pattern, HOLE, only ?? carrying(parts));
};

/** A culture may stand before the pattern. */
const formatting: Effect = (method) => {
  const [first, ...others] = method.args;
  const isCulture = first !== undefined && first.text === undefined && others[0]?.text !== undefined;
  return composed(isCulture ? { ...method, args: others } : method);
};

const appended: Effect = (method) => {
  const { run, receiver, at } = method;
  if (!isObject(receiver)) return undefined;
  append(run, receiver, stepped(composed(method), run.file, at, PUT));
  return receiver;
};

/** `string.Join(separator, list)`, `string.Join(separator, a, b)` */
const joining: Effect = ({ run, args: [separator = UNKNOWN, ...values] }) => {
  const [list] = values;
  const elements = values.length === 1 ? elementsOf(run, list!) : values;
  if (elements) return joinedText(elements.flatMap((value, index) => (index === 0 ? [value] : [separator, value])));
  const joined = carrying([taintOf(run, list ?? UNKNOWN), separator]);
  return valueLike(joined, { text: textIn(joined) });
};

const concatenated: Effect = ({ run, args }) => {
  const [only] = args;
  const elements = args.length === 1 ? elementsOf(run, only!) : args;
  return elements ? joinedText(elements) : taintOf(run, only ?? UNKNOWN);
};

/** Text read from the object is the text that it was made of. */
const same: Effect = ({ run, args: [value = UNKNOWN] }) =>
  valueLike(taintOf(run, value), {
    ...(value.text !== undefined && { text: value.text }),
  });
const all: Effect = ({ run, args }) => carrying(args.map((value) => taintOf(run, value)));
const given: Effect = ({ args: [value] }) => value;

/** A text of which only the input is known afterwards. */
const changed: Effect = ({ run, receiver, args }) =>
  isObject(receiver) ? undefined : carrying([receiver, ...args].map((value) => taintOf(run, value)));

/** `new Regex("[^a-z]").Replace(text, "")` */
const replacedByPattern: Effect = ({ receiver, args: [value = UNKNOWN, part = UNKNOWN], ...method }) =>
  receiver.paths.includes('Regex') ? replacedIn({ ...method, receiver, args: [receiver, part, value] }) : undefined;

const ofText =
  (change: (written: string) => string): Effect =>
  ({ run, receiver }) => {
    if (typeof receiver.constant === 'string') return constantOf(change(receiver.constant));
    return isObject(receiver) ? undefined : taintOf(run, receiver);
  };

const asText: Effect = ({ run, receiver }) => {
  const parts = isObject(receiver) ? elementsOf(run, receiver) : undefined;
  if (parts) return joinedText(parts);
  return valueLike(taintOf(run, receiver), {
    ...(receiver.text !== undefined && { text: textIn(receiver) }),
    ...(typeof receiver.constant === 'string' && { constant: receiver.constant }),
  });
};

const isWork = (value: Value | undefined): value is Value => value !== undefined && value.functions.length > 0;

/** `Task.Run(() => name)`: the result of the function, which is that of the task. */
const ran: Effect = ({ run, args: [work = UNKNOWN], at }) =>
  isWork(work) ? (callBack(run, work, at, []) ?? UNKNOWN) : work;

/** `Parallel.ForEach(names, name => …)`, `Array.ForEach(names, name => …)` */
const ranForEach: Effect = ({ run, args: [list = UNKNOWN, ...others], at }) => {
  const work = others.findLast(isWork);
  if (!work) return undefined;
  callBack(run, work, at, [valueLike(anyContentOf(run, list), { paths: [] })]);
  return UNKNOWN;
};

/** `task.ContinueWith(done => …)` */
const continued: Effect = ({ run, receiver, args: [work], at }) =>
  isWork(work) ? (callBack(run, work, at, [receiver]) ?? UNKNOWN) : undefined;

/** `changed?.Invoke(this, name)` */
const invoked: Effect = ({ run, receiver, args, at }) =>
  isWork(receiver) ? (callBack(run, receiver, at, args) ?? UNKNOWN) : undefined;

/** `names.GetOrAdd(key, key => …)`, `names.AddOrUpdate(key, name, (key, before) => …)` */
const addedOr: Effect = ({ run, receiver, args: [key = UNKNOWN, ...values], at }) => {
  if (!isObject(receiver) || values.length === 0) return undefined;
  const name = text(key);
  const before = (name === undefined ? anyContentOf(run, receiver) : contentOf(run, receiver, name)) ?? UNKNOWN;
  const result = values
    .map((value) => (isWork(value) ? (callBack(run, value, at, [key, before]) ?? UNKNOWN) : value))
    .reduce(join, before);
  putContent(run, receiver, name, stepped(result, run.file, at, PUT));
  if (name === undefined) putKey(run, receiver, key);
  return result;
};

/** `text.AppendJoin(separator, values)` */
const appendedJoined: Effect = (method) => {
  const { run, receiver, at } = method;
  if (!isObject(receiver)) return undefined;
  append(run, receiver, stepped(joining(method) ?? UNKNOWN, run.file, at, PUT));
  return receiver;
};

/** `writer.Write(text)`, on a writer that keeps it. */
const kept: Effect = (method) => (isObject(method.receiver) ? adding(method) : undefined);

const keyed: Effect = ({ run, receiver, args: [key] }) => {
  if (!isObject(receiver)) return receiver.taints.length > 0 ? taintOf(run, receiver) : undefined;
  const name = text(key);
  return (name === undefined ? anyContentOf(run, receiver) : contentOf(run, receiver, name)) ?? UNKNOWN;
};

/** Methods of .NET's texts and collections, and of LINQ. */
export const CSHARP_METHODS: Readonly<Record<string, Effect>> = {
  ...named(['Select', 'SelectMany', 'ConvertAll'], selecting),
  ...named(['Where', 'FindAll', 'TakeWhile', 'SkipWhile'], choosing),
  ...named(
    [
      'First',
      'FirstOrDefault',
      'Single',
      'SingleOrDefault',
      'ElementAt',
      'ElementAtOrDefault',
      'Peek',
      'Dequeue',
      'Pop',
      'Max',
      'Min',
    ],
    one,
  ),
  ...named(['Last', 'LastOrDefault'], last),
  ...named(
    [
      'ToList',
      'ToArray',
      'AsEnumerable',
      'AsQueryable',
      'OrderBy',
      'OrderByDescending',
      'ThenBy',
      'ThenByDescending',
      'Distinct',
      'Reverse',
      'Skip',
      'Cast',
      'OfType',
      'ToHashSet',
      'ToListAsync',
      'ToArrayAsync',
      'GetEnumerator',
      'DefaultIfEmpty',
      'Union',
      'Except',
      'Intersect',
      'AsSpan',
      'AsMemory',
      'ToImmutableList',
      'ToImmutableArray',
    ],
    itself,
  ),
  ...named(['Any', 'All', 'Count', 'Exists'], judging),
  ...named(['Add', 'Append', 'AppendLine', 'Enqueue', 'Push', 'TryAdd', 'Prepend'], adding),
  ...named(['AddRange', 'UnionWith'], addingAll),
  ...named(['Write', 'WriteLine', 'WriteAsync', 'WriteLineAsync', 'AddFirst', 'AddLast'], kept),
  ...named(['GetOrAdd', 'AddOrUpdate'], addedOr),
  Insert: (method) => (isObject(method.receiver) ? insertedAt(method) : changed(method)),
  // A collection that waits for elements gives one of them.
  Take: (method) => (method.args.length === 0 ? one(method) : itself(method)),
  AppendJoin: appendedJoined,
  AppendFormat: appended,
  ContinueWith: continued,
  ...named(['Invoke', 'DynamicInvoke'], invoked),
  ForEach: selecting,
  GetValueOrDefault: keyed,
  GetValue: keyed,
  ToString: asText,
  Replace: (method) => replacedByPattern(method) ?? changed(method),
  ...named(['Substring', 'PadLeft', 'PadRight', 'Normalize', 'TrimEnd', 'TrimStart'], changed),
  Trim: ofText((written) => written.trim()),
  ...named(
    ['ToLower', 'ToLowerInvariant'],
    ofText((written) => written.toLowerCase()),
  ),
  ...named(
    ['ToUpper', 'ToUpperInvariant'],
    ofText((written) => written.toUpperCase()),
  ),
  Split: ({ run, receiver, at }) =>
    isObject(receiver) ? undefined : newMap(run, at, new Map(), taintOf(run, receiver)),
};

const builder: Effect = ({ run, args, at }) =>
  newList(
    run,
    at,
    args.filter(({ constant }) => typeof constant !== 'number'),
  );

const CONVERTERS = ['ToString', 'FromBase64String', 'FromHexString', 'ChangeType'];

/** A tuple has its values by their numbers, and by their places. */
const tuple: Effect = ({ run, args, at }) =>
  newMap(
    run,
    at,
    new Map(args.flatMap((value, index) => [[`${index}`, value] as const, [`Item${index + 1}`, value] as const])),
  );

/** `Array.Copy(from, to, 2)` */
const arrayCopied: Effect = ({ run, args: [from = UNKNOWN, to = UNKNOWN, third = UNKNOWN] }) => {
  const target = isObject(to) ? to : third;
  if (isObject(target)) putContent(run, target, undefined, anyContentOf(run, from));
  return UNKNOWN;
};

const ENCODINGS = ['UTF8', 'ASCII', 'Unicode', 'BigEndianUnicode', 'UTF32', 'Default', 'Latin1'];
/** Methods that make bytes of a text, or a text of bytes. */
const ENCODING_METHODS = [
  ...ENCODINGS.map((name) => `Encoding.${name}`),
  ...['Encoding', 'Encoding.GetEncoding()', 'UTF8Encoding', 'UTF8Encoding()'],
].flatMap((encoding) => below(encoding, ['GetBytes', 'GetString', 'GetChars']));

/** Functions of .NET that pass on their arguments. */
export const CSHARP_FUNCTIONS: Readonly<Record<string, Effect>> = {
  'string.Format': formatting,
  'string.Join': joining,
  'string.Concat': concatenated,
  'byte[]': zeros,
  StringBuilder: builder,
  'string.Copy': same,
  Regex: same,
  // Options behind them let a pattern find more, never less.
  'Regex.Replace': ({ args: [value = UNKNOWN, pattern = UNKNOWN, part = UNKNOWN], ...method }) =>
    replacedIn({ ...method, args: [pattern, part, value] }),
  'string.Intern': same,
  ...named(ENCODING_METHODS, same),
  StringWriter: ({ run, at }) => newList(run, at, []),
  ...named(['Tuple.Create', 'Tuple', 'ValueTuple.Create'], tuple),
  'Array.Copy': arrayCopied,
  ...named(['Path.Combine', 'Path.Join'], pathJoined),
  ...named(below('Convert', CONVERTERS), same),
  // Letters, digits, and three signs that end no word.
  ...named(below('Convert', ['ToBase64String', 'ToHexString']), ({ run, args: [value = UNKNOWN] }) =>
    madeSafe(taintOf(run, value), ALL_SANITIZED),
  ),
  ...named(['Task.FromResult', 'ValueTask.FromResult', 'Task.WhenAll', 'Nullable'], given),
  ...named(['Task.Run', 'Task.Factory.StartNew', 'Lazy'], ran),
  ...named(['Parallel.ForEach', 'Parallel.ForEachAsync', 'Array.ForEach'], ranForEach),
  ...named(
    [
      'Uri',
      'UriBuilder',
      'StringReader',
      'MemoryStream',
      'StreamReader',
      'BinaryReader',
      'XmlTextReader',
      'StringContent',
    ],
    same,
  ),
  ...named(
    [
      'Path.GetFullPath',
      'Path.ChangeExtension',
      'Uri.UnescapeDataString',
      'WebUtility.HtmlDecode',
      'WebUtility.UrlDecode',
      'HttpUtility.HtmlDecode',
      'HttpUtility.UrlDecode',
    ],
    all,
  ),
};

/** Properties of the collections of .NET. */
export const CSHARP_PROPERTIES: Readonly<Record<string, Effect>> = {
  Values: (method) => newMap(method.run, method.at, new Map(), each(method)),
  Keys: ({ run, receiver, at }) => newMap(run, at, new Map(), keyOf(run, receiver)),
  // The enumerator is the collection itself.
  Current: each,
};
