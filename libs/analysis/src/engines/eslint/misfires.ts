import type { LintFinding } from './lint-job';

type Misfire = (lines: readonly string[], line: number) => boolean;

/** By rule: the plain cases in which the rule is wrong. `line` counts from 1. */
const MISFIRES: Readonly<Record<string, Misfire>> = {
  // 3.10 as a version is 3.1; 42.00 as a price or 1.0 as a ratio is what it looks like.
  'yml/no-trailing-zeros': (lines, line) => !isVersion(keyOf(lines, line)),
  // The TypeScript compiler writes an async function without await as such a generator.
  'sonarjs/generator-without-yield': (lines) => lines.some((each) => each.includes('__awaiter(')),
};

export function withoutMisfires(findings: readonly LintFinding[], text: string): readonly LintFinding[] {
  if (!findings.some(({ rule }) => Object.hasOwn(MISFIRES, rule))) return findings;
  const lines = text.split(/\r?\n/);
  return findings.filter(({ rule, line }) => !(Object.hasOwn(MISFIRES, rule) && MISFIRES[rule]!(lines, line)));
}

const OF_VERSIONS = [
  /version|release|^ver$|^tag$|^rev$|image|engine/i,
  /node|python|php|ruby|^go$|golang|java|jdk|dotnet|django|rails/i,
  /postgres|mysql|redis|ubuntu|debian|alpine/i,
];

const isVersion = (key: string | undefined): boolean =>
  key !== undefined && OF_VERSIONS.some((names) => names.test(key));

/** The key that a YAML value belongs to: on its line, or the nearest one above that is indented less. */
function keyOf(lines: readonly string[], line: number): string | undefined {
  const own = lines[line - 1] ?? '';
  const named = KEY.exec(own);
  if (named) return named[1];
  const indent = indentOf(own);
  for (let index = line - 2; index >= 0; index -= 1) {
    const above = lines[index]!;
    const key = KEY.exec(above);
    if (key && !above.trimStart().startsWith('-') && indentOf(above) <= indent) return key[1];
  }
  return undefined;
}

const KEY = /^\s*(?:- +)?["']?([\w.$-]+)["']?\s*:/;
const indentOf = (text: string): number => text.length - text.trimStart().length;
