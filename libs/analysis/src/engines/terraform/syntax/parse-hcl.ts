import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';
import type { Attribute, Block, Body, ParsedFile, Place } from './ast';
import { lowerExpression, textOfLabel } from './lower-expression';
import { type SyntaxNode as Node, namedChildren, plainTree } from './tree';

const GRAMMAR = '@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-terraform.wasm';

export type HclParser = (file: string, text: string) => ParsedFile;

/** Loads the grammar, which is WebAssembly, so that no program is built when it is installed. */
export async function loadHclParser(): Promise<HclParser> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(createRequire(__filename).resolve(GRAMMAR))));
  return (file, text) => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error('the parser gave up');
    try {
      return readFile(file, plainTree(tree, text));
    } finally {
      // It lies in the memory of the parser, where nothing collects it.
      tree.delete();
    }
  };
}

function readFile(file: string, root: Node): ParsedFile {
  const body = namedChildren(root).find((node) => node.type === 'body');
  const reader = new FileReader(file);
  const read = body === undefined ? EMPTY : reader.body(body);
  return { file, body: read, fault: root.hasError ? reader.placeOf(firstFault(root)) : reader.fault };
}

const EMPTY: Body = { attributes: new Map(), blocks: [] };

class FileReader {
  fault: Place | undefined;

  constructor(private readonly file: string) {}

  placeOf({ row, column }: Node): Place {
    return { file: this.file, line: row + 1, column: column + 1 };
  }

  tooDeep(node: Node): void {
    this.fault ??= this.placeOf(node);
  }

  body(node: Node): Body {
    const attributes = new Map<string, Attribute>();
    const blocks: Block[] = [];
    for (const child of namedChildren(node)) {
      // A node with a mistake in it is not judged: the rest of its content is not known.
      if (child.hasError) continue;
      if (child.type === 'block') blocks.push(this.block(child));
      if (child.type !== 'attribute') continue;
      const [name, value] = namedChildren(child);
      if (name && value)
        attributes.set(name.text, { name: name.text, value: lowerExpression(value, this), at: this.placeOf(child) });
    }
    return { attributes, blocks };
  }

  private block(node: Node): Block {
    const [type, ...rest] = namedChildren(node);
    const body = rest.find((child) => child.type === 'body');
    return {
      type: type?.text ?? '',
      labels: rest.filter((child) => child.type === 'string_lit' || child.type === 'identifier').map(textOfLabel),
      body: body === undefined ? EMPTY : this.body(body),
      at: this.placeOf(node),
    };
  }
}

/** The innermost node that is wrong, or lacks something, and comes first. */
function firstFault(root: Node): Node {
  let node = root;
  for (;;) {
    const inner = node.children.find((child) => child.hasError);
    if (inner === undefined) return node;
    node = inner;
  }
}
