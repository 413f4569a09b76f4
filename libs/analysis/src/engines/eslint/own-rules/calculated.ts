import type { Rule } from 'eslint';
import type { Function as FunctionNode, Node } from 'estree';
import { childrenOf } from './checked-values';
import { type AnyNode, functionAround, unwrapped } from './syntax';

/** For each function, the texts of what it calculates with. */
const calculatedIn = new WeakMap<FunctionNode, ReadonlySet<string>>();

const ARITHMETIC = /^(?:-|\*|\/|%|\*\*)=?$/;

/**
 * Whether the function around the place calculates with the value, in TypeScript: `entity.right - entity.left`. The
 * compiler refuses a text there, so the value is a number. JavaScript takes any text, and says nothing of the value.
 */
export function isCalculatedWith(value: Node, place: AnyNode, context: Rule.RuleContext): boolean {
  const around = functionAround(place);
  if (around === undefined || !/\.[cm]?tsx?$/.test(context.filename)) return false;
  let calculated = calculatedIn.get(around);
  if (!calculated) calculatedIn.set(around, (calculated = operandsIn(around, context)));
  return calculated.has(context.sourceCode.getText(unwrapped(value)));
}

function operandsIn(around: FunctionNode, context: Rule.RuleContext): ReadonlySet<string> {
  const operands = new Set<string>();
  const open: AnyNode[] = [around];
  for (let node = open.pop(); node; node = open.pop()) {
    if ((node.type === 'BinaryExpression' || node.type === 'AssignmentExpression') && ARITHMETIC.test(node.operator))
      for (const operand of [node.left, node.right]) operands.add(context.sourceCode.getText(unwrapped(operand)));
    open.push(...childrenOf(node, context).map(([, child]) => child));
  }
  return operands;
}
