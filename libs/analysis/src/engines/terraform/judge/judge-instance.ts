import type { TerraformRule } from '../../../catalogue/terraform/rule';
import { pointsAtCredential } from '../../../catalogue/weaknesses';
import type { ModuleInstance } from '../modules/instance';
import { type Resource, resourcesOf } from '../modules/resources';
import type { Place } from '../syntax/ast';
import { CompanionFinder } from './companions';
import { judge } from './conditions';

export interface Fault {
  readonly rule: string;
  readonly at: Place;
  /** The address of the resource in its module. */
  readonly address: string;
  readonly message: string;
}

type Row = { readonly rule: TerraformRule; readonly breaks: TerraformRule['breaks'] };

/** The rules by the type of what they judge. */
export function rulesByType(rules: readonly TerraformRule[]): ReadonlyMap<string, readonly Row[]> {
  const byType = new Map<string, Row[]>();
  for (const rule of rules)
    for (const { on, breaks } of [{ on: rule.on, breaks: rule.breaks }, ...(rule.also ?? [])])
      for (const type of typeof on === 'string' ? [on] : on)
        byType.set(type, [...(byType.get(type) ?? []), { rule, breaks }]);
  return byType;
}

/** What is wrong in a module as it is used there; each place once for a rule. */
export function judgeInstance(instance: ModuleInstance, rules: ReadonlyMap<string, readonly Row[]>): Fault[] {
  const resources = resourcesOf(instance);
  const others = new CompanionFinder(resources, instance);
  const found = new Map<string, Fault>();
  for (const resource of resources)
    for (const { rule, breaks } of rules.get(resource.type) ?? []) {
      if (!instance.scope.budget.spend(10)) return [...found.values()];
      const { truth, at = resource.view.at, reason = '' } = judge(breaks, resource, resource.view, others);
      if (truth !== true) continue;
      const key = JSON.stringify([rule.id, at.file, at.line, at.column]);
      if (!found.has(key)) found.set(key, faultOf(rule, resource, at, reason));
    }
  return [...found.values()];
}

function faultOf(rule: TerraformRule, { type, name }: Resource, at: Place, reason: string): Fault {
  const address = `${type}.${name}`;
  // Of a secret nothing may be quoted.
  const said = reason === '' || pointsAtCredential(rule) ? rule.title : reason;
  return { rule: rule.id, at, address, message: `${address}: ${said}` };
}
