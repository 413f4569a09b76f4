import { ruleNamed, todaysRule } from '../src/catalogue/aliases';

/** The errors in a table of aliases. */
export function wrongAliases(
  aliases: Readonly<Record<string, string>>,
  tools: readonly { readonly id: string; readonly rules: Readonly<Record<string, unknown>> }[],
): string[] {
  const live = new Set(tools.flatMap(({ id, rules }) => [id, ...Object.keys(rules).map((rule) => `${id}/${rule}`)]));
  const isOfTool = (name: string) => !name.includes('/');
  return Object.entries(aliases).flatMap(([alias, name]) => {
    if (live.has(alias)) return [`${alias} is a name of today`];
    if (isOfTool(alias) !== isOfTool(name)) return [`${alias} and ${name} are not both tools or both rules`];
    const today = isOfTool(alias) ? todaysRule({ tool: alias, rule: '' }, aliases).tool : nameOf(alias, aliases);
    if (Object.hasOwn(aliases, today)) return [`${alias} leads back to ${today}`];
    return live.has(today) ? [] : [`${alias} leads to ${today}, which is not there`];
  });
}

const nameOf = (alias: string, aliases: Readonly<Record<string, string>>): string => {
  const { tool, rule } = todaysRule(ruleNamed(alias), aliases);
  return `${tool}/${rule}`;
};
