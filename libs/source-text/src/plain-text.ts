/**
 * Control characters, line and paragraph separators, and the marks that reorder what a reader sees (CVE-2021-42574).
 */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

const LONE_SURROGATE = /\p{Cs}/gu;

/**
 * One line of at most `limit` UTF-16 units, safe to print and to store: what an engine says may quote a hostile file.
 */
export function plainText(text: string, limit = 2_000): string {
  // Cut before cleaning: a message may be megabytes. A surrogate pair that a cut divides leaves no half behind.
  const cut = text.length > limit * 2 ? text.slice(0, limit * 2) : text;
  const line = cut.replace(LONE_SURROGATE, '\uFFFD').replace(UNPRINTABLE, ' ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(LONE_SURROGATE, '')}…`;
}
