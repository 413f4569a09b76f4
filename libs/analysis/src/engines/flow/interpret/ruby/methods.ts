import { ALL_BUT_PREDICTABLE, PREDICTABLE, UNFILTERED } from '../../../../catalogue/flow/rows';
import { BLOCK, type Place } from '../../ir';
import { ALL_WEAKNESSES, bitOf, bitsOf } from '../../rules';
import { callBack } from '../callbacks';
import { allTaints, anyContentOf, append, contentOf, elementsOf, newMap, putContent, setElements } from '../contents';
import { type Effect, type Method, isObject, taintOf } from '../effect';
import { RUBY_FUNCTIONS } from './functions';
import { asText, blockOf, given, named, ofText, replaced, same } from './texts';
import type { Run } from '../run';
import { withSource } from '../sources';
import {
  PUT,
  UNKNOWN,
  type Value,
  carrying,
  constantOf,
  join,
  joinedText,
  madeSafe,
  ofTaints,
  stepped,
  textIn,
  valueLike,
  withTaints,
} from '../values';

/** An element of the receiver. */
const elementOf = ({ run, receiver }: Method): Value =>
  isObject(receiver) ? valueLike(anyContentOf(run, receiver), { paths: [] }) : taintOf(run, receiver);

/** Calls a block. If the block takes several values, a single value is split into its parts. */
function yieldTo(run: Run, block: Value, at: Place, values: readonly Value[]): Value | undefined {
  const [only, ...others] = values;
  const takes = Math.max(
    ...block.functions.map(({ form }) => form.parameters.filter((each) => !each.isNamed).length),
    0,
  );
  if (only === undefined || others.length > 0 || takes < 2) return callBack(run, block, at, values);
  const parts = elementsOf(run, only);
  // For a map: the key and its value.
  const pair = [ofTaints(only.taints), only];
  return callBack(run, block, at, parts ?? pair);
}

const each: Effect = (method) => {
  const block = blockOf(method);
  if (block) yieldTo(method.run, block, method.at, [elementOf(method)]);
  return method.receiver;
};

/** Calls the block with each element; its results are the elements of the new list. */
const mapped: Effect = (method) => {
  const block = blockOf(method);
  if (!block) return method.receiver;
  const { run, at } = method;
  return newMap(run, at, new Map(), yieldTo(run, block, at, [elementOf(method)]) ?? UNKNOWN);
};

/** A list with the elements of the lists that a block gives, or that the receiver has. */
const flattened: Effect = (method) => {
  const { run, at, receiver } = method;
  const block = blockOf(method);
  if (!block && !isObject(receiver)) return undefined;
  const inner = block ? (yieldTo(run, block, at, [elementOf(method)]) ?? UNKNOWN) : elementOf(method);
  const items = isObject(inner) ? join(valueLike(inner, { objects: [] }), anyContentOf(run, inner)) : inner;
  // The list may hold lists at the same place of the code.
  return newMap(run, at + 0.5, new Map(), items);
};

/** The elements as they are: under what the block gives, and with `isInLists` in lists. */
const arranged =
  (isInLists: boolean): Effect =>
  (method) => {
    const { run, at } = method;
    const block = blockOf(method);
    const item = elementOf(method);
    if (block) yieldTo(run, block, at, [item]);
    return newMap(run, at, new Map(), isInLists ? newMap(run, at + 0.5, new Map(), item) : item);
  };

/** `list.to_h { |each| [key, value] }` */
const paired: Effect = (method) => {
  const { run, at } = method;
  const block = blockOf(method);
  if (!block) return method.receiver;
  const pair = yieldTo(run, block, at, [elementOf(method)]) ?? UNKNOWN;
  return newMap(run, at + 0.5, new Map(), contentOf(run, pair, '1') ?? ofTaints(pair.taints));
};

/**
 * The result has some of the elements, or all in another order.
 * @param safe the weaknesses that none of them can cause any longer
 */
const choosing =
  (safe: number): Effect =>
  (method) => {
    const { run, receiver, at } = method;
    const block = blockOf(method);
    if (block) yieldTo(run, block, at, [elementOf(method)]);
    if (!isObject(receiver)) return madeSafe(taintOf(run, receiver), safe);
    return newMap(run, at, new Map(), madeSafe(anyContentOf(run, receiver), safe));
  };

const chosen = choosing(0);
/** The same where the code says what it keeps: nobody sets any other attribute. */
const kept = choosing(bitOf('mass-assignment'));
const keptScalars = choosing(bitOf('mass-assignment') | bitOf('nosql-injection'));

/** `params.expect(:id)`: by a plain name, Rails lets a text or a number through, and neither a hash nor a list. */
const expected: Effect = (method) => {
  const isPlain = method.args.length > 0 && method.args.every((name) => typeof name.constant === 'string');
  return (isPlain ? keptScalars : kept)(method);
};

/** `params.permit(:status)`: always a map. A query that gets it as its condition compares columns with values. */
const permitted: Effect = (method) => {
  const value = expected(method) ?? UNKNOWN;
  return isObject(value) ? value : newMap(method.run, method.at, new Map(), value);
};

const element: Effect = (method) => {
  const block = blockOf(method);
  if (block) yieldTo(method.run, block, method.at, [elementOf(method)]);
  return elementOf(method);
};

const judged: Effect = (method) => {
  const block = blockOf(method);
  if (block) yieldTo(method.run, block, method.at, [elementOf(method)]);
  return UNKNOWN;
};

const withIndex: Effect = (method) => {
  const block = blockOf(method);
  if (!block) return method.receiver;
  const result = callBack(method.run, block, method.at, [elementOf(method), UNKNOWN]);
  return newMap(method.run, method.at, new Map(), result ?? UNKNOWN);
};

const withMemo: Effect = (method) => {
  const block = blockOf(method);
  const memo = given(method)[0] ?? UNKNOWN;
  if (block) callBack(method.run, block, method.at, [elementOf(method), memo]);
  return memo;
};

const reduced: Effect = (method) => {
  const { run, at } = method;
  const block = blockOf(method);
  const item = elementOf(method);
  const start = given(method)[0] ?? item;
  if (!block) return carrying([item, start]);
  const once = callBack(run, block, at, [start, item]) ?? UNKNOWN;
  return join(once, callBack(run, block, at, [once, item]) ?? UNKNOWN);
};

/** Calls the block with the value. The result is that of the block, or the value itself. */
const handed =
  (givesItself: boolean): Effect =>
  (method) => {
    const block = blockOf(method);
    const result = block && callBack(method.run, block, method.at, [method.receiver]);
    return givesItself || !block ? method.receiver : (result ?? UNKNOWN);
  };

const called: Effect = ({ run, receiver, named, at }) => {
  const results = receiver.functions.flatMap((closure) => run.invoke(closure, named, at) ?? []);
  return results.length === 0 ? undefined : results.reduce(join);
};

const added: Effect = (method) => {
  const { run, receiver, at } = method;
  const values = given(method);
  if (!isObject(receiver)) return joinedText([receiver, ...values]);
  for (const value of values) append(run, receiver, stepped(value, run.file, at, PUT));
  return receiver;
};

const addedAll: Effect = (method) => {
  const { run, receiver } = method;
  const values = given(method);
  if (!isObject(receiver)) return joinedText([receiver, ...values]);
  for (const value of values) putContent(run, receiver, undefined, anyContentOf(run, value));
  return receiver;
};

const stored: Effect = (method) => {
  const { run, receiver, at } = method;
  const [key, value = UNKNOWN] = given(method);
  if (!isObject(receiver)) return undefined;
  const constant = key?.constant;
  putContent(run, receiver, constant === undefined ? undefined : String(constant), stepped(value, run.file, at, PUT));
  return value;
};

const fetched: Effect = (method) => {
  const { run, receiver } = method;
  const [key, other] = given(method);
  const block = blockOf(method);
  const fallback = block ? callBack(run, block, method.at, key ? [key] : []) : other;
  const constant = key?.constant;
  const found = !isObject(receiver)
    ? taintOf(run, receiver)
    : constant === undefined
      ? anyContentOf(run, receiver)
      : (contentOf(run, receiver, String(constant)) ?? UNKNOWN);
  return fallback === undefined ? found : join(found, fallback);
};

const dug: Effect = (method) =>
  given(method).reduce<Value>((value, key) => {
    if (!isObject(value)) return taintOf(method.run, value);
    const { constant } = key;
    return constant === undefined
      ? anyContentOf(method.run, value)
      : (contentOf(method.run, value, String(constant)) ?? UNKNOWN);
  }, method.receiver);

/** A value that is put under one name is not under the others. Helpers escape the options that they get. */
const merged: Effect = (method) => {
  const { run, receiver, args, named, at } = method;
  if (!isObject(receiver) && named.length === 0) {
    const held = [receiver, ...args].reduce((all, value) => withTaints(all, allTaints(run, value)), UNKNOWN);
    return held.taints.length === 0 ? undefined : withoutMarkup(held);
  }
  return mergedInto(newMap(run, at, new Map(), withoutMarkup(anyContentOf(run, receiver))), method);
};

/** The values that are merged in most often become attributes of a tag, which Rails escapes. */
const withoutMarkup = (value: Value): Value => madeSafe(value, bitOf('cross-site-scripting'));

/** Puts the arguments of a call into a map. */
function mergedInto(map: Value, { run, named }: Parameters<Effect>[0]): Value {
  for (const { name, value } of named)
    if (name === undefined) putContent(run, map, undefined, withoutMarkup(anyContentOf(run, value)));
    else if (name !== BLOCK) putContent(run, map, name, withoutMarkup(value));
  return map;
}

const joined: Effect = (method) => {
  const { run, receiver } = method;
  const separator = given(method)[0] ?? constantOf('');
  const elements = isObject(receiver) ? elementsOf(run, receiver) : undefined;
  if (elements) return joinedText(elements.flatMap((item, index) => (index === 0 ? [item] : [separator, item])));
  const all = carrying([taintOf(run, receiver), separator]);
  return valueLike(all, { text: textIn(all) });
};

const parts: Effect = ({ run, receiver, at }) =>
  isObject(receiver) ? undefined : newMap(run, at, new Map(), taintOf(run, receiver));

/** `delete` of a text or list, and of a key of a map. */
const deleted: Effect = (method) =>
  isObject(method.receiver) ? fetched(method) : taintOf(method.run, method.receiver);

const formattedBy: Effect = ({ run, receiver, args, named, at }) =>
  RUBY_FUNCTIONS['format']!({ run, receiver: UNKNOWN, args: [receiver, ...args], named, at });

/** Removes an element from an end of a list. */
const taken =
  (place: 0 | -1): Effect =>
  (method) => {
    const { run, receiver } = method;
    const elements = elementsOf(run, receiver);
    if (elements === undefined || given(method).length > 0) return element(method);
    setElements(run, receiver, place === 0 ? elements.slice(1) : elements.slice(0, -1));
    return elements.at(place) ?? UNKNOWN;
  };

/** `args.extract_options!`: the map at the end of the list, if there is one. */
const options: Effect = ({ run, receiver, at }) => {
  const elements = elementsOf(run, receiver);
  const last = elements?.at(-1);
  const isMap = last?.objects.some((key) => run.state.object(key)?.kind === 'map') ?? false;
  if (!isMap) return newMap(run, at);
  setElements(run, receiver, elements!.slice(0, -1));
  return last;
};

const measured: Effect = ({ run, receiver }) => {
  const isChanged = receiver.objects.some((key) => run.state.object(key)?.isChanged);
  const elements = isChanged || receiver.isOther ? undefined : elementsOf(run, receiver);
  return elements === undefined ? UNKNOWN : constantOf(elements.length);
};

/** An element chosen by a generator that can be predicted. */
const sampled: Effect = (method) => {
  const value = elementOf(method);
  // A generator passed as an argument replaces the default one.
  if (method.named.some(({ name }) => name === 'random')) return chosen(method);
  const safe = bitsOf(ALL_BUT_PREDICTABLE);
  return withSource(method.run, valueLike(value, { objects: [] }), PREDICTABLE, method.at, safe);
};

const SELECTING = [
  ...[
    'where',
    'not',
    'order',
    'reorder',
    'joins',
    'includes',
    'preload',
    'eager_load',
    'references',
    'limit',
    'offset',
  ],
  ...['all', 'group', 'having', 'distinct', 'select', 'unscoped', 'rewhere', 'or', 'merge', 'from', 'lock', 'readonly'],
  ...['left_joins', 'left_outer_joins', 'none', 'in_order_of', 'extending', 'with_deleted', 'page', 'per', 'friendly'],
];
const FINDING = [
  ...['find', 'find_by', 'find_by!', 'first', 'last', 'take', 'first!', 'last!', 'take!'],
  ...['find_by_id', 'find_by_sql', 'sole', 'find_sole_by', 'instance'],
];

const BUILDING = [
  ...['create', 'create!', 'build', 'create_with', 'insert', 'upsert', 'find_or_create_by', 'find_or_create_by!'],
  ...['find_or_initialize_by', 'first_or_create', 'first_or_create!', 'first_or_initialize'],
];

/** A query of a class returns a query of the same class. */
const selected: Effect = ({ receiver }) => {
  if (receiver.classes.length === 0) return undefined;
  return valueLike(UNKNOWN, { classes: receiver.classes });
};

/** A record that a query finds is an instance of its class. */
const found: Effect = ({ run, receiver, at }) => {
  if (receiver.classes.length === 0) return undefined;
  return receiver.classes.map((form) => run.instanceOf(form, at)).reduce(join);
};

/** A record that an association makes does not have the taints of the attributes. */
const built: Effect = (method) => found(method) ?? (method.receiver.taints.length === 0 ? UNKNOWN : undefined);

const firstOf =
  (one: Effect, other: Effect): Effect =>
  (method) =>
    one(method) ?? other(method);

const MAPPING = ['map', 'collect', 'filter_map', 'each_cons', 'map!'];
const EACH = ['each', 'each_entry', 'each_char', 'each_line', 'find_each', 'each_value', 'reverse_each', 'each_slice'];
const CHOOSING = [
  ...['reject', 'reject!', 'take_while', 'drop_while', 'sort_by', 'sort_by!', 'uniq', 'uniq!', 'compact'],
  ...['sort', 'reverse', 'rotate', 'take', 'drop', 'compact_blank', 'without', 'excluding', 'partition', 'except'],
  ...['to_a', 'entries', 'to_set', 'transform_keys', 'symbolize_keys', 'stringify_keys', 'deep_symbolize_keys'],
  ...['each_pair_of', 'with_indifferent_access', 'in_groups_of'],
];
const KEEPING = [
  ...['select', 'select!', 'find_all', 'filter', 'keep_if', 'delete_if', 'slice', 'values', 'values_at'],
];
const ELEMENTS = ['detect', 'min', 'max', 'min_by', 'max_by', 'second', 'third', 'next', 'sum'];
const JUDGING = ['any?', 'all?', 'none?', 'one?', 'count', 'find_index', 'index', 'times', 'step', 'upto', 'downto'];
const SAME = [
  ...['freeze', 'dup', 'clone', 'itself', 'presence', 'to_str', 'lazy', 'each_entry', 'deep_dup', 'html_safe', 'b'],
  ...['force_encoding', 'encode', 'scrub', 'unicode_normalize', 'to_hash', 'as_json', 'load'],
];

/** `params.to_unsafe_h`: a map like any other, with all that the request sends. */
const unfiltered: Effect = ({ run: { file }, receiver, at }) => {
  if (receiver.taints.every(({ safe }) => (safe & bitOf('mass-assignment')) !== 0)) return receiver;
  const [source, step] = [`${file}:${at} unfiltered`, { file, at, note: UNFILTERED, length: 1 }];
  return withTaints(receiver, [{ source, label: UNFILTERED, safe: ALL_BUT_ASSIGNMENT, step }]);
};

const ALL_BUT_ASSIGNMENT = ALL_WEAKNESSES & ~bitOf('mass-assignment');

const both = (one: Record<string, Effect>, other: Record<string, Effect>): Record<string, Effect> => ({
  ...one,
  ...other,
  ...Object.fromEntries(
    Object.keys(one)
      .filter((name) => Object.hasOwn(other, name))
      .map((name) => [name, firstOf(one[name]!, other[name]!)]),
  ),
});

/** The methods of Ruby's own texts and collections, and the methods that query models. */
export const RUBY_METHODS: Readonly<Record<string, Effect>> = both(
  { ...named(SELECTING, selected), ...named(FINDING, found), ...named(BUILDING, built) },
  {
    ...named(EACH, each),
    ...named(MAPPING, mapped),
    ...named(CHOOSING, chosen),
    ...named(KEEPING, kept),
    ...named(['flat_map', 'collect_concat', 'flatten', 'flatten!'], flattened),
    index_by: arranged(false),
    group_by: arranged(true),
    to_h: paired,
    expect: expected,
    permit: permitted,
    ...named([...ELEMENTS, 'find', 'first', 'last'], element),
    ...named(JUDGING, judged),
    ...named(SAME, same),
    ...named(['to_unsafe_h', 'to_unsafe_hash'], unfiltered),
    ...named(['each_with_index', 'each_pair', 'map_with_index'], withIndex),
    ...named(['each_with_object', 'with_object'], withMemo),
    ...named(['inject', 'reduce'], reduced),
    each_pair: (method) => {
      const block = blockOf(method);
      if (block) callBack(method.run, block, method.at, [ofTaints(method.receiver.taints), elementOf(method)]);
      return method.receiver;
    },
    transform_values: mapped,
    tap: handed(true),
    then: handed(false),
    yield_self: handed(false),
    ...named(['call', '()', 'yield', '==='], called),
    ...named(['<<', 'push', 'append', 'unshift', 'prepend', 'insert', 'add'], added),
    ...named(['concat', 'replace'], addedAll),
    ...named(['[]=', 'store'], stored),
    ...named(['fetch', '[]'], fetched),
    dig: dug,
    ...named(['merge', 'reverse_merge', 'deep_merge', 'with_defaults'], merged),
    ...named(['merge!', 'update'], (method) =>
      isObject(method.receiver) ? mergedInto(method.receiver, method) : undefined,
    ),
    keys: ({ receiver }) => ofTaints(receiver.taints),
    join: joined,
    ...named(['split', 'lines', 'chars', 'scan', 'bytes', 'partition', 'rpartition', 'each_char'], parts),
    ...named(
      ['strip', 'strip!', 'chomp', 'chomp!', 'squish', 'lstrip', 'rstrip'],
      ofText((text) => text.trim()),
    ),
    ...named(
      ['downcase', 'downcase!', 'to_sym'],
      ofText((text) => text.toLowerCase()),
    ),
    to_sym: ofText((text) => text),
    ...named(
      ['upcase', 'upcase!'],
      ofText((text) => text.toUpperCase()),
    ),
    to_s: asText,
    ...named(['gsub', 'gsub!', 'sub', 'sub!'], replaced),
    delete: deleted,
    format: formattedBy,
    ...named(['sample', 'shuffle'], sampled),
    ...named(['length', 'size'], measured),
    ...named(['hash', 'object_id', 'bytesize', 'ord'], () => UNKNOWN),
    shift: taken(0),
    pop: taken(-1),
    'extract_options!': options,
  },
);
