import type { Place } from '../../../infrastructure/view';
import type { TemplateNode } from './ast';

/** Where a text of a chart stands. */
export interface TemplateText {
  /** The place of an offset in UTF-16 code units. */
  placeOf(offset: number): Place;
}

/** A template that others call by its name. */
export interface Defined {
  readonly nodes: readonly TemplateNode[];
  readonly file: TemplateText;
}

export function templateText(file: string, text: string): TemplateText {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    placeOf(offset) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle - 1;
      }
      return { file, line: low + 1, column: offset - starts[low]! + 1 };
    },
  };
}
