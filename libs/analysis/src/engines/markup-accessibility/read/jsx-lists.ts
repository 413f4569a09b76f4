import ts from 'typescript';
import type { Budget } from './budget';
import { truthOf, resultsOf } from './constants';
import { type Jsx, isJsx, returnedBy } from './jsx-trees';
import { MOST_ENTRIES, entriesOf } from './lists';
import type { Meaning, Scope } from './meaning';
import { boundBy, scopeIn, unwrapped } from './scope';

/** A tree that stands where an expression does, and the names that it is read with. */
export interface Shown {
  readonly tree: Jsx;
  readonly scope: Scope;
  /** Whether it is one of all entries that a list of the file has. */
  readonly isEntry: boolean;
}

/**
 * The trees that an expression shows where it stands: `isOpen && <p />`, `isOpen ? <p /> : null`,
 * `days.map((day) => <li />)`, and that once for each day, if the file has the days.
 */
export function shownIn(written: ts.Expression, scope: Scope, budget: Budget): readonly Shown[] {
  const expression = unwrapped(written);
  const shown = (each: ts.Expression) => shownIn(each, scope, budget);
  if (isJsx(expression)) return [{ tree: expression, scope, isEntry: false }];
  if (ts.isArrayLiteralExpression(expression)) return expression.elements.flatMap(shown);
  if (ts.isConditionalExpression(expression)) {
    const truth = truthOf(resultsOf(expression.condition, scope));
    return [
      ...(truth === false ? [] : shown(expression.whenTrue)),
      ...(truth === true ? [] : shown(expression.whenFalse)),
    ];
  }
  if (ts.isBinaryExpression(expression))
    return expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? shown(expression.right) : [];
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return [];
  const [callback] = expression.arguments;
  const isMap = /^(?:map|flatMap)$/.test(expression.expression.name.text);
  if (!isMap || !callback || !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))) return [];
  const entries = entriesOf(expression.expression.expression, scope);
  if (entries === undefined || entries.length > Math.min(MOST_ENTRIES, budget.left))
    return shownBy(callback, scope, budget);
  budget.left -= entries.length;
  return entries.flatMap((entry, index) =>
    shownBy(callback, scopeOfEntry(callback, entry, index, scope), budget).map((each) => ({ ...each, isEntry: true })),
  );
}

type Callback = ts.ArrowFunction | ts.FunctionExpression;

const shownBy = ({ body }: Callback, scope: Scope, budget: Budget): readonly Shown[] =>
  ts.isBlock(body) ? returnedBy(body).flatMap((each) => shownIn(each, scope, budget)) : shownIn(body, scope, budget);

function scopeOfEntry(callback: Callback, entry: Meaning, index: number, scope: Scope): Scope {
  const [value, position] = callback.parameters;
  const at: Meaning = { expression: ts.factory.createNumericLiteral(index), scope };
  return scopeIn(
    scope,
    callback,
    new Map([
      ...(value ? boundBy(value.name, entry) : []),
      ...(position && ts.isIdentifier(position.name) ? [[position.name.text, at] as const] : []),
    ]),
  );
}
