import type { RawFinding, RawFix } from '../engine';
import { type TextPosition, offsetsIn, placedFix } from '../kit/fixes';

/**
 * The rules of the catalogue whose fix Biome calls safe (`biome explain <rule>`). Its reports give every fix, and do
 * not say which of them are safe. Left out are two that change what code does: `suspicious/noPrototypeBuiltins` asks
 * for Object.hasOwn, which older engines lack, and `suspicious/noMisleadingCharacterClass` adds the flag u.
 */
export const SAFE_FIXES: ReadonlySet<string> = new Set([
  'complexity/noBannedTypes',
  'complexity/noExtraBooleanCast',
  'complexity/noUselessEmptyExport',
  'complexity/noUselessLabel',
  'complexity/noUselessLoneBlockStatements',
  'complexity/noUselessRename',
  'complexity/noUselessThisAlias',
  'complexity/noUselessTypeConstraint',
  'complexity/useRegexLiterals',
  'security/noBlankTarget',
  'suspicious/noCompareNegZero',
]);

/** Both count from 1. A column counts characters, so that an emoji is one. */
interface Place {
  readonly line: number;
  readonly column: number;
}
interface Range {
  readonly start: Place;
  readonly end: Place;
}
interface Diagnostic {
  readonly code?: { readonly value?: string };
  readonly location?: { readonly path?: string; readonly range?: Range };
  readonly suggestions?: readonly { readonly range: Range; readonly text: string }[];
}

/**
 * Reads the safe fixes from the output of the reporter `rdjson`, the only one that has edits.
 * @param texts the texts that Biome read, by the path that it reports
 * @returns the fix of a finding that Biome reports for a path; undefined if there is none or more than one
 */
export function readFixes(
  json: string,
  texts: ReadonlyMap<string, string>,
): (path: string, finding: RawFinding) => RawFix | undefined {
  const { diagnostics } = JSON.parse(json) as { diagnostics: readonly Diagnostic[] };
  const offsets = new Map([...texts].map(([path, text]) => [path, offsetsIn(text)]));
  const fixes = new Map<string, RawFix | undefined>();
  for (const { code, location, suggestions = [] } of diagnostics) {
    const rule = /^lint\/(.+\/.+)$/.exec(code?.value ?? '')?.[1];
    const path = location?.path;
    const text = path === undefined ? undefined : texts.get(path);
    if (rule === undefined || !SAFE_FIXES.has(rule) || !location?.range || text === undefined) continue;
    if (suggestions.length === 0) continue;
    const lines = text.split('\n');
    const edits = suggestions.map((each) => ({
      start: inUtf16(lines, each.range.start),
      end: inUtf16(lines, each.range.end),
      text: each.text,
    }));
    const { line, column } = location.range.start;
    const key = keyOf(path!, { rule, line, column });
    fixes.set(key, fixes.has(key) ? undefined : placedFix(text, offsets.get(path!)!, edits));
  }
  return (path, finding) => fixes.get(keyOf(path, finding));
}

const keyOf = (path: string, { rule, line, column }: Pick<RawFinding, 'rule' | 'line' | 'column'>): string =>
  `${path}\0${rule}\0${line}\0${column}`;

/** From 0, as `offsetsIn` counts. */
const inUtf16 = (lines: readonly string[], { line, column }: Place): TextPosition => ({
  line: line - 1,
  column: [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length + pastEnd(lines[line - 1] ?? '', column),
});

/** How far a column is past the end of its line. Such a column is invalid, and must not be taken for the end. */
const pastEnd = (line: string, column: number): number => Math.max(0, column - 1 - [...line].length);
