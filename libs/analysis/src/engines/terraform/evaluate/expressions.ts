import { type Expression, type ForExpression, SPLAT_ITEM } from '../syntax/ast';
import type { Budget } from '../../infrastructure/budget';
import { callFunction } from './functions';
import {
  FAILED,
  HOLE,
  UNKNOWN,
  type Value,
  areEqual,
  isList,
  isObject,
  isUnknown,
  isWhole,
  joinedTexts,
  listOf,
  numberOf,
  textOf,
  truthOf,
  weightOf,
} from '../../infrastructure/value';

/** The text of a file of the target. It is undefined if there is none, and null if too much was read already. */
export type TextAt = (path: string) => string | undefined | null;

/** The meaning of names where an expression stands. */
export interface Scope {
  readonly budget: Budget;
  /** Such as `var`, `local`, `each`; undefined for a resource type. */
  lookUp(path: readonly string[]): Value | undefined;
  readonly file: string;
  /** The text of a file of the target, for `file`. */
  textAt?: TextAt;
}

export const MOST_ITEMS = 2_000;

export const evaluate = (expression: Expression, scope: Scope): Value =>
  scope.budget.within<Value>(UNKNOWN, () => valueOf(expression, scope));

function valueOf(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'template':
      return measured(
        joinedTexts(
          expression.parts.map((part) => textOf(evaluate(part, scope))),
          '',
        ),
        scope,
      );
    case 'list':
      return listOf(expression.items.map((item) => evaluate(item, scope)));
    case 'object':
      return objectFrom(expression.entries.map(({ key, value }) => [evaluate(key, scope), evaluate(value, scope)]));
    case 'name':
    case 'get':
    case 'index':
      return traverse(expression, scope);
    case 'splat':
      return splat(expression, scope);
    case 'call':
      return call(expression, scope);
    case 'for':
      return comprehension(expression, scope);
    case 'conditional':
      return conditional(expression, scope);
    case 'unary': {
      const of = evaluate(expression.of, scope);
      if (expression.operator === '!') return negated(truthOf(of));
      const number = numberOf(of);
      return number === undefined ? UNKNOWN : -number;
    }
    case 'binary':
      return binary(expression, scope);
    case 'opaque':
      return UNKNOWN;
  }
}

/** Long texts and lists cost as much as they weigh. */
function measured(value: Value, { budget }: Scope): Value {
  budget.spend(weightOf(value));
  return value;
}

function conditional({ test, yes, no }: Extract<Expression, { kind: 'conditional' }>, scope: Scope): Value {
  const truth = truthOf(evaluate(test, scope));
  if (truth !== undefined) return evaluate(truth ? yes : no, scope);
  const [one, other] = [evaluate(yes, scope), evaluate(no, scope)];
  return areEqual(one, other, scope.budget) === true ? one : UNKNOWN;
}

const negated = (truth: boolean | undefined): Value => (truth === undefined ? UNKNOWN : !truth);

/** The names of `a.b["c"].d`, as far as they are names, and what follows. */
function traverse(expression: Expression, scope: Scope): Value {
  const names = namesOf(expression);
  if (names !== undefined) {
    const known = scope.lookUp(names);
    if (known !== undefined) return known;
  }
  if (expression.kind === 'get') return memberOf(evaluate(expression.of, scope), expression.name);
  if (expression.kind === 'index') return memberOf(evaluate(expression.of, scope), evaluate(expression.key, scope));
  return UNKNOWN;
}

const MOST_NAMES = 100;

/** Undefined if something other than names and constant keys is in it, or more than anybody writes. */
export function namesOf(expression: Expression): string[] | undefined {
  const names: string[] = [];
  let at = expression;
  while (names.length < MOST_NAMES) {
    if (at.kind === 'name') return [at.name, ...names.reverse()];
    if (at.kind === 'get') names.push(at.name);
    else if (at.kind === 'index' && at.key.kind === 'literal') names.push(String(at.key.value));
    else return undefined;
    at = at.of;
  }
  return undefined;
}

export function memberOf(of: Value, key: Value): Value {
  if (isUnknown(key)) return UNKNOWN;
  if (isObject(of)) return of.entries.get(textOf(key)) ?? (of.open || !isWhole(textOf(key)) ? UNKNOWN : FAILED);
  if (of === null || (isUnknown(of) && of.failed)) return FAILED;
  // Unknown items of an open list may stand before the place.
  const index = isList(of) && !of.open ? numberOf(key) : undefined;
  return isList(of) && index !== undefined ? (of.items[index] ?? UNKNOWN) : UNKNOWN;
}

function splat({ of, rest }: Extract<Expression, { kind: 'splat' }>, scope: Scope): Value {
  const list = evaluate(of, scope);
  if (isUnknown(list)) return UNKNOWN;
  if (list === null) return listOf([]);
  const items = isList(list) ? list.items : [list];
  if (items.length > MOST_ITEMS) scope.budget.leaveOut();
  const made = items.slice(0, MOST_ITEMS).map((item) => evaluate(rest, withNames(scope, { [SPLAT_ITEM]: item })));
  return listOf(made, isList(list) && (list.open || items.length > MOST_ITEMS));
}

export const withNames = (scope: Scope, names: Readonly<Record<string, Value>>): Scope => ({
  ...scope,
  lookUp: ([first, ...rest]) => {
    if (first === undefined || !Object.hasOwn(names, first)) return scope.lookUp([first ?? '', ...rest]);
    return rest.reduce<Value>((value, name) => memberOf(value, name), names[first]!);
  },
});

function call({ name, args, spread }: Extract<Expression, { kind: 'call' }>, scope: Scope): Value {
  if (name === 'try' || name === 'coalesce' || name === 'coalescelist') return firstOf(name, args, scope);
  const values = args.map((arg) => evaluate(arg, scope));
  if (!spread) return callFunction(name, values, scope);
  const last = values.at(-1)!;
  if (!isList(last) || last.open) return UNKNOWN;
  if (last.items.length > MOST_ITEMS) {
    scope.budget.leaveOut();
    return UNKNOWN;
  }
  return callFunction(name, [...values.slice(0, -1), ...last.items], scope);
}

/** `try` takes the first that does not fail, `coalesce` the first that is not empty. One that is unknown ends both. */
function firstOf(name: string, args: readonly Expression[], scope: Scope): Value {
  for (const arg of args) {
    const value = evaluate(arg, scope);
    if (name === 'try' && isUnknown(value) && value.failed) continue;
    if (isUnknown(value)) return UNKNOWN;
    if (name === 'try') return value;
    const empty = value === null || value === '' || (isList(value) && value.items.length === 0 && !value.open);
    if (!empty) return value;
  }
  return UNKNOWN;
}

function comprehension(expression: ForExpression, scope: Scope): Value {
  const of = evaluate(expression.of, scope);
  const pairs = pairsOf(of);
  if (pairs === undefined) return UNKNOWN;
  if (pairs.length > MOST_ITEMS) scope.budget.leaveOut();
  let open = isUnknown(of) || (of as { open?: boolean }).open === true || pairs.length > MOST_ITEMS;
  const made: [Value, Value][] = [];
  for (const [key, value] of pairs.slice(0, MOST_ITEMS)) {
    const inner = withNames(scope, {
      ...(expression.key !== undefined && { [expression.key]: key }),
      [expression.value]: value,
    });
    const keep = expression.test === undefined ? true : truthOf(evaluate(expression.test, inner));
    if (keep === undefined) open = true;
    if (keep !== true) continue;
    const resultKey = expression.resultKey === undefined ? null : evaluate(expression.resultKey, inner);
    made.push([resultKey, evaluate(expression.result, inner)]);
  }
  if (expression.resultKey === undefined)
    return listOf(
      made.map(([, value]) => value),
      open,
    );
  const object = objectFrom(expression.grouped ? grouped(made) : made);
  return open && isObject(object) ? { ...object, open } : object;
}

const grouped = (pairs: readonly [Value, Value][]): [Value, Value][] => {
  const groups = new Map<string, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(textOf(key));
    if (group === undefined) groups.set(textOf(key), [value]);
    else group.push(value);
  }
  return [...groups].map(([key, values]) => [key, listOf(values)]);
};

/**
 * The pairs that `for` and `for_each` go through: the keys and values of an object, or the places and items of a list.
 */
export function pairsOf(value: Value): [Value, Value][] | undefined {
  if (isObject(value)) return [...value.entries];
  return isList(value) ? value.items.map((item, index) => [value.open ? UNKNOWN : index, item]) : undefined;
}

function objectFrom(pairs: readonly (readonly [Value, Value])[]): Value {
  const entries = new Map<string, Value>();
  let open = false;
  for (const [key, value] of pairs) {
    const name = textOf(key);
    if (!isWhole(name) || name === HOLE) open = true;
    else entries.set(name, value);
  }
  return { kind: 'object', entries, open };
}

function binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, scope: Scope): Value {
  const one = evaluate(left, scope);
  const other = evaluate(right, scope);
  if (operator === '&&' || operator === '||') {
    const decisive = operator === '||';
    const [a, b] = [truthOf(one), truthOf(other)];
    if (a === decisive || b === decisive) return decisive;
    return a === undefined || b === undefined ? UNKNOWN : !decisive;
  }
  if (operator === '==' || operator === '!=') {
    const same = areEqual(one, other, scope.budget);
    return same === undefined ? UNKNOWN : same === (operator === '==');
  }
  const [a, b] = [numberOf(one), numberOf(other)];
  return a === undefined || b === undefined ? UNKNOWN : (ARITHMETIC[operator]?.(a, b) ?? UNKNOWN);
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number | boolean>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};
