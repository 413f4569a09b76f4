import { HOLE } from '../../infrastructure/value';
import type { Piece } from './values/value';
import { NO_VALUE } from './values/marks';
import { indentOf } from '../../kit/indent';

/** A text with the piece that each of its parts comes from. */
export interface PiecedText {
  readonly text: string;
  pieceAt(offset: number): Piece | undefined;
}

/** Joins pieces to one text. An unknown value on a line of its own is a key or an item there, as its neighbours are. */
export function judgedText(pieces: readonly Piece[], wanted: (piece: Piece) => boolean): PiecedText {
  const lines = linesOf(pieces.filter(wanted));
  const starts: number[] = [];
  const from: Piece[] = [];
  let text = '';
  for (const [index, line] of lines.entries())
    for (const { text: part, piece } of filled(lines, index, line)) {
      starts.push(text.length);
      from.push(piece);
      text += part;
    }
  return {
    text,
    pieceAt(offset) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle - 1;
      }
      return from[low];
    },
  };
}

interface Part {
  readonly text: string;
  readonly piece: Piece;
}

interface Line {
  readonly parts: Part[];
  text: string;
}

function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: Line[] = [{ parts: [], text: '' }];
  for (const piece of pieces) {
    const text = piece.text.replaceAll(NO_VALUE, '');
    for (const part of text.split(/(?<=\n)/)) {
      const line = lines.at(-1)!;
      line.parts.push({ text: part, piece });
      line.text += part;
      if (part.endsWith('\n')) lines.push({ parts: [], text: '' });
    }
  }
  return lines;
}

const ALONE = new RegExp(`^ *${HOLE}[ ${HOLE}]*\\s*$`);

function filled(lines: readonly Line[], index: number, { parts, text }: Line): readonly Part[] {
  if (!ALONE.test(text)) return parts;
  const form = formAt(lines, index);
  let first = true;
  return parts.map((part) => {
    const shown = part.text.replaceAll(HOLE, () => {
      if (!first) return '';
      first = false;
      return form;
    });
    return { ...part, text: shown };
  });
}

/** Lines further away than this belong to something else. */
const NEAR = 400;

function formAt(lines: readonly Line[], index: number): string {
  const indent = indentOf(lines[index]!.text);
  const like = (line: string): string | undefined => {
    if (/^ *- /.test(line) || /^ *-$/.test(line.trimEnd())) return `- ${HOLE}`;
    return /^ *(?:"[^"]*"|'[^']*'|[^\s#'"-][^#]*?|-[^\s#][^#]*?):(?:\s|$)/.test(line) ? `${HOLE}: ${HOLE}` : undefined;
  };
  for (let at = index - 1; at >= 0 && at > index - NEAR; at -= 1) {
    const { text } = lines[at]!;
    if (text.trim() === '' || /^ *#/.test(text) || ALONE.test(text)) continue;
    const depth = indentOf(text);
    if (depth > indent) continue;
    if (depth < indent) break;
    // A list may stand as far to the left as its key.
    if (/:\s*$/.test(text) && !/^ *- /.test(text) && nextIs(lines, index, '-')) return `- ${HOLE}`;
    if (/:\s*$/.test(text) && at === index - 1 && !nextIs(lines, index, 'key')) return `- ${HOLE}`;
    const form = like(text);
    if (form !== undefined) return form;
    break;
  }
  for (let at = index + 1; at < lines.length && at < index + NEAR; at += 1) {
    const { text } = lines[at]!;
    if (text.trim() === '' || /^ *#/.test(text) || ALONE.test(text)) continue;
    return indentOf(text) === indent ? (like(text) ?? HOLE) : HOLE;
  }
  return HOLE;
}

function nextIs(lines: readonly Line[], index: number, wanted: '-' | 'key'): boolean {
  const indent = indentOf(lines[index]!.text);
  const next = lines.slice(index + 1, index + NEAR).find(({ text }) => text.trim() !== '' && !/^ *#/.test(text));
  if (next === undefined || indentOf(next.text) !== indent) return false;
  return /^ *-(?:\s|$)/.test(next.text) === (wanted === '-');
}
