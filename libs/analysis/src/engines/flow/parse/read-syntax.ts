import { parse } from '@ast-grep/napi';
import type { Syntax } from '../lower/syntax';
import { TreeParser } from './parser';

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

export const isCopied = (grammar: string): boolean => Object.hasOwn(COPIED, grammar);

/**
 * Reads the text of a file into its syntax tree.
 * @throws ParserFailed; NestedTooDeeply
 */
export type ReadSyntax = (text: string) => Syntax;

let current: Promise<TreeParser> | undefined;

/** For one text: the parser behind it may be another one at the next text. */
export async function readerOf(grammar: string): Promise<ReadSyntax> {
  if (!isCopied(grammar)) return (text) => parse(grammar, text).root();
  if ((await current)?.isSpent) current = undefined;
  current ??= TreeParser.start();
  const parser = await current;
  const name = COPIED[grammar]!;
  await parser.load(name);
  return (text) => parser.read(name, text);
}
