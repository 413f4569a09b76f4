import { accessKey } from '../interpret/access-key';
import type { Expression } from '../ir';
import { equality, read } from './judge';
import type { WalkedPath } from './path';
import type { Symbol } from './symbols';
import type { Walk } from './walk';

/** The ways on which a condition holds, or does not. Takes the path that it is given. */
export function assume(walk: Walk, path: WalkedPath, condition: Expression, isTrue: boolean): WalkedPath[] {
  if (condition.kind === 'operation') {
    const [left, right] = condition.operands;
    if (condition.operator === '!' && left) return assume(walk, path, left, !isTrue);
    if ((condition.operator === '&&' || condition.operator === '||') && left && right) {
      const isBoth = (condition.operator === '&&') === isTrue;
      if (isBoth) return assume(walk, path, left, isTrue).flatMap((each) => assume(walk, each, right, isTrue));
      const other = path.fork();
      const first = assume(walk, path, left, isTrue);
      return [...first, ...assume(walk, other, left, !isTrue).flatMap((each) => assume(walk, each, right, isTrue))];
    }
  }
  const symbol = walk.evaluate(path, condition);
  if (path.isDead) return [];
  read(walk, path, symbol, condition.at);
  checkedLate(walk, path, symbol, condition);
  const wasKnown = walk.isZero(path, symbol) !== undefined;
  decide(walk, path, symbol, isTrue);
  if (path.isDead) return [];
  if (!wasKnown) foundNull(walk, path, condition, isTrue);
  return [path];
}

/** `pointer`, `pointer == NULL` and `pointer != NULL` tell that the pointer is NULL, by the name that is asked for. */
function foundNull(walk: Walk, path: WalkedPath, condition: Expression, isTrue: boolean): void {
  if (condition.kind === 'operation') {
    const [left, right] = condition.operands;
    const isZero = right?.kind === 'literal' && (right.value === 0 || right.value === null);
    const isEqual = condition.operator === '==';
    if (left && isZero && (isEqual || condition.operator === '!=')) foundNull(walk, path, left, isTrue !== isEqual);
    return;
  }
  const name = isTrue ? undefined : accessKey(condition);
  if (name === undefined || condition.kind === 'import' || condition.kind === 'call') return;
  const symbol = walk.evaluate(path, condition);
  const form = walk.symbols.form(symbol);
  // A pointer that was moved on points to an element, so it is not NULL, whatever the condition says.
  if (form.kind === 'unknown' || (form.kind === 'operation' && form.operator.startsWith('call ')))
    path.know(symbol, { nullAs: name });
}

/** A condition asks whether a pointer is NULL that was followed before. */
function checkedLate(walk: Walk, path: WalkedPath, symbol: Symbol, { at, kind }: Expression): void {
  if (walk.withinValues > 0 || (kind !== 'variable' && kind !== 'field' && kind !== 'index')) return;
  const { followedAt } = path.fact(symbol);
  // A run that comes from elsewhere may have a reason to ask.
  const isLate = followedAt !== undefined && followedAt < at && walk.checked.get(at) !== undefined;
  if (!walk.checked.has(at)) walk.checked.set(at, followedAt !== undefined && followedAt < at ? followedAt : undefined);
  else if (!isLate) walk.checked.set(at, undefined);
  if (followedAt !== undefined) path.know(symbol, { followedAt: undefined });
}

/** Says of a value whether it is true, and of what it is made what follows from that. */
export function decide(walk: Walk, path: WalkedPath, symbol: Symbol, isTrue: boolean): void {
  const known = walk.isZero(path, symbol);
  if (known !== undefined) {
    if (known === isTrue) path.isDead = true;
    return;
  }
  const form = walk.symbols.form(symbol);
  // A macro may be another value each time.
  if (form.kind === 'name') return;
  path.know(symbol, { isZero: !isTrue });
  if (form.kind !== 'operation') return;
  const [left, right] = form.operands;
  if (form.operator === '!' && left !== undefined) decide(walk, path, left, !isTrue);
  if (left === undefined || right === undefined) return;
  if (form.operator === '==') equals(walk, path, left, right, isTrue);
  if (form.operator === '<' && isTrue) {
    // A value below or above 0 is not 0.
    if (walk.symbols.number(right) === 0) decide(walk, path, left, true);
    if (walk.symbols.number(left) === 0) decide(walk, path, right, true);
  }
}

function equals(walk: Walk, path: WalkedPath, left: Symbol, right: Symbol, isTrue: boolean): void {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (!isConstant(walk, other) || isConstant(walk, one)) continue;
    const number = walk.symbols.number(other);
    if (isTrue) path.know(one, { equals: other });
    if (number === 0) decide(walk, path, one, !isTrue);
    else if (number !== undefined && isTrue) decide(walk, path, one, true);
  }
}

const isConstant = (walk: Walk, symbol: Symbol): boolean =>
  walk.symbols.form(symbol).kind === 'constant' || walk.symbols.form(symbol).kind === 'name';

/** A variable of the function does not lie where another one does, or where memory was made: `p != buffer`. */
const areApart = (walk: Walk, path: WalkedPath, one: Symbol, other: Symbol): boolean =>
  walk.symbols.form(one).kind === 'local' &&
  (walk.symbols.form(other).kind === 'local' || path.fact(other).made?.resource === 'memory');

/** `one == other`, where that is known on this way. */
export function compared(walk: Walk, path: WalkedPath, one: Symbol, other: Symbol): Symbol {
  const [left, right] = [one, other].map((each) => path.fact(each).equals ?? each) as [Symbol, Symbol];
  if (left === right) return walk.symbols.constant(1);
  if (isConstant(walk, left) && isConstant(walk, right)) return walk.symbols.constant(0);
  if (areApart(walk, path, left, right) || areApart(walk, path, right, left)) return walk.symbols.constant(0);
  for (const [pointer, constant] of [
    [one, other],
    [other, one],
  ] as const)
    if (walk.symbols.number(constant) === 0) {
      const isZero = walk.isZero(path, pointer);
      if (isZero !== undefined) return walk.symbols.constant(isZero ? 1 : 0);
    }
  return equality(walk, one, other);
}
