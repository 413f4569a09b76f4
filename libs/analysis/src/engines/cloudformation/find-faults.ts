import { Budget } from '../infrastructure/budget';
import { type Fault, type RulesByType, judgeResources } from '../infrastructure/judge-resources';
import { parseYaml } from '../kit/yaml-tree';
import { Evaluator } from './evaluate';
import { TemplateNeighbours } from './neighbours';
import { resourcesOf } from './resources';
import { mayBeTemplate } from './mark';
import { serviceOf } from './service';
import { templateOf } from './template';

/** The maximum among 390 public templates is 4,200. */
const STEPS = 2_000_000;

export interface Faults {
  readonly faults: readonly Fault[];
  /** Whether the templates were judged completely. */
  readonly finished: boolean;
}

/**
 * The faults in the templates of a file; none in a file without a template.
 * @throws Unreadable if a file that names CloudFormation is neither YAML nor JSON
 */
export function findFaults(file: string, text: string, rules: RulesByType): Faults {
  if (!mayBeTemplate(text)) return { faults: [], finished: true };
  const budget = new Budget(STEPS);
  const faults = parseYaml(text).flatMap((tree) => {
    const template = templateOf(tree, file) ?? serviceOf(tree, file);
    if (template === undefined) return [];
    const evaluator = new Evaluator(template, budget);
    const resources = resourcesOf(evaluator);
    return judgeResources(resources, new TemplateNeighbours(resources, evaluator), rules, budget);
  });
  return { faults, finished: !budget.isSpent && budget.leftOut === 0 };
}
