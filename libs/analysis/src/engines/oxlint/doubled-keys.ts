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
    return value !== undefined && value === valueAt(lines, earlier) ? { ...finding, severity: 'low' } : finding;
  };
}

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
