import { cloudFormationRules } from '../../catalogue/cloudformation/index';
import { rulesByType } from '../infrastructure/judge-resources';
import { type Faults, findFaults } from './find-faults';

export type JudgeTemplate = (file: string, text: string) => Faults;

/** Judges the text of a file by those rules that are asked for. */
export function judgeBy(asked: ReadonlySet<string>): JudgeTemplate {
  const rules = rulesByType(cloudFormationRules.filter(({ id }) => asked.has(id)));
  return (file, text) => findFaults(file, text, rules);
}
