import { escapedForRegex } from '../kit/escaped-for-regex';
import { Unreadable } from '../kit/per-file';
import { isComment } from '../kit/comments';
import type { Step } from './interpret/values';
import { lineOf } from './ir';

/** A whole target is searched for at most this many names. */
const MAX_NAMES = 20;
/** Fewer files may be a part of a program whose rest names their functions. */
const LEAST_FILES = 20;

/** Heads of functions that run only where code names them: no class and no decorator gives them to a framework. */
const HEADS: Readonly<Record<string, RegExp>> = {
  go: /^func\s+(?:\([^)]*\)\s*)?(\w+)\s*[([]/,
  js: /^(?:export\s+)?(?:async\s+)?function\s+(\w+)\s*\(/,
  php: /^function\s+&?(\w+)\s*\(/,
  py: /^(?:async\s+)?def\s+(\w+)\s*\(/,
};
const ENDINGS: Readonly<Record<string, string>> = {
  mjs: 'js',
  cjs: 'js',
  jsx: 'js',
  ts: 'js',
  tsx: 'js',
  mts: 'js',
};

/** Names that frameworks look for in files of their folders, and languages run by themselves. */
const RUN_BY_CONVENTION =
  /^(?:main|init|handler?|default|load(?:er)?|actions?|middleware|proxy|get\w+Props|lambda_handler|[A-Z]+)$/;

/** A line that offers functions to other files, and runs none: `module.exports = { list };` */
const OFFERS = /^\s*(?:export\s+(?:default\s+)?|(?:module\.)?exports(?:\.\w+)?\s*=\s*)?[{}\w\s,:]*;?\s*$/;

/** Finds functions that nothing in the target names: no request reaches them. */
export class UnusedFunctions {
  private readonly known = new Map<string, boolean>();

  /** @param read the text of a file */
  constructor(
    private readonly files: readonly string[],
    private readonly read: (file: string) => string,
  ) {}

  /** Whether the function around a place is one that nothing names. */
  isAround({ file, at }: Step, lines: readonly string[]): boolean {
    const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
    const head = HEADS[ENDINGS[ending] ?? ending];
    if (head === undefined || this.files.length < LEAST_FILES) return false;
    const row = lines.findLastIndex((line, index) => index < lineOf(at) && /^[^\s})\]]/.test(line) && !isComment(line));
    const name = head.exec(lines[row] ?? '')?.[1];
    if (name === undefined || RUN_BY_CONVENTION.test(name) || isDecorated(lines, row)) return false;
    const key = `${file} ${name}`;
    let isUnused = this.known.get(key);
    if (isUnused === undefined && this.known.size < MAX_NAMES)
      this.known.set(key, (isUnused = this.isUnused(name, file, row, lines)));
    return isUnused === true;
  }

  private isUnused(name: string, file: string, row: number, lines: readonly string[]): boolean {
    const named = new RegExp(String.raw`(?<![\w$])${escapedForRegex(name)}(?![\w$])`);
    const isNamedHere = lines.some(
      (line, index) => index !== row && named.test(line) && !isComment(line) && !OFFERS.test(line),
    );
    if (isNamedHere) return false;
    for (const other of this.files) {
      if (other === file) continue;
      const text = this.textOf(other);
      if (text === undefined || (text.includes(name) && named.test(text))) return false;
    }
    return true;
  }

  /** Undefined for a file that cannot be read: it may name anything. */
  private textOf(file: string): string | undefined {
    try {
      return this.read(file);
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }
}

/** Whether a decorator stands above the head of a function, which may have several lines: `@app.get(`, `)`. */
function isDecorated(lines: readonly string[], row: number): boolean {
  const begin = lines.findLastIndex((line, index) => index < row && /^[^\s)\]}#]/.test(line));
  return lines[begin]?.startsWith('@') === true;
}
