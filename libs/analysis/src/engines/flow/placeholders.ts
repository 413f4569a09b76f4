import { escapedForRegex } from '../kit/escaped-for-regex';
import { MAX_COLUMNS } from '../kit/lines-of-file';
import type { Step } from './interpret/values';
import { lineOf } from './ir';

const STORED = /^stored in (\$?[A-Za-z_]\w*)$/;
/** A loop that composes a part of a statement has at most this many lines before and after one that appends. */
const LINES = 12;

/**
 * `$part .= $comma . $value;` beside `$part .= $comma . ":{$field}";`: a loop appends a placeholder or, for what the
 * code itself put there, the value. Which of the two a value meets is decided by its key.
 */
export const isBesidePlaceholders = (steps: readonly Step[], linesOf: (file: string) => readonly string[]): boolean =>
  steps.some(({ file, at, note }) => {
    const name = STORED.exec(note)?.[1];
    if (name === undefined) return false;
    const [lines, row] = [linesOf(file), lineOf(at)];
    if (BOUND.test(textFrom(lines, row))) return true;
    if (isColumn(name, (lines[row - 1] ?? '').slice(0, MAX_COLUMNS))) return true;
    const appends = new RegExp(String.raw`${escapedForRegex(name)}\s*(?:\.|\+)=`);
    if (!appends.test(lines[row - 1] ?? '')) return false;
    const around = lines.slice(Math.max(0, row - 1 - LINES), row + LINES).map((line) => line.slice(0, MAX_COLUMNS));
    const places = new RegExp(String.raw`${appends.source}[^;]*['"\x60](?:[^'"\x60]*[\s,(=])?(?:\?|:[{$]|@[{$]|%s)`);
    return around.some((line) => places.test(line));
  });

/** `[name + " = ?" for name in values]`: a name of a column, whose value is bound. */
const isColumn = (name: string, line: string): boolean =>
  new RegExp(
    String.raw`(?<![\w.])${escapedForRegex(name)}\s*[+.]\s*['"\x60]\s*=\s*(?:\?|%s|:)|` +
      String.raw`\{${escapedForRegex(name)}\}\s*=\s*(?:\?|%s)`,
  ).test(line);

/** A call stands on at most this many lines. */
const LINES_OF_CALL = 5;
/** `db.raw('a = ?', [name])` of Knex, which becomes a text with the value quoted. */
const BOUND = /\braw\(\s*(['"\x60])(?:(?!\1).){0,400}\?(?:(?!\1).){0,400}\1\s*,\s*\[/;

const textFrom = (lines: readonly string[], row: number): string =>
  lines
    .slice(row - 1, row - 1 + LINES_OF_CALL)
    .map((line) => line.slice(0, MAX_COLUMNS))
    .join(' ');
