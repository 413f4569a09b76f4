import type { Place } from '../markup';

/** Lines and columns of the offsets in a text. */
export interface Positions {
  at(offset: number): Place;
}

/** The beginning of the line of an offset in a text, for a text of which one place is asked. */
export function lineOf(text: string, offset: number): Place {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return { line, column: 1 };
}

export function positionsIn(text: string): Positions {
  const begins = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) begins.push(index + 1);
  return {
    at(offset) {
      let low = 0;
      let high = begins.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (begins[middle]! <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - begins[low]! + 1 };
    },
  };
}
