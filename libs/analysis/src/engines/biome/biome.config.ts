import type { ToolDefinition } from '../../catalogue/tool';

/** Larger files are the output of a build. Biome's own limit is 1 MB. */
export const MAX_BYTES = 1024 * 1024;

/**
 * Makes one configuration for all tools, with exactly their rules, which are named `<group>/<rule>`. Tools give options
 * in `settings.options`, by rule.
 */
export function configFor(tools: readonly ToolDefinition[]): object {
  const groups: Record<string, Record<string, object>> = {};
  for (const { rules, settings } of tools) {
    const options = (settings?.['options'] ?? {}) as Readonly<Record<string, object>>;
    for (const name of Object.keys(rules)) {
      const [group, rule] = name.split('/') as [string, string];
      groups[group] = {
        ...groups[group],
        [rule]: { level: 'warn', ...(options[name] && { options: options[name] }) },
      };
    }
  }
  return {
    root: true,
    vcs: { enabled: false },
    files: { maxSize: MAX_BYTES, ignoreUnknown: true },
    formatter: { enabled: false },
    assist: { enabled: false },
    css: { parser: { cssModules: true, tailwindDirectives: true } },
    javascript: { parser: { unsafeParameterDecoratorsEnabled: true } },
    linter: { enabled: true, rules: { preset: 'none', ...groups } },
  };
}
