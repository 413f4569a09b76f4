import type { RawFinding } from '../engine';
import { lastTexts } from '../kit/last-text';

const RULE = 'suspicious/noDuplicateParameters';

/** The list of modules that AMD loads, up to the parameters of the function that gets them. */
const LOADED = new RegExp(
  String.raw`^\w+\s*\(\s*(?:(?:'[^']*'|"[^"]*")\s*,\s*)?\[([^[\]]*)\]\s*,\s*function\s*\w*\s*\(([^()]*)$`,
);
/** A call of AMD begins at most this many lines before the last of its parameters. */
const MAX_LINES = 300;
const COMMENTS = /\/\*.*?\*\/|\/\/[^\n]*/gs;

/**
 * Gives two parameters of one name their severity: where AMD loads one module twice, both are that module, and nothing
 * is lost. Each file is read once, and only for this rule.
 * @param root the absolute path of the target
 */
export function weighDoubledParameters(root: string): <T extends RawFinding>(finding: T) => T {
  const read = lastTexts(root);
  return (finding) => {
    const { rule, file, line, column } = finding;
    if (rule !== RULE || file === undefined || line === undefined || column === undefined) return finding;
    const { lines } = read(file);
    const ahead = [...lines.slice(Math.max(0, line - MAX_LINES), line - 1), lines[line - 1]!.slice(0, column - 1)].join(
      '\n',
    );
    const name = /^[\w$]+/.exec(lines[line - 1]!.slice(column - 1))?.[0];
    return name !== undefined && isSameModule(ahead, name) ? { ...finding, severity: 'low' as const } : finding;
  };
}

/** Whether each parameter of that name up to here, and the one that begins here, is one and the same module. */
function isSameModule(ahead: string, name: string): boolean {
  const [, list, parameters] = LOADED.exec(ahead.slice(beginOfLast(ahead))) ?? [];
  if (list === undefined || parameters === undefined) return false;
  const modules = partsOf(list);
  const names = [...partsOf(parameters), name];
  const loaded = new Set(names.flatMap((each, at) => (each === name ? [modules[at]] : [])));
  return loaded.size === 1 && /^['"]/.test([...loaded][0] ?? '');
}

const beginOfLast = (ahead: string): number => [...ahead.matchAll(/\b(?:define|require)\s*\(/g)].at(-1)?.index ?? 0;

const partsOf = (list: string): string[] =>
  list
    .replace(COMMENTS, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
