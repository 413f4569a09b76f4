import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parse } from '@ast-grep/napi';
import { Language, Parser } from 'web-tree-sitter';
import type { Syntax } from '../lower/syntax';
import { Grammar, plainTree } from './plain-tree';

/**
 * The grammars in WebAssembly that are the same as those of ast-grep: a whole tree is copied out of that memory in a
 * quarter of the time that ast-grep takes to answer what lowering asks.
 */
const COPIED: Readonly<Record<string, string>> = {
  TypeScript: 'typescript',
  Tsx: 'tsx',
  csharp: 'c-sharp',
  go: 'go',
  java: 'java',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
};

const GRAMMARS = '@vscode/tree-sitter-wasm/wasm/tree-sitter-';

export const isCopied = (grammar: string): boolean => Object.hasOwn(COPIED, grammar);

/** Reads the text of a file into its syntax tree. */
export type ReadSyntax = (text: string) => Syntax;

const readers = new Map<string, Promise<ReadSyntax>>();

/** Each grammar is loaded once in a process. */
export function readerOf(grammar: string): Promise<ReadSyntax> {
  const known = readers.get(grammar);
  if (known) return known;
  const reader = isCopied(grammar) ? copyingReader(COPIED[grammar]!) : Promise.resolve(askingReader(grammar));
  readers.set(grammar, reader);
  return reader;
}

const askingReader =
  (grammar: string): ReadSyntax =>
  (text) =>
    parse(grammar, text).root();

async function copyingReader(name: string): Promise<ReadSyntax> {
  await Parser.init();
  const language = await Language.load(await readFile(createRequire(__filename).resolve(`${GRAMMARS}${name}.wasm`)));
  const parser = new Parser();
  parser.setLanguage(language);
  const grammar = new Grammar(language);
  return (text) => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error('the parser gave up');
    try {
      return plainTree(tree, grammar, text);
    } finally {
      // It lies in the memory of the parser, where nothing collects it.
      tree.delete();
    }
  };
}
