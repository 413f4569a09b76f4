import type { ToolDefinition } from '../../catalogue/tool';

interface OxlintConfig {
  readonly plugins: readonly string[];
  readonly categories: Readonly<Record<string, 'off'>>;
  readonly env: Readonly<Record<string, boolean>>;
  readonly options: { readonly respectEslintDisableDirectives: false };
  readonly rules: Readonly<Record<string, readonly unknown[]>>;
}

/** The categories that are on by default, and those that a later version might enable. */
const CATEGORIES = ['correctness', 'suspicious', 'pedantic', 'perf', 'style', 'restriction', 'nursery'];

/**
 * Makes one configuration for all tools, with exactly their rules. Tools give options in `settings.options`, by rule.
 * @throws Error if two tools want the same rule with different options, because a run has one setting for each rule
 */
export function configFor(tools: readonly ToolDefinition[]): OxlintConfig {
  const rules = new Map<string, readonly unknown[]>();
  for (const { id, rules: own, settings } of tools) {
    const options = (settings?.['options'] ?? {}) as Readonly<Record<string, readonly unknown[]>>;
    for (const rule of Object.keys(own)) {
      const setting = ['warn', ...(options[rule] ?? [])];
      const known = rules.get(rule);
      if (known && JSON.stringify(known) !== JSON.stringify(setting))
        throw new Error(`${id} and another tool configure the rule ${rule} differently`);
      rules.set(rule, setting);
    }
  }
  const names = [...rules.keys()].sort();
  return {
    plugins: [...new Set(names.map(pluginOf))].sort(),
    categories: Object.fromEntries(CATEGORIES.map((category) => [category, 'off'])),
    // setTimeout, document and process belong to the platform unless a file declares them.
    env: { builtin: true, browser: true, node: true },
    options: { respectEslintDisableDirectives: false },
    rules: Object.fromEntries(names.map((name) => [name, rules.get(name)!])),
  };
}

const pluginOf = (rule: string) => (rule.includes('/') ? rule.slice(0, rule.indexOf('/')) : 'eslint');

/** Some plugins have another name in diagnostics than in the configuration. */
const CONFIGURED_AS: Readonly<Record<string, string>> = { next: 'nextjs', 'react-hooks': 'react' };

/**
 * `no-debugger` of `eslint(no-debugger)`, `nextjs/no-typos` of `next(no-typos)`; undefined if it is not a rule:
 * `TS(1036)`.
 */
export function ruleOf(code: string | undefined): string | undefined {
  const [, plugin, name] = /^([a-z0-9-]+)\(([a-z0-9-]+)\)$/.exec(code ?? '') ?? [];
  if (plugin === undefined || name === undefined) return undefined;
  return plugin === 'eslint' ? name : `${CONFIGURED_AS[plugin] ?? plugin}/${name}`;
}
