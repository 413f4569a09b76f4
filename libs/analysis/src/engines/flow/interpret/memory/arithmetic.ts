import type { Constant, Place } from '../../ir';
import { bitOf } from '../../rules';
import type { Run } from '../run';
import { report } from '../sinks';
import {
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

const SIZE = bitOf('allocation-size');
const OVERFLOW = bitOf('integer-overflow');
const SIGNED = bitOf('signed-size');
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=', '!', 'begins']);

/** The result of an operation of C. */
/** @param isOwn whether the right operand is a variable of the function, or a literal */
export function operatedInC(run: Run, operator: string, values: readonly Value[], at: Place, isOwn: boolean): Value {
  const [left = UNKNOWN, right] = values;
  if ((operator === '/' || operator === '%') && right) judgeDivisor(run, right, at, isOwn);
  const folded = folds(operator, values);
  if (folded !== undefined) return constantOf(folded);
  if (COMPARISONS.has(operator)) {
    for (const { objects } of values) if (objects.length > 0) looked(run, objects);
    return UNKNOWN;
  }
  if (right === undefined) return ofTaints(left.taints);
  if (left.objects.length > 0 || right.objects.length > 0) return moved(operator, left, right);
  if (operator === 'add' && (isText(left) || isText(right))) return joinedOrMoved(left, right);
  return computed(operator, left, right);
}

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
  if (operator === '-' && left.taints.length > 0 && right.taints.length > 0) return madeSafe(value, SIZE | OVERFLOW);
  if (operator !== '*' && operator !== 'add' && operator !== '<<') return value;
  // A number that was not compared with anything may be so large that the result wraps around to a small one.
  return valueLike(value, {
    taints: taints.map((taint) =>
      (taint.safe & SIZE) === 0 ? taintLike(taint, { safe: (taint.safe | SIZE) & ~OVERFLOW }) : taint,
    ),
  });
}

function judgeDivisor(run: Run, divisor: Value, at: Place, isOwn: boolean): void {
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
