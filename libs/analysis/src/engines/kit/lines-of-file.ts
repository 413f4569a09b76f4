import { isComment } from './comments';

/**
 * The answers about all lines of a file, so that each question is answered once: a file may have thousands of findings,
 * and to read it whole for each of them took half a minute for 300 KB.
 */
const matched = new WeakMap<readonly string[], Map<RegExp, readonly number[]>>();
const cut = new WeakMap<readonly string[], readonly string[]>();
const called = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>();

/** Text further to the right was not written by hand, and would keep patterns busy for long. */
export const MAX_COLUMNS = 1_000;

/** The rows, counted from 0, of the lines that match and are no comments as a whole. */
export function rowsOf(lines: readonly string[], pattern: RegExp): readonly number[] {
  const ofFile = matched.get(lines) ?? new Map<RegExp, readonly number[]>();
  matched.set(lines, ofFile);
  let rows = ofFile.get(pattern);
  if (rows === undefined) {
    rows = lines.flatMap((line, row) => (pattern.test(line) && !isComment(line) ? [row] : []));
    ofFile.set(pattern, rows);
  }
  return rows;
}

/** Whether a line that is no comment matches. */
export const someLine = (lines: readonly string[], pattern: RegExp): boolean => rowsOf(lines, pattern).length > 0;

/** Whether a line that is no comment matches, from one row up to another one, counted from 0. */
export function someLineWithin(lines: readonly string[], pattern: RegExp, from: number, to: number): boolean {
  const rows = rowsOf(lines, pattern);
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < rows.length && rows[low]! < to;
}

/** The lines of a file up to the column where text is no longer written by hand. */
export function cutLines(lines: readonly string[]): readonly string[] {
  let known = cut.get(lines);
  if (known === undefined) cut.set(lines, (known = lines.map((line) => line.slice(0, MAX_COLUMNS))));
  return known;
}

/** The lines that call a function of a name, or declare it. */
export function linesThatCall(lines: readonly string[], name: string): readonly string[] {
  return rowsOfCalls(lines, name).map((row) => lines[row]!);
}

/** The rows of these lines, counted from 0. */
export function rowsOfCalls(lines: readonly string[], name: string): readonly number[] {
  let ofFile = called.get(lines);
  if (ofFile === undefined) called.set(lines, (ofFile = callsIn(lines)));
  return ofFile.get(name) ?? [];
}

/** `name(`; in Ruby `name?(`, which counts as `name?` and as `name`. */
const CALL = /\b(?=(\w+[?!])?)(\w+)[?!]?\s*\(/g;

function callsIn(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const rows = new Map<string, number[]>();
  for (const [row, line] of lines.entries())
    for (const name of new Set(Array.from(line.matchAll(CALL), ([, ...names]) => names).flat())) {
      if (name === undefined) continue;
      const known = rows.get(name);
      if (known) known.push(row);
      else rows.set(name, [row]);
    }
  return rows;
}
