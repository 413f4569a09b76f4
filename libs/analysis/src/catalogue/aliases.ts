/** A rule as the catalogue names it. */
export interface RuleName {
  readonly tool: string;
  readonly rule: string;
}

/**
 * Former names of tools and rules: `tool` or `tool/rule`, each with its current name in the same form. Findings under
 * the old name are the same findings under the new one. An entry stays here for ever.
 */
export const ALIASES: Readonly<Record<string, string>> = {
  'secrets-source/private-registry-password': 'secrets-source/assigned-password',
  'secrets-image/private-registry-password': 'secrets-image/assigned-password',
  'secrets-git-history/private-registry-password': 'secrets-git-history/assigned-password',
};

/** The current name of a rule. Follows renamed tools and repeated renames. */
export function todaysRule({ tool, rule }: RuleName, aliases: Readonly<Record<string, string>> = ALIASES): RuleName {
  let today: RuleName = { tool, rule };
  // Each alias is followed once at most, so that a cycle in the table ends too.
  for (let renamed = 0; renamed <= Object.keys(aliases).length; renamed += 1) {
    const next = nextName(today, aliases);
    if (next === undefined) return today;
    today = next;
  }
  return today;
}

function nextName({ tool, rule }: RuleName, aliases: Readonly<Record<string, string>>): RuleName | undefined {
  const ofRule = own(aliases, `${tool}/${rule}`);
  const ofTool = own(aliases, tool);
  if (ofRule !== undefined) return ruleNamed(ofRule);
  return ofTool === undefined ? undefined : { tool: ofTool, rule };
}

const own = (aliases: Readonly<Record<string, string>>, name: string): string | undefined => (Object.hasOwn(aliases, name) ? aliases[name] : undefined);

/** Splits `tool/rule` at the first slash: a tool's id has no slash, a rule's name may have some. */
export const ruleNamed = (name: string): RuleName => {
  const at = name.indexOf('/');
  return { tool: name.slice(0, at), rule: name.slice(at + 1) };
};

/** A key that is equal for two rules if one is the other's new name. */
export const ruleKind = (name: RuleName): string => {
  const { tool, rule } = todaysRule(name);
  return `${tool}/${rule}`;
};
