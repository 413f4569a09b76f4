import ts from 'typescript';
import type { Place } from '../markup';
import { type Jsx, isJsx } from './jsx-trees';
import type { Meaning, Scope } from './meaning';
import { boundBy, scopeIn, unwrapped } from './scope';

/** A component that a file declares and that shows one tree. */
interface Component {
  readonly owner: ts.FunctionLikeDeclaration;
  readonly tree: Jsx;
}

/** The components of a file, by their names. */
export type Components = (name: string) => Component | undefined;

/** The tree that a component shows where it is used, and the scope with which it is read. */
interface Shown {
  readonly tree: Jsx;
  readonly scope: Scope;
}

/** Finds the functions of a file that show one tree of JSX, whatever they are given. */
export function componentsIn(source: ts.SourceFile): Components {
  let known: ReadonlyMap<string, Component | undefined> | undefined;
  return (name) => (known ??= declaredIn(source)).get(name);
}

function declaredIn({ statements }: ts.SourceFile): ReadonlyMap<string, Component | undefined> {
  const known = new Map<string, Component | undefined>();
  const changed = new Set<string>();
  const add = (name: string, made: ts.Node | undefined): void => {
    const tree = made && isFunction(made) ? treeOf(made) : undefined;
    known.set(name, tree && !known.has(name) ? { owner: made as ts.FunctionLikeDeclaration, tree } : undefined);
  };
  for (const each of statements) {
    if (ts.isFunctionDeclaration(each) && each.name) add(each.name.text, each);
    else if (ts.isVariableStatement(each))
      for (const { name, initializer } of each.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) add(name.text, unpacked(initializer));
    // `Card.defaultProps = { title: 'Tea' }`
    if (ts.isExpressionStatement(each)) {
      const [, name] = /^(\w+)\.defaultProps\b/.exec(each.getText()) ?? [];
      if (name !== undefined) changed.add(name);
    }
  }
  for (const name of changed) known.delete(name);
  return known;
}

type FunctionOfFile = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

const isFunction = (node: ts.Node): node is FunctionOfFile =>
  ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** The function in `memo(() => …)` and `forwardRef((props, ref) => …)`. */
function unpacked(written: ts.Expression): ts.Expression {
  const made = unwrapped(written);
  if (!ts.isCallExpression(made)) return made;
  const [inner] = made.arguments;
  return inner && /^(?:React\.)?(?:memo|forwardRef)$/.test(made.expression.getText()) ? unpacked(inner) : made;
}

/** The only tree that a function returns. */
function treeOf({ body, parameters }: FunctionOfFile): Jsx | undefined {
  if (!body || parameters.length > 2) return undefined;
  if (!ts.isBlock(body)) return asTree(body);
  const last = body.statements.at(-1);
  if (!last || !ts.isReturnStatement(last) || !last.expression) return undefined;
  return body.statements.some((each) => each !== last && returns(each)) ? undefined : asTree(last.expression);
}

function asTree(written: ts.Expression): Jsx | undefined {
  const expression = unwrapped(written);
  return isJsx(expression) ? expression : undefined;
}

/** Whether a statement may end the function in which it stands. */
const returns = (node: ts.Node): boolean =>
  ts.isReturnStatement(node) ||
  (!ts.isFunctionLike(node) && ts.forEachChild(node, (each) => returns(each) || undefined) === true);

/**
 * Finds the tree that a component of the file shows where it is used.
 * @returns undefined if the use does not say all that it gives to the component
 */
export function shownByUse(
  use: ts.JsxElement | ts.JsxSelfClosingElement,
  { owner, tree }: Component,
  scope: Scope,
  place: Place,
): Shown | undefined {
  const given = propertiesOf(use);
  const [props] = owner.parameters;
  if (given === undefined) return undefined;
  const whole: Meaning = { expression: ts.factory.createObjectLiteralExpression(given), scope };
  return { tree, scope: scopeIn(scope, owner, props ? boundBy(props.name, whole) : new Map(), place) };
}

function propertiesOf(use: ts.JsxElement | ts.JsxSelfClosingElement): readonly ts.PropertyAssignment[] | undefined {
  const { attributes } = ts.isJsxElement(use) ? use.openingElement : use;
  const given: ts.PropertyAssignment[] = [];
  for (const each of attributes.properties) {
    if (!ts.isJsxAttribute(each)) return undefined;
    const { initializer } = each;
    const value = initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
    if (initializer && !value) continue;
    given.push(ts.factory.createPropertyAssignment(keyOf(each.name.getText()), value ?? ts.factory.createTrue()));
  }
  if (ts.isJsxElement(use) && use.children.length > 0) {
    const { createJsxFragment, createJsxOpeningFragment, createJsxJsxClosingFragment } = ts.factory;
    const children = createJsxFragment(createJsxOpeningFragment(), use.children, createJsxJsxClosingFragment());
    given.push(ts.factory.createPropertyAssignment('children', children));
  }
  return given;
}

const keyOf = (name: string): ts.PropertyName => ts.factory.createStringLiteral(name);
