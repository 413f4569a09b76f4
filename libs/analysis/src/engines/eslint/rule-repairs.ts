import type { Rule } from 'eslint';
import type { Plugin } from './plugins';

/** Replacements for rules with a fault that real code meets often, by their name without the prefix. */
export function repairs(prefix: string, rules: Plugin['rules']): Plugin['rules'] {
  if (prefix !== '@microsoft/sdl') return {};
  const broken = rules['no-insecure-random'] as Rule.RuleModule | undefined;
  return broken ? { 'no-insecure-random': ignoringComputedNames(broken) } : {};
}

/**
 * no-insecure-random takes the argument of every `require` for a string and throws on `require(name)`: six files of 1,859, so
 * that each lost its other findings of this rule. A computed name is none of the packages that the rule knows: nothing is lost.
 */
function ignoringComputedNames(rule: Rule.RuleModule): Rule.RuleModule {
  return {
    ...rule,
    create: (context) =>
      Object.fromEntries(
        Object.entries(rule.create(context)).map(([selector, listener]) => [
          selector,
          (...parameters: unknown[]) => {
            try {
              return (listener as (...nodes: unknown[]) => void)(...parameters);
            } catch (error) {
              if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_ARG_TYPE') throw error;
            }
          },
        ]),
      ),
  };
}
