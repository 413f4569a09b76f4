import { isPutAway, isShelved } from '@assay/source-text';
import type { TerraformRule } from '../../catalogue/terraform/rule';
import { Budget } from '../infrastructure/budget';
import type { IsThere } from '../kit/there';
import type { TextAt } from './evaluate/expressions';
import { type Fault, judgeResources, rulesByType } from '../infrastructure/judge-resources';
import { CompanionFinder } from './judge/companions';
import { instancesOf } from './modules/expand';
import { unjudgedDocuments } from './modules/documents';
import type { ModuleInstance } from './modules/instance';
import { type Module, modulesOf, readingsOf } from './modules/load';
import { resourcesOf } from './modules/resources';
import type { ParsedFile } from './syntax/ast';

/** A module of 87 files with many examples takes 87,000, which is the most of seven known repositories. */
const STEPS = 4_000_000;

export interface Faults {
  readonly faults: readonly Fault[];
  /** Files of modules that were not judged to the end. */
  readonly unfinished: readonly string[];
}

interface Asked {
  /** Is called with a file of each module before the module is judged. */
  readonly working?: (file: string) => void;
  /** Whether the target has a folder of which no file was read. */
  readonly isThere?: IsThere;
}

/** Finds the faults of a tree of modules: each of them is judged as it is used. */
export function findFaults(
  files: readonly ParsedFile[],
  unread: readonly string[],
  rules: readonly TerraformRule[],
  textAt: TextAt,
  { working = () => undefined, isThere }: Asked = {},
): Faults {
  const budget = new Budget(STEPS);
  const byType = rulesByType(rules);
  const judged = readingsOf(files).map((read) =>
    judgeAll(modulesOf(read, unread, isThere), budget, byType, textAt, working),
  );
  const faults = new Map(judged.flatMap((each) => each.faults).map((fault) => [JSON.stringify(fault), fault]));
  const unfinished = new Set(judged.flatMap((each) => [...each.unfinished]));
  return {
    faults: [...faults.values()].sort(byPlace),
    unfinished: files.filter(({ file }) => unfinished.has(folderOf(file))).map(({ file }) => file),
  };
}

/** `unfinished` has the folders of modules that were not judged to the end. */
function judgeAll(
  modules: ReadonlyMap<string, Module>,
  budget: Budget,
  byType: ReturnType<typeof rulesByType>,
  textAt: TextAt,
  working: (file: string) => void,
): { readonly faults: readonly Fault[]; readonly unfinished: ReadonlySet<string> } {
  const workingOn = ({ blocks: [first] }: Module): void => {
    if (first !== undefined) working(first.at.file);
  };
  const { instances, unfinished: notFollowed } = instancesOf(modules, budget, textAt, workingOn);
  const judged = instances.map((instance) => {
    workingOn(instance.module);
    const before = budget.leftOut;
    const resources = resourcesOf(instance);
    const faults = judgeResources(resources, new CompanionFinder(resources, instance), byType, budget);
    return { instance, faults, done: !budget.isSpent && budget.leftOut === before };
  });
  // Once all resources are judged it is known which documents none of them asked for.
  const found = judged.map(({ instance, faults, done }) => {
    const before = budget.leftOut;
    const documents = unjudgedDocuments(instance);
    if (documents.length > 0) workingOn(instance.module);
    const more = judgeResources(documents, new CompanionFinder(documents, instance), byType, budget);
    return { instance, faults: [...faults, ...more], done: done && !budget.isSpent && budget.leftOut === before };
  });
  const unfinished = new Set([
    ...notFollowed,
    ...found.filter(({ done }) => !done).map(({ instance }) => instance.module.folder),
  ]);
  return { faults: placed(found), unfinished };
}

const folderOf = (file: string): string => (file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.');

interface Judged {
  readonly instance: ModuleInstance;
  readonly faults: readonly Fault[];
}

/**
 * A fault that a module has however it is used stands in the module. One that comes of how some call it stands at their
 * calls. Examples and tests count as calls of the second kind only. Modules that were put away and that nothing calls
 * matter little.
 */
function placed(found: readonly Judged[]): Fault[] {
  const byModule = new Map<Module, Judged[]>();
  for (const judged of found)
    byModule.set(judged.instance.module, [...(byModule.get(judged.instance.module) ?? []), judged]);
  const faults = new Map<string, Fault>();
  for (const uses of byModule.values()) {
    const main = uses.filter(({ instance }) => !isSideShow(instance));
    const counted = main.length > 0 ? main : uses;
    const always = countsOf(counted);
    const isMild = uses.every(({ instance }) => isUnused(instance));
    for (const { instance, faults: own } of uses)
      for (const fault of own) {
        const everywhere = always.get(keyOf(fault)) === counted.length || instance.caller === undefined;
        const shown = everywhere ? fault : atCall(fault, instance);
        faults.set(
          JSON.stringify([keyOf(shown), everywhere ? '' : fault.address]),
          isMild ? { ...shown, isMild } : shown,
        );
      }
  }
  return [...faults.values()];
}

/**
 * A module in a folder for old ones that nothing calls. In one that is only called legacy, a module with a provider is
 * one that somebody applies.
 */
const isUnused = ({ caller, module: { folder, blocks } }: ModuleInstance): boolean =>
  caller === undefined &&
  (isPutAway(`${folder}/`) || (isShelved(`${folder}/`) && !blocks.some(({ type }) => type === 'provider')));

const isSideShow = ({ caller }: ModuleInstance): boolean => caller?.instance.module.sideShow === true;

function countsOf(uses: readonly Judged[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { faults } of uses)
    for (const fault of faults) counts.set(keyOf(fault), (counts.get(keyOf(fault)) ?? 0) + 1);
  return counts;
}

const keyOf = ({ rule, at }: Fault): string => JSON.stringify([rule, at.file, at.line, at.column]);

function atCall(fault: Fault, { caller }: ModuleInstance): Fault {
  const { block } = caller!;
  const where = `module.${block.labels[0] ?? ''}`;
  return { ...fault, at: block.at, message: `${where}: ${fault.message} (${fault.at.file}:${fault.at.line})` };
}

const byPlace = (a: Fault, b: Fault): number =>
  compare(a.at.file, b.at.file) || a.at.line - b.at.line || a.at.column - b.at.column || compare(a.rule, b.rule);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
