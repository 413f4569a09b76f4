import ts from 'typescript';
import { type Constants, NO_CONSTANTS, resultsOf } from './constants';

/** Numbers of other properties are pixels. */
const WITHOUT_UNIT = /^(?:opacity|zoom|order|flex.*|.*[wW]eight|line-height|z-index|grid-.*|animation-.*|.*-count)$/;

/**
 * A style that a template binds to an object, as CSS: `{ color: '#bbb' }`, or the constant that has one. Null for one
 * that only a program knows.
 */
export function cssOfObject(expression: ts.Expression, constants: Constants = NO_CONSTANTS): string | null {
  const style = objectOf(expression, constants);
  if (style === undefined) return null;
  const declared = style.properties.map((each) => declarationOf(each, constants));
  if (declared.some((each) => each === 'display: none' || each === 'visibility: hidden')) return 'display: none';
  return declared.includes(undefined) ? null : declared.join('; ');
}

/** The object that an expression is, by a name, or by a property of one: `styles.tax`. */
function objectOf(expression: ts.Expression, constants: Constants): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(expression)) return expression;
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return objectOf(expression.expression, constants);
  if (ts.isIdentifier(expression)) {
    const constant = constants(expression.text);
    return constant && !ts.isIdentifier(constant) ? objectOf(constant, constants) : undefined;
  }
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  const whole = objectOf(expression.expression, constants);
  const property = whole?.properties.find(
    (each): each is ts.PropertyAssignment =>
      ts.isPropertyAssignment(each) && ts.isIdentifier(each.name) && each.name.text === expression.name.text,
  );
  return property && ts.isObjectLiteralExpression(property.initializer) ? property.initializer : undefined;
}

function declarationOf(property: ts.ObjectLiteralElementLike, constants: Constants): string | undefined {
  if (!ts.isPropertyAssignment(property) || !(ts.isIdentifier(property.name) || ts.isStringLiteral(property.name)))
    return undefined;
  const [value, ...others] = resultsOf(property.initializer, constants);
  if (typeof value !== 'string' || others.length > 0) return undefined;
  const name = property.name.text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isPixels = /^-?[\d.]+$/.test(value) && value !== '0' && !WITHOUT_UNIT.test(name);
  return `${name}: ${value}${isPixels ? 'px' : ''}`;
}

/** Longer objects are seldom constant. */
const MAX_TEXT = 500;

/** The same of an expression that a template has as a text. */
export function cssOfText(text: string): string | null {
  if (text.length > MAX_TEXT || !/^\s*\{[^]*\}\s*$/.test(text)) return null;
  const { statements } = ts.createSourceFile('a.ts', `(${text})`, ts.ScriptTarget.Latest, true);
  const [statement] = statements;
  return statements.length === 1 && statement && ts.isExpressionStatement(statement)
    ? cssOfObject(statement.expression)
    : null;
}
