/**
 * Text written so that it compares like its code points also where UTF-16 units are compared. MongoDB compares the
 * bytes of UTF-8, which is the order of code points; other servers of its protocol compare UTF-16 units, where what
 * lies above U+FFFF comes before U+E000. Text without a character from U+D800 on, which is nearly all there is, stays
 * as it is.
 */
export function encoded(text: string): string {
  if (!/[\ud800-\uffff]/.test(text)) return text;
  // Half a surrogate pair has no place in UTF-8: it becomes U+FFFD here and not on the way.
  return Buffer.from(text)
    .toString()
    .replace(/[\ue000-\u{10ffff}]/gu, (character) => {
      const point = character.codePointAt(0)!;
      return point <= 0xffff
        ? `\ue000${unit(point - 0xe000)}`
        : `\ue001${unit((point - 0x1_0000) >> 12)}${unit(point & 0xfff)}`;
    });
}

export function decoded(text: string): string {
  if (!/[\ue000\ue001]/.test(text)) return text;
  return text.replace(/\ue000(.)|\ue001(.)(.)/gsu, (_, single: string | undefined, high: string, low: string) =>
    String.fromCodePoint(
      single === undefined ? 0x1_0000 + (valueOf(high) << 12) + valueOf(low) : 0xe000 + valueOf(single),
    ),
  );
}

/** Thirteen bits as one character, past the control characters. */
const unit = (value: number): string => String.fromCharCode(0x100 + value);
const valueOf = (character: string): number => character.charCodeAt(0) - 0x100;
