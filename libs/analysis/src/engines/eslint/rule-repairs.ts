import type { Rule, Scope } from 'eslint';
import type { Plugin } from './plugins';

/** Replaces rules with a defect that often affects real code. Rules are named without their prefix. */
export function repairs(prefix: string, rules: Plugin['rules']): Plugin['rules'] {
  const repair = REPAIRS[prefix];
  const broken = repair && (rules[repair.rule] as Rule.RuleModule | undefined);
  return { ...(broken && { [repair.rule]: repair.by(broken) }) };
}

const REPAIRS: Readonly<
  Record<string, { readonly rule: string; readonly by: (rule: Rule.RuleModule) => Rule.RuleModule }>
> = {
  '@microsoft/sdl': { rule: 'no-insecure-random', by: ignoringComputedNames },
  compat: { rule: 'compat', by: ignoringOwnVariables },
  sonarjs: { rule: 'code-eval', by: ignoringCallsOfResults },
};

/**
 * no-insecure-random assumes that the argument of every `require` is a string, and throws on `require(name)`. That
 * happened in six of 1,859 files, which lost their other findings of this rule. A computed name cannot be one of the
 * packages that the rule knows, so ignoring it loses nothing.
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
 * compat mistakes a parameter or a local variable for the browser's global of the same name. All of its findings in
 * RxJS were parameters named `scheduler`.
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

/**
 * code-eval takes `run(x)` for an evaluation of x where `run` is what `new Function(code)` gave: one place that makes
 * code was told of again at each call of it.
 */
function ignoringCallsOfResults(rule: Rule.RuleModule): Rule.RuleModule {
  const create = (context: Rule.RuleContext): Rule.RuleListener => {
    const report = (descriptor: Rule.ReportDescriptor) => {
      const called = 'node' in descriptor && descriptor.node.type === 'Identifier' ? descriptor.node : undefined;
      if (!called || !isResult(context.sourceCode.getScope(called), called.name)) context.report(descriptor);
    };
    return rule.create(Object.create(context, { report: { value: report } }) as Rule.RuleContext);
  };
  return { ...rule, create };
}

/** Whether a variable has the result of one call, other than a module. */
function isResult(scope: Scope.Scope | null, name: string): boolean {
  let each = scope;
  while (each && !each.set.has(name)) each = each.upper;
  const written = each?.set.get(name)?.references.filter((reference) => reference.isWrite()) ?? [];
  const value = written.length === 1 ? written[0]!.writeExpr : undefined;
  if (value?.type === 'NewExpression') return true;
  return value?.type === 'CallExpression' && !('name' in value.callee && value.callee.name === 'require');
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
