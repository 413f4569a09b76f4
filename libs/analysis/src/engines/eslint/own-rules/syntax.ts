import type { Rule, Scope } from 'eslint';
import type { Function as FunctionNode, Node, PrivateIdentifier } from 'estree';

/** A node of the tree. TypeScript and Vue add kinds that ESTree does not list, so that kinds are compared as text. */
export type AnyNode = Node & { readonly parent?: AnyNode };

type Unwrapped = AnyNode & { readonly expression?: AnyNode };

/** Nodes that only wrap a value: `x!`, `x as string`, `(await x)`, `a?.b`. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSSatisfiesExpression',
  'ChainExpression',
]);

export function unwrapped(node: Node | PrivateIdentifier): AnyNode {
  let each = node as Unwrapped;
  while (WRAPPERS.has(each.type) && each.expression !== undefined) each = each.expression as Unwrapped;
  return each;
}

/** The name of a property or a key that is written out: `a.name`, `a['name']`, `{ name: … }`, `{ 'name': … }`. */
export function writtenName(key: Node, computed: boolean): string | undefined {
  if (key.type === 'Identifier') return computed ? undefined : key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}

/** `query` of `db.query(…)`; undefined of a call that names no method. */
export function methodOf(callee: Node): string | undefined {
  const target = unwrapped(callee);
  return target.type === 'MemberExpression' ? writtenName(target.property, target.computed) : undefined;
}

/** Whether a call is of a method that the class around it has itself: `this.query(…)` where a class defines `query`. */
export function isOfOwnClass(callee: Node): boolean {
  const target = unwrapped(callee);
  if (target.type !== 'MemberExpression' || target.object.type !== 'ThisExpression') return false;
  const name = methodOf(callee);
  for (let each: AnyNode | undefined = target; each; each = each.parent)
    if (each.type === 'ClassBody')
      return each.body.some((member) => 'key' in member && writtenName(member.key as Node, member.computed) === name);
  return false;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/** The nearest function around a node. */
export function functionAround(node: AnyNode): FunctionNode | undefined {
  for (let each = node.parent; each; each = each.parent) if (FUNCTIONS.has(each.type)) return each as FunctionNode;
  return undefined;
}

/** All values that a variable is set to; undefined where something else than an assignment sets it. */
export function valuesOf(name: AnyNode, context: Rule.RuleContext): readonly Node[] | undefined {
  if (name.type !== 'Identifier') return undefined;
  const variable = variableOf(name, context);
  if (variable === undefined || variable.defs.some(({ type }) => type !== 'Variable')) return undefined;
  const written = variable.references.filter((reference) => reference.isWrite());
  return written.flatMap(({ writeExpr }) => (writeExpr ? [writeExpr] : []));
}

export function variableOf(name: AnyNode, context: Rule.RuleContext): Scope.Variable | undefined {
  if (name.type !== 'Identifier') return undefined;
  let scope: Scope.Scope | null = context.sourceCode.getScope(name);
  for (; scope; scope = scope.upper) {
    const variable = scope.set.get(name.name);
    if (variable) return variable;
  }
  return undefined;
}
