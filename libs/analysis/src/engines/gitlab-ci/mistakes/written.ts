import { basename } from 'node:path';
import { type Node, isMap, isScalar, isSeq } from 'yaml';
import { TOP_KEYWORDS } from '../../../catalogue/gitlab-rules/keywords';
import { Budget } from '../../infrastructure/budget';
import { isRenderedElsewhere } from '../../kit/rendered-folders';
import { type Entry, type YamlTree, at, entriesOf, itemsOf, textOf } from '../../kit/yaml-tree';

/** Comparing a word with so many others takes a tenth of a second. */
const MOST_COMPARED = 50_000;
/** GitLab follows 11. */
const DEEPEST_EXTENDS = 11;
const TOP: ReadonlySet<string> = new Set(TOP_KEYWORDS);
/** The keys that mark a job in a file whose name does not say that it is part of a pipeline. */
const SIGNS_OF_A_JOB = ['script', 'extends', 'trigger', 'run', 'rules', 'needs', 'stage'] as const;

export type Entries = ReadonlyMap<string, Entry>;

/** A job, or a template, whose name begins with a dot. */
export interface Job {
  readonly name: string;
  readonly keyNode: Node;
  readonly isTemplate: boolean;
  readonly own: Entries;
  /** Its own entries and those that it extends, as far as they are in the file. */
  readonly all: Entries;
  /** Whether everything that it extends is in the file. */
  readonly isKnown: boolean;
}

/** The content of a file of a pipeline. */
export interface WrittenPipeline {
  readonly tree: YamlTree;
  readonly budget: Budget;
  /** How many suggestions may still be looked up. */
  readonly hints: Budget;
  readonly top: Entries;
  readonly jobs: ReadonlyMap<string, Job>;
  /** Whether nothing else is a part of the pipeline: a name that is not here is nowhere. */
  readonly isWhole: boolean;
  /** Whether its name says that it is a file of a pipeline. */
  readonly isNamed: boolean;
}

export function writtenIn(tree: YamlTree, file: string, isAlone: boolean, budget: Budget): WrittenPipeline | undefined {
  if (!isMap(tree.root)) return undefined;
  const top = byKey(entriesOf(tree, tree.root));
  const isNamed = /\.gitlab-ci\.ya?ml$/.test(basename(file));
  const jobs = jobsOf(tree, top, isNamed, budget);
  const isFilledIn = isRenderedElsewhere(file) || [...top.keys()].some(isOpen);
  // One in a folder may be included by the one above it, which then says what the stages are.
  const isOwn = /^\.gitlab-ci\.ya?ml$/.test(basename(file)) && (!file.includes('/') || top.has('stages'));
  const isWhole = isOwn && isAlone && !isFilledIn && !top.has('include') && !top.has('spec');
  return { tree, budget, hints: new Budget(MOST_COMPARED), top, jobs, isWhole, isNamed };
}

/** Of equal keys the last one counts, as for GitLab. */
export const byKey = (entries: readonly Entry[]): Map<string, Entry> =>
  new Map(entries.map((entry) => [entry.key, entry]));

function jobsOf(tree: YamlTree, top: Entries, isNamed: boolean, budget: Budget): ReadonlyMap<string, Job> {
  const owns = new Map<string, Entries>();
  for (const { key, value } of top.values()) {
    if (TOP.has(key) || !isMap(value) || value.tag?.startsWith('!')) continue;
    const own = byKey(entriesOf(tree, value));
    if (isNamed || key.startsWith('.') || SIGNS_OF_A_JOB.some((sign) => own.has(sign))) owns.set(key, own);
  }
  const extended = extendedJobs(tree, owns, budget);
  return new Map(
    [...owns].map(([name, own]) => {
      const { all, isKnown } = extended(name, 0);
      return [name, { name, keyNode: top.get(name)!.keyNode, isTemplate: name.startsWith('.'), own, all, isKnown }];
    }),
  );
}

export const visibleJobs = ({ jobs }: WrittenPipeline): Job[] =>
  [...jobs.values()].filter(({ isTemplate }) => !isTemplate);

type Extended = Pick<Job, 'all' | 'isKnown'>;
const NOTHING: Extended = { all: new Map(), isKnown: false };

/** The keys of each job together with those of the jobs that it extends. If it extends several, the last one wins. */
function extendedJobs(tree: YamlTree, owns: ReadonlyMap<string, Entries>, budget: Budget) {
  const found = new Map<string, Extended>();
  const extended = (name: string, depth: number): Extended => {
    const known = found.get(name);
    if (known) return known;
    const own = owns.get(name);
    if (!own || depth > DEEPEST_EXTENDS || budget.isSpent) return NOTHING;
    found.set(name, NOTHING); // for one that extends itself
    const parents = namesIn({ tree, budget }, own.get('extends')?.value);
    const all = new Map<string, Entry>();
    let isKnown = !own.has('extends') || parents.length > 0;
    for (const parent of parents) {
      const of = parent.name === undefined ? NOTHING : extended(parent.name, depth + 1);
      isKnown &&= of.isKnown;
      if (budget.spend(1 + of.all.size)) for (const [key, entry] of of.all) all.set(key, entry);
    }
    for (const [key, entry] of own) all.set(key, entry);
    const result = { all, isKnown };
    found.set(name, result);
    return result;
  };
  return extended;
}

export interface NamedAt {
  /** Undefined if it is not written there. */
  readonly name: string | undefined;
  readonly node: Node;
}

/** A string or a list of strings; empty if no step is left. */
export function namesIn({ tree, budget }: Pick<WrittenPipeline, 'tree' | 'budget'>, node: Node | undefined): NamedAt[] {
  const items = isSeq(node) ? listItems({ tree, budget }, node) : isScalar(node) ? [node] : [];
  return items.map((item) => ({ name: plainText(item), node: item }));
}

/** The items of the list at a node; empty if no step is left. */
export const listItems = (
  { tree, budget }: Pick<WrittenPipeline, 'tree' | 'budget'>,
  node: Node | undefined,
): Node[] => (isSeq(node) && !isTagged(node) && budget.spend(1 + node.items.length) ? itemsOf(tree, node) : []);

/** A text in which nothing is filled in. */
export function plainText(node: Node | undefined): string | undefined {
  const text = node === undefined || isTagged(node) ? undefined : textOf(node);
  return text === undefined || isOpen(text) ? undefined : text;
}

/** Whether GitLab puts something else in its place: `!reference`. */
export const isTagged = (node: Node): boolean => /^!(?!!)/.test(node.tag ?? '');

/** Whether a variable, an input or a template decides about it. */
export const isOpen = (text: string): boolean => /\$|\{\{|\{%|<%/.test(text);

/** Whether there is a value: `only:` alone says nothing. */
export const isGiven = (entry: Entry | undefined): entry is Entry & { value: Node } =>
  entry?.value !== undefined && !(isScalar(entry.value) && entry.value.value === null);

/** The stages in their order, or undefined if they are not all known. */
export function declaredStages({ tree, top }: WrittenPipeline): readonly string[] | undefined {
  const node = top.get('stages')?.value;
  if (!isSeq(node) || isTagged(node)) return undefined;
  const names = itemsOf(tree, node).map(plainText);
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** The value at a key of a job itself. */
export const within = ({ tree }: WrittenPipeline, node: Node | undefined, key: string): Node | undefined =>
  isMap(node) ? at(tree, node, key) : undefined;
