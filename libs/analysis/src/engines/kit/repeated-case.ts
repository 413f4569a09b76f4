import type { RawFinding } from '../engine';
import { indentOf } from './indent';
import { lastTexts } from './last-text';

const REPEATED_CASE: ReadonlySet<string> = new Set(['suspicious/noDuplicateCase', 'no-duplicate-case']);

/**
 * Gives a case that is twice in a switch its severity: where both do the same nothing is lost, and one can go. Each
 * file is read once, and only for these rules.
 * @param root the absolute path of the target
 */
export function weighRepeatedCases(root: string): <T extends RawFinding>(finding: T) => T {
  const read = lastTexts(root);
  return (finding) => {
    const { rule, file, line } = finding;
    if (!REPEATED_CASE.has(rule) || file === undefined || line === undefined) return finding;
    return doesTheSame(read(file).lines, line - 1) ? { ...finding, severity: 'low' as const } : finding;
  };
}

/** Whether a case above in the same switch has the same label and does the same. */
function doesTheSame(lines: readonly string[], at: number): boolean {
  const [here, body] = [lines[at] ?? '', bodyOf(lines, at)];
  const label = labelOf(here);
  if (label === undefined || body.length === 0) return false;
  for (let above = at - 1; above >= 0; above -= 1) {
    const line = lines[above]!;
    if (/\S/.test(line) && indentOf(line) < indentOf(here)) return false;
    if (indentOf(line) === indentOf(here) && labelOf(line) === label)
      return bodyOf(lines, above).join('\n') === body.join('\n');
  }
  return false;
}

/** Nothing in it can match the same blank twice: a line may be long, and full of blanks. */
const LABEL = /^\s*case\s([^:]+):/;

const labelOf = (line: string): string | undefined => LABEL.exec(line)?.[1]!.trim();

/** The statements behind the label, up to the next label. Cases that share theirs have none of their own. */
function bodyOf(lines: readonly string[], at: number): string[] {
  const [first, ...rest] = lines.slice(at);
  const end = rest.findIndex(
    (line) => /^\s*(?:case\b|default\s*:)/.test(line) || (/^\s*\}/.test(line) && indentOf(line) < indentOf(first!)),
  );
  return [(first ?? '').replace(LABEL, ''), ...(end < 0 ? [] : rest.slice(0, end))]
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
