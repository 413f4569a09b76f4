import type { RawFinding } from '../engine';
import { lastTexts } from '../kit/last-text';
import { blockAt } from '../kit/misfires';
import type { FindingInFile, Place } from './oxlint.output';

/**
 * Gives a key that is twice in an object its severity: where both have the same value nothing is lost, and one line can
 * go. Nor is it where a linter's rule gets the same level again, with its options. Each file is read once, and only for
 * this rule.
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
    return isKnown || isOverride(lines, line) || isLevelAgain(lines, earlier, { line, column })
      ? { ...finding, severity: 'low' }
      : finding;
  };
}

/** As many lines above a key as the comment may stand over its group. */
const LINES_ABOVE = 6;
const OVERRIDES = /^\s*(?:\/\/|\/?\*).*\boverrid(?:e|es|ing|den)\b/i;

/** Whether a comment above the key, or over the keys above it, says that they override others. */
const isOverride = (lines: readonly string[], line: number): boolean =>
  lines.slice(Math.max(line - 1 - LINES_ABOVE, 0), line - 1).some((above) => OVERRIDES.test(above));

/** How ESLint and others name how much a rule matters. */
const LEVEL = /^(?:off|warn|error|[012])$/;

/** Whether a linter's rule has one level first, and the same level with options later: `'a': 1` and `'a': [1, {}]`. */
function isLevelAgain(lines: readonly string[], earlier: Place, { line, column }: Place): boolean {
  const level = valueAt(lines, earlier)?.replace(/^(['"])(.*)\1$/, '$2');
  const later = [(lines[line - 1] ?? '').slice(column - 1), lines[line] ?? ''].join('\n');
  const again = /^(?:'[^']*'|"[^"]*"|[\w$-]+)\s*:\s*\[\s*(['"]?)(\w+)\1\s*[,\]]/.exec(later)?.[2];
  return level !== undefined && LEVEL.test(level) && level === again;
}

/** The value of the key that stands there; undefined where it is not seen where the value ends. */
function valueAt(lines: readonly string[], { line, column }: Place): string | undefined {
  const here = (lines[line - 1] ?? '').slice(column - 1);
  const [, value = ''] = /^(?:'[^']*'|"[^"]*"|[\w$]+)\s*:\s*(.*?)\s*(?:\/\/.*)?$/.exec(here) ?? [];
  if (/^[^{}]*\{$/.test(value))
    return blockAt([here, ...lines.slice(line)], 1)
      .replace(/^[^:]*:\s*/, '')
      .replace(/^[ \t]+/gm, '');
  return /^(?:'[^']*'|"[^"]*"|[\w$.-]+|\[[^[\]{}]*\]),?$/.test(value) ? value.replace(/,$/, '') : undefined;
}
