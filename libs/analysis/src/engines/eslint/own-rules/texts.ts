import type { Rule } from 'eslint';
import type { CallExpression, Node, PrivateIdentifier } from 'estree';
import { type AnyNode, methodOf, unwrapped, valuesOf, variableOf, writtenName } from './syntax';

/** A text put together from constants and values, in its order. */
export type Part = string | { readonly value: AnyNode };

/** The most nodes that one question looks at: variables that are set from each other make any number of paths. */
const MOST_STEPS = 200;

/** The parts of a template literal, of a sum that holds a text, or of the variable that has one. */
export function partsOf(node: Node, context: Rule.RuleContext): readonly Part[] {
  let steps = 0;
  const parts = (each: PrivateIdentifier | Node, open: ReadonlySet<string>): readonly Part[] => {
    const inner = unwrapped(each);
    steps += 1;
    if (steps > MOST_STEPS) return [{ value: inner }];
    switch (inner.type) {
      case 'Literal':
        return [String(inner.value)];
      case 'TemplateLiteral':
        return inner.quasis.flatMap(({ value }, index) => {
          const next = inner.expressions[index];
          return [value.cooked ?? value.raw, ...(next ? parts(next, open) : [])];
        });
      case 'BinaryExpression':
        return inner.operator === '+' ? [...parts(inner.left, open), ...parts(inner.right, open)] : [{ value: inner }];
      case 'Identifier': {
        const values = open.has(inner.name) ? undefined : valuesOf(inner, context);
        // One that is set later, or bit by bit, is followed only where it holds text.
        if (!values || values.length === 0 || !values.every((value) => isText(value, context)))
          return [{ value: inner }];
        return values.flatMap((value) => parts(value, new Set([...open, inner.name])));
      }
      default:
        return [{ value: inner }];
    }
  };
  return parts(node, new Set());
}

function isText(node: Node, context: Rule.RuleContext): boolean {
  const inner = unwrapped(node);
  if (inner.type === 'Literal') return typeof inner.value === 'string' || typeof inner.value === 'number';
  if (inner.type === 'TemplateLiteral') return true;
  if (inner.type !== 'BinaryExpression' || inner.operator !== '+') return false;
  return isText(inner.left as Node, context) || isText(inner.right, context);
}

/** Calls whose result holds no quote, or has it escaped. */
const HARMLESS_CALL =
  /^(?:parseInt|parseFloat|Number|BigInt|Boolean|\w*(?:escape|quote|sanitize|ident|toFixed|hex)\w*)$/i;
/** A constant by its name, or a value of one: `TABLE`, `Table.Users`, `this.#table` is none. */
const CONSTANT = /^[A-Z][A-Z\d_]*$/;

/** Whether a value can be anything that a person typed, so far as the code around it tells. */
export function isOpen(node: Node, context: Rule.RuleContext): boolean {
  let steps = 0;
  const open = (each: Node | PrivateIdentifier): boolean => {
    const inner = unwrapped(each);
    steps += 1;
    if (steps > MOST_STEPS) return false;
    switch (inner.type) {
      case 'Literal':
      case 'UpdateExpression':
      case 'UnaryExpression':
        return false;
      case 'BinaryExpression':
        return inner.operator === '+' && (open(inner.left) || open(inner.right));
      case 'ConditionalExpression':
        return open(inner.consequent) || open(inner.alternate);
      case 'LogicalExpression':
        return open(inner.left) || open(inner.right);
      case 'TemplateLiteral':
        return inner.expressions.some(open);
      case 'CallExpression':
        return !HARMLESS_CALL.test(calledName(inner) ?? '');
      case 'MemberExpression':
        return inner.computed || !CONSTANT.test(writtenName(inner.property, false) ?? '');
      case 'Identifier': {
        if (CONSTANT.test(inner.name) || isTypedHarmless(inner, context)) return false;
        const values = valuesOf(inner, context) ?? [];
        return values.length === 0 || values.some(open);
      }
      default:
        return true;
    }
  };
  return open(node);
}

function calledName({ callee }: CallExpression): string | undefined {
  const inner = unwrapped(callee);
  return inner.type === 'Identifier' ? inner.name : methodOf(inner);
}

type Typed = { readonly type: string; readonly types?: readonly Typed[]; readonly literal?: Node };

/** Types of which no value holds a quote that a person typed. */
const HARMLESS_TYPES: ReadonlySet<string> = new Set([
  'TSNumberKeyword',
  'TSBooleanKeyword',
  'TSBigIntKeyword',
  'TSUndefinedKeyword',
  'TSNullKeyword',
  'TSLiteralType',
]);

const isHarmless = (type: Typed | undefined): boolean =>
  type?.type === 'TSUnionType'
    ? (type.types?.every(isHarmless) ?? false)
    : HARMLESS_TYPES.has(type?.type ?? '') && type?.literal?.type !== 'TemplateLiteral';

/** `id: number` holds no quote, `which: 'table' | 'index'` none that somebody else wrote. */
function isTypedHarmless(name: AnyNode, context: Rule.RuleContext): boolean {
  const [definition] = variableOf(name, context)?.defs ?? [];
  const annotated = definition?.name as { readonly typeAnnotation?: { readonly typeAnnotation?: Typed } } | undefined;
  return isHarmless(annotated?.typeAnnotation?.typeAnnotation);
}
