import { posix } from 'node:path';
import { Budget } from '../infrastructure/budget';
import { type Fault, type RulesByType, judgeResources } from '../infrastructure/judge-resources';
import type { Judged, Neighbours } from '../infrastructure/resource';
import { sourceOf } from '../infrastructure/source';
import type { IsThere } from '../kit/there';
import { parseYaml } from '../kit/yaml-tree';
import { type IsMissingHandler, handlersOf } from './handlers/known-handlers';
import { missingFile } from './missing-files';
import { type Missing, playbookIn } from './playbook';
import { inventoryIn, requirementsIn, settingsIn, variablesIn } from './variables';

const STEPS = 3_000_000;

export interface Faults {
  readonly faults: readonly Fault[];
  /** Whether the whole file was judged. */
  readonly finished: boolean;
}

const NOBODY_ELSE: Neighbours<Judged> = { find: () => ({ sure: [], doubtful: true }), named: () => [] };

/** The knowledge about other files by which one is judged. */
export interface Around {
  /** Whether the target has another file. */
  readonly isThere: IsThere;
  readonly isMissingHandler: IsMissingHandler;
}

const alone = (file: string, text: string): Around => ({
  isThere: () => false,
  isMissingHandler: handlersOf([file], () => text),
});

/**
 * The faults in a file of Ansible; none in any other file.
 * @throws Unreadable if it is not YAML
 */
export function findFaults(file: string, text: string, rules: RulesByType, around = alone(file, text)): Faults {
  const budget = new Budget(STEPS);
  const faults = judgeResources(judgedIn(file, text, budget, around), NOBODY_ELSE, rules, budget);
  return { faults, finished: !budget.isSpent && budget.leftOut === 0 };
}

function judgedIn(file: string, text: string, budget: Budget, { isThere, isMissingHandler }: Around): Judged[] {
  const missing: Missing = {
    file: (module, named) => missingFile(file, module, named, isThere),
    handler: (named) => isMissingHandler(file, named),
  };
  const name = posix.basename(file);
  if (name === 'ansible.cfg') return settingsIn(file, text);
  if (!/\.ya?ml$/.test(name)) return inventoryIn(file, text);
  return parseYaml(text).flatMap((tree) => {
    const source = sourceOf(tree, file, budget);
    const requirements = /^requirements\.ya?ml$/.test(name) ? requirementsIn(source) : [];
    return requirements.length > 0 ? requirements : (playbookIn(source, missing) ?? variablesIn(source));
  });
}
