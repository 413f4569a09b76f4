import { HOLE } from '../../../infrastructure/value';
import type { Place } from '../../../infrastructure/view';
import { type Channel, Marked, type Origin, type Piece, type TemplateValue, isText, plainText, printed } from './value';

/** Makes texts that say where they come from. */
export interface Marks {
  readonly place: Place;
  readonly doubts: number;
}

/** A text as one piece, at the place of the action that makes it. */
const markedText = ({ place, doubts }: Marks, text: string, from?: Origin): Marked =>
  new Marked([{ text, at: place, doubts, ...(from && { from }) }]);

/** One text as each of the two channels sees it. */
export function inChannels({ place, doubts }: Marks, shown: Readonly<Record<Channel, string>>, from?: Origin): Marked {
  const piece = { at: place, doubts, ...(from && { from }) };
  if (shown.printed === shown.judged) return new Marked([{ ...piece, text: shown.printed }]);
  return new Marked([
    { ...piece, text: shown.printed, only: 'printed' },
    { ...piece, text: shown.judged, only: 'judged' },
  ]);
}

/** As Go's templates print what is nothing. Helm takes it out of what a whole file prints, and only there. */
export const NO_VALUE = '<no value>';

/** The pieces of a value as a template prints it. */
export function piecesOf(marks: Marks, value: TemplateValue, from?: Origin): readonly Piece[] {
  if (value instanceof Marked) return value.pieces;
  const text = isText(value) ? plainText(value) : printed(value);
  if (value === null)
    return inChannels(marks, { printed: NO_VALUE, judged: from === undefined ? '' : HOLE }, from).pieces;
  return text === '' ? [] : markedText(marks, text, from).pieces;
}

/** Changes each piece of a text by itself, so that each stays where it was. */
export function eachPiece(value: TemplateValue, change: (text: string, index: number) => string): TemplateValue {
  if (typeof value === 'string') return change(value, 0);
  if (!(value instanceof Marked)) return value;
  return new Marked(value.pieces.map((piece, index) => ({ ...piece, text: change(piece.text, index) })));
}

/** Takes white space, or what a pattern matches, off one end; pieces that are nothing else go with it. */
export function trimmed(value: TemplateValue, trim: (text: string) => string, end: 'start' | 'end'): TemplateValue {
  if (typeof value === 'string') return trim(value);
  if (!(value instanceof Marked)) return value;
  const pieces = end === 'start' ? [...value.pieces] : [...value.pieces].reverse();
  const kept: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const text = trim(piece.text);
    if (text !== '') kept.push({ ...piece, text });
    // A piece of only one channel does not end the trimming of the other.
    if (text === '' || piece.only !== undefined || piece.doubts > 0) continue;
    kept.push(...pieces.slice(index + 1));
    break;
  }
  return new Marked(end === 'start' ? kept : kept.reverse());
}
