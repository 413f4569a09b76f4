import type { Scope } from './expressions';
import {
  HOLE,
  UNKNOWN,
  type Value,
  areEqual,
  bounded,
  isKnown,
  isList,
  isObject,
  isText,
  isUnknown,
  isWhole,
  joinedTexts,
  listOf,
  numberOf,
  objectOf,
  parsedJson,
  textOf,
  toJson,
  truthOf,
  weightOf,
} from '../../infrastructure/value';

type Known = (args: readonly Value[], scope: Scope) => Value;

const MOST_ITEMS = 2_000;

/** The value of a call; unknown where the function is not known, or where it depends on a machine or a clock. */
export function callFunction(name: string, args: readonly Value[], scope: Scope): Value {
  // A function looks at each of its arguments at least once.
  const weight = args.reduce<number>((sum, arg) => sum + 1 + weightOf(arg), 0);
  if (!scope.budget.spend(weight)) return UNKNOWN;
  // `provider::aws::…` and `core::…` have their own names.
  const plain = name.replace(/^core::/, '');
  const value = Object.hasOwn(FUNCTIONS, plain) ? FUNCTIONS[plain]!(args, scope) : UNKNOWN;
  scope.budget.spend(weightOf(value));
  return value;
}

const text =
  (change: (value: string) => string): Known =>
  ([value = UNKNOWN]) =>
    isUnknown(value) ? UNKNOWN : bounded(change(textOf(value)));

const ofWhole =
  (change: (...texts: string[]) => Value): Known =>
  (args) => {
    const texts = args.map(textOf);
    return texts.every(isWhole) ? change(...texts) : UNKNOWN;
  };

/** Lists in one; what is no list makes it open. */
const joined: Known = (args, { budget }) => {
  const items = args.flatMap((arg) => (isList(arg) ? arg.items : []));
  if (items.length > MOST_ITEMS) budget.leaveOut();
  return listOf(items.slice(0, MOST_ITEMS), items.length > MOST_ITEMS || args.some((arg) => !isList(arg) || arg.open));
};

/** The last that has a key decides; one of which not all is known may have any key. */
const merged: Known = (args) => {
  const entries = new Map<string, Value>();
  let open = false;
  for (const arg of [...args].reverse()) {
    if (isObject(arg))
      for (const [key, value] of arg.entries) if (!entries.has(key)) entries.set(key, open ? UNKNOWN : value);
    open ||= isObject(arg) ? arg.open : arg !== null;
  }
  return { kind: 'object', entries, open };
};

/** An item that is not known may be one of the others. */
const distinct: Known = ([list = UNKNOWN], { budget }) => {
  if (!isList(list)) return UNKNOWN;
  const kept: Value[] = [];
  const seen = new Set<string>();
  let { open } = list;
  for (const item of list.items) {
    const key = toJson(item, budget);
    if (isWhole(key) && seen.has(key)) continue;
    open ||= !isWhole(key) && list.items.length > 1;
    seen.add(key);
    kept.push(item);
  }
  return listOf(kept, open);
};

/** An item that is not known may be left out. */
const compacted: Known = ([list = UNKNOWN]) => {
  if (!isList(list)) return UNKNOWN;
  const kept = list.items.filter((item) => item !== null && item !== '');
  return listOf(kept, list.open || kept.some((item) => isUnknown(item) || item === HOLE));
};

const flattened: Known = ([list = UNKNOWN], { budget }) => {
  const items: Value[] = [];
  let open = false;
  const add = (value: Value, depth: number): void => {
    if (items.length >= MOST_ITEMS || depth > 20) {
      if (!open) budget.leaveOut();
      open = true;
    } else if (isList(value)) {
      open ||= value.open;
      for (const item of value.items) add(item, depth + 1);
    } else {
      // It may be a list, of any length.
      open ||= isUnknown(value);
      items.push(value);
    }
  };
  if (!isList(list)) return UNKNOWN;
  add(list, 0);
  return listOf(items, open);
};

const lookedUp: Known = ([object = UNKNOWN, key = UNKNOWN, fallback = UNKNOWN]) => {
  const name = textOf(key);
  if (!isObject(object) || !isWhole(name)) return UNKNOWN;
  return object.entries.get(name) ?? (object.open ? UNKNOWN : fallback);
};

const formatted: Known = ([pattern = UNKNOWN, ...args]) => {
  if (!isText(pattern)) return UNKNOWN;
  const parts: string[] = [];
  let next = 0;
  let from = 0;
  for (const match of pattern.matchAll(/%(?:%|[-+ #0]*\d*(?:\.\d+)?(?:\[(\d+)\])?([a-zA-Z]))/g)) {
    const [whole, at, verb = ''] = match;
    parts.push(pattern.slice(from, match.index));
    from = match.index + whole.length;
    if (whole === '%%') {
      parts.push('%');
      continue;
    }
    const value = args[at === undefined ? next : Number(at) - 1] ?? UNKNOWN;
    next += at === undefined ? 1 : 0;
    if (!['s', 'd', 'v', 't', 'q'].includes(verb) || /\d/.test(whole)) parts.push(HOLE);
    else parts.push(verb === 'q' ? JSON.stringify(textOf(value)) : textOf(value));
  }
  return joinedTexts([...parts, pattern.slice(from)], '');
};

const replaced = ofWhole((subject = '', search = '', by = '') => {
  // A search between slashes is a regular expression of another engine, which the target chooses.
  if (search.length > 1 && search.startsWith('/') && search.endsWith('/')) return UNKNOWN;
  return search === '' ? UNKNOWN : joinedTexts(subject.split(search), by);
});

/** Without a copy of the text: those beyond 16 bits take two places. */
const charactersOf = (value: string): number =>
  value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

const lengthOf: Known = ([value = UNKNOWN]) => {
  if (isText(value)) return isWhole(value) ? charactersOf(value) : UNKNOWN;
  if (isList(value)) return value.open ? UNKNOWN : value.items.length;
  return isObject(value) && !value.open ? value.entries.size : UNKNOWN;
};

const contained: Known = ([list = UNKNOWN, item = UNKNOWN], { budget }) => {
  if (!isList(list)) return UNKNOWN;
  const answers = new Set(list.items.map((each) => areEqual(each, item, budget)));
  if (answers.has(true)) return true;
  return list.open || answers.has(undefined) ? UNKNOWN : false;
};

const element: Known = ([list = UNKNOWN, index = UNKNOWN]) => {
  const at = numberOf(index);
  if (!isList(list) || list.open || at === undefined || list.items.length === 0) return UNKNOWN;
  return list.items[((at % list.items.length) + list.items.length) % list.items.length] ?? UNKNOWN;
};

const numbers =
  (change: (...values: number[]) => number): Known =>
  (args) => {
    const values = args.map(numberOf);
    return values.includes(undefined) ? UNKNOWN : change(...(values as number[]));
  };

const truths =
  (decisive: boolean): Known =>
  ([list = UNKNOWN]) => {
    if (!isList(list)) return UNKNOWN;
    const answers = new Set(list.items.map(truthOf));
    if (answers.has(decisive)) return decisive;
    return list.open || answers.has(undefined) ? UNKNOWN : !decisive;
  };

const range: Known = (args) => {
  const values = args.map(numberOf);
  if (values.includes(undefined)) return UNKNOWN;
  const [start, end, step] = values.length === 1 ? [0, values[0]!, 1] : [values[0]!, values[1]!, values[2] ?? 1];
  const count = step > 0 ? Math.max(0, Math.ceil((end - start) / step)) : 0;
  if (step <= 0 || count > MOST_ITEMS) return UNKNOWN;
  return listOf(Array.from({ length: count }, (_, index) => start + index * step));
};

const inOrder: Known = ([list = UNKNOWN], { budget }) =>
  isList(list) && isKnown(list, budget) && list.items.every(isText)
    ? listOf([...(list.items as string[])].sort((a, b) => (a < b ? -1 : 1)))
    : UNKNOWN;

const keysOf: Known = ([object = UNKNOWN]) =>
  isObject(object)
    ? listOf(
        [...object.entries.keys()].sort((a, b) => (a < b ? -1 : 1)),
        object.open,
      )
    : UNKNOWN;

const valuesOf: Known = ([object = UNKNOWN]) =>
  isObject(object)
    ? listOf(
        [...object.entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value),
        object.open,
      )
    : UNKNOWN;

const zipped: Known = ([keys = UNKNOWN, values = UNKNOWN], { budget }) =>
  isList(keys) && isList(values) && isKnown(keys, budget)
    ? objectOf(
        keys.items.map(
          (key, index) => [textOf(key), values.open ? UNKNOWN : (values.items[index] ?? UNKNOWN)] as const,
        ),
      )
    : UNKNOWN;

const passedOn: Known = ([value = UNKNOWN]) => value;

const fromFile: Known = ([path = UNKNOWN], { budget, textAt }) => {
  if (!isText(path) || !isWhole(path)) return UNKNOWN;
  const found = textAt?.(path);
  if (found === null) budget.leaveOut();
  return found ?? UNKNOWN;
};

/** The last character, which may take two places. */
const lastOf = (value: string): string =>
  /[\ud800-\udbff][\udc00-\udfff]$/.exec(value.slice(-2))?.[0] ?? value.slice(-1);

const FUNCTIONS: Readonly<Record<string, Known>> = {
  abspath: () => UNKNOWN,
  alltrue: truths(false),
  anytrue: truths(true),
  base64encode: ofWhole((value = '') => bounded(Buffer.from(value, 'utf8').toString('base64'))),
  base64decode: ofWhole((value = '') => bounded(Buffer.from(value, 'base64').toString('utf8').replaceAll(HOLE, ' '))),
  ceil: numbers((value) => Math.ceil(value)),
  chomp: text((value) => value.replace(/[\r\n]+$/, '')),
  compact: compacted,
  concat: joined,
  contains: contained,
  distinct,
  element,
  endswith: ofWhole((value = '', end = '') => value.endsWith(end)),
  file: fromFile,
  flatten: flattened,
  floor: numbers((value) => Math.floor(value)),
  format: formatted,
  indent: ([, value = UNKNOWN]) => value,
  join: ([separator = UNKNOWN, ...lists], scope) => {
    const list = joined(lists, scope);
    return isText(separator) && isList(list) && !list.open ? joinedTexts(list.items.map(textOf), separator) : UNKNOWN;
  },
  jsondecode: ([value = UNKNOWN]) => (isText(value) ? parsedJson(value) : UNKNOWN),
  jsonencode: ([value = UNKNOWN], { budget }) => bounded(toJson(value, budget)),
  keys: keysOf,
  length: lengthOf,
  lookup: lookedUp,
  lower: text((value) => value.toLowerCase()),
  max: numbers((...values) => Math.max(...values)),
  merge: merged,
  min: numbers((...values) => Math.min(...values)),
  nonsensitive: passedOn,
  one: ([list = UNKNOWN]) =>
    isList(list) && !list.open
      ? list.items.length === 0
        ? null
        : list.items.length === 1
          ? list.items[0]!
          : UNKNOWN
      : UNKNOWN,
  range,
  replace: replaced,
  reverse: ([list = UNKNOWN]) => (isList(list) ? listOf([...list.items].reverse(), list.open) : UNKNOWN),
  sensitive: passedOn,
  setunion: (args, scope) => distinct([joined(args, scope)], scope),
  sort: inOrder,
  split: ofWhole((separator = '', value = '') => {
    const items = value.split(separator, MOST_ITEMS + 1);
    return listOf(items.slice(0, MOST_ITEMS), items.length > MOST_ITEMS);
  }),
  startswith: ofWhole((value = '', start = '') => value.startsWith(start)),
  strcontains: ofWhole((value = '', part = '') => value.includes(part)),
  title: text((value) => value.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())),
  tobool: ([value = UNKNOWN]) => (value === null ? null : (truthOf(value) ?? UNKNOWN)),
  tolist: ([value = UNKNOWN]) => (isList(value) ? value : UNKNOWN),
  tomap: ([value = UNKNOWN]) => (isObject(value) ? value : UNKNOWN),
  tonumber: ([value = UNKNOWN]) => (value === null ? null : (numberOf(value) ?? UNKNOWN)),
  toset: distinct,
  tostring: ([value = UNKNOWN]) => (value === null || isUnknown(value) ? value : textOf(value)),
  trim: ofWhole((value = '', set = '') => {
    const chars = new Set(set);
    let from = 0;
    for (const char of value) {
      if (!chars.has(char)) break;
      from += char.length;
    }
    let to = value.length;
    for (let last = value.slice(from, to); last !== '' && chars.has(lastOf(last)); last = value.slice(from, to))
      to -= lastOf(last).length;
    return value.slice(from, to);
  }),
  trimprefix: ofWhole((value = '', prefix = '') =>
    prefix !== '' && value.startsWith(prefix) ? value.slice(prefix.length) : value,
  ),
  trimspace: text((value) => value.trim()),
  trimsuffix: ofWhole((value = '', suffix = '') =>
    suffix !== '' && value.endsWith(suffix) ? value.slice(0, -suffix.length) : value,
  ),
  upper: text((value) => value.toUpperCase()),
  values: valuesOf,
  zipmap: zipped,
};
