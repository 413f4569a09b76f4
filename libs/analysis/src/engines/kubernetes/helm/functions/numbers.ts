import type { Functions } from '../template/context';
import { Refused } from '../template/refused';
import { isText, plainText } from '../values/value';
import { floatOf, textAt, wholeOf } from './arguments';

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);

function quotient(one: bigint, other: bigint, isRest: boolean): bigint {
  if (other === 0n) throw new Refused('it divides by zero');
  return isRest ? one % other : one / other;
}

const least = (values: readonly number[]): number => values.reduce((one, other) => Math.min(one, other));
const most = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other));

function rounded(value: number, places: number): number {
  const factor = 10 ** Math.min(Math.max(places, -15), 15);
  return Math.round((value + Number.EPSILON) * factor) / factor;
}

/** Whole numbers are Go's int64. */
export const numbers: Functions = {
  int: ([value = null]) => wholeOf(value),
  int64: ([value = null]) => wholeOf(value),
  atoi: ([value = null]) => (isText(value) && /^[+-]?\d+$/.test(plainText(value)) ? wholeOf(value) : 0n),
  float64: ([value = null]) => floatOf(value),
  toDecimal: (args, context) => BigInt(Number.parseInt(textAt(args, 0, context), 8) || 0),
  add: (args) => wrap(args.reduce<bigint>((sum, arg) => sum + wholeOf(arg), 0n)),
  add1: ([value = null]) => wrap(wholeOf(value) + 1n),
  sub: ([one = null, other = null]) => wrap(wholeOf(one) - wholeOf(other)),
  mul: (args) => args.reduce<bigint>((product, arg) => wrap(product * wholeOf(arg)), 1n),
  div: ([one = null, other = null]) => quotient(wholeOf(one), wholeOf(other), false),
  mod: ([one = null, other = null]) => quotient(wholeOf(one), wholeOf(other), true),
  max: (args) => args.map(wholeOf).reduce((one, other) => (other > one ? other : one)),
  biggest: (args) => args.map(wholeOf).reduce((one, other) => (other > one ? other : one)),
  min: (args) => args.map(wholeOf).reduce((one, other) => (other < one ? other : one)),
  addf: (args) => args.reduce<number>((sum, arg) => sum + floatOf(arg), 0),
  add1f: ([value = null]) => floatOf(value) + 1,
  subf: ([first = null, ...rest]) => rest.reduce<number>((left, arg) => left - floatOf(arg), floatOf(first)),
  mulf: (args) => args.reduce<number>((product, arg) => product * floatOf(arg), 1),
  divf: ([first = null, ...rest]) => rest.reduce<number>((left, arg) => left / floatOf(arg), floatOf(first)),
  maxf: (args) => most(args.map(floatOf)),
  minf: (args) => least(args.map(floatOf)),
  floor: ([value = null]) => Math.floor(floatOf(value)),
  ceil: ([value = null]) => Math.ceil(floatOf(value)),
  round: ([value = null, places = null]) => rounded(floatOf(value), Number(wholeOf(places))),
  seq: (args) => {
    const [from, step, to] =
      args.length === 1
        ? [1n, 1n, wholeOf(args[0]!)]
        : args.length === 2
          ? [wholeOf(args[0]!), 1n, wholeOf(args[1]!)]
          : [wholeOf(args[0] ?? null), wholeOf(args[1] ?? null), wholeOf(args[2] ?? null)];
    const length = step === 0n ? 0n : (to - from) / step + 1n;
    if (length > 10_000n) throw new Refused('it makes a list that is too long');
    return Array.from({ length: Math.max(0, Number(length)) }, (_, index) => from + BigInt(index) * step).join(' ');
  },
};
