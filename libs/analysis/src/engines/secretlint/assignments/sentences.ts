import type { Assignment } from './assignment';

const WORD = /^[A-Za-z]+[.,:;]?$/;
/** More of an entry of `.netrc`, and no sentence. */
const OF_NETRC = /^(?:machine|login|account|password|macdef|default)\b/;
/** As far as an operator may stand before a value. */
const BEFORE = 12;

/**
 * Whether a value is a word of a sentence: `password defines a key of a Secret` in the description of a field,
 * `checkpasswd("host", i, last)`, in which the text is one argument of several.
 */
export function isInSentence(text: string, { value, start, end, isQuoted, by }: Assignment): boolean {
  if (!WORD.test(value)) return false;
  if (isQuoted) return by === 'call' && /^\\?["'`]\s{0,4},/.test(text.slice(end, end + 8));
  if (by !== 'assignment') return false;
  const after = text.slice(end, end + BEFORE);
  // `$password := include "common.secrets.lookup" …`
  if (/^ ["'(]/.test(after)) return true;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (!/[A-Za-z][ \t]+$/.test(before)) return false;
  return /[.,:]$/.test(value) || (/^ [a-z]/.test(after) && !OF_NETRC.test(after.trimStart()));
}
