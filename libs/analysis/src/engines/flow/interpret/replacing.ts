import { IN_ELEMENTS, IN_QUOTES, QUOTES_GONE, bitOf } from '../rules';
import { type Effect, type Method, isObject, taintOf } from './effect';
import { BY_CHARACTERS, type Holds, possibleWith, withoutFound } from './patterns';
import { type Value, carrying, madeSafe, valueLike } from './values';

/** The path of a pattern that finds all matches, not only the first one. */
const GLOBAL_PATTERN = 'a pattern that finds all places';

/** A pattern made of a text and of flags. */
export function patternOf([written, flags]: readonly Value[]): Value {
  const isGlobal = typeof flags?.constant === 'string' && flags.constant.includes('g');
  return valueLike(carrying(written ? [written] : []), {
    ...(written?.text !== undefined && { text: written.text, written: written.written }),
    ...(isGlobal && { paths: [GLOBAL_PATTERN] }),
  });
}

/** `re.sub(pattern, replacement, text)` */
export const replacedIn: Effect = ({ run, args: [pattern, part, text] }) => {
  if (!pattern || !part || !text || isObject(text)) return undefined;
  const mask = ruledOutByReplacing(pattern.text, part);
  return mask === 0 ? undefined : madeSafe(taintOf(run, text), mask);
};

/**
 * `text.replace(/[^\w-]/g, '')`, `text.replace(/</g, '&lt;')`: the result no longer contains what was replaced.
 * @param isAll the call replaces all matches, whatever the pattern says
 */
export function withoutReplaced({ run, receiver, args: [place, part] }: Method, isAll = false): Value | undefined {
  if (isObject(receiver) || place === undefined || part === undefined) return undefined;
  const isText = typeof place.constant === 'string';
  if (!isAll && run.language.hasFunctionObjects && !place.paths.includes(GLOBAL_PATTERN)) return undefined;
  // `replaceAll` of Java takes a pattern in a text.
  const isPattern = !isText || (isAll && run.language.holdsTypes === true);
  const mask = ruledOutByReplacing(
    isPattern ? place.text : literally(String(place.constant)),
    part,
    run.language.holdsTypes,
  );
  return mask === 0 ? undefined : madeSafe(taintOf(run, receiver), mask);
}

const literally = (text: string): string => (/^\w$/.test(text) ? text : `\\${text}`);

/** The weaknesses that a text cannot cause if all matches of a pattern were replaced in it. */
function ruledOutByReplacing(pattern: string | undefined, part: Value, tellsQuotes = false): number {
  const kept = withoutFound(pattern);
  if (kept === undefined) return 0;
  const put = part.functions.length > 0 ? '' : part.text;
  if (put === undefined) return 0;
  const escaped = escapedBy(kept, put);
  const holds: Holds = (character) => kept(character) || (put.includes(character) && !put.includes('$'));
  const ruledOut = put.includes('\\') ? 0 : BY_CHARACTERS & ~possibleWith(holds);
  return escaped | ruledOut | (tellsQuotes ? quotesLeft(holds) : 0);
}

/** The mark for quotes in a text with escaped tags. */
function quotesLeft(holds: Holds): number {
  if (!holds('"')) return QUOTES_GONE;
  return holds('<') ? 0 : IN_ELEMENTS;
}

const PATTERN_CHARACTERS = ['.', '*', '+', '?', '(', '[', '|'];

/** The weaknesses ruled out because a character is still there, but escaped. */
function escapedBy(kept: Holds, put: string): number {
  const isBackslash = /^(?:\\{1,2})(?:\$&|\$0|\$1|\\g<0>|\\1)$/.test(put);
  if (isBackslash && PATTERN_CHARACTERS.every((character) => !kept(character)))
    return bitOf('regular-expression-injection');
  if (kept("'")) return 0;
  if (put === "''" || put === "\\'") return bitOf('sql-injection') | IN_QUOTES;
  return put === "'\\''" || put === `'"'"'` ? bitOf('command-injection') : 0;
}
