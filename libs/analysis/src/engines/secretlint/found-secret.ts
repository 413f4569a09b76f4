import type { HiddenRange } from '../engine';
import type { Problem } from '../kit/per-file';

/** The degrees of certainty about a secret, from most to least. */
export const RANK = { verified: 5, preset: 4, format: 3, address: 2, assignment: 1 } as const;

/** A finding with the secret itself, which never leaves this process. */
export interface FoundSecret {
  readonly problem: Problem;
  /** Two secrets of the same value are the same, however their files write them. */
  readonly value: string;
  /** A text that every place of the secret has, where the value is not written as it is. */
  readonly trace?: string;
  /** Where the secret stands in the text. */
  readonly start: number;
  readonly end: number;
  /** A server takes the value when it is set up, so that its severity holds for all places of the value. */
  readonly isSetUp?: boolean;
  /** Where two overlap, the one with the higher rank is the finding: it says most about the secret. */
  readonly rank: number;
}

/** Lines and columns of places, by a search in the beginnings of lines. */
export class Positions {
  private readonly lines: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.lines.push(at + 1);
  }

  /** From 1. */
  of(index: number): { line: number; column: number } {
    let from = 0;
    let to = this.lines.length;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (this.lines[middle]! <= index) from = middle;
      else to = middle;
    }
    return { line: from + 1, column: index - this.lines[from]! + 1 };
  }
}

/** A range of the text as ranges of its lines. */
export function* linesOfRange(text: string, positions: Positions, start: number, end: number): Generator<HiddenRange> {
  let { line, column } = positions.of(start);
  for (let from = start; from < end; line += 1) {
    const lineEnd = text.indexOf('\n', from);
    const until = lineEnd === -1 ? end : Math.min(end, lineEnd);
    if (until > from) yield { line, start: column - 1, end: column - 1 + until - from };
    from = until + 1;
    column = 1;
  }
}

/** One finding for each place, in the order of the text. */
export function withoutOverlaps(found: readonly FoundSecret[]): FoundSecret[] {
  const kept: FoundSecret[] = [];
  const ordered = [...found].sort((a, b) => a.start - b.start || b.rank - a.rank || b.end - a.end);
  for (const one of ordered) {
    const last = kept.at(-1);
    if (!last || one.start >= last.end) kept.push(one);
    else if (one.rank > last.rank) kept[kept.length - 1] = one;
  }
  return kept;
}
