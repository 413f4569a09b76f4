import type { Language } from 'web-tree-sitter';
import { NestedTooDeeply, type PackedPlace, type Point, type TreeNode, placeOf } from './tree-node';
import type { CursorFunctions } from './tree-parser';

/**
 * The same text, as V8 stores the names of properties and the texts of the program: such texts are equal only if they
 * are one text. Other texts, such as those made from the parser's memory, are compared letter by letter, and lowering
 * compares the kind of each node with dozens of others.
 */
const asWritten = (text: string): string => Object.keys({ [text]: 0 })[0]!;

/** The meanings of the numbers of a language's grammar. */
export class NodeKinds {
  private readonly kinds: readonly string[];
  private readonly named: readonly boolean[];
  private readonly tokens: readonly boolean[];
  private readonly fields: ReadonlyMap<string, number>;

  constructor(language: Language) {
    const numbers = Array.from({ length: language.nodeTypeCount }, (_, number) => number);
    this.kinds = numbers.map((number) => asWritten(language.nodeTypeForId(number) ?? ''));
    this.named = numbers.map((number) => language.nodeTypeIsNamed(number));
    this.tokens = numbers.map((number) => !this.named[number] && !/\s/.test(this.kinds[number]!));
    this.fields = new Map(
      Array.from({ length: language.fieldCount }, (_, number) => [
        language.fieldNameForId(number + 1) ?? '',
        number + 1,
      ]),
    );
  }

  /** The parser's number for what it could not read is none of the grammar. */
  kind(number: number): string {
    return this.kinds[number] ?? 'ERROR';
  }

  isNamed(number: number): boolean {
    return this.named[number] ?? true;
  }

  /** Whether it is a sign or a word, which has nothing below it. */
  isToken(number: number): boolean {
    return this.tokens[number] ?? false;
  }

  field(name: string): number | undefined {
    return this.fields.get(name);
  }
}

/** The text of a file, and where its lines begin. */
class Source {
  private starts: number[] | undefined;
  private line = 0;

  constructor(
    readonly text: string,
    readonly grammar: NodeKinds,
  ) {}

  /** Those who ask go through the file from its beginning: the line is near the one that was asked for before. */
  pointOf(index: number): Point {
    this.starts ??= startsOfLines(this.text);
    while (this.starts[this.line]! > index) this.line -= 1;
    while (this.line + 1 < this.starts.length && this.starts[this.line + 1]! <= index) this.line += 1;
    return { line: this.line, column: index - this.starts[this.line]!, index };
  }
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

const NONE: PlainNode[] = [];

/**
 * A node that was copied out of the parser's memory. Each question to the parser itself crosses a border and makes
 * objects for the answer: that took half of the time of data flow.
 */
class PlainNode implements TreeNode {
  readonly kindName: string;
  meaningful: readonly TreeNode[] | undefined = undefined;
  written: readonly TreeNode[] | undefined = undefined;
  below: PlainNode[] = NONE;

  private given: PackedPlace | undefined = undefined;

  constructor(
    private readonly kindNumber: number,
    private readonly fieldNumber: number,
    private readonly begin: number,
    private readonly end: number,
    readonly above: PlainNode | undefined,
    /** Among all nodes of the file. */
    readonly number: number,
    private readonly source: Source,
  ) {
    this.kindName = source.grammar.kind(kindNumber);
  }

  get place(): PackedPlace {
    if (this.given === undefined) {
      const { line, column } = this.source.pointOf(this.begin);
      this.given = placeOf(line + 1, column + 1);
    }
    return this.given;
  }

  set place(place: PackedPlace) {
    this.given = place;
  }

  kind(): string {
    return this.kindName;
  }

  get isEmpty(): boolean {
    return this.begin === this.end;
  }

  /** Whether nothing stands before it in its parent. */
  get isFirst(): boolean {
    return this.number - 1 === this.above?.number;
  }

  text(): string {
    return this.source.text.slice(this.begin, this.end);
  }

  isNamed(): boolean {
    return this.source.grammar.isNamed(this.kindNumber);
  }

  isToken(): boolean {
    return this.source.grammar.isToken(this.kindNumber);
  }

  id(): number {
    return this.number;
  }

  range(): { readonly start: Point; readonly end: Point } {
    return { start: this.source.pointOf(this.begin), end: this.source.pointOf(this.end) };
  }

  children(): readonly PlainNode[] {
    return this.below;
  }

  namedChildren(): readonly PlainNode[] {
    return this.below.filter((child) => child.isNamed());
  }

  child(place: number): PlainNode | null {
    return this.below[place] ?? null;
  }

  field(name: string): PlainNode | null {
    const number = this.source.grammar.field(name);
    for (const child of this.below) if (child.fieldNumber === number) return child;
    return null;
  }

  fieldChildren(name: string): readonly PlainNode[] {
    const number = this.source.grammar.field(name);
    return this.below.filter((child) => child.fieldNumber === number);
  }

  parent(): PlainNode | null {
    return this.above ?? null;
  }

  prev(): PlainNode | null {
    const beside = this.above?.below ?? NONE;
    // A class has as many members as a hostile file wants: they are not looked through for each.
    let [low, high] = [0, beside.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (beside[middle]!.number < this.number) low = middle + 1;
      else high = middle;
    }
    return beside[low - 1] ?? null;
  }
}

/** More nodes than these within each other are not lowered: that takes stack for each of them. */
const MAX_DEPTH = 600;

/**
 * Copies a whole tree, without recursion: a hostile file is nested as deeply as it is long. Long sums and chains of
 * calls are nested in their first child, where lowering walks down or gives up by itself: these levels do not count.
 * @param tree where it lies in the parser's memory
 * @throws NestedTooDeeply
 */
export function plainTree(
  tree: number,
  {
    _ts_tree_root_node_wasm: takeRoot,
    _ts_tree_cursor_new_wasm: startCursor,
    _ts_tree_cursor_delete_wasm: endCursor,
    _ts_tree_cursor_goto_first_child_wasm: goToFirstChild,
    _ts_tree_cursor_goto_next_sibling_wasm: goToNextSibling,
    _ts_tree_cursor_goto_parent_wasm: goToParent,
    _ts_tree_cursor_current_node_type_id_wasm: kindHere,
    _ts_tree_cursor_current_field_id_wasm: fieldHere,
    _ts_tree_cursor_start_index_wasm: beginHere,
    _ts_tree_cursor_end_index_wasm: endHere,
  }: CursorFunctions,
  grammar: NodeKinds,
  text: string,
): TreeNode {
  const source = new Source(text, grammar);
  let count = 0;
  const made = (above: PlainNode | undefined): PlainNode =>
    new PlainNode(kindHere(tree), fieldHere(tree), beginHere(tree), endHere(tree), above, count++, source);
  takeRoot(tree);
  startCursor(tree);
  try {
    const root = made(undefined);
    // The children of all nodes that are open, and where those of each begin: lists that grow take far more memory.
    const children: PlainNode[] = [];
    const beginnings: number[] = [];
    let node = root;
    let depth = 0;
    for (;;) {
      if (!node.isToken() && goToFirstChild(tree) === 1) {
        beginnings.push(children.length);
        node = made(node);
        children.push(node);
        continue;
      }
      while (goToNextSibling(tree) !== 1) {
        if (node.above === undefined || goToParent(tree) !== 1) return root;
        if (!node.isFirst) depth -= 1;
        node = node.above;
        node.below = children.splice(beginnings.pop()!);
      }
      if (node.isFirst && ++depth > MAX_DEPTH) throw new NestedTooDeeply();
      node = made(node.above);
      children.push(node);
    }
  } finally {
    endCursor(tree);
  }
}
