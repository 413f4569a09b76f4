import { PREDICTABLE } from '../../../../catalogue/flow/rows';
import type { Constant, Expression, Place } from '../../ir';
import { bitOf } from '../../rules';
import type { Run } from '../run';
import { report } from '../sinks';
import {
  type Taint,
  UNKNOWN,
  type Value,
  carrying,
  constantOf,
  joinTaints,
  joinedText,
  madeSafe,
  ofTaints,
  taintLike,
  valueLike,
  withTaints,
} from '../values';
import { looked, tell } from './access';
import { TEXTS } from './numbers';

/** An operation with the values of its operands. */
interface EvaluatedOperation {
  readonly operator: string;
  readonly values: readonly Value[];
  readonly at: Place;
  /** Whether the right operand is a variable of the function, or a literal. */
  readonly isOwn: boolean;
  readonly makes: Extract<Expression, { kind: 'operation' }>['makes'];
}

/** Wider numbers are no exact numbers here. */
const WIDEST_EXACT = 4;
const GROWING = /^(?:add|-|\*|<<)$/;
const SIZE = bitOf('allocation-size');
const OVERFLOW = bitOf('integer-overflow');
const SIGNED = bitOf('signed-size');
const NOT_ZERO = bitOf('division-by-zero');
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=', '!', 'begins']);

/** The result of an operation of C. */
export function operatedInC(run: Run, operation: EvaluatedOperation): Value {
  const { operator, values, at, isOwn, makes } = operation;
  const [left = UNKNOWN, right] = values;
  if ((operator === '/' || operator === '%') && right) judgeDivisor(run, right, at, isOwn);
  const folded = folds(operator, values);
  if (folded !== undefined) return judgeConstant(run, operation, folded) ? UNKNOWN : constantOf(folded);
  if (COMPARISONS.has(operator)) {
    for (const { objects } of values) if (objects.length > 0) looked(run, objects);
    return UNKNOWN;
  }
  if (right === undefined) return ofTaints(left.taints);
  if (left.objects.length > 0 || right.objects.length > 0) return moved(operator, left, right);
  if (operator === 'add' && (isText(left) || isText(right))) return joinedOrMoved(left, right);
  if (makes) judgeGrowth(run, operation);
  return computed(operator, left, right);
}

/** Judges a number that is made of constants: whether its type can hold it. */
function judgeConstant(run: Run, { operator, values, at, makes }: EvaluatedOperation, folded: Constant): boolean {
  if (!makes || makes.size > WIDEST_EXACT || typeof folded !== 'number' || !GROWING.test(operator)) return false;
  const bits = makes.size * 8;
  const [least, most] = makes.isUnsigned ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
  if (folded <= most && folded >= least) return false;
  // Sums of hashes and checks wrap around on purpose: of unsigned numbers a single step is judged.
  if (makes.isUnsigned && (operator === '*' || values[1]?.constant !== 1 || run.frame.unsure > 0)) return false;
  const isAbove = folded > most;
  const says = `${folded} is ${isAbove ? 'above' : 'below'} ${isAbove ? most : least}, where its type ends`;
  tell(run, isAbove ? 'number-overflow' : 'number-underflow', at, says);
  return true;
}

/** Judges arithmetic with numbers from outside that were compared with nothing. */
function judgeGrowth(run: Run, { operator, values: [left, right], at, makes }: EvaluatedOperation): void {
  if (!GROWING.test(operator) || !left || !right) return;
  const isDifference = operator === '-';
  const given = numbersIn(isDifference ? [left] : operator === '<<' ? [left] : [left, right]);
  // Generators of random numbers, and sums of hashes, wrap around on purpose.
  const taints = isDifference || makes?.isUnsigned ? given.filter(({ label }) => label !== PREDICTABLE) : given;
  if (taints.length === 0) return;
  const name = isDifference ? 'a difference' : operator === 'add' ? 'a sum' : 'a product';
  report(run, { call: name, weakness: isDifference ? 'number-underflow' : 'number-overflow' }, ofTaints(taints), at);
}

/** Input that was read as a number: texts are no numbers, and pointers into them are moved. */
export const numbersIn = (values: readonly Value[]): readonly Taint[] =>
  values.flatMap(({ taints }) => taints.filter(({ safe }) => (safe & TEXTS) === TEXTS));

const isText = ({ text }: Value): boolean => text !== undefined;

/** Texts of C++ are joined; a number moves a pointer within a text of C. */
function joinedOrMoved(left: Value, right: Value): Value {
  const areTexts = [left, right].every((each) => isText(each) || each.taints.length > 0);
  return areTexts ? joinedText([left, right]) : ofTaints(joinTaints(left.taints, right.taints));
}

/** A pointer into a block: it is not known where in the block it points. */
function moved(operator: string, left: Value, right: Value): Value {
  if (operator !== 'add' && operator !== '-') return UNKNOWN;
  // The distance of two pointers is no longer than the block that they point into.
  if (operator === '-' && right.objects.length > 0) return UNKNOWN;
  if (left.constant === 0) return right;
  if (right.constant === 0) return left;
  const pointer = left.objects.length > 0 ? left : right;
  return valueLike(UNKNOWN, { taints: pointer.taints, objects: pointer.objects, isOther: true });
}

/** A number that is computed from untrusted numbers. */
function computed(operator: string, left: Value, right: Value): Value {
  const taints = joinTaints(left.taints, right.taints);
  if (taints.length === 0) return UNKNOWN;
  const value = carrying([withTaints(UNKNOWN, taints)]);
  if (operator === '%' || operator === '&')
    return madeSafe(value, right.taints.length === 0 ? SIZE | OVERFLOW | SIGNED : 0);
  // A number that is not below 0 is above it once something is added.
  if (operator === 'add' && typeof right.constant === 'number' && right.constant > 0)
    return grown(nonZero(value), taints);
  if (operator === '-' && left.taints.length > 0 && right.taints.length > 0) return madeSafe(value, SIZE | OVERFLOW);
  if (operator !== '*' && operator !== 'add' && operator !== '<<') return value;
  return grown(value, taints);
}

/** A number that was not compared with anything may be so large that the result wraps around to a small one. */
const grown = (value: Value, taints: readonly Taint[]): Value =>
  valueLike(value, {
    taints: (value.taints.length > 0 ? value.taints : taints).map((taint) =>
      (taint.safe & SIZE) === 0 ? taintLike(taint, { safe: (taint.safe | SIZE) & ~OVERFLOW }) : taint,
    ),
  });

const nonZero = (value: Value): Value =>
  valueLike(value, {
    taints: value.taints.map((taint) =>
      (taint.safe & SIGNED) === 0 ? taint : taintLike(taint, { safe: taint.safe | NOT_ZERO }),
    ),
  });

export function judgeDivisor(run: Run, divisor: Value, at: Place, isOwn: boolean): void {
  if (divisor.constant === undefined) run.judgesHere();
  if (divisor.constant === 0) {
    if (isOwn) tell(run, 'division-by-zero', at, 'The divisor is 0 on every way that leads here');
  } else report(run, { call: 'the divisor', weakness: 'division-by-zero' }, divisor, at);
}

function folds(operator: string, values: readonly Value[]): Constant | undefined {
  const constants = values.map(({ constant }) => constant);
  if (constants.some((constant) => constant === undefined)) return undefined;
  const [left, right] = constants.map((constant) => (constant === null ? 0 : constant)) as readonly Constant[];
  if (values.length === 1) return foldsOne(operator, left!);
  if (operator === '==') return left === right ? 1 : 0;
  if (operator === '!=') return left === right ? 0 : 1;
  if (operator === 'add' && typeof left === 'string' && typeof right === 'string') return left + right;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const result = foldsNumbers(operator, left, right);
  return result === undefined || !Number.isFinite(result) || Math.abs(result) > Number.MAX_SAFE_INTEGER
    ? undefined
    : result;
}

function foldsOne(operator: string, value: Constant): Constant | undefined {
  if (operator === '!') return value === 0 || value === false ? 1 : 0;
  if (typeof value !== 'number') return undefined;
  if (operator === '-') return -value;
  return operator === '+' ? value : undefined;
}

function foldsNumbers(operator: string, left: number, right: number): number | undefined {
  const isSmall = Math.abs(left) < 2 ** 31 && Math.abs(right) < 2 ** 31;
  switch (operator) {
    case 'add':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 || !Number.isInteger(left) || !Number.isInteger(right) ? undefined : Math.trunc(left / right);
    case '%':
      return right === 0 ? undefined : left % right;
    case '<':
      return left < right ? 1 : 0;
    case '<=':
      return left <= right ? 1 : 0;
    case '>':
      return left > right ? 1 : 0;
    case '>=':
      return left >= right ? 1 : 0;
    case '<<':
      return right >= 0 && right < 31 && isSmall ? left * 2 ** right : undefined;
    case '>>':
      return right >= 0 && right < 31 && isSmall && left >= 0 ? Math.floor(left / 2 ** right) : undefined;
    case '&':
      return isSmall && left >= 0 && right >= 0 ? left & right : undefined;
    case '|':
      return isSmall && left >= 0 && right >= 0 ? left | right : undefined;
    case '^':
      return isSmall && left >= 0 && right >= 0 ? left ^ right : undefined;
    default:
      return undefined;
  }
}
