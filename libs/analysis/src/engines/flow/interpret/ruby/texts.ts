import { BLOCK } from '../../ir';
import { ALL_WEAKNESSES, bitOf } from '../../rules';
import { callBack } from '../callbacks';
import { type Effect, type Method, isObject, taintOf } from '../effect';
import { UNKNOWN, type Value, carrying, constantOf, madeSafe, valueLike } from '../values';

export const blockOf = ({ named }: Method): Value | undefined => named.find(({ name }) => name === BLOCK)?.value;

/** The positional arguments. */
export const given = ({ named }: Method): readonly Value[] =>
  named.flatMap(({ name, value }) => (name === undefined ? [value] : []));

export const ofText =
  (change: (text: string) => string): Effect =>
  ({ run, receiver }) => {
    if (typeof receiver.constant === 'string') return constantOf(change(receiver.constant));
    if (isObject(receiver)) return undefined;
    return receiver.text === undefined
      ? taintOf(run, receiver)
      : valueLike(taintOf(run, receiver), { text: receiver.text });
  };

export const same: Effect = ({ receiver }) => receiver;

export const asText: Effect = ({ run, receiver }) => {
  if (isObject(receiver)) return taintOf(run, receiver);
  const { text, constant } = receiver;
  const written =
    text ?? (typeof constant === 'number' || typeof constant === 'boolean' ? String(constant) : undefined);
  return valueLike(taintOf(run, receiver), { ...(written !== undefined && { text: written }), ...known(constant) });
};

export const known = (constant: Value['constant']): Partial<Value> => ({
  ...(constant !== undefined && constant !== null && { constant: String(constant) }),
});

/** Patterns whose matches are all but letters, digits and a few harmless characters. */
const STRIPPING = /^\[\^(?:\\[wdh]|\w-\w|[\w _-])+\][+*]?$/;
/** Characters that quote a text of SQL. */
const QUOTES: ReadonlySet<unknown> = new Set(["'", '"', '`']);

/** `text.gsub(pattern, replacement)` */
export const replaced: Effect = (method) => {
  const { run, receiver, at } = method;
  if (isObject(receiver)) return undefined;
  const [pattern = UNKNOWN, replacement = UNKNOWN] = given(method);
  const block = blockOf(method);
  const made = block && callBack(run, block, at, [taintOf(run, receiver)]);
  const value = taintOf(run, receiver);
  const isStripped = pattern.text !== undefined && STRIPPING.test(pattern.text) && replacement.taints.length === 0;
  const mask = QUOTES.has(pattern.constant)
    ? bitOf('sql-injection')
    : pattern.constant === '<'
      ? bitOf('cross-site-scripting')
      : 0;
  const left = isStripped ? madeSafe(value, ALL_WEAKNESSES) : madeSafe(value, mask);
  return carrying([left, taintOf(run, replacement), ...(made ? [taintOf(run, made)] : [])]);
};

export const named = (names: readonly string[], effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.map((name) => [name, effect]));
