/**
 * A piece of a line with the line of the first version that it comes from: a broken line is several pieces of one
 * origin, and a joined line has pieces of several.
 */
export interface Piece {
  readonly text: string;
  readonly origin: string;
}

export type Line = readonly Piece[];

/** A file under edit. Its id stays the same where its path changes. */
export interface EditedFile {
  readonly id: string;
  readonly path: string;
  readonly lines: readonly Line[];
}

export const textOf = (line: Line): string => line.map(({ text }) => text).join('');
export const contentOf = ({ lines }: EditedFile): string => lines.map(textOf).join('\n');
export const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
export const indentationOf = (line: Line): number => textOf(line).search(/\S|$/);
export const isBlank = (line: Line): boolean => textOf(line).trim() === '';

export const fileOf = (id: string, path: string, content: string): EditedFile => ({
  id,
  path,
  lines: content.split('\n').map((text, at) => [{ text, origin: `${id}:${at}` }]),
});

/** The lines as a copy with new origins. `copy` is a name that no other copy has. */
export const asCopy = (lines: readonly Line[], copy: string): Line[] =>
  lines.map((line) => line.map(({ text, origin }) => ({ text, origin: `${origin}@${copy}` })));

/** A copy directly behind its original: nothing tells which of the two is the older one. */
export const asTwin = (lines: readonly Line[], copy: string): Line[] => asCopy(lines, `twin-${copy}`);

/** The origin in the original of a twin. */
export const withoutTwin = (origin: string): string => origin.replace(/@twin-\w+/g, '');

/** The piece at a column, counted from 1; without a column, the first piece that is not blank. */
export function pieceAt(line: Line, column: number | undefined): Piece | undefined {
  if (column === undefined) return line.find(({ text }) => text.trim() !== '') ?? line[0];
  let end = 0;
  for (const piece of line) {
    end += piece.text.length;
    if (column <= end) return piece;
  }
  return line.at(-1);
}

/** The text at each origin, without the parts that a formatter changes. */
export function standingAt(lines: readonly Line[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { text, origin } of lines.flat())
    texts.set(origin, (texts.get(origin) ?? '') + text.replace(/\s+/g, '').replaceAll('"', "'"));
  return texts;
}
