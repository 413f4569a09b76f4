import { type CodeExample, snippetOf } from '@assay/analysis';
import type { SampleFile } from './samples';

const CONTEXT = 1;
const MOST_LINES = 12;
const LONGEST_LINE = 160;

/** The language labels of Markdown fences, by a file's extension. */
const LANGUAGES: Readonly<Record<string, string>> = {
  c: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  cts: 'ts',
  go: 'go',
  graphql: 'graphql',
  h: 'c',
  htm: 'html',
  html: 'html',
  java: 'java',
  js: 'js',
  json: 'json',
  jsx: 'jsx',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'js',
  cjs: 'js',
  mts: 'ts',
  php: 'php',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  scss: 'scss',
  sh: 'sh',
  sql: 'sql',
  svelte: 'svelte',
  svg: 'xml',
  swift: 'swift',
  tf: 'hcl',
  tofu: 'hcl',
  toml: 'toml',
  ts: 'ts',
  tsx: 'tsx',
  vue: 'vue',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

const languageOf = (path: string): string =>
  /(^|[./])Dockerfile/i.test(path) ? 'dockerfile' : (LANGUAGES[path.slice(path.lastIndexOf('.') + 1)] ?? '');

/** The lines from first to last, with their neighbours, safe to print. */
export function exampleAt({ path, lines }: SampleFile, first: number, last = first): CodeExample | undefined {
  const end = Math.min(Math.max(first, last), first + MOST_LINES - 2 * CONTEXT - 1);
  const startLine = Math.max(1, first - CONTEXT);
  const shown = Array.from({ length: Math.min(lines.length, end + CONTEXT) - startLine + 1 }, (_, index) =>
    snippetOf(lines, startLine + index, { context: 0 }),
  ).flatMap((snippet) => snippet?.lines ?? []);
  if (first < 1 || first > lines.length) return undefined;
  const [before, after] = [first - startLine, shown.length - (end - startLine) - 1];
  const blankBefore = before > 0 && shown[0]!.trim() === '' ? 1 : 0;
  const blankAfter = after > 0 && shown.at(-1)!.trim() === '' ? 1 : 0;
  const kept = outdented(shown.slice(blankBefore, shown.length - blankAfter).map(clipped));
  const from = first - startLine - blankBefore + 1;
  return {
    path,
    startLine: startLine + blankBefore,
    language: languageOf(path),
    lines: kept,
    marked: [from, Math.min(from + end - first, kept.length)],
  };
}

/** Code that is not a part of a sample's file: the markup of an element, a header. */
export function exampleOf(excerpt: string): CodeExample | undefined {
  const lines = excerpt
    .split(/\r?\n/)
    .slice(0, MOST_LINES)
    .flatMap((_, index, all) => snippetOf(all, index + 1, { context: 0 })?.lines ?? [])
    .map(clipped);
  if (lines.join('').trim() === '') return undefined;
  return { language: excerpt.startsWith('<') ? 'html' : '', lines, marked: [1, lines.length] };
}

/** The least share of common words at which a line counts as a correction, in files that do not correspond. */
const ALIKE_ANYWHERE = 0.6;
/** The same within the lines that replaced the bad line. */
const ALIKE_IN_PLACE = 0.4;
/** Lines with fewer words (`}`, `pass`) are alike by chance. */
const WORDS_TO_COMPARE = 2;

/**
 * The lines of a sample without findings that correct the bad line. If both samples have the file, it looks among the
 * lines that replaced it, otherwise for the most similar line anywhere. Undefined if no line is similar.
 */
export function correctionOf(bad: SampleFile, line: number, negative: readonly SampleFile[]): CodeExample | undefined {
  const text = bad.lines[line - 1] ?? '';
  const twin = negative.find(({ path }) => path === bad.path);
  if (twin !== undefined) {
    const [from, to] = replacementOf(bad.lines, line, twin.lines);
    const found = likest(text, twin, from, to);
    if (found !== undefined && found.likeness >= ALIKE_IN_PLACE) return exampleAt(twin, found.line);
  }
  if (wordsOf(text).length < WORDS_TO_COMPARE) return undefined;
  const extension = bad.path.slice(bad.path.lastIndexOf('.'));
  const best = negative
    .filter(({ path }) => path.endsWith(extension))
    .flatMap((file) => {
      const found = likest(text, file, 1, file.lines.length);
      return found === undefined ? [] : [{ file, ...found }];
    })
    .reduce<{ file: SampleFile; line: number; likeness: number } | undefined>(
      (most, each) => (most === undefined || each.likeness > most.likeness ? each : most),
      undefined,
    );
  return best !== undefined && best.likeness >= ALIKE_ANYWHERE ? exampleAt(best.file, best.line) : undefined;
}

/** The line from first to last with the most words in common with the text, but different from it. */
function likest(
  text: string,
  { lines }: SampleFile,
  first: number,
  last: number,
): { line: number; likeness: number } | undefined {
  let best: { line: number; likeness: number } | undefined;
  for (let line = first; line <= last; line++) {
    const other = lines[line - 1] ?? '';
    if (other.trim() === '' || other.trim() === text.trim()) continue;
    const likeness = likenessOf(text, other);
    if (best === undefined || likeness > best.likeness) best = { line, likeness };
  }
  return best;
}

/** Twice the number of common words, over the words of both (Dice). */
function likenessOf(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const rest = [...right];
  let shared = 0;
  for (const word of left) {
    const at = rest.indexOf(word);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  return left.length + right.length === 0 ? 0 : (2 * shared) / (left.length + right.length);
}

/** Names and numbers only, because brackets and operators are alike everywhere. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_$]+/gu) ?? [];

/** The lines of the other file, first to last, at the place of this line; an empty range if there are none. */
function replacementOf(
  lines: readonly string[],
  line: number,
  other: readonly string[],
): [first: number, last: number] {
  const common = commonLines(lines, other);
  const before = common.findLast(([at]) => at < line)?.[1] ?? 0;
  const after = common.find(([at]) => at > line)?.[1] ?? other.length + 1;
  return [before + 1, after - 1];
}

/** The longest common sequence of lines, as pairs of line numbers. Blank lines do not count. */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const same = (i: number, j: number): boolean => a[i]!.trim() !== '' && a[i]!.trim() === b[j]!.trim();
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] = same(i, j) ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (same(i, j)) pairs.push([++i, ++j]);
    else if (table[i + 1]![j]! >= table[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}

const clipped = (line: string): string =>
  line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;

/** The lines without their common indentation. */
function outdented(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length);
  const shared = Math.min(...indents);
  return Number.isFinite(shared) ? lines.map((line) => line.slice(shared).trimEnd()) : [...lines];
}
