import type { Rule } from 'eslint';
import type { Plugin } from './plugins';

/**
 * The identifiers that a rule of SonarJS can find anything about. For each one it goes through the references of the
 * scope and of those around it, which made these two the slowest rules of that plugin on Vue.
 */
export const LOOKS: Readonly<Record<string, (node: Rule.Node) => boolean>> = {
  /** It looks for variables. The name of a member or of a property is not one. */
  'no-dead-store': (node) => !isNameInObject(node),
  /** It looks for conditions and parts of them. */
  'no-gratuitous-expressions': ({ parent }) =>
    parent?.type === 'LogicalExpression' || parent?.type === 'UnaryExpression' || parent?.type === 'IfStatement',
};

function isNameInObject(node: Rule.Node): boolean {
  const { parent } = node;
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand;
}

/** Has rules hear of no identifier that they find nothing about. Rules are named without their prefix. */
export function withoutIdleLooks(prefix: string, rules: Plugin['rules']): Plugin['rules'] {
  if (prefix !== 'sonarjs') return {};
  const chosen = Object.entries(LOOKS).filter(([rule]) => Object.hasOwn(rules, rule));
  return Object.fromEntries(chosen.map(([rule, looks]) => [rule, hearingOf(rules[rule] as Rule.RuleModule, looks)]));
}

function hearingOf(rule: Rule.RuleModule, looks: (node: Rule.Node) => boolean): Rule.RuleModule {
  const create = (context: Rule.RuleContext): Rule.RuleListener => {
    const { Identifier: listener, ...others } = rule.create(context);
    return {
      ...others,
      Identifier: (node) => {
        if (looks(node as Rule.Node)) listener!(node);
      },
    };
  };
  return { ...rule, create };
}
