import type { Rule } from 'eslint';
import type { Function as FunctionNode, Node } from 'estree';
import { type AnyNode, functionAround, unwrapped, valuesOf } from './syntax';

/** For each function, the texts of what its conditions hand to a call, or call a method of. */
const askedIn = new WeakMap<FunctionNode, ReadonlySet<string>>();

/**
 * Whether the function around the place asks something of the value: `if (isAllowed(url))`, `url.startsWith('/') && …`.
 * The worth of the check is not judged.
 */
export function isChecked(value: Node, place: AnyNode, context: Rule.RuleContext): boolean {
  const around = functionAround(place);
  if (around === undefined) return false;
  let asked = askedIn.get(around);
  if (!asked) askedIn.set(around, (asked = askedOf(around, context)));
  return spellings(value, context).some((text) => asked.has(text));
}

/** How the value may be written in a condition: as it is, and as what its variable was set to. */
function spellings(value: Node, context: Rule.RuleContext): string[] {
  const inner = unwrapped(value);
  if (inner.type === 'ConditionalExpression')
    return [inner.consequent, inner.alternate].flatMap((each) => spellings(each, context));
  const set = inner.type === 'Identifier' ? (valuesOf(inner, context) ?? []) : [];
  return [inner, ...set].map((each) => context.sourceCode.getText(unwrapped(each)));
}

function askedOf(around: FunctionNode, context: Rule.RuleContext): ReadonlySet<string> {
  const asked = new Set<string>();
  const note = (node: Node) => void asked.add(context.sourceCode.getText(unwrapped(node)));
  const open: { readonly node: AnyNode; readonly inCondition: boolean }[] = [{ node: around, inCondition: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, inCondition } = next;
    if (inCondition && node.type === 'CallExpression') {
      for (const argument of node.arguments) note(argument);
      const callee = unwrapped(node.callee);
      if (callee.type === 'MemberExpression') note(callee.object);
    }
    for (const [key, child] of childrenOf(node, context))
      open.push({ node: child, inCondition: inCondition || isCondition(node, key) });
  }
  return asked;
}

const isCondition = ({ type }: AnyNode, key: string): boolean =>
  ((type === 'IfStatement' || type === 'ConditionalExpression') && key === 'test') ||
  (type === 'LogicalExpression' && key === 'left');

/** The nodes that a node consists of, each with the name of its place there. */
export const childrenOf = (node: AnyNode, { sourceCode }: Rule.RuleContext): [key: string, child: AnyNode][] =>
  (sourceCode.visitorKeys[node.type] ?? []).flatMap((key) => {
    const child = (node as AnyNode & Readonly<Record<string, AnyNode | readonly (AnyNode | null)[] | null>>)[key];
    const children = Array.isArray(child) ? (child as readonly (AnyNode | null)[]) : [child as AnyNode | null];
    return children.flatMap((each): [string, AnyNode][] => (each ? [[key, each]] : []));
  });
