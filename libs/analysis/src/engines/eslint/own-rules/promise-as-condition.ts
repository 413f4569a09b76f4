import type { Rule, Scope } from 'eslint';
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

/** The function or the value that a variable stands for, if the file sets it once. */
function onlyValueOf({ defs, references }: Scope.Variable): Node | null | undefined {
  const [definition, ...others] = defs;
  if (!definition || others.length > 0) return undefined;
  if (references.some((reference) => reference.isWrite() && reference.init !== true)) return undefined;
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

/** Tells which expressions of a file are promises for certain. */
class Promises {
  /** By variable: whether it is a function that makes promises, and whether it is a promise. A name is asked often. */
  private readonly makers = new Map<Scope.Variable, boolean>();
  private readonly made = new Map<Scope.Variable, boolean>();

  constructor(private readonly context: Rule.RuleContext) {}

  /** Whether it is a call that makes a promise, or a constant that is set to such a call. */
  has(node: Node): boolean {
    const value = unwrapped(node);
    if (value.type === 'CallExpression') return !value.optional && this.areMadeBy(value);
    const variable = variableOf(value, this.context);
    if (!variable) return false;
    return known(this.made, variable, () => {
      const set = onlyValueOf(variable);
      return set?.type === 'CallExpression' && this.areMadeBy(set);
    });
  }

  private areMadeBy(call: CallExpression): boolean {
    const callee = unwrapped(call.callee);
    if (callee.type !== 'Identifier') return returnsPromise(ownMethod(callee));
    const variable = variableOf(callee, this.context);
    return variable !== undefined && known(this.makers, variable, () => returnsPromise(onlyValueOf(variable)));
  }
}

function known<Key>(answers: Map<Key, boolean>, key: Key, answer: () => boolean): boolean {
  const given = answers.get(key) ?? answer();
  answers.set(key, given);
  return given;
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
    const promises = new Promises(context);
    const judge = (node: Node): void => {
      if (!promises.has(node)) return;
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
