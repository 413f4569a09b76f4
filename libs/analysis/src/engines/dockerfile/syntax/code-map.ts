/** A line, or the rest of one. */
export interface CodePart {
  readonly text: string;
  readonly line: number;
}

/** A text joined from several lines that knows the line of each position. */
export interface CodeMap {
  readonly text: string;
  /** The line of a position in the text. */
  lineAt(offset: number): number;
  /** The rest of the text from a position on. */
  from(offset: number): CodeMap;
  trimmed(): CodeMap;
}

/** Joins lines without a separator, or with a line break. */
export function codeOf(parts: readonly CodePart[], between = ''): CodeMap {
  const begins: number[] = [];
  let length = 0;
  for (const { text } of parts) {
    begins.push(length);
    length += text.length + between.length;
  }
  const lineOf = (offset: number): number => {
    let [low, high] = [0, parts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (begins[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return parts[low]?.line ?? 1;
  };
  return mapOf(parts.map(({ text }) => text).join(between), 0, lineOf);
}

const mapOf = (text: string, begin: number, lineOf: (offset: number) => number): CodeMap => ({
  text,
  lineAt: (offset) => lineOf(begin + offset),
  from: (offset) => mapOf(text.slice(offset), begin + offset, lineOf),
  trimmed: () => {
    const before = text.length - text.trimStart().length;
    return mapOf(text.trim(), begin + before, lineOf);
  },
});
