import type { Expression } from '../../ir';
import { bitOf } from '../../rules';
import { accessKey } from '../access-key';
import type { Run } from '../run';
import { withContentsSafe } from '../contents';
import { looked } from './access';

/** The weaknesses that are ruled out for a number that is no larger than another one. */
const UPPER = bitOf('allocation-size') | bitOf('integer-overflow');
/** The same for a number that is no smaller than another one. */
const LOWER = bitOf('signed-size');
const NOT_ZERO = bitOf('division-by-zero');

/** Applies what a condition says about the sizes of numbers and texts, and about pointers. */
export function refineSizes(run: Run, condition: Expression, isTrue: boolean): void {
  lookedAt(run, condition);
  if (condition.kind !== 'operation') {
    if (isTrue) bounded(run, condition, NOT_ZERO);
    return;
  }
  const [left, right] = condition.operands;
  if (!left || !right) return;
  switch (condition.operator) {
    case '<':
    case '<=':
      bounds(run, isTrue ? left : right, isTrue ? right : left);
      return;
    case '>':
    case '>=':
      bounds(run, isTrue ? right : left, isTrue ? left : right);
      return;
    case '==':
    case '!=':
      if (isTrue === (condition.operator === '==')) for (const each of [left, right]) bounded(run, each, UPPER | LOWER);
      else for (const each of [left, right]) bounded(run, each, NOT_ZERO);
  }
}

function bounds(run: Run, smaller: Expression, larger: Expression): void {
  bounded(run, smaller, UPPER);
  // `one > MOST - other`, `one > MOST / other`: both together are small enough.
  const other = larger.kind === 'operation' && /^[-/]$/.test(larger.operator) ? larger.operands[1] : undefined;
  if (other) bounded(run, other, UPPER);
  bounded(run, larger, LOWER | NOT_ZERO);
}

/** Marks all parts of an expression as safe: `strlen(text) + 1`, `count * 4`. */
function bounded(run: Run, expression: Expression, mask: number): void {
  switch (expression.kind) {
    case 'operation':
      for (const operand of expression.operands) bounded(run, operand, mask);
      return;
    case 'call':
      for (const { value } of expression.args) bounded(run, value, mask);
      return;
    case 'assign':
      bounded(run, expression.value, mask);
      return;
    case 'variable':
    case 'field':
    case 'index': {
      const key = accessKey(expression);
      if (key !== undefined) run.state.setGuard(key, run.state.guard(key) | mask);
      protectContent(run, expression, mask);
      return;
    }
    default:
  }
}

/** Marks the contents of a block as safe that a condition has judged. */
export function protectContent(run: Run, place: Expression, mask: number): void {
  if (place.kind !== 'variable' && place.kind !== 'field' && place.kind !== 'index') return;
  for (const key of objectsAt(run, place)) {
    const object = run.state.object(key);
    if (object !== undefined) run.state.setObject(key, withContentsSafe(object, mask));
  }
}

/** The objects that a place holds. Most places in conditions are variables, which need not be evaluated for that. */
const objectsAt = (run: Run, place: Expression): readonly number[] =>
  place.kind === 'variable' ? (run.state.get(place.id)?.objects ?? []) : run.evaluate(place).objects;

function lookedAt(run: Run, condition: Expression): void {
  switch (condition.kind) {
    case 'variable':
    case 'field':
    case 'index':
      looked(run, objectsAt(run, condition));
      return;
    case 'operation':
      for (const operand of condition.operands) lookedAt(run, operand);
      return;
    default:
  }
}
