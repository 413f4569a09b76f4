import type { Context, Functions } from '../template/context';
import { Refused } from '../template/refused';
import {
  type Dict,
  NOT_KNOWN,
  type TemplateValue,
  isDict,
  isList,
  isText,
  plainText,
  printed,
  sortedKeys,
} from '../values/value';
import { dictAt, isEmpty, whenKnown, textAt, wholeOf } from './arguments';

const keyOf = (value: TemplateValue | undefined): string =>
  value !== undefined && isText(value) ? plainText(value) : value === undefined ? '' : printed(value);

/** A member, which says so if it is one of the chart's values. */
const member = (dict: TemplateValue, key: string, context: Context): TemplateValue =>
  (context as Context & { memberOf(dict: TemplateValue, name: string): TemplateValue }).memberOf(dict, key);

/** Functions of maps. */
export const containers: Functions = {
  dict: (args) => {
    const dict: Dict = new Map();
    for (let index = 0; index < args.length; index += 2) dict.set(keyOf(args[index]), args[index + 1] ?? '');
    return dict;
  },
  get: whenKnown((args, context) => {
    const dict = dictAt(args, 0);
    return dict.has(keyOf(args[1])) ? member(dict, keyOf(args[1]), context) : '';
  }),
  set: ([dict = null, key, value = null], context) => {
    if (!isDict(dict)) return NOT_KNOWN;
    context.change(dict, keyOf(key), value);
    return dict;
  },
  unset: ([dict = null, key], context) => {
    if (!isDict(dict)) return NOT_KNOWN;
    context.change(dict, keyOf(key), undefined);
    return dict;
  },
  hasKey: whenKnown((args) => dictAt(args, 0).has(keyOf(args[1]))),
  pluck: whenKnown(([key, ...dicts]) =>
    dicts.flatMap((dict) => (isDict(dict) && dict.has(keyOf(key)) ? [dict.get(keyOf(key))!] : [])),
  ),
  dig: whenKnown((args, context) => {
    const path = args.slice(0, -2).map(keyOf);
    let value: TemplateValue = args.at(-1) ?? null;
    for (const key of path) {
      if (!isDict(value) || !value.has(key)) return args.at(-2) ?? null;
      value = member(value, key, context);
    }
    return value;
  }),
  keys: whenKnown((args) => args.flatMap((dict) => (isDict(dict) ? sortedKeys(dict) : []))),
  values: whenKnown(([dict = null]) => (isDict(dict) ? sortedKeys(dict).map((key) => dict.get(key)!) : [])),
  pick: whenKnown((args) => {
    const wanted = new Set(
      args
        .slice(1)
        .flatMap((key) => (isList(key) ? key : [key]))
        .map(keyOf),
    );
    return new Map([...dictAt(args, 0)].filter(([key]) => wanted.has(key)));
  }),
  omit: whenKnown((args, { origins }) => {
    const left = new Set(
      args
        .slice(1)
        .flatMap((key) => (isList(key) ? key : [key]))
        .map(keyOf),
    );
    const from = dictAt(args, 0);
    const rest: Dict = new Map([...from].filter(([key]) => !left.has(key)));
    origins.copy(from, rest);
    return rest;
  }),
  merge: whenKnown((args, context) => merged(args, context, false)),
  mustMerge: whenKnown((args, context) => merged(args, context, false)),
  mergeOverwrite: whenKnown((args, context) => merged(args, context, true)),
  mustMergeOverwrite: whenKnown((args, context) => merged(args, context, true)),
  deepCopy: ([value = null], context) => copied(value, context),
  mustDeepCopy: ([value = null], context) => copied(value, context),
  index: whenKnown((args, context) => {
    let value: TemplateValue = args[0] ?? null;
    for (const key of args.slice(1)) {
      if (value === NOT_KNOWN) return NOT_KNOWN;
      if (isDict(value)) value = member(value, keyOf(key), context);
      else if (isList(value)) value = partOf(value, Number(wholeOf(key)));
      else if (isText(value)) value = BigInt(plainText(value).charCodeAt(Number(wholeOf(key))) || 0);
      else throw new Refused('it looks for a part of a value that has none');
    }
    return value;
  }),
  len: whenKnown(([value = null]) => {
    if (isText(value)) return BigInt(Buffer.byteLength(plainText(value)));
    if (isList(value)) return BigInt(value.length);
    if (isDict(value)) return BigInt(value.size);
    throw new Refused('it asks for the length of a value that has none');
  }),
  call: () => NOT_KNOWN,
  toJson: (args, context) => json(args[0] ?? null, context, escapedJson),
  mustToJson: (args, context) => json(args[0] ?? null, context, escapedJson),
  toRawJson: (args, context) => json(args[0] ?? null, context, (text) => text),
  mustToRawJson: (args, context) => json(args[0] ?? null, context, (text) => text),
  toPrettyJson: (args, context) => json(args[0] ?? null, context, escapedJson, '  '),
  mustToPrettyJson: (args, context) => json(args[0] ?? null, context, escapedJson, '  '),
};

function partOf(list: readonly TemplateValue[], index: number): TemplateValue {
  const part = list[index];
  if (part === undefined) throw new Refused('it looks for a part that a list does not have');
  return part;
}

/** Go writes what HTML could take for a mark as an escape. */
const escapedJson = (text: string): string =>
  text.replace(/[<>&\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

function json(value: TemplateValue, context: Context, escape: (text: string) => string, indent = ''): TemplateValue {
  if (value === NOT_KNOWN) return NOT_KNOWN;
  return escape(JSON.stringify(plain(value, context, 0), undefined, indent));
}

function plain(value: TemplateValue, context: Context, depth: number): unknown {
  context.spend(1);
  if (depth > 100) throw new Refused('a value is nested too deeply');
  if (isText(value)) return textAt([value], 0, context);
  if (isList(value)) return value.map((item) => plain(item, context, depth + 1));
  if (isDict(value)) {
    const members = sortedKeys(value).map((key) => [key, plain(value.get(key)!, context, depth + 1)] as const);
    return Object.fromEntries(members);
  }
  if (typeof value === 'bigint') return Number(value);
  return value === NOT_KNOWN || (typeof value === 'object' && value !== null) ? '\u{f8ff}' : value;
}

function merged(args: readonly TemplateValue[], context: Context, overwrites: boolean): TemplateValue {
  const into = dictAt(args, 0);
  for (const from of args.slice(1)) if (isDict(from)) mergeInto(into, from, context, overwrites, 0);
  return into;
}

/** As mergo merges: what is empty in the first one is taken from the second. */
function mergeInto(into: Dict, from: Dict, context: Context, overwrites: boolean, depth: number): void {
  if (depth > 60) throw new Refused('maps are nested too deeply');
  for (const [key, value] of from) {
    context.spend(1);
    const before = into.get(key);
    if (before !== undefined && isDict(before) && isDict(value))
      mergeInto(before, value, context, overwrites, depth + 1);
    else if (before === undefined || (overwrites ? !isEmpty(value) : isEmpty(before))) {
      context.change(into, key, isDict(value) ? copied(value, context) : value);
    }
  }
}

/** A copy, which still says where its parts are written. */
function copied(value: TemplateValue, context: Context, depth = 0): TemplateValue {
  context.spend(1);
  if (depth > 60) throw new Refused('a value is nested too deeply');
  if (isList(value)) return value.map((item) => copied(item, context, depth + 1));
  if (!isDict(value)) return value;
  const copy: Dict = new Map([...value].map(([key, item]) => [key, copied(item, context, depth + 1)]));
  context.origins.copy(value, copy);
  return copy;
}
