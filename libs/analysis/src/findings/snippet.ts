export interface Snippet {
  /** The line number of `lines[0]`, counted from 1. */
  readonly startLine: number;
  readonly highlightLine: number;
  readonly lines: readonly string[];
}

const LINE_KEPT = 400;

/**
 * A line of a file with its neighbours, safe to print: long lines are clipped, and control characters and marks that
 * reorder text become escapes. Undefined if the file has no such line.
 */
export function snippetOf(
  lines: readonly string[],
  line: number,
  { context }: { context: number } = { context: 3 },
): Snippet | undefined {
  if (!Number.isInteger(line) || line < 1 || line > lines.length) return undefined;
  const startLine = Math.max(1, line - context);
  return { startLine, highlightLine: line, lines: lines.slice(startLine - 1, line + context).map(printable) };
}

function printable(line: string): string {
  const clipped = line.length > LINE_KEPT ? `${line.slice(0, LINE_KEPT - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
  return clipped.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === '\t' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
