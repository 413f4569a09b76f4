import { Budget } from '../infrastructure/budget';
import { type Fault, type RulesByType, judgeResources } from '../infrastructure/judge-resources';
import type { Judged, Neighbours } from '../infrastructure/resource';
import { sourceOf } from '../infrastructure/source';
import { parseYaml } from '../kit/yaml-tree';
import { pipelineIn } from './pipeline';

const STEPS = 3_000_000;

export interface Faults {
  readonly faults: readonly Fault[];
  /** Whether everything was judged to its end. */
  readonly finished: boolean;
}

const NOBODY_ELSE: Neighbours<Judged> = { find: () => ({ sure: [], doubtful: true }), named: () => [] };

/**
 * What is wrong in a file of a pipeline.
 * @throws Unreadable if it is not YAML
 */
export function findFaults(file: string, text: string, rules: RulesByType): Faults {
  const budget = new Budget(STEPS);
  const judged = parseYaml(text).flatMap((tree) => pipelineIn(sourceOf(tree, file, budget)));
  const faults = judgeResources(judged, NOBODY_ELSE, rules, budget);
  return { faults, finished: !budget.isSpent && budget.leftOut === 0 };
}
