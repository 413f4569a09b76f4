import type { RawFinding } from '../engine';
import { lastTexts } from '../kit/last-text';
import { blockAt } from '../kit/misfires';
import type { FindingInFile } from './oxlint.output';

/**
 * Gives a key that is twice in an object its severity: where both have the same value nothing is lost, and one line can
 * go. Each file is read once, and only for this rule.
 * @param root the absolute path of the target
 */
export function weighDoubledKeys(root: string): (finding: FindingInFile) => RawFinding & { readonly file: string } {
  const read = lastTexts(root);
  return ({ earlier, ...finding }) => {
    const { rule, file, line, column } = finding;
    if (rule !== 'no-dupe-keys' || earlier === undefined || line === undefined || column === undefined) return finding;
    const { lines } = read(file);
    const value = valueAt(lines, { line, column });
    const isKnown = value !== undefined && value === valueAt(lines, earlier);
    return isKnown || isOverride(lines, line) ? { ...finding, severity: 'low' } : finding;
  };
}

/** As many lines above a key as the comment may stand over its group. */
const LINES_ABOVE = 6;
const OVERRIDES = /^\s*(?:\/\/|\/?\*).*\boverrid(?:e|es|ing|den)\b/i;

/** Whether a comment above the key, or over the keys above it, says that they override others. */
const isOverride = (lines: readonly string[], line: number): boolean =>
  lines.slice(Math.max(line - 1 - LINES_ABOVE, 0), line - 1).some((above) => OVERRIDES.test(above));

/** The value of the key that stands there; undefined where it is not seen where the value ends. */
function valueAt(
  lines: readonly string[],
  { line, column }: { readonly line: number; readonly column: number },
): string | undefined {
  const here = (lines[line - 1] ?? '').slice(column - 1);
  const [, value = ''] = /^(?:'[^']*'|"[^"]*"|[\w$]+)\s*:\s*(.*?)\s*(?:\/\/.*)?$/.exec(here) ?? [];
  if (/^[^{}]*\{$/.test(value)) return blockAt([here, ...lines.slice(line)], 1).replace(/^[^:]*:\s*/, '');
  return /^(?:'[^']*'|"[^"]*"|[\w$.-]+|\[[^[\]{}]*\]),?$/.test(value) ? value.replace(/,$/, '') : undefined;
}
