import { type Expression, type Place, placeOf } from '../ir';

/**
 * A node of a syntax tree, with the kinds and fields of its language's tree-sitter grammar: one of ast-grep's, or one
 * that was copied.
 */
export interface Syntax {
  /** Whether one object stands for it, whoever asks. */
  readonly isCopy?: boolean;
  /** Of a copy: whether nothing is written there. */
  readonly isEmpty?: boolean;
  /** A text: ast-grep's types only say that it may be a number. */
  kind(): string | number;
  text(): string;
  isNamed(): boolean;
  /** The same for every object that stands for one node. */
  id(): number;
  range(): { readonly start: Point; readonly end: Point };
  children(): readonly Syntax[];
  namedChildren(): readonly Syntax[];
  child(place: number): Syntax | null;
  field(name: string): Syntax | null;
  fieldChildren(name: string): readonly Syntax[];
  parent(): Syntax | null;
  /** What stands right before it in its parent. */
  prev(): Syntax | null;
}

/** Counted from 0, in characters. */
export interface Point {
  readonly line: number;
  readonly column: number;
  readonly index: number;
}

/**
 * What was asked of a node before. Each question to ast-grep goes to the parser's own memory and makes objects for the
 * answer: they took two thirds of the time of lowering.
 */
export interface Asked {
  kindName?: string;
  place?: Place;
  number?: number;
  meaningful?: readonly Syntax[] | undefined;
  written?: readonly Syntax[] | undefined;
  isName?: boolean;
  fields?: Map<string, Syntax | undefined>;
}

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

export function placeOfNode(node: Syntax): Place {
  const asked = node as Syntax & Asked;
  if (asked.place === undefined) {
    const { line, column } = node.range().start;
    asked.place = placeOf(line + 1, column + 1);
  }
  return asked.place;
}

/** Gives a node and all below it a place: those of a text that stands within another one. */
export function placeAt(node: Syntax, at: Place): void {
  (node as Syntax & Asked).place = at;
  for (const child of meaningful(node)) placeAt(child, at);
}

export function kindOf(node: Syntax): string {
  const asked = node as Syntax & Asked;
  asked.kindName ??= node.kind() as string;
  return asked.kindName;
}

/** Whether it has a name in the grammar: signs and words have none. */
export function isNamed(node: Syntax): boolean {
  const asked = node as Syntax & Asked;
  asked.isName ??= node.isNamed();
  return asked.isName;
}

/** The children that mean something: no punctuation, no comments. */
export function meaningful(node: Syntax): readonly Syntax[] {
  const asked = node as Syntax & Asked;
  asked.meaningful ??= LEAVES.has(kindOf(node))
    ? []
    : node.namedChildren().filter((child) => kindOf(child) !== 'comment');
  return asked.meaningful;
}

/** All children, punctuation and keywords included, without comments. */
export function written(node: Syntax): readonly Syntax[] {
  const asked = node as Syntax & Asked;
  asked.written ??= node.children().filter((child) => !kindOf(child).endsWith('comment'));
  return asked.written;
}

/** Among children that are known already, it is one of them: what was asked of it and below it is known, too. */
export function field(node: Syntax, name: string): Syntax | undefined {
  if (node.isCopy) return node.field(name) ?? undefined;
  const asked = node as Syntax & Asked;
  if (asked.meaningful === undefined) {
    const fields = (asked.fields ??= new Map());
    if (!fields.has(name)) fields.set(name, node.field(name) ?? undefined);
    return fields.get(name);
  }
  const found = node.field(name);
  if (found === null) return undefined;
  const number = numberOf(found);
  return asked.meaningful.find((child) => numberOf(child) === number) ?? found;
}

/** The same for every object that stands for one node. */
function numberOf(node: Syntax): number {
  const asked = node as Syntax & Asked;
  asked.number ??= node.id();
  return asked.number;
}

export const unknown = (parts: readonly Expression[], at: Place): Expression => ({ kind: 'unknown', parts, at });

/** Nested deeper than this, expressions are not read: the interpreter would need as much stack. */
export const MAX_NESTING = 200;

/**
 * A text is nested deeper than is read. Levels are counted, at most half as many as the stack holds: how many those are
 * depends on what the compiler has made of the program by then.
 */
export class NestedTooDeeply extends RangeError {
  constructor() {
    super('nested too deeply');
  }
}

/** All nodes of a kind, the node itself included, in the order in which they are written. */
export function nodesOfKind(root: Syntax, kind: string): Syntax[] {
  const found: Syntax[] = [];
  const waiting: Syntax[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (kindOf(node) === kind) found.push(node);
    waiting.push(...node.children().toReversed());
  }
  return found;
}
