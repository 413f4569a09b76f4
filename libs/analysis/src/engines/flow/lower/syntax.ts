import type { TreeNode } from '../../kit/parsers/tree-node';
import type { Expression, Place } from '../ir';

export { NestedTooDeeply } from '../../kit/parsers/tree-node';

export type Syntax = TreeNode;

/** Kinds of any language that have no children which mean something. */
const LEAVES = new Set(
  (
    'identifier type_identifier property_identifier shorthand_property_identifier field_identifier ' +
    'shorthand_property_identifier_pattern string_fragment string_content string_start string_end escape_sequence ' +
    'integer float number true false none null undefined this super null_literal decimal_integer_literal ' +
    'hex_integer_literal decimal_floating_point_literal void_type boolean_type integral_type floating_point_type ' +
    'character_literal comment line_comment block_comment empty_statement predefined_type'
  ).split(' '),
);

export const placeOfNode = (node: Syntax): Place => node.place;

/** Gives a node and all below it a place: those of a text that stands within another one. */
export function placeAt(node: Syntax, at: Place): void {
  node.place = at;
  for (const child of meaningful(node)) placeAt(child, at);
}

export const kindOf = (node: Syntax): string => node.kindName;

/** Whether it has a name in the grammar: signs and words have none. */
export const isNamed = (node: Syntax): boolean => node.isNamed();

/** The children that mean something: no punctuation, no comments. */
export function meaningful(node: Syntax): readonly Syntax[] {
  node.meaningful ??= LEAVES.has(node.kindName)
    ? []
    : node.children().filter((child) => child.isNamed() && child.kindName !== 'comment');
  return node.meaningful;
}

/** All children, punctuation and keywords included, without comments. */
export function written(node: Syntax): readonly Syntax[] {
  node.written ??= node.children().filter((child) => !child.kindName.endsWith('comment'));
  return node.written;
}

export const field = (node: Syntax, name: string): Syntax | undefined => node.field(name) ?? undefined;

export const unknown = (parts: readonly Expression[], at: Place): Expression => ({ kind: 'unknown', parts, at });

/** The base of an enumeration: a value of it is one of its members, never a text that somebody sends. */
export const enumeration = (at: Place): Expression => ({ kind: 'global', name: 'enum', at });

/** Nested deeper than this, expressions are not read: the interpreter would need as much stack. */
export const MAX_NESTING = 200;

/** The kind of a node that the parser could not read. */
const UNREAD = 'ERROR';

/** Whether the parser made no sense of half of a text, or more: small errors in it are passed over. */
export function isBroken(root: Syntax): boolean {
  const half = lengthOf(root) / 2;
  let node: Syntax | undefined = root;
  while (node && kindOf(node) !== UNREAD) node = node.children().find((child) => lengthOf(child) >= half);
  return node !== undefined && !node.isEmpty;
}

function lengthOf(node: Syntax): number {
  const { start, end } = node.range();
  return end.index - start.index;
}

/** All nodes of a kind, the node itself included, in the order in which they are written. */
export function nodesOfKind(root: Syntax, kind: string): Syntax[] {
  const found: Syntax[] = [];
  const waiting: Syntax[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (kindOf(node) === kind) found.push(node);
    // As arguments of one call, the children of a long list would not fit on the stack.
    for (const child of node.children().toReversed()) waiting.push(child);
  }
  return found;
}
