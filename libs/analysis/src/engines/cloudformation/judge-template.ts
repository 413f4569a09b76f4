import { cloudFormationRules } from '../../catalogue/cloudformation/index';
import { rulesByType } from '../infrastructure/judge-resources';
import { type Faults, findFaults } from './find-faults';

export type JudgeTemplate = (file: string, text: string) => Faults;

/** Returns a judge of a file's text by the rules that are asked for. */
export function judgeBy(asked: ReadonlySet<string>): JudgeTemplate {
  const rules = rulesByType(cloudFormationRules.filter(({ id }) => asked.has(id)));
  return (file, text) => findFaults(file, text, rules);
}
