import { kubernetesRules } from '../../catalogue/kubernetes-rules/index';
import type { RulesByType } from '../infrastructure/judge-resources';
import { rulesByType } from '../infrastructure/judge-resources';

/** The rules that are asked for, by what they are about. */
export const rulesAsked = (asked: ReadonlySet<string>): RulesByType =>
  rulesByType(kubernetesRules.filter(({ id }) => asked.has(id)));
