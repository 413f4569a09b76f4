import { type RawFinding, type RawFix, type RuleDefinition, pointsAtCredential } from '@assay/analysis';
import { type RecordedEdit, type RecordedFix, type TextEdit, applyEdits, unifiedDiff } from '@assay/findings';
import { sha256Hex } from '@assay/kernel';
import type { HiddenLines } from './hidden-lines';

/** UTF-16 code units. A longer diff is no longer checked at a glance, and is stored with every finding. */
const MAX_DIFF = 8_000;

/** The lines of context in a diff. */
const DIFF_CONTEXT = 3;

/** The data of a file that fixes need. It is made once for a file. */
export interface FixedFile {
  readonly path: string;
  readonly text: string;
  readonly digest: string;
  readonly lineStarts: readonly number[];
  readonly ending: '\n' | '\r\n';
}

/** @param text of the file in the target, without a byte order mark */
export function fixedFile(path: string, text: string): FixedFile {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const ending = /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
  return { path, text, digest: sha256Hex(text), lineStarts, ending };
}

/**
 * The fix of a finding as it is recorded. Undefined if the file differs from the text that the engine saw, in which the
 * directives of the target are overwritten, if bytes of the file are not text, or if a diff would spread a secret.
 */
export function recordedFix(
  { fix }: RawFinding,
  rule: RuleDefinition | undefined,
  file: FixedFile,
  hidden: Pick<HiddenLines, 'hasSecret'>,
): RecordedFix | undefined {
  if (!fix || (rule && pointsAtCredential(rule)) || file.text.includes('\ufffd')) return undefined;
  if (!fix.edits.every(({ start, end, before }) => file.text.slice(start, end) === before)) return undefined;
  if (hidden.hasSecret(...linesOfFix(fix, file))) return undefined;
  const edits = fix.edits.map(({ start, end, text }) => ({ start, end, text: withEnding(text, file) }));
  if (/\p{Surrogate}/u.test(applyEdits(file.text, edits))) return undefined; // half a character
  const diff = unifiedDiff(file.path, file.text, edits);
  if (diff === '' || diff.length > MAX_DIFF) return undefined;
  return { digest: file.digest, edits: edits.map((edit) => placed(edit, file)), diff };
}

/** The first and the last line that a diff of the fix shows. */
export function linesOfFix({ edits }: RawFix, file: FixedFile): [from: number, to: number] {
  const first = Math.min(...edits.map(({ start }) => start));
  const last = Math.max(...edits.map(({ end }) => end));
  return [placeOf(first, file).line - DIFF_CONTEXT, placeOf(last, file).line + DIFF_CONTEXT];
}

/** Engines insert plain line feeds, even into files with other line endings. */
const withEnding = (text: string, { ending }: FixedFile): string =>
  ending === '\n' ? text : text.replace(/\r?\n/g, ending);

function placed(edit: TextEdit, file: FixedFile): RecordedEdit {
  const [start, end] = [placeOf(edit.start, file), placeOf(edit.end, file)];
  return { ...edit, startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function placeOf(offset: number, { lineStarts }: FixedFile): { readonly line: number; readonly column: number } {
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (lineStarts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - lineStarts[low]! + 1 };
}
