import type { RawEdit, RawFix } from '../engine';

/** Nobody can check a larger fix at a glance, and it would be stored with every finding. */
export const MAX_EDITS = 20;
/** UTF-16 code units of all that a fix removes and inserts. */
export const MAX_FIX_TEXT = 4_000;

export type Edit = Pick<RawEdit, 'start' | 'end' | 'text'>;

/**
 * The fix that these edits are. Undefined if they are too many or too large, overlap, change nothing, or point outside
 * the text.
 * @param text what the engine saw, without a byte order mark
 */
export function fixOf(text: string, edits: readonly Edit[]): RawFix | undefined {
  const ordered = edits
    .map(({ start, end, text: inserted }) => ({ start, end, before: text.slice(start, end), text: inserted }))
    .filter(({ start, end, before, text: inserted }) => start > end || before !== inserted)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  if (ordered.length === 0 || ordered.length > MAX_EDITS) return undefined;
  if (ordered.reduce((sum, { before, text: inserted }) => sum + before.length + inserted.length, 0) > MAX_FIX_TEXT)
    return undefined;
  return areInOrder(ordered, text.length) ? { edits: ordered } : undefined;
}

/** Whether edits lie within a text of this length, one after the other. Two insertions at one place have no order. */
export function areInOrder(edits: readonly Pick<RawEdit, 'start' | 'end'>[], length: number): boolean {
  return edits.every(({ start, end }, index) => {
    const before = edits[index - 1];
    const isAfter = before === undefined || before.end < start || (before.end === start && before.start < before.end);
    return Number.isSafeInteger(start) && start >= 0 && start <= end && end <= length && isAfter;
  });
}

/** Counted from 0. */
export interface TextPosition {
  readonly line: number;
  /** UTF-16 code units. */
  readonly column: number;
}

/**
 * Finds the places that an engine names by line and column. Programs differ in which rare characters begin a new line,
 * so in a text that has one of them no place is found.
 */
export function offsetsIn(text: string): (position: TextPosition) => number | undefined {
  if (/\r(?!\n)|[\u2028\u2029\v\f\u0085]/.test(text)) return () => undefined;
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return ({ line, column }) => {
    const start = starts[line];
    if (start === undefined || column < 0) return undefined;
    const offset = start + column;
    return offset <= text.length && (line + 1 === starts.length || offset < starts[line + 1]!) ? offset : undefined;
  };
}

interface PlacedEdit {
  readonly start: TextPosition;
  readonly end: TextPosition;
  readonly text: string;
}

/** `fixOf` for edits whose places are lines and columns. */
export function placedFix(
  text: string,
  offsetOf: ReturnType<typeof offsetsIn>,
  edits: readonly PlacedEdit[],
): RawFix | undefined {
  const found = edits.flatMap(({ start, end, text: inserted }) => {
    const places = [offsetOf(start), offsetOf(end)] as const;
    return places[0] === undefined || places[1] === undefined
      ? []
      : [{ start: places[0], end: places[1], text: inserted }];
  });
  return found.length === edits.length ? fixOf(text, found) : undefined;
}
