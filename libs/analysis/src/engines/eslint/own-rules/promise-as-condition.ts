import type { Rule } from 'eslint';
import type { CallExpression, Node } from 'estree';
import { type AnyNode, methodOf, unwrapped, variableOf, writtenName } from './syntax';

type Declared = AnyNode & {
  readonly async?: boolean;
  readonly generator?: boolean;
  readonly returnType?: { readonly typeAnnotation: { readonly typeName?: { readonly name?: string } } };
};

/** Methods of arrays that ask their function about each element. Streams have them, too, and await what it returns. */
const ASKING: ReadonlySet<string> = new Set(['filter', 'find', 'findIndex', 'findLast', 'some', 'every']);

/** Whether a call of the function makes a promise: it is asynchronous, or its type says so. */
function returnsPromise(node: Node | null | undefined): boolean {
  if (!node) return false;
  const declared = unwrapped(node) as Declared;
  if (declared.generator === true) return false;
  return declared.async === true || declared.returnType?.typeAnnotation.typeName?.name === 'Promise';
}

/** The function or the value that a name stands for, if the file sets it once. */
function onlyValueOf(name: AnyNode, context: Rule.RuleContext): Node | null | undefined {
  const variable = variableOf(name, context);
  const [definition, ...others] = variable?.defs ?? [];
  if (!variable || !definition || others.length > 0) return undefined;
  if (variable.references.some((reference) => reference.isWrite() && reference.init !== true)) return undefined;
  if (definition.type === 'FunctionName') return definition.node as Node;
  if (definition.type !== 'Variable' || definition.node.id.type !== 'Identifier') return undefined;
  return definition.node.init;
}

/** The method of the class around `this.name(…)`. */
function ownMethod(callee: AnyNode): Node | undefined {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'ThisExpression') return undefined;
  const name = methodOf(callee);
  for (let around: AnyNode | undefined = callee.parent; around; around = around.parent) {
    if (around.type === 'FunctionDeclaration') return undefined;
    if (around.type !== 'ClassBody') continue;
    const members = around.body.filter(
      (each) => 'key' in each && writtenName(each.key as Node, each.computed) === name,
    );
    const [method] = members;
    return members.length === 1 && method?.type === 'MethodDefinition' && method.kind === 'method'
      ? (method.value as Node)
      : undefined;
  }
  return undefined;
}

function makesPromise(call: CallExpression, context: Rule.RuleContext): boolean {
  const callee = unwrapped(call.callee);
  return returnsPromise(callee.type === 'Identifier' ? onlyValueOf(callee, context) : ownMethod(callee));
}

/** Whether an expression is a promise for certain: a call that makes one, or a constant that is set to such a call. */
function isPromise(node: Node, context: Rule.RuleContext): boolean {
  const value = unwrapped(node);
  if (value.type === 'CallExpression') return !value.optional && makesPromise(value, context);
  if (value.type !== 'Identifier') return false;
  const set = onlyValueOf(value, context);
  return set?.type === 'CallExpression' && makesPromise(set, context);
}

/** The expressions whose truth decides about a condition. */
function askedOf(test: Node): Node[] {
  const value = unwrapped(test);
  return value.type === 'LogicalExpression' && value.operator !== '??' ? askedOf(value.right) : [value];
}

/** `if (isAllowed(user))` where `isAllowed` is asynchronous: the promise is true, whatever the answer will be. */
export const promiseAsCondition: Rule.RuleModule = {
  meta: { type: 'problem', docs: { description: 'disallow promises as conditions' }, schema: [] },
  create: (context) => {
    const judge = (node: Node): void => {
      if (!isPromise(node, context)) return;
      const asked = unwrapped(node);
      const name = context.sourceCode.getText(
        asked.type === 'CallExpression' ? (asked.callee as Node) : (asked as Node),
      );
      const short = name.length > 60 ? `${name.slice(0, 59)}…` : name;
      context.report({ node, message: `"${short}" gives a promise here, which always counts as true: await it` });
    };
    const judgeTest = ({ test }: { readonly test?: Node | null }): void => {
      if (test) for (const asked of askedOf(test)) judge(asked);
    };
    return {
      IfStatement: judgeTest,
      WhileStatement: judgeTest,
      DoWhileStatement: judgeTest,
      ForStatement: judgeTest,
      ConditionalExpression: judgeTest,
      UnaryExpression: ({ operator, argument }) => {
        if (operator === '!') for (const asked of askedOf(argument)) judge(asked);
      },
      LogicalExpression: ({ operator, left }) => {
        if (operator !== '??') for (const asked of askedOf(left)) judge(asked);
      },
      CallExpression(node) {
        const [asked] = node.arguments;
        const name = methodOf(node.callee);
        if (!asked || name === undefined || !ASKING.has(name) || (node as AnyNode).parent?.type === 'AwaitExpression')
          return;
        const predicate = unwrapped(asked as Node) as Declared;
        if (predicate.type === 'ArrowFunctionExpression' && predicate.async === true)
          context.report({
            node: asked,
            message: `${name} takes the promise of its function for true: await it before`,
          });
      },
    };
  },
};
