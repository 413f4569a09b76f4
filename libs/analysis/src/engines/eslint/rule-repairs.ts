import type { Rule, Scope } from 'eslint';
import type { Plugin } from './plugins';

/** Replacements for rules with a fault that real code meets often, by their name without the prefix. */
export function repairs(prefix: string, rules: Plugin['rules']): Plugin['rules'] {
  const repair = REPAIRS[prefix];
  const broken = repair && (rules[repair.rule] as Rule.RuleModule | undefined);
  return broken ? { [repair.rule]: repair.by(broken) } : {};
}

const REPAIRS: Readonly<
  Record<string, { readonly rule: string; readonly by: (rule: Rule.RuleModule) => Rule.RuleModule }>
> = {
  '@microsoft/sdl': { rule: 'no-insecure-random', by: ignoringComputedNames },
  compat: { rule: 'compat', by: ignoringOwnVariables },
};

/**
 * no-insecure-random takes the argument of every `require` for a string and throws on `require(name)`: six files of
 * 1,859, so that each lost its other findings of this rule. A computed name is none of the packages that the rule
 * knows: nothing is lost.
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

/**
 * compat takes a parameter or a local variable for the browser's global of that name: all of its findings in RxJS were
 * parameters called `scheduler`.
 */
function ignoringOwnVariables(rule: Rule.RuleModule): Rule.RuleModule {
  const create = (context: Rule.RuleContext): Rule.RuleListener => {
    const report = (descriptor: Rule.ReportDescriptor) => {
      const root = 'node' in descriptor ? rootIdentifier(descriptor.node) : undefined;
      if (!root || !isDeclared(context.sourceCode.getScope(root), root.name)) context.report(descriptor);
    };
    return rule.create(Object.create(context, { report: { value: report } }) as Rule.RuleContext);
  };
  return { ...rule, create };
}

type Reported = Extract<Rule.ReportDescriptor, { node: unknown }>['node'];

function rootIdentifier(node: Reported): Extract<Reported, { type: 'Identifier' }> | undefined {
  switch (node.type) {
    case 'Identifier':
      return node;
    case 'MemberExpression':
      return rootIdentifier(node.object as Reported);
    case 'CallExpression':
    case 'NewExpression':
      return rootIdentifier(node.callee as Reported);
    case 'ExpressionStatement':
      return rootIdentifier(node.expression);
    default:
      return undefined;
  }
}

function isDeclared(scope: Scope.Scope | null, name: string): boolean {
  for (let each = scope; each; each = each.upper) if ((each.set.get(name)?.defs.length ?? 0) > 0) return true;
  return false;
}
