import type { Functions } from '../template/context';
import { Refused } from '../template/refused';
import { type TemplateValue, isList, isText, plainText, printed } from '../values/value';
import { isEmpty, whenKnown, listAt, wholeAt, wholeOf } from './arguments';
import { areEqual } from './comparisons';

const MOST_ITEMS = 10_000;

const upTo = (from: bigint, to: bigint, step: bigint): TemplateValue[] => {
  const count = step === 0n ? 0n : (to - from + step + (step > 0n ? -1n : 1n)) / step;
  if (count > BigInt(MOST_ITEMS)) throw new Refused('it makes a list that is too long');
  return Array.from({ length: Math.max(0, Number(count)) }, (_, index) => from + BigInt(index) * step);
};

const own: Functions = {
  list: (args) => [...args],
  tuple: (args) => [...args],
  first: whenKnown((args) => listAt(args, 0)[0] ?? null),
  last: whenKnown((args) => listAt(args, 0).at(-1) ?? null),
  rest: whenKnown((args) => listAt(args, 0).slice(1)),
  initial: whenKnown((args) => listAt(args, 0).slice(0, -1)),
  append: whenKnown((args) => [...listAt(args, 0), args[1] ?? null]),
  push: whenKnown((args) => [...listAt(args, 0), args[1] ?? null]),
  prepend: whenKnown((args) => [args[1] ?? null, ...listAt(args, 0)]),
  concat: whenKnown((args) => args.flatMap((_, index) => listAt(args, index))),
  reverse: whenKnown((args) => [...listAt(args, 0)].reverse()),
  compact: whenKnown((args) => listAt(args, 0).filter((item) => !isEmpty(item))),
  uniq: whenKnown((args, context) => {
    const list = listAt(args, 0);
    context.spend(list.length * list.length);
    return list.filter((item, index) => list.findIndex((other) => areEqual(item, other, context)) === index);
  }),
  without: whenKnown(([list, ...others], context) =>
    listAt([list!], 0).filter((item) => !others.some((other) => areEqual(item, other, context))),
  ),
  has: whenKnown((args, context) => listAt(args, 1).some((item) => areEqual(item, args[0]!, context))),
  slice: whenKnown((args) => {
    const value = args[0] ?? null;
    const end = args.length > 2 ? wholeAt(args, 2) : undefined;
    return isText(value) ? plainText(value).slice(wholeAt(args, 1), end) : listAt(args, 0).slice(wholeAt(args, 1), end);
  }),
  chunk: whenKnown((args) => {
    const [size, list] = [Math.max(1, wholeAt(args, 0)), listAt(args, 1)];
    return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
      list.slice(index * size, (index + 1) * size),
    );
  }),
  until: whenKnown(([count = 0n]) =>
    wholeOf(count) < 0n ? upTo(0n, wholeOf(count), -1n) : upTo(0n, wholeOf(count), 1n),
  ),
  untilStep: whenKnown(([from = 0n, to = 0n, step = 1n]) => upTo(wholeOf(from), wholeOf(to), wholeOf(step))),
  sortAlpha: whenKnown(([list = null]) => {
    const texts = (isList(list) ? list : [list]).map((item) => (isText(item) ? plainText(item) : printed(item)));
    return texts.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  }),
  toStrings: whenKnown(([list = null]) =>
    (isList(list) ? list : [list]).map((item) => (isText(item) ? item : printed(item))),
  ),
};

/** Functions of lists; with `must` before their name they refuse where the others panic, which is the same here. */
export const lists: Functions = {
  ...own,
  ...Object.fromEntries(
    Object.entries(own).map(([name, ask]) => [`must${name[0]!.toUpperCase()}${name.slice(1)}`, ask]),
  ),
};
