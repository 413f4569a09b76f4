import ts from 'typescript';
import type { Meaning, Scope } from './meaning';
import { meaningOf, nameOf } from './scope';

/** More entries than these are data. */
export const MOST_ENTRIES = 40;

/** The entries of a list, where the file has all of them. A list without any is filled by something else. */
export function entriesOf(written: ts.Expression, scope: Scope): readonly Meaning[] | undefined {
  const entries = allOf(written, scope);
  return entries && entries.length > 0 ? entries : undefined;
}

function allOf(written: ts.Expression, scope: Scope): readonly Meaning[] | undefined {
  const list = meaningOf(written, scope);
  if (!list) return undefined;
  const { expression } = list;
  if (ts.isArrayLiteralExpression(expression))
    return expression.elements.some((each) => ts.isSpreadElement(each) || ts.isOmittedExpression(each))
      ? undefined
      : expression.elements.map((each) => ({ expression: each, scope: list.scope }));
  return ts.isCallExpression(expression) ? entriesOfObject(expression, list.scope) : undefined;
}

/** The entries of `Object.entries(labels)`, `Object.keys(labels)` and `Object.values(labels)`. */
function entriesOfObject(call: ts.CallExpression, scope: Scope): readonly Meaning[] | undefined {
  const { expression: called } = call;
  const [given] = call.arguments;
  if (!given || !ts.isPropertyAccessExpression(called) || !ts.isIdentifier(called.expression)) return undefined;
  const whole = called.expression.text === 'Object' ? meaningOf(given, scope) : undefined;
  if (!whole || !ts.isObjectLiteralExpression(whole.expression)) return undefined;
  const entries: Meaning[] = [];
  for (const each of whole.expression.properties) {
    const name = each.name && nameOf(each.name);
    if (!ts.isPropertyAssignment(each) || name === undefined) return undefined;
    const key = ts.factory.createStringLiteral(name);
    const kinds: Readonly<Record<string, ts.Expression>> = {
      keys: key,
      values: each.initializer,
      entries: ts.factory.createArrayLiteralExpression([key, each.initializer]),
    };
    const expression = Object.hasOwn(kinds, called.name.text) ? kinds[called.name.text] : undefined;
    if (!expression) return undefined;
    entries.push({ expression, scope: whole.scope });
  }
  return entries;
}
