import { Budget } from '../infrastructure/budget';
import { type RulesByType, judgeResources } from '../infrastructure/judge-resources';
import type { Judged, Neighbours } from '../infrastructure/resource';
import { sourceOf } from '../infrastructure/source';
import { parseYaml } from '../kit/yaml-tree';
import { mistakesIn } from './mistakes';
import { pipelineIn } from './pipeline';
import type { PipelineFault } from './pipeline-fault';

const STEPS = 3_000_000;

export interface Faults {
  readonly faults: readonly PipelineFault[];
  /** Whether everything was judged to its end. */
  readonly finished: boolean;
}

const NOBODY_ELSE: Neighbours<Judged> = { find: () => ({ sure: [], doubtful: true }), named: () => [] };

/**
 * Finds the faults in a file of a pipeline.
 * @param asksMistakes whether mistakes that GitLab refuses are looked for, beside those that rules describe
 * @throws Unreadable if it is not YAML
 */
export function findFaults(file: string, text: string, rules: RulesByType, asksMistakes = false): Faults {
  const budget = new Budget(STEPS);
  const trees = parseYaml(text);
  const sources = trees.map((tree) => sourceOf(tree, file, budget));
  const faults: PipelineFault[] = judgeResources(sources.flatMap(pipelineIn), NOBODY_ELSE, rules, budget);
  const isFinished = !budget.isSpent && budget.leftOut === 0;
  if (!asksMistakes) return { faults, finished: isFinished };
  const own = new Budget(STEPS);
  const mistakes = trees.flatMap((tree) => mistakesIn(tree, file, trees.length === 1, own));
  return { faults: [...faults, ...mistakes], finished: isFinished && !own.isSpent };
}
