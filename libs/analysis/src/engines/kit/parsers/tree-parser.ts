import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import type * as TreeSitter from 'web-tree-sitter';
import { NestedTooDeeply, type TreeNode } from './tree-node';
import { NodeKinds, plainTree } from './plain-tree';

/**
 * The functions with which the parser's own objects go through a tree (`lib/tree-sitter.c` of web-tree-sitter). Each
 * finds the cursor at one place of the parser's memory and leaves it there. The objects copy it there and back for each
 * question, which took three quarters of the time of a walk.
 */
export interface CursorFunctions {
  /** Leaves the root of the tree where the next one looks for the node that a cursor starts at. */
  readonly _ts_tree_root_node_wasm: (tree: number) => void;
  readonly _ts_tree_cursor_new_wasm: (tree: number) => void;
  readonly _ts_tree_cursor_delete_wasm: (tree: number) => void;
  /** 1 where there is one, as the next two. */
  readonly _ts_tree_cursor_goto_first_child_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_goto_next_sibling_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_goto_parent_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_current_node_type_id_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_current_field_id_wasm: (tree: number) => number;
  /** In characters, as the next one. */
  readonly _ts_tree_cursor_start_index_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_end_index_wasm: (tree: number) => number;
}

/** The object that the loader of the parser fills. The heap is another one after each growth. */
type Instance = CursorFunctions & { readonly HEAP8: Int8Array };

/** Memory of WebAssembly only grows: one hostile text of 1 MB takes up to 300 MB, and ten of them took 2.3 GB. */
const MAX_MEMORY = 256 * 1024 * 1024;

/** The parser gave up or broke: nothing is known of the text. */
export class ParserFailed extends Error {}

/** One instance of the parser in WebAssembly, with the grammars that it has loaded. */
export class TreeParser {
  private readonly parsers = new Map<string, { readonly parser: TreeSitter.Parser; readonly grammar: NodeKinds }>();
  private isBroken = false;

  private constructor(
    private readonly treeSitter: typeof TreeSitter,
    private readonly instance: Instance,
  ) {}

  static async start(): Promise<TreeParser> {
    const treeSitter = treeSitterAnew();
    const instance: object = {};
    await treeSitter.Parser.init(instance);
    return new TreeParser(treeSitter, instance as Instance);
  }

  /** Whether it holds more memory than it may, or broke within a text: another one takes its place then. */
  get isSpent(): boolean {
    return this.isBroken || this.bytes > MAX_MEMORY;
  }

  get bytes(): number {
    return this.instance.HEAP8.buffer.byteLength;
  }

  /** @param path of the grammar's file, as Node finds packages */
  async load(name: string, path: string): Promise<void> {
    if (this.parsers.has(name)) return;
    const { Language, Parser } = this.treeSitter;
    const language = await Language.load(readFileSync(createRequire(__filename).resolve(path)));
    const parser = new Parser();
    parser.setLanguage(language);
    this.parsers.set(name, { parser, grammar: new NodeKinds(language) });
  }

  /**
   * @param name of a grammar that was loaded
   * @throws ParserFailed; NestedTooDeeply
   */
  read(name: string, text: string): TreeNode {
    const { parser, grammar } = this.parsers.get(name)!;
    try {
      const tree = parser.parse(text);
      if (tree === null) throw new ParserFailed('the parser gave up');
      try {
        return plainTree((tree as unknown as { readonly 0: number })[0], this.instance, grammar, text);
      } finally {
        // It lies in the memory of the parser, where nothing collects it.
        tree.delete();
      }
    } catch (error) {
      if (error instanceof NestedTooDeeply) throw error;
      // The parser's memory holds half of its work.
      this.isBroken = true;
      if (error instanceof ParserFailed) throw error;
      const { name: kind } = error as Error;
      throw kind === 'RangeError' ? new NestedTooDeeply() : new ParserFailed('the parser broke');
    }
  }
}

/** The package keeps one instance for as long as it is loaded, and so do those who have loaded it before. */
function treeSitterAnew(): typeof TreeSitter {
  const path = createRequire(__filename).resolve('web-tree-sitter');
  const module = { exports: {} };
  const names = ['exports', 'require', 'module', '__filename', '__dirname'];
  const load = compileFunction(readFileSync(path, 'utf8'), names, { filename: path });
  load(module.exports, createRequire(path), module, path, dirname(path));
  return module.exports as typeof TreeSitter;
}
