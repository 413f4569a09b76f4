import type { RawFinding } from '../engine';
import { lastTexts } from './last-text';

/** The line of a finding, and the lines near it. */
export interface PlaceInText {
  readonly line: string;
  /** The line before it; empty for the first. */
  readonly before: string;
  /** The line and those after it, up to the end of the tag that begins there. */
  readonly tag: string;
  /** The line and those after it, up to the end of the block in braces that begins there. */
  readonly block: string;
  /** The text behind the block, up to some lines below. */
  readonly afterBlock: string;
  /** The line from the column of the finding. */
  readonly here: string;
  /** The text before the finding: the lines above, some of them, and the line up to the column. */
  readonly ahead: string;
  /** All of the file. */
  readonly text: string;
  readonly message: string;
  /** The staged path. */
  readonly file: string;
}

/** By rule: a test for the plain cases in which the rule is wrong, and which no option of the rule excludes. */
export type Misfires = Readonly<Record<string, (place: PlaceInText) => boolean>>;

/** Makes a filter of findings that leaves out the misfires. It reads a file only for a rule that is in the table. */
export function withoutMisfires(root: string, misfires: Misfires): (finding: RawFinding) => boolean {
  const read = lastTexts(root);
  return ({ rule, file, line, column = 1, message }) => {
    const isMisfire = Object.hasOwn(misfires, rule) ? misfires[rule] : undefined;
    if (isMisfire === undefined || file === undefined || line === undefined) return true;
    const { lines, text } = read(file);
    return !isMisfire({
      file,
      message,
      line: lines[line - 1] ?? '',
      before: lines[line - 2] ?? '',
      here: (lines[line - 1] ?? '').slice(column - 1),
      get tag() {
        return tagAt(lines, line);
      },
      get ahead() {
        const above = lines.slice(Math.max(0, line - 1 - LINES_AHEAD), line - 1);
        return [...above, (lines[line - 1] ?? '').slice(0, column - 1)].join('\n');
      },
      text,
      get block() {
        return blockAt(lines, line);
      },
      get afterBlock() {
        return textAt(lines, line).slice(blockAt(lines, line).length);
      },
    });
  };
}

const LINES_OF_A_TAG = 20;
const LINES_AHEAD = 5;

/** The tag that begins on the line (from 1), to its end some lines below. An arrow of a handler ends none. */
export function tagAt(lines: readonly string[], line: number): string {
  const text = lines.slice(line - 1, line - 1 + LINES_OF_A_TAG).join(' ');
  return text.slice(0, text.search(/(?<!=)>/) + 1 || undefined);
}

const LINES_OF_A_BLOCK = 60;

const textAt = (lines: readonly string[], line: number): string =>
  lines.slice(line - 1, line - 1 + LINES_OF_A_BLOCK).join('\n');

/** The line (from 1) and those after it, up to the end of the block in braces that begins there. */
export function blockAt(lines: readonly string[], line: number): string {
  const text = textAt(lines, line);
  let depth = 0;
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth <= 0) return text.slice(0, index + 1);
  }
  return text;
}
