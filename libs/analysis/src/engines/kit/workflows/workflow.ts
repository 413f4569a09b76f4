import { type Node, isMap } from 'yaml';
import { type YamlTree, at, entriesOf, itemsOf, resolved, textOf, textsOf } from '../yaml-tree';

export interface WorkflowStep {
  readonly node: Node;
  readonly uses: Node | undefined;
  /** `run`, or the script that actions/github-script runs. */
  readonly script: Node | undefined;
}

export interface WorkflowJob {
  readonly name: string;
  readonly node: Node;
  readonly steps: readonly WorkflowStep[];
}

/** The parts of a workflow that the rules need, each with its node for the position. */
export interface Workflow {
  readonly tree: YamlTree;
  readonly root: Node;
  readonly triggers: ReadonlySet<string>;
  readonly jobs: readonly WorkflowJob[];
  /** The jobs of the repository's other workflows that call this one, where those are known. */
  readonly callers?: readonly CallingJob[];
  /** The repository's other workflows after whose runs this one starts, where all of them are known. */
  readonly runsAfter?: readonly Workflow[];
}

/** A job that calls a workflow. */
export interface CallingJob {
  readonly path: string;
  readonly workflow: Workflow;
  readonly job: WorkflowJob;
}

/** A job and its steps. */
export const partsOfJob = ({ node, steps }: WorkflowJob): Node[] => [node, ...steps.map((step) => step.node)];

/** The workflow itself, its jobs and their steps: all that may have variables of its own. */
export const partsOf = ({ root, jobs }: Workflow): Node[] => [root, ...jobs.flatMap(partsOfJob)];

/** The actions and the workflows of others that the steps and jobs use. */
export const usedIn = ({ tree, jobs }: Workflow): (Node | undefined)[] => [
  ...jobs.flatMap(({ steps }) => steps.map(({ uses }) => uses)),
  ...jobs.map(({ node }) => at(tree, node, 'uses')),
];

/** The conditions of some jobs and steps, one after the other. */
export const conditionsOf = ({ tree }: Workflow, owners: readonly Node[]): string =>
  owners.map((owner) => textOf(at(tree, owner, 'if')) ?? '').join(' ');

/** Whether a job runs on a machine of the project's own, which keeps what one run leaves behind. */
export function isSelfHosted(tree: YamlTree, { node }: WorkflowJob): boolean {
  const runsOn = at(tree, node, 'runs-on');
  const labels = [runsOn, ...itemsOf(tree, runsOn), ...itemsOf(tree, at(tree, runsOn, 'labels'))];
  return labels.some((label) => textOf(label) === 'self-hosted');
}

/** Whether a path is the folder of the checkout. */
export const isWorkspace = (path: string): boolean => /^(?:\.\/?|\$\{\{\s*github\.workspace\s*\}\}\/?)$/.test(path);

/** Reads a workflow; undefined for other YAML. */
export function workflowOf(tree: YamlTree): Workflow | undefined {
  const { root } = tree;
  if (!root || !isMap(resolved(tree, root))) return undefined;
  const jobs = entriesOf(tree, at(tree, root, 'jobs')).flatMap(({ key, keyNode, value }) =>
    value === undefined
      ? []
      : [
          {
            name: key,
            node: value === undefined ? keyNode : value,
            steps: itemsOf(tree, at(tree, value, 'steps')).map((node) => stepOf(tree, node)),
          },
        ],
  );
  return jobs.length === 0 ? undefined : { tree, root, triggers: triggersOf(tree, root), jobs };
}

function stepOf(tree: YamlTree, node: Node): WorkflowStep {
  const uses = at(tree, node, 'uses');
  const isScript = textOf(uses)?.startsWith('actions/github-script@') === true;
  return { node, uses, script: at(tree, node, 'run') ?? (isScript ? at(tree, node, 'with', 'script') : undefined) };
}

/** The triggers of a workflow. `on` is a name, a list or a map. YAML 1.2 reads the key as a text, not as `true`. */
function triggersOf(tree: YamlTree, root: Node): Set<string> {
  const on = at(tree, root, 'on');
  return new Set([...textsOf(tree, on), ...entriesOf(tree, on).map(({ key }) => key)]);
}

/** The job in which a line lies; undefined above the first one. */
export const jobAt = ({ tree, jobs }: Workflow, line: number): WorkflowJob | undefined =>
  jobs.findLast(({ node }) => tree.lineOf(node) <= line);
