import type { SgNode } from '@ast-grep/napi';

/** A node of a syntax tree. */
export type Syntax = SgNode;

export const kindOf = (node: Syntax): string => node.kind() as string;

const isComment = (node: Syntax): boolean => /comment/.test(kindOf(node));

/** The children without comments. */
export const childrenOf = (node: Syntax): Syntax[] => node.children().filter((child) => !isComment(child));

/** The children that mean something: no punctuation, no comments. */
export const partsOf = (node: Syntax): Syntax[] => childrenOf(node).filter((child) => child.isNamed());

const PARENTHESES = /^(parenthesized_expression|parenthesized_statements|condition_clause|when_subject)$/;

/** The expression in parentheses, without them. */
export function unwrapped(node: Syntax): Syntax {
  let inner = node;
  while (PARENTHESES.test(kindOf(inner))) {
    const parts = partsOf(inner);
    if (parts.length !== 1) break;
    inner = parts[0]!;
  }
  return inner;
}

export interface Binary {
  readonly operator: string;
  readonly left: Syntax;
  readonly right: Syntax;
}

/** @returns undefined if the grammar has made something else of it, such as a comparison with a type */
export function binaryOf(node: Syntax): Binary | undefined {
  const [left, operator, right, ...more] = childrenOf(node);
  if (left === undefined || operator === undefined || right === undefined || more.length > 0) return undefined;
  return operator.isNamed() ? undefined : { operator: operator.text(), left, right };
}

/** Longer operands are compared by nobody who reads them. */
export const MAX_OPERAND = 400;
/** The text of longer branches and bodies is not read: where they nest, it would be read once for each level. */
export const MAX_BODY = 20_000;
/** Nested deeper than this, code is not looked into. */
const MAX_DEPTH = 60;

/** The number of characters of a node, without making its text. */
export function lengthOf(node: Syntax): number {
  const { start, end } = node.range();
  return end.index - start.index;
}

/** Whether two pieces of code are alike but for the way in which their lines are broken. */
export const isSame = (one: Syntax, other: Syntax, longest = MAX_OPERAND): boolean =>
  lengthOf(one) <= longest && lengthOf(other) <= longest && inOneForm(one.text()) === inOneForm(other.text());

/** Code in which the way that lines are broken and indented makes no difference. */
export const inOneForm = (text: string): string => text.replace(/\s*\n\s*/g, '\n');

/** Kinds of nodes that call or make something. */
const CALL = new RegExp(
  '^(.*call.*|.*invocation.*|command|subshell|yield|await.*|new_expression|.*creation_expression|' +
    'lambda.*|closure_expression|anonymous_function.*)$',
);
const CHANGE = /^(.*assign.*|update_expression|inc_statement|dec_statement|postfix.*expression|jump_expression)$/;

const QUESTIONS = (
  'isset empty in_array count sizeof strlen strcmp strncmp str_contains array_key_exists HasPrefix HasSuffix ' +
  'EqualFold Contains contains equals equalsIgnoreCase Equals startsWith endsWith StartsWith EndsWith size length len'
).split(' ');
/** Asked twice, functions with these names say the same. Whether more follows, parsers ask by going on. */
const isQuestion = (name: string): boolean =>
  QUESTIONS.includes(name) || /^(is|has)(?!_?(?:Next|More)|_next|_more)[A-Z_]|^str_\w+_with$|\?$/.test(name);

/**
 * Whether evaluating it twice may say two things, or do something twice.
 * @param allowPure whether calls count as harmless whose names say that they only ask
 */
export function hasEffect(node: Syntax, allowPure = false, depth = 0): boolean {
  if (depth > MAX_DEPTH || lengthOf(node) > MAX_OPERAND) return true;
  const kind = kindOf(node);
  if (CHANGE.test(kind)) return !kind.startsWith('postfix') || /(\+\+|--)$/.test(node.text());
  if (CALL.test(kind) && !(allowPure && isQuestion(calledName(node)))) return true;
  return node.children().some((child) => hasEffect(child, allowPure, depth + 1));
}

/** The last name of what a call calls: `b` of `a.b(c)`. */
export function calledName(call: Syntax): string {
  const called = call.field('function') ?? call.field('name') ?? call.field('method') ?? call.child(0);
  return called?.text().match(/(\w+[?!]?)\s*$/)?.[1] ?? '';
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?[fFlLuU]*$/;
const TEXT = /^(["'])[^"'\\$#{}]*\1$/;
const NAME_OF_CONSTANT = /^(\w+(::|\.))*[A-Z][A-Z0-9_]+$/;

/** A number, a text or a name in capitals: something that no code changes. */
export function isConstant(node: Syntax): boolean {
  if (lengthOf(node) > MAX_OPERAND) return false;
  const text = node.text();
  return NUMBER.test(text) || TEXT.test(text) || NAME_OF_CONSTANT.test(text);
}

export const isLiteral = (node: Syntax): boolean =>
  lengthOf(node) <= MAX_OPERAND && (NUMBER.test(node.text()) || TEXT.test(node.text()));

/** `true`, `null` and the like, as any of the languages writes them. */
export const isWord = (node: Syntax): boolean =>
  lengthOf(node) < 8 && /^(true|false|null|nil|nullptr|none)$/i.test(node.text());

/** The statement, without the node of a statement that is one expression. */
export function statementOf(node: Syntax): Syntax {
  if (kindOf(node) !== 'expression_statement') return node;
  return partsOf(node)[0] ?? node;
}
