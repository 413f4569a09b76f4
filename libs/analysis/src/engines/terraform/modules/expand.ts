import type { Budget } from '../../infrastructure/budget';
import type { TextAt } from '../evaluate/expressions';
import { type Caller, ModuleInstance } from './instance';
import type { Module } from './load';
import { repetitionsOf } from './resources';

const DEEPEST_CALL = 12;
const MOST_INSTANCES = 3_000;

export interface Instances {
  readonly instances: readonly ModuleInstance[];
  /** The folders of modules whose calls were not followed to the end. */
  readonly unfinished: ReadonlySet<string>;
}

/**
 * Every module as it is used: once for each call in the tree, and once alone where only examples call it. `working` is
 * called with each before anything in it is evaluated.
 */
export function instancesOf(
  modules: ReadonlyMap<string, Module>,
  budget: Budget,
  textAt: TextAt,
  working: (module: Module) => void,
): Instances {
  const used = new Set(
    [...modules.values()]
      .filter(({ sideShow }) => !sideShow)
      .flatMap(({ folder, calls }) => calls.flatMap((call) => (call.folder === folder ? [] : (call.folder ?? [])))),
  );
  const instances: ModuleInstance[] = [];
  const unfinished = new Set<string>();
  const add = (module: Module, caller: Caller | undefined, path: readonly string[]): ModuleInstance | undefined => {
    // A module that calls itself is a mistake, and would have no end.
    if (path.includes(module.folder)) return undefined;
    const within = path.length <= DEEPEST_CALL && instances.length < MOST_INSTANCES;
    if (!within || !budget.spend(module.blocks.length)) {
      unfinished.add(module.folder);
      return undefined;
    }
    const instance = new ModuleInstance(module, caller, budget, textAt);
    instances.push(instance);
    for (const { block, folder } of module.calls) {
      const called = folder === undefined ? undefined : modules.get(folder);
      if (called === undefined) continue;
      working(module);
      const before = budget.leftOut;
      const repetitions = repetitionsOf(block, instance.scope);
      if (budget.leftOut > before) unfinished.add(module.folder);
      for (const { scope } of repetitions) {
        const inner = add(called, { instance, block, scope }, [...path, module.folder]);
        if (inner !== undefined) instance.called.set(block.labels[0] ?? '', inner);
      }
    }
    return instance;
  };
  for (const module of modules.values()) if (!used.has(module.folder)) add(module, undefined, []);
  const reached = new Set(instances.map(({ module }) => module.folder));
  // Modules that call each other in a circle, and calls beyond the bounds.
  for (const module of modules.values()) if (!reached.has(module.folder)) add(module, undefined, []);
  return { instances, unfinished };
}
