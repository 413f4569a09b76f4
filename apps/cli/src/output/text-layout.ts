import pc from 'picocolors';
import { wrapped } from './wrapped';

const NARROWEST = 40;
/** Longer lines are hard to read. */
const WIDEST = 110;
/** Where nothing says how wide the output is, as in a pipe. */
const USUAL = 80;

/** The width to write for. @param columns of the terminal; undefined where there is none */
export const textWidth = (columns: number | undefined): number =>
  Math.min(WIDEST, Math.max(NARROWEST, columns === undefined || columns === 0 ? USUAL : columns));

/** A label and its text; text that takes more lines stays in its column. */
export function labelled(label: string, text: string, width: number, room: number): string[] {
  const [first = '', ...rest] = wrapped(text, width, `  ${label.padEnd(room)}`);
  return [`  ${pc.dim(label)}${first.slice(2 + label.length)}`, ...rest];
}

/** Text that does not fit on a line is cut: code that is broken in two reads as something else. */
export function cut(line: string, room: number): string {
  const shown = line.replace(/\t/g, '  ');
  return shown.length > room ? `${shown.slice(0, room - 1)}…` : shown;
}
