import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawFinding } from '../engine';

/** The line of a finding, and the lines near it. */
export interface PlaceInText {
  readonly line: string;
  /** The line before it; empty for the first. */
  readonly before: string;
  readonly message: string;
  /** The staged path. */
  readonly file: string;
}

/** By rule: a test for the plain cases in which the rule is wrong, and which no option of the rule excludes. */
export type Misfires = Readonly<Record<string, (place: PlaceInText) => boolean>>;

/** Makes a filter of findings that leaves out the misfires. It reads a file only for a rule that is in the table. */
export function withoutMisfires(root: string, misfires: Misfires): (finding: RawFinding) => boolean {
  let last: { readonly file: string; readonly lines: readonly string[] } | undefined;
  return ({ rule, file, line, message }) => {
    const isMisfire = Object.hasOwn(misfires, rule) ? misfires[rule] : undefined;
    if (isMisfire === undefined || file === undefined || line === undefined) return true;
    if (last?.file !== file) last = { file, lines: readFileSync(join(root, file), 'utf8').split(/\r?\n/) };
    return !isMisfire({ file, message, line: last.lines[line - 1] ?? '', before: last.lines[line - 2] ?? '' });
  };
}
