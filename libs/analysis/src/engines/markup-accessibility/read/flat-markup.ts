import type { Piece } from './written-markup';

/** The text of the markup that pieces make. What only a program knows is a mark of a template in it. */
export interface FlatMarkup {
  readonly text: string;
  /** Where a file has the character at an offset of the text. */
  readonly placeOf: (offset: number) => number;
  /** The places in the file that the text is from. */
  readonly sources: readonly { readonly at: number; readonly length: number }[];
  /** The ranges of the text that are there for each entry of a list, or only sometimes; the outer ones last. */
  readonly ranges: readonly {
    readonly begin: number;
    readonly end: number;
    readonly mark: 'repeated' | 'sometimes';
  }[];
}

const UNKNOWN = '{{?}}';
/** Longer markup is of a program. */
const LONGEST = 60_000;

/** Where the next character stands: in text, in a tag, or in the value of an attribute. */
class Cursor {
  private isInTag = false;
  private quote = '';

  get isInText(): boolean {
    return !this.isInTag;
  }

  pass(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      const sign = text[index]!;
      if (this.quote !== '') {
        if (sign === this.quote) this.quote = '';
      } else if (!this.isInTag) this.isInTag = sign === '<' && /[a-z/]/i.test(text[index + 1] ?? '');
      else if (sign === '>') this.isInTag = false;
      else if (sign === '"' || sign === "'") this.quote = sign;
    }
  }
}

/** @returns undefined where the pieces hold no tag */
export function flatMarkup(pieces: readonly Piece[]): FlatMarkup | undefined {
  const parts: string[] = [];
  const anchors: { readonly offset: number; readonly at: number; readonly isPlain: boolean }[] = [];
  const ranges: { begin: number; end: number; mark: 'repeated' | 'sometimes' }[] = [];
  const cursor = new Cursor();
  let length = 0;
  const write = (text: string, at: number, isPlain: boolean): void => {
    anchors.push({ offset: length, at, isPlain });
    parts.push(text);
    length += text.length;
    cursor.pass(text);
  };
  const within = (mark: 'repeated' | 'sometimes', inside: readonly Piece[]): void => {
    const begin = length;
    inside.forEach(flatten);
    ranges.push({ begin, end: length, mark });
  };
  const flatten = (piece: Piece): void => {
    if (length > LONGEST) return;
    if (piece.kind === 'text') write(piece.text, piece.at, piece.isPlain);
    else if (piece.kind === 'unknown') write(UNKNOWN, piece.at, false);
    else if (piece.kind === 'repeated') within('repeated', piece.pieces);
    else if (!cursor.isInText || !piece.branches.some(hasTag)) write(UNKNOWN, piece.at, false);
    else
      for (const branch of piece.branches)
        if (hasTag(branch) || isBlank(branch)) within('sometimes', branch);
        else write(UNKNOWN, piece.at, false);
  };
  pieces.forEach(flatten);
  const text = parts.join('');
  if (!/<[a-z]/i.test(text) || length > LONGEST) return undefined;
  const placeOf = (offset: number): number => {
    const anchor = anchors.findLast((each) => each.offset <= offset);
    return anchor ? anchor.at + (anchor.isPlain ? offset - anchor.offset : 0) : 0;
  };
  const sources = anchors.map(({ at, offset }, index) => ({
    at,
    length: (anchors[index + 1]?.offset ?? length) - offset,
  }));
  return { text, placeOf, ranges, sources };
}

const hasTag = (pieces: readonly Piece[]): boolean =>
  pieces.some((piece) =>
    piece.kind === 'text'
      ? /<[a-z/]/i.test(piece.text)
      : piece.kind === 'either'
        ? piece.branches.some(hasTag)
        : piece.kind === 'repeated' && hasTag(piece.pieces),
  );

const isBlank = (pieces: readonly Piece[]): boolean =>
  pieces.every((piece) => piece.kind === 'text' && piece.text.trim() === '');
