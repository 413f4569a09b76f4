/** A change of a finding's file that its engine calls safe, as it was when the target was analysed. */
export interface RecordedFix {
  /** SHA-256 of the text in UTF-8 without a byte order mark: a file that has changed since is noticed. */
  readonly digest: string;
  /** They belong together. In the order of their places, of which none overlaps another. */
  readonly edits: readonly RecordedEdit[];
  /** The change as a unified diff, with the lines around it. */
  readonly diff: string;
}

/**
 * Places are those of the file's text without its byte order mark. `start` and `end` are UTF-16 code units from 0.
 * Lines and columns count from 1, columns in UTF-16 code units; the end is behind the last character.
 */
export interface RecordedEdit extends TextEdit {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Replaces what stands from `start` to `end`, which is not included. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param edits in order, none overlapping another */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, text: inserted } of edits) {
    parts.push(text.slice(copied, start), inserted);
    copied = end;
  }
  return parts.join('') + text.slice(copied);
}

/**
 * Chooses fixes that can be applied together, in the order in which they are given. A fix with an edit that touches one
 * of a fix before it is left as a whole: what it would do to the text as it is then, nobody has looked at.
 */
export function withoutOverlaps<Fix extends { readonly edits: readonly TextEdit[] }>(
  fixes: readonly Fix[],
): { readonly chosen: readonly Fix[]; readonly left: readonly Fix[] } {
  const taken: TextEdit[] = [];
  const chosen: Fix[] = [];
  const left: Fix[] = [];
  for (const fix of fixes) {
    const isFree = fix.edits.every((edit) => !taken.some((other) => touches(edit, other)));
    (isFree ? chosen : left).push(fix);
    if (isFree) taken.push(...fix.edits);
  }
  return { chosen, left };
}

const touches = (a: TextEdit, b: TextEdit): boolean => a.start <= b.end && b.start <= a.end;

export const inOrder = <Edit extends TextEdit>(edits: readonly Edit[]): Edit[] =>
  edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
