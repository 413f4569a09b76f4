import type { InfrastructureRule } from '../../catalogue/infrastructure/rule';
import { pointsAtCredential } from '../../catalogue/weaknesses';
import type { Budget } from './budget';
import { judge } from './conditions';
import type { Judged, Neighbours } from './resource';
import type { Place } from './view';

export interface Fault {
  readonly rule: string;
  readonly at: Place;
  /** The address of the resource among those that are judged together. */
  readonly address: string;
  readonly message: string;
  /** Less than the rule says is at stake. */
  readonly isMild?: true;
}

type Row = { readonly rule: InfrastructureRule; readonly breaks: InfrastructureRule['breaks'] };
export type RulesByType = ReadonlyMap<string, readonly Row[]>;

/** The rules by the type of what they judge. */
export function rulesByType(rules: readonly InfrastructureRule[]): RulesByType {
  const byType = new Map<string, Row[]>();
  for (const rule of rules)
    for (const { on, breaks } of [{ on: rule.on, breaks: rule.breaks }, ...(rule.also ?? [])])
      for (const type of typeof on === 'string' ? [on] : on)
        byType.set(type, [...(byType.get(type) ?? []), { rule, breaks }]);
  return byType;
}

/** Finds the faults of resources that may belong together; each place once for a rule. */
export function judgeResources<Resource extends Judged>(
  resources: readonly Resource[],
  neighbours: Neighbours<Resource>,
  rules: RulesByType,
  budget: Budget,
): Fault[] {
  const found = new Map<string, Fault>();
  for (const resource of resources)
    for (const { rule, breaks } of rules.get(resource.type) ?? []) {
      if (!budget.spend(10)) return [...found.values()];
      const { truth, at = resource.view.at, reason = '', isMild } = judge(breaks, resource, resource.view, neighbours);
      if (truth !== true) continue;
      const key = JSON.stringify([rule.id, at.file, at.line, at.column]);
      if (found.has(key)) continue;
      const isLess = isMild === true || resource.isAccepted?.(rule.id) === true;
      found.set(key, { ...faultOf(rule, resource, at, reason), ...(isLess && { isMild: true }) });
    }
  return [...found.values()];
}

const OF_VARIABLE = /, as the value of var\.[\w.-]{1,80}$/;

function faultOf(rule: InfrastructureRule, { type, name }: Judged, at: Place, reason: string): Fault {
  const address = `${type}.${name}`;
  // Nothing of a secret may be quoted, but the name of the variable that has it says where to look.
  const [ofVariable = ''] = OF_VARIABLE.exec(reason) ?? [];
  const said = reason === '' || pointsAtCredential(rule) ? rule.title + ofVariable : reason;
  return { rule: rule.id, at, address, message: `${address}: ${said}` };
}
