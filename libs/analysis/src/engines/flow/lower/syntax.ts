import type { SgNode } from '@ast-grep/napi';
import { type Expression, type Place, placeOf } from '../ir';

/** A node of a syntax tree, with the kinds and fields of its language's tree-sitter grammar. */
export type Syntax = SgNode;

export function placeOfNode(node: Syntax): Place {
  const { line, column } = node.range().start;
  return placeOf(line + 1, column + 1);
}

export const kindOf = (node: Syntax): string => node.kind() as string;

/** The children that mean something: no punctuation, no comments. */
export const meaningful = (node: Syntax): Syntax[] =>
  node.children().filter((child) => child.isNamed() && child.kind() !== 'comment');

export const field = (node: Syntax, name: string): Syntax | undefined => node.field(name) ?? undefined;

export const unknown = (parts: readonly Expression[], at: Place): Expression => ({ kind: 'unknown', parts, at });

/** Nested deeper than this, expressions are not read: the interpreter would need as much stack. */
export const MAX_NESTING = 200;
