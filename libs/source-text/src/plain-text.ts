/**
 * Control characters, line and paragraph separators, and the marks that reorder the visible text (CVE-2021-42574).
 */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

const LONE_SURROGATE = /\p{Cs}/gu;

/**
 * Makes one line of at most `limit` UTF-16 units that is safe to print and to store. It is needed because a message of
 * an engine may quote a hostile file.
 */
export function plainText(text: string, limit = 2_000): string {
  // The text is cut before it is cleaned, because it may have megabytes. A half surrogate pair at the cut is removed.
  const cut = text.length > limit * 2 ? text.slice(0, limit * 2) : text;
  const line = cut.replace(LONE_SURROGATE, '\uFFFD').replace(UNPRINTABLE, ' ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(LONE_SURROGATE, '')}…`;
}
