import ts from 'typescript';
import type { Place } from '../markup';
import type { Meaning, Scope } from './meaning';

const MAX_DEPTH = 12;

const isWrapped = (
  each: ts.Expression,
): each is ts.ParenthesizedExpression | ts.AsExpression | ts.NonNullExpression | ts.SatisfiesExpression =>
  ts.isParenthesizedExpression(each) ||
  ts.isAsExpression(each) ||
  ts.isNonNullExpression(each) ||
  ts.isSatisfiesExpression(each);

/** The expression without what only the compiler of TypeScript, or a reader, needs around it. */
export function unwrapped(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (isWrapped(inner)) inner = inner.expression;
  return inner;
}

/** The code as the file has it; nothing for what stands for a value only while it is read. */
export const codeOf = (node: ts.Node): string => (node.pos < 0 ? '' : node.getText());

/** The value `undefined`, for what an object does not have. */
const NOTHING: ts.Expression = ts.factory.createIdentifier('undefined');
export const isNothing = (expression: ts.Expression): boolean =>
  ts.isIdentifier(expression) && expression.text === 'undefined';

/** Follows names and properties to what they stand for; undefined for what must be run. */
export function meaningOf(written: ts.Expression, scope: Scope, depth = 0): Meaning | undefined {
  const expression = unwrapped(written);
  if (depth > MAX_DEPTH) return undefined;
  if (ts.isIdentifier(expression)) {
    if (isNothing(expression)) return { expression, scope };
    const known = scope.of(expression.text, expression);
    return known && meaningOf(known.expression, known.scope, depth + 1);
  }
  if (ts.isPropertyAccessExpression(expression)) {
    const whole = meaningOf(expression.expression, scope, depth + 1);
    return whole && memberOf(whole, expression.name.text, depth + 1);
  }
  if (ts.isElementAccessExpression(expression)) {
    const key = meaningOf(expression.argumentExpression, scope, depth + 1)?.expression;
    const whole = key && isKey(key) ? meaningOf(expression.expression, scope, depth + 1) : undefined;
    return whole && memberOf(whole, (key as ts.StringLiteral).text, depth + 1);
  }
  return { expression, scope };
}

/** The name that a value was given under last, such as that of an import; undefined for no name. */
export function lastNameOf(written: ts.Node, scope: Scope, depth = 0): string | undefined {
  const node = unwrapped(written as ts.Expression);
  if (depth > MAX_DEPTH) return undefined;
  if (ts.isIdentifier(node)) {
    const known = scope.of(node.text, node);
    return (known && lastNameOf(known.expression, known.scope, depth + 1)) ?? node.text;
  }
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const whole = meaningOf(node.expression, scope);
  const member = whole && rawMemberOf(whole, node.name.text);
  return member && lastNameOf(member.expression, member.scope, depth + 1);
}

const isKey = (key: ts.Expression): key is ts.StringLiteral | ts.NumericLiteral =>
  ts.isStringLiteralLike(key) || ts.isNumericLiteral(key);

/** The member of an object or a list under a key; undefined if that is not known. */
function memberOf(whole: Meaning, key: string, depth = 0): Meaning | undefined {
  const { expression, scope } = whole;
  if (ts.isArrayLiteralExpression(expression)) {
    if (!/^\d+$/.test(key) || expression.elements.some(ts.isSpreadElement)) return undefined;
    return meaningOf(expression.elements[Number(key)] ?? NOTHING, scope, depth);
  }
  if (!ts.isObjectLiteralExpression(expression)) return undefined;
  const value = propertyOf(expression, key);
  return value && meaningOf(value, scope, depth);
}

/** The value of a property: `undefined` of JavaScript if the object lacks it, undefined if it may have it. */
function propertyOf(whole: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
  let found: ts.Expression | undefined = NOTHING;
  for (const each of whole.properties) {
    const name = each.name && nameOf(each.name);
    if (name === undefined) found = undefined;
    else if (name === key)
      found = ts.isPropertyAssignment(each)
        ? each.initializer
        : ts.isShorthandPropertyAssignment(each)
          ? each.name
          : undefined;
  }
  return found;
}

/** The property of an object that has it under a plain name. */
export function valueAt(whole: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
  const value = propertyOf(whole, key);
  return value === NOTHING ? undefined : value;
}

/** The key of a property; undefined for a computed one. */
export const nameOf = (name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined;

/** The names that a parameter or a variable takes out of a value. What is not known is left out. */
export function boundBy(pattern: ts.BindingName, meaning: Meaning | undefined): Map<string, Meaning> {
  const found = new Map<string, Meaning>();
  const bind = (name: ts.BindingName, value: Meaning | undefined): void => {
    if (ts.isIdentifier(name)) {
      if (value) found.set(name.text, value);
      return;
    }
    if (!value) return;
    const taken: string[] = [];
    for (const [index, element] of name.elements.entries()) {
      if (!ts.isBindingElement(element)) continue;
      const key = ts.isArrayBindingPattern(name) ? String(index) : keyOf(element);
      if (element.dotDotDotToken) bind(element.name, restOf(value, taken));
      else if (key !== undefined) {
        taken.push(key);
        const member = memberOf(value, key) ?? rawMemberOf(value, key);
        const isLacking = member !== undefined && isNothing(member.expression) && element.initializer !== undefined;
        bind(element.name, isLacking ? { expression: element.initializer!, scope: value.scope } : member);
      }
    }
  };
  bind(pattern, meaning);
  return found;
}

const keyOf = ({ propertyName, name }: ts.BindingElement): string | undefined =>
  propertyName ? nameOf(propertyName) : ts.isIdentifier(name) ? name.text : undefined;

/** A property that must be run: its expression as it stands. */
function rawMemberOf({ expression, scope }: Meaning, key: string): Meaning | undefined {
  const value = ts.isObjectLiteralExpression(expression) ? propertyOf(expression, key) : undefined;
  return value && { expression: value, scope };
}

/** The rest of an object without the properties that were taken out of it. */
function restOf({ expression, scope }: Meaning, taken: readonly string[]): Meaning | undefined {
  if (!ts.isObjectLiteralExpression(expression)) return undefined;
  const left = expression.properties.filter((each) => !each.name || !taken.includes(nameOf(each.name) ?? ''));
  return { expression: ts.factory.createObjectLiteralExpression(left), scope };
}

/** A scope in which a function has got values for its parameters. */
export function scopeIn(
  outer: Scope,
  owner: ts.Node,
  bound: ReadonlyMap<string, Meaning>,
  place: Place | undefined = outer.place,
): Scope {
  const scope: Scope = {
    ...(place && { place }),
    isBound: true,
    of(name, at) {
      const meaning = bound.get(name);
      if (meaning && ownerOf(name, at) === owner) return meaning;
      const known = outer.of(name, at);
      return known && known.scope === outer ? { ...known, scope } : known;
    },
  };
  return scope;
}

/** The function whose parameter a name is, seen from where it is used. */
function ownerOf(name: string, at: ts.Node): ts.Node | undefined {
  for (let node: ts.Node | undefined = at.parent; node; node = node.parent)
    if (ts.isFunctionLike(node) && node.parameters.some((each) => hasName(each.name, name))) return node;
  return undefined;
}

const hasName = (pattern: ts.BindingName, name: string): boolean =>
  ts.isIdentifier(pattern)
    ? pattern.text === name
    : pattern.elements.some((each) => ts.isBindingElement(each) && hasName(each.name, name));
