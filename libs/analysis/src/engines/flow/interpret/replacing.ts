import { bitOf } from '../rules';
import { type Method, isObject, taintOf } from './effect';
import { possibleWith, withoutFound } from './patterns';
import { BY_CHARACTERS, type Holds } from './patterns';
import { IN_QUOTES } from '../rules';
import { type Value, madeSafe } from './values';

/** The path of a pattern that finds all places, and not the first one alone. */
export const GLOBAL_PATTERN = 'a pattern that finds all places';

/**
 * `text.replace(/[^\w-]/g, '')`, `text.replace(/</g, '&lt;')`: what is replaced is not there any more.
 * @param isAll the call replaces all places, whatever the pattern says
 */
export function withoutReplaced({ run, receiver, args: [place, part] }: Method, isAll = false): Value | undefined {
  if (isObject(receiver) || place === undefined || part === undefined) return undefined;
  const isText = typeof place.constant === 'string';
  if (!isAll && !place.paths.includes(GLOBAL_PATTERN) && (isText || run.language.hasFunctionObjects)) return undefined;
  const mask = ruledOutByReplacing(isText ? literally(String(place.constant)) : place.text, part);
  return mask === 0 ? undefined : madeSafe(taintOf(run, receiver), mask);
}

const literally = (text: string): string => (/^\w$/.test(text) ? text : `\\${text}`);

/** The weaknesses that a text cannot cause in which all that a pattern finds was replaced. */
export function ruledOutByReplacing(pattern: string | undefined, part: Value): number {
  const kept = withoutFound(pattern);
  if (kept === undefined) return 0;
  const put = part.functions.length > 0 ? '' : part.text;
  if (put === undefined) return 0;
  const escaped = escapedBy(kept, put);
  const holds: Holds = (character) => kept(character) || (put.includes(character) && !put.includes('$'));
  return escaped | (put.includes('\\') ? 0 : BY_CHARACTERS & ~possibleWith(holds));
}

const PATTERN_CHARACTERS = ['.', '*', '+', '?', '(', '[', '|'];

/** What is still there, but means nothing any more. */
function escapedBy(kept: Holds, put: string): number {
  const isBackslash = /^(?:\\{1,2})(?:\$&|\$0|\$1|\\g<0>|\\1)$/.test(put);
  if (isBackslash && PATTERN_CHARACTERS.every((character) => !kept(character)))
    return bitOf('regular-expression-injection');
  if (kept("'")) return 0;
  if (put === "''" || put === "\\'") return bitOf('sql-injection') | IN_QUOTES;
  return put === "'\\''" || put === `'"'"'` ? bitOf('command-injection') : 0;
}
