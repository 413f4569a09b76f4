import {
  type FileRole,
  type MatchBudget,
  type PathPattern,
  type RuleFile,
  matches,
  parsePattern,
  ruleLines,
} from '@assay/source-text';

/** The attributes by which code hosts tell whose code it is. */
const ROLE_OF: Readonly<Record<string, FileRole>> = {
  'linguist-vendored': 'vendored',
  'linguist-generated': 'generated',
  'linguist-documentation': 'documentation',
};
/** Where a file has several. */
const STRONGEST: readonly FileRole[] = ['vendored', 'generated', 'documentation'];

interface AttributeRule {
  readonly pattern: PathPattern;
  /** False if the attribute is taken back. */
  readonly set: ReadonlyMap<FileRole, boolean>;
}

export type AttributeRules = RuleFile<AttributeRule>;

/** @param text the bytes of a `.gitattributes`, as Latin-1 */
export function parseAttributes(text: string, depth: number, above: AttributeRules | undefined): AttributeRules {
  const rules = ruleLines(text).flatMap((line): AttributeRule[] => {
    const [path = '', ...attributes] = line.trim().split(/[ \t]+/);
    const set = new Map(attributes.flatMap(roleSetBy));
    // Git takes no negated patterns here, and a pattern of folders names no file.
    if (set.size === 0 || path.startsWith('#') || path.startsWith('!') || path.endsWith('/')) return [];
    const pattern = parsePattern(path);
    return pattern ? [{ pattern, set }] : [];
  });
  return { rules: rules.toReversed(), depth, above };
}

function roleSetBy(attribute: string): [FileRole, boolean][] {
  const [, minus, name = '', value] = /^([-!]?)([\w-]+)(?:=(.*))?$/.exec(attribute) ?? [];
  const role = Object.hasOwn(ROLE_OF, name) ? ROLE_OF[name] : undefined;
  return role ? [[role, minus === '' && value !== 'false']] : [];
}

export function roleByAttributes(
  rules: AttributeRules | undefined,
  path: readonly string[],
  budget: MatchBudget,
): FileRole | undefined {
  const decided = new Map<FileRole, boolean>();
  for (let each = rules; each; each = each.above) {
    const below = path.slice(each.depth);
    for (const { pattern, set } of each.rules) {
      if ((budget.left -= 1) <= 0) return undefined;
      const news = [...set].filter(([role]) => !decided.has(role));
      if (news.length > 0 && matches(pattern, below, false, budget))
        for (const [role, is] of news) decided.set(role, is);
    }
  }
  return STRONGEST.find((role) => decided.get(role));
}
