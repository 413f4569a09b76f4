import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { commandThatAdds } from '../../engine-profile';
import type { Syntax } from '../lower/syntax';
import { TreeParser } from '../../kit/parsers/tree-parser';

const MOST = '@vscode/tree-sitter-wasm/wasm/tree-sitter-';

/**
 * The grammars in WebAssembly, which are the same as those of ast-grep: a whole tree is copied out of that memory in a
 * quarter of the time that ast-grep takes to answer what lowering asks.
 */
const GRAMMARS: Readonly<Record<string, string>> = {
  TypeScript: `${MOST}typescript.wasm`,
  Tsx: `${MOST}tsx.wasm`,
  c: 'tree-sitter-c/tree-sitter-c.wasm',
  cpp: 'tree-sitter-cpp/tree-sitter-cpp.wasm',
  csharp: `${MOST}c-sharp.wasm`,
  go: `${MOST}go.wasm`,
  java: `${MOST}java.wasm`,
  kotlin: '@unit-mesh/treesitter-artifacts/wasm/tree-sitter-kotlin.wasm',
  php: `${MOST}php.wasm`,
  python: `${MOST}python.wasm`,
  ruby: `${MOST}ruby.wasm`,
};

const packageOf = (path: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0];

/** The packages without which a language is not read. */
export const grammarPackages = (): readonly string[] => [...new Set(Object.values(GRAMMARS).map(packageOf))];

/** The package that an installation lacks to read texts of a grammar, as a text that says how to add it. */
export function missingGrammar(grammar: string): string | undefined {
  const path = GRAMMARS[grammar]!;
  try {
    createRequire(__filename).resolve(path);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return `the package ${packageOf(path)} is missing; ${commandThatAdds('languages')} installs it`;
  }
}

/**
 * Reads the text of a file into its syntax tree.
 * @throws ParserFailed; NestedTooDeeply
 */
export type ReadSyntax = (text: string) => Syntax;

/**
 * V8 also optimizes functions of WebAssembly. The parser itself is small, and nine tenths of reading are its work: with
 * it optimized, 1.4 MB of JavaScript are read in 0.88 s instead of 1.00. A function of it is optimized that has run for
 * fifty times as long as V8 would wait. A grammar has a lexer that may be so large that to optimize it takes half a
 * second: 2.2 MB of Kotlin are read in 1.1 s as it is, and in 1.8 with it optimized; 9 MB in 3.9 s and in 4.5.
 */
const OPTIMIZED = ['--wasm-dynamic-tiering', '--wasm-tier-up', '--wasm-tiering-budget=100000000'];
const AS_IT_IS = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up'];

let ofGrammars = AS_IT_IS;

/** Says whether V8 is to optimize the grammars that are loaded from now on, and not only the parser. */
export function optimizeGrammars(isWorthIt: boolean): void {
  ofGrammars = isWorthIt ? OPTIMIZED : AS_IT_IS;
}

const setFlags = (flags: readonly string[]): void => {
  for (const flag of flags) setFlagsFromString(flag);
};

async function startParser(): Promise<TreeParser> {
  setFlags(OPTIMIZED);
  const parser = await TreeParser.start();
  setFlags(ofGrammars);
  return parser;
}

let current: TreeParser | undefined;

/**
 * For one text, and what is read within it: the parser behind it may be another one at the next text.
 * @param within a grammar that {@link readWithin} is asked for meanwhile
 */
export async function readerOf(grammar: string, within?: string): Promise<ReadSyntax> {
  if (current?.isSpent !== false) current = await startParser();
  const parser = current;
  for (const each of within === undefined ? [grammar] : [grammar, within]) await parser.load(each, GRAMMARS[each]!);
  return (text) => parser.read(grammar, text);
}

/**
 * Reads a text that stands within the one that is being lowered.
 * @param grammar one that was named to {@link readerOf}
 * @throws ParserFailed; NestedTooDeeply
 */
export const readWithin = (grammar: string, text: string): Syntax => current!.read(grammar, text);
