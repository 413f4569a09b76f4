/** `line * PLACE_COLUMNS + column`, both counted from 1. */
export type PackedPlace = number;

const PLACE_COLUMNS = 10_000;
export const placeOf = (line: number, column: number): PackedPlace =>
  line * PLACE_COLUMNS + Math.min(column, PLACE_COLUMNS - 1);
export const lineOf = (place: PackedPlace): number => Math.floor(place / PLACE_COLUMNS);
export const columnOf = (place: PackedPlace): number => place % PLACE_COLUMNS;

/** A node of a syntax tree, with the kinds and fields of its language's tree-sitter grammar. */
export interface TreeNode {
  readonly kindName: string;
  /** Where it begins; a text that stands within another one is given a place there. */
  place: PackedPlace;
  /** Whether nothing is written there: the parser put it in where something is missing. */
  readonly isEmpty: boolean;
  /** Answers that were computed before. */
  meaningful: readonly TreeNode[] | undefined;
  written: readonly TreeNode[] | undefined;
  kind(): string;
  text(): string;
  /** Whether it has a name in the grammar: signs and words have none. */
  isNamed(): boolean;
  /** Its number among all nodes of the file. */
  id(): number;
  range(): { readonly start: Point; readonly end: Point };
  children(): readonly TreeNode[];
  namedChildren(): readonly TreeNode[];
  child(place: number): TreeNode | null;
  field(name: string): TreeNode | null;
  fieldChildren(name: string): readonly TreeNode[];
  parent(): TreeNode | null;
  /** The node right before it in its parent. */
  prev(): TreeNode | null;
}

/** Counted from 0, in characters. */
export interface Point {
  readonly line: number;
  readonly column: number;
  readonly index: number;
}

/**
 * A text is nested deeper than is read. Levels are counted, at most half as many as the stack holds: how many those are
 * depends on what the compiler has made of the program by then.
 */
export class NestedTooDeeply extends RangeError {
  constructor() {
    super('nested too deeply');
  }
}
