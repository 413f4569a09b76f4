import type { Place } from '../markup';

/** Lines and columns of the offsets in a text. */
export interface Positions {
  at(offset: number): Place;
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
