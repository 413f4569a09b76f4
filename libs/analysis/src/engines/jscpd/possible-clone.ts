interface Span {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
}

/** Comments and line breaks may differ between the two; more than that is no copy. */
const MOST_LONGER = 2;

/**
 * When jscpd extends a clone, it sometimes takes the start of one occurrence and the end of another: a copy that ends
 * before it begins, that is many times as long as its original, or that overlaps it.
 */
export function isPossible(pair: readonly Span[]): boolean {
  const [a, b] = pair.map(({ line, endLine }) => endLine - line + 1) as [number, number];
  const overlap = pair[0]!.file === pair[1]!.file && pair[1]!.line <= pair[0]!.endLine;
  return Math.min(a, b) > 0 && Math.max(a, b) <= MOST_LONGER * Math.min(a, b) && !overlap;
}
