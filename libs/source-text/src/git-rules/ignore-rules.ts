import { type MatchBudget, type PathPattern, matches, parsePattern } from './path-patterns';

/** Bytes of an ignore file or of an attributes file. Those of the largest projects have some 20 KB. */
export const RULES_BYTES = 256 * 1024;

interface IgnoreRule {
  readonly pattern: PathPattern;
  readonly negated: boolean;
}

/** The rules of one file of rules, and those of the folders above it. */
export interface RuleFile<Rule> {
  /** The last of the file first: it decides. */
  readonly rules: readonly Rule[];
  /** How many names the path of its folder has. */
  readonly depth: number;
  readonly above: RuleFile<Rule> | undefined;
}

export type IgnoreRules = RuleFile<IgnoreRule>;

/** @param text the bytes of a `.gitignore`, as Latin-1: Git compares bytes */
export function parseIgnoreRules(text: string, depth: number, above: IgnoreRules | undefined): IgnoreRules {
  const rules = ruleLines(text).flatMap((line): IgnoreRule[] => {
    if (line.startsWith('#')) return [];
    const negated = line.startsWith('!');
    const pattern = parsePattern(withoutTrailingBlanks(negated ? line.slice(1) : line));
    return pattern ? [{ pattern, negated }] : [];
  });
  return { rules: rules.toReversed(), depth, above };
}

/**
 * Whether the rules name the entry: the last rule of the nearest file decides. Ask only about entries of folders that
 * are not ignored: as in Git, no rule brings back what lies in an ignored folder.
 * @param path all names, from the root of the target
 */
export function isIgnored(
  rules: IgnoreRules | undefined,
  path: readonly string[],
  isFolder: boolean,
  budget: MatchBudget,
): boolean {
  for (let each = rules; each; each = each.above) {
    const below = path.slice(each.depth);
    for (const { pattern, negated } of each.rules) {
      const named = matches(pattern, below, isFolder, budget);
      if (budget.left <= 0) return false;
      if (named) return !negated;
    }
  }
  return false;
}

/** The lines of a file of rules. */
export const ruleLines = (text: string): string[] =>
  text
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));

/** A blank at the end counts only after a backslash. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end -= 1;
  return line.slice(0, end);
}
