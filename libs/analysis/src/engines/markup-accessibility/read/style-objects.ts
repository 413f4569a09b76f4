import ts from 'typescript';
import { expressionOf, resultsOf } from './constants';
import { NO_SCOPE, type Scope } from './meaning';
import { meaningOf, nameOf } from './scope';

/** Numbers of other properties are pixels. */
const WITHOUT_UNIT = /^(?:opacity|zoom|order|flex.*|.*[wW]eight|line-height|z-index|grid-.*|animation-.*|.*-count)$/;

/**
 * A style that a template binds to an object, as CSS: `{ color: '#bbb' }`, or the constant that has one. Null for one
 * that only a program knows.
 */
export function cssOfObject(expression: ts.Expression, scope: Scope = NO_SCOPE): string | null {
  const style = meaningOf(expression, scope);
  if (!style || !ts.isObjectLiteralExpression(style.expression)) return null;
  const declared = declarationsOf(style.expression, style.scope);
  if (declared.some((each) => each === 'display: none' || each === 'visibility: hidden')) return 'display: none';
  return declared.includes(undefined) ? null : declared.join('; ');
}

/** The declarations of an object, and of those that are spread in it; undefined for one that must be run. */
function declarationsOf(style: ts.ObjectLiteralExpression, scope: Scope, depth = 0): readonly (string | undefined)[] {
  return style.properties.flatMap((each) => {
    if (!ts.isSpreadAssignment(each)) return [declarationOf(each, scope)];
    const spread = depth < 4 ? meaningOf(each.expression, scope) : undefined;
    return spread && ts.isObjectLiteralExpression(spread.expression)
      ? declarationsOf(spread.expression, spread.scope, depth + 1)
      : [undefined];
  });
}

function declarationOf(property: ts.ObjectLiteralElementLike, scope: Scope): string | undefined {
  const isShort = ts.isShorthandPropertyAssignment(property);
  const key = property.name && nameOf(property.name);
  if (key === undefined || !(ts.isPropertyAssignment(property) || isShort)) return undefined;
  const [value, ...others] = resultsOf(isShort ? property.name : property.initializer, scope);
  if (typeof value !== 'string' || others.length > 0) return undefined;
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isPixels = /^-?[\d.]+$/.test(value) && value !== '0' && !WITHOUT_UNIT.test(name);
  return `${name}: ${value}${isPixels ? 'px' : ''}`;
}

/** Longer objects are seldom constant. */
const MAX_TEXT = 500;

/** The same of an expression that a template has as a text. */
export function cssOfText(text: string, scope: Scope = NO_SCOPE): string | null {
  const [, , plain] = /^\s*(['"`])([^'"`$]*:[^'"`$]*)\1\s*$/.exec(text) ?? [];
  if (plain !== undefined) return plain;
  const isObject = /^\s*\{[^]*\}\s*$/.test(text);
  const expression = isObject || scope !== NO_SCOPE ? expressionOf(text, MAX_TEXT) : undefined;
  return expression ? cssOfObject(expression, scope) : null;
}
