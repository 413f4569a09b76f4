import type { Rule, Scope } from 'eslint';
import type { Node } from 'estree';
import { type AnyNode, methodOf, unwrapped, valuesOf, variableOf, writtenName } from './syntax';

const REQUEST = /^_?(?:req|request|ctx|context|c)$/;
/** The parts of a request that its sender chooses freely. */
const CHOSEN = /^(?:query|params|body|cookies|searchParams)$/;
/** The most nodes that one question looks at: variables that are set from each other make any number of paths. */
const MOST_STEPS = 200;
/** Calls that give back what they get. */
const PASSES_ON = /^(?:String|decodeURIComponent|decodeURI|unescape|toString|trim)$/;

/** The chain of names of `a.b.c`, from its root; undefined of anything else. */
function chainOf(node: Node): readonly string[] | undefined {
  const inner = unwrapped(node);
  if (inner.type === 'Identifier') return [inner.name];
  if (inner.type !== 'MemberExpression') return undefined;
  const before = chainOf(inner.object);
  return before && [...before, writtenName(inner.property, inner.computed) ?? '*'];
}

/** `req.query.url`, `ctx.request.body.url`, `this.req.query.url` */
function isRequestChain(chain: readonly string[]): boolean {
  const at = chain.findIndex((name) => REQUEST.test(name));
  return at >= 0 && chain.slice(at + 1).some((name) => CHOSEN.test(name)) && !CHOSEN.test(chain.at(-1)!);
}

/** Whether the sender of a request chooses how this text begins. */
export function fromRequest(node: Node, context: Rule.RuleContext, steps = { left: MOST_STEPS }): boolean {
  const inner = unwrapped(node);
  const next = (each: Node) => fromRequest(each, context, steps);
  steps.left -= 1;
  if (steps.left < 0) return false;
  switch (inner.type) {
    case 'MemberExpression': {
      const chain = chainOf(inner);
      return chain !== undefined && (isRequestChain(chain) || isOfRequestPart(inner.object, context));
    }
    case 'Identifier':
      return isSetFromRequest(inner, context, next);
    case 'LogicalExpression':
      return next(inner.left) || next(inner.right);
    case 'ConditionalExpression':
      return next(inner.consequent) || next(inner.alternate);
    case 'BinaryExpression':
      return inner.operator === '+' && next(inner.left as Node);
    case 'TemplateLiteral':
      return inner.quasis[0]!.value.raw === '' && inner.expressions.length > 0 && next(inner.expressions[0]!);
    case 'CallExpression': {
      const callee = unwrapped(inner.callee);
      const [first] = inner.arguments;
      if (callee.type === 'Identifier') return PASSES_ON.test(callee.name) && first !== undefined && next(first);
      if (callee.type !== 'MemberExpression') return false;
      const method = methodOf(callee) ?? '';
      if (PASSES_ON.test(method)) return next(callee.object);
      const chain = chainOf(callee);
      return (
        method === 'get' && chain !== undefined && isRequestChain([...chain, '*']) && chain.includes('searchParams')
      );
    }
    default:
      return false;
  }
}

/** `query.url`, where `query` is a part of a request. */
function isOfRequestPart(node: Node, context: Rule.RuleContext): boolean {
  const inner = unwrapped(node);
  if (inner.type !== 'Identifier') return false;
  const definition = variableOf(inner, context)?.defs[0];
  if (definition?.type === 'Parameter') return CHOSEN.test(inner.name) && isOfHandler(definition);
  return (valuesOf(inner, context) ?? []).some((value) => {
    const chain = chainOf(value);
    return chain !== undefined && isRequestChain([...chain, '*']);
  });
}

/** `({ query }, res) => …`: a pattern in the place of a request, with the answer behind it. */
function isOfHandler({ node, name }: Scope.Definition): boolean {
  const [first, second] = (node as { readonly params?: readonly Node[] }).params ?? [];
  const isPattern = first?.type === 'ObjectPattern' && first.properties.some((each) => holds(each, name as AnyNode));
  return isPattern && second?.type === 'Identifier' && /^_?(?:res|response|reply)$/.test(second.name);
}

const holds = (property: Node, name: AnyNode): boolean => property.type === 'Property' && property.value === name;

function isSetFromRequest(name: AnyNode, context: Rule.RuleContext, next: (value: Node) => boolean): boolean {
  const variable = variableOf(name, context);
  const [definition] = variable?.defs ?? [];
  if (definition?.type !== 'Variable') return false;
  if (definition.node.id.type === 'ObjectPattern') {
    const chain = definition.node.init ? chainOf(definition.node.init) : undefined;
    return chain !== undefined && isRequestChain([...chain, '*']);
  }
  return (valuesOf(name, context) ?? []).some(next);
}
