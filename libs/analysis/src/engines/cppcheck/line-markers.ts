/**
 * The text before a `#` that begins a directive. It is cut (see `LOOKED_AT`), so its start is not the start of a line.
 */
const BEFORE = /(?:\n|\*\/)(?:[ \t\v\f]|\\\r?\n)*$/;
/** The number of characters that are read before a `#`. No code has more white space there. */
const LOOKED_AT = 1_000;
const NAME = /(?:line|file|endfile)\b|\d/y;
const WHITE_SPACE = /(?:[ \t\v\f]|\\\r?\n)+/y;

/**
 * Turns each line marker, which sets the file and the line number of the next line (`#line 7 "other.c"`), into a
 * comment. All other text keeps its line. The time is linear, because no comment is read twice.
 */
export function withoutLineMarkers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let next = 0;
  for (let at = text.indexOf('#'); at >= 0; at = text.indexOf('#', next)) {
    next = at + 1;
    if (!BEFORE.test(at < LOOKED_AT ? `\n${text.slice(0, at)}` : text.slice(at - LOOKED_AT, at))) continue;
    next = afterGap(text, at + 1);
    NAME.lastIndex = next;
    if (!NAME.test(text)) continue;
    parts.push(text.slice(copied, at), '//', inOneComment(text.slice(at + 1, next)));
    copied = next;
  }
  return parts.join('') + text.slice(copied);
}

/** @returns the end of the white space and comments at a position */
function afterGap(text: string, from: number): number {
  for (let at = from; ; ) {
    WHITE_SPACE.lastIndex = at;
    if (WHITE_SPACE.test(text)) at = WHITE_SPACE.lastIndex;
    if (!text.startsWith('/*', at)) return at;
    const end = text.indexOf('*/', at + 2);
    if (end < 0) return text.length;
    at = end + 2;
  }
}

/** Makes the text between `#` and the directive's name fit into the one comment that replaces the line. */
const inOneComment = (gap: string): string =>
  gap.replace(/\/\*|\*\//g, '  ').replace(/\\?(\r?\n)/g, (_, end: string) => `\\${end}`);
