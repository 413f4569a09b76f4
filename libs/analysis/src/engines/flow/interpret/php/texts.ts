import { bitOf } from '../../rules';
import { elementsOf } from '../contents';
import { type Effect, taintOf } from '../effect';
import type { Run } from '../run';
import {
  HOLE,
  MAX_TEXT,
  OWN_PART,
  UNKNOWN,
  type Value,
  carrying,
  constantOf,
  madeSafe,
  textIn,
  valueLike,
} from '../values';

/**
 * A text that is changed outside of its holes: `trim("SELECT … $id ")` is still known to be a statement. Which bytes
 * stand in the holes is not known, so a change that may reach into one gives undefined.
 */
const changed = (run: Run, value: Value, change: (text: string) => string | undefined): Value => {
  if (typeof value.constant === 'string') return constantOf(change(value.constant) ?? value.constant);
  return withText(taintOf(run, value), value.text === undefined ? undefined : change(value.text));
};

export const withText = (value: Value, text: string | undefined): Value =>
  text === undefined || text.length > MAX_TEXT ? value : valueLike(value, { text });

export const ofText =
  (change: (text: string) => string): Effect =>
  ({ run, args: [value = UNKNOWN] }) =>
    changed(run, value, change);

/** `trim($text)`, `rtrim($sql, ', ')`: the second argument names the characters, and not a text. */
export const trimmed =
  (isAtStart: boolean, isAtEnd: boolean): Effect =>
  ({ run, args: [value = UNKNOWN, signs] }) => {
    const named = signs === undefined ? WHITESPACE : signs.text;
    if (named === undefined || named.includes('..') || hasHole(named)) return taintOf(run, value);
    return changed(run, value, (text) => {
      let [start, end] = [0, text.length];
      while (isAtStart && start < end && named.includes(text[start]!)) start += 1;
      while (isAtEnd && end > start && named.includes(text[end - 1]!)) end -= 1;
      return text.slice(start, end);
    });
  };
const WHITESPACE = ' \n\r\t\v';

const hasHole = (text: string): boolean => text.includes(HOLE) || text.includes(OWN_PART);

/** `substr($sql, 0, -2)`: known as long as no hole is cut, and none stands before what is counted. */
export const cutText: Effect = ({ run, args: [value = UNKNOWN, from, length] }) => {
  const [first, most] = [from?.constant, length?.constant];
  const isCounted = typeof first === 'number' && (length === undefined || typeof most === 'number');
  return isCounted
    ? changed(run, value, (text) => slice(text, first, most as number | undefined))
    : taintOf(run, value);
};

/** `substr_replace($sql, '', -2)` */
export const partReplaced: Effect = ({ run, args: [value = UNKNOWN, put = UNKNOWN, from = UNKNOWN, length] }) => {
  const first = from.constant;
  if (typeof first !== 'number' || length !== undefined || put.constant !== '')
    return carrying([taintOf(run, value), taintOf(run, put)]);
  return changed(run, value, (text) => slice(text, 0, first));
};

/** The part that `substr` gives, if it is the same whatever stands in the holes. */
function slice(text: string, first: number, length: number | undefined): string | undefined {
  if (!hasHole(text)) return text.slice(first, endOf(text, first, length));
  // Behind a hole, only what is counted from the end is known; before it, only what is counted from the beginning.
  if (first < 0 || (length !== undefined && length >= 0)) return undefined;
  const end = length ?? 0;
  const [before, behind] = [text.slice(0, first), end === 0 ? '' : text.slice(end)];
  return hasHole(before) || hasHole(behind) ? undefined : text.slice(first, text.length + end);
}

function endOf(text: string, first: number, length: number | undefined): number {
  if (length === undefined) return text.length;
  const start = first < 0 ? Math.max(0, text.length + first) : first;
  return length < 0 ? text.length + length : start + length;
}

/** Characters that quote a text of SQL. */
const QUOTES: ReadonlySet<unknown> = new Set(["'", '"', '`', ']']);

/**
 * `str_replace($search, $put, $text)`. Characters that are replaced lose their meaning: `str_replace(['<', '>'],
 * ['&lt;', '&gt;'], $text)`. The replacement becomes a part of a statement: `str_replace('{name}', $name, $sql)`.
 */
export const signsReplaced: Effect = ({ run, args: [search = UNKNOWN, put = UNKNOWN, subject = UNKNOWN] }) => {
  const sought = elementsOf(run, search) ?? [search];
  const known = sought.map(({ constant }) => constant);
  const isMarkup = known.includes('<');
  const isQuoting = known.some((sign) => QUOTES.has(String(sign)));
  const mask = (isMarkup ? bitOf('cross-site-scripting') : 0) | (isQuoting ? bitOf('sql-injection') : 0);
  const value = carrying([madeSafe(taintOf(run, subject), mask), taintOf(run, put)]);
  if (subject.text === undefined) return value;
  const puts = elementsOf(run, put);
  const putAt = (index: number): Value => (puts === undefined ? put : (puts[index] ?? EMPTY));
  return withText(value, replacedIn(subject.text, known, putAt));
};
/** Stands in for what the shorter list of replacements lacks. */
const EMPTY = constantOf('');

/** More than these are no template of a text. */
const MAX_SOUGHT = 50;

function replacedIn(text: string, sought: readonly unknown[], putAt: (index: number) => Value): string | undefined {
  if (sought.length > MAX_SOUGHT) return undefined;
  let made = text;
  for (const [index, each] of sought.entries()) {
    if (typeof each !== 'string' || each === '') return undefined;
    const put = textIn(putAt(index));
    made = made.replaceAll(each, () => put);
    if (made.length > MAX_TEXT) return undefined;
  }
  return made;
}
