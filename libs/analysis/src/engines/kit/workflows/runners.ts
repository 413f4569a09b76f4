import type { Node } from 'yaml';
import { type RetiredRunner, retiredRunner } from '../../../catalogue/retired-runners';
import { type YamlTree, at, entriesOf, itemsOf, textOf, valueOf } from '../yaml-tree';

interface RetiredLabel extends RetiredRunner {
  readonly label: string;
  readonly node: Node;
}

interface RunnersOfJob {
  /** The labels for which there is no machine any more. */
  readonly retired: readonly RetiredLabel[];
  /** Whether no run of the job gets a machine. */
  readonly isNeverStarted: boolean;
}

const OF_MATRIX = /^\s*\$\{\{\s*matrix\.([\w-]+(?:\.[\w-]+)*)\s*\}\}\s*$/;

/**
 * The single labels by which a job of a GitHub workflow may choose its runner, as it stands in `runs-on` or in its
 * matrix; undefined where that is not known. Several labels together, or a group, may mean a machine of the project's
 * own, which keeps whatever name its owner gives it.
 */
function labelsOf(tree: YamlTree, job: Node): readonly Node[] | undefined {
  const runsOn = at(tree, job, 'runs-on');
  const listed = itemsOf(tree, runsOn);
  const label = listed.length === 0 ? runsOn : listed.length === 1 ? listed[0] : undefined;
  const text = textOf(label);
  if (label === undefined || text === undefined) return undefined;
  const path = OF_MATRIX.exec(text)?.[1]?.split('.');
  if (path === undefined) return text.includes('${{') ? undefined : [label];
  const [name, ...rest] = path;
  const matrix = at(tree, job, 'strategy', 'matrix');
  const values = [
    ...itemsOf(tree, at(tree, matrix, name!)),
    ...itemsOf(tree, at(tree, matrix, 'include')).flatMap((row) => at(tree, row, name!) ?? []),
  ].flatMap((value) => at(tree, value, ...rest) ?? []);
  const isWhole = [matrix, at(tree, matrix, name!), at(tree, matrix, 'include')].every(
    (node) => textOf(node) === undefined,
  );
  return isWhole && values.length > 0 ? values : undefined;
}

/** The runners that a job of a GitHub workflow asks for, and that GitHub no longer has. */
export function runnersOf(tree: YamlTree, job: Node): RunnersOfJob {
  const labels = labelsOf(tree, job) ?? [];
  const retired = labels.flatMap((node) => {
    const label = textOf(node) ?? '';
    const runner = retiredRunner(label);
    return runner === undefined ? [] : [{ ...runner, label, node }];
  });
  const isNeverStarted = isSwitchedOff(tree, job) || (labels.length > 0 && retired.length === labels.length);
  return { retired, isNeverStarted };
}

/** `ubuntu-24.04`, `windows-latest`, `macos-15-large`: machines that GitHub has for everybody. */
const OF_GITHUB = /^(?:ubuntu|windows|macos)-/i;

/** Whether a job names its machine, and by no label of GitHub's own machines. */
export function isOnOtherMachine(tree: YamlTree, { node }: { readonly node: Node }): boolean {
  const runsOn = at(tree, node, 'runs-on');
  const labels = [runsOn, ...itemsOf(tree, runsOn)].flatMap((label) => textOf(label) ?? []);
  // An expression alone may be any machine.
  return labels.length > 0 && labels.every((label) => !OF_GITHUB.test(label) && !OF_MATRIX.test(label));
}

/** `if: false`: somebody has switched the job off. */
const isSwitchedOff = (tree: YamlTree, job: Node): boolean =>
  /^(?:false|\$\{\{\s*false\s*\}\})$/.test(String(valueOf(at(tree, job, 'if')) ?? ''));

/** The retired labels of all jobs of a workflow but those that are switched off. */
export const retiredLabelsOf = (tree: YamlTree): readonly RetiredLabel[] => {
  const found = entriesOf(tree, at(tree, tree.root, 'jobs')).flatMap(({ value }) =>
    value === undefined || isSwitchedOff(tree, value) ? [] : runnersOf(tree, value).retired,
  );
  // Jobs may share a list by an alias.
  return [...new Map(found.map((each) => [each.node, each])).values()];
};
