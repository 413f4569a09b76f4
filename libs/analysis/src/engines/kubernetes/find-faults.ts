import { Budget } from '../infrastructure/budget';
import { type Fault, type RulesByType, judgeResources } from '../infrastructure/judge-resources';
import type { Judged, Neighbours } from '../infrastructure/resource';
import { parseYaml } from '../kit/yaml-tree';
import { manifestsIn } from './objects';
import { resourcesOf } from './resources';
import type { IsThere } from '../kit/there';
import { kustomizationsIn } from './kustomizations';
import { factsIn } from './roles/facts';
import { Holders } from './roles/holders';
import { type Source, sourceOf } from '../infrastructure/source';

/** The most that one of 5,000 public files takes is far below. */
const STEPS = 3_000_000;

export interface Faults {
  readonly faults: readonly Fault[];
  /** Whether everything was judged to its end. */
  readonly finished: boolean;
}

/** Objects of one file are compared with each other; no file has more that people read. */
const MOST_TOGETHER = 500;
/** Stands for the other objects in the cluster, which no file names. */
const NOBODY_ELSE: Neighbours<Judged> = { find: () => ({ sure: [], doubtful: true }), named: () => [] };

/**
 * Finds the faults of the objects in a text; none in a text without objects.
 * @throws Unreadable if it is not YAML
 */
export function findFaults(file: string, text: string, rules: RulesByType, more: More = {}): Faults {
  const { isPatch = false, isThere = (path) => path === file } = more;
  const budget = new Budget(STEPS);
  const sources = parseYaml(text).map((tree) => sourceOf(tree, file, budget));
  const holders = more.holders ?? new Holders([factsIn(file, sources)], undefined);
  const { faults, finished } = faultsIn(sources, rules, budget, isPatch, holders);
  const kustomizations = sources.flatMap((source) => kustomizationsIn(source, file, isThere));
  return { faults: [...faults, ...judgeResources(kustomizations, NOBODY_ELSE, rules, budget)], finished };
}

/** The knowledge of other files; without it, the file is all that there is. */
interface More {
  readonly isPatch?: boolean;
  readonly holders?: Holders | undefined;
  readonly isThere?: IsThere;
}

/** @param holders who has the roles; charts are installed by others, so that nobody knows */
export function faultsIn(
  sources: readonly Source[],
  rules: RulesByType,
  budget: Budget,
  isPatch: boolean,
  holders?: Holders,
): Faults {
  const together = sources.flatMap((source) => manifestsIn(source, isPatch));
  const near = together.length > MOST_TOGETHER ? [] : together;
  const faults = together.flatMap((manifest) =>
    judgeResources(resourcesOf(manifest, near, holders), NOBODY_ELSE, rules, budget),
  );
  return { faults, finished: !budget.isSpent && budget.leftOut === 0 };
}
