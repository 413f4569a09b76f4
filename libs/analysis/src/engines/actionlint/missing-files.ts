import type { Node } from 'yaml';
import type { EnginePass } from '../engine';
import { mayBePath } from '../kit/may-be-path';
import type { Problem } from '../kit/per-file';
import { type IsThere, type NotThere, firstReason, thereIn } from '../kit/there';
import type { Workflow, WorkflowStep } from '../kit/workflows/workflow';
import { type YamlTree, at, textOf } from '../kit/yaml-tree';

/**
 * Actions and workflows of the repository that a workflow names and that are not there. GitHub refuses a workflow that
 * calls such a workflow, and ends a job at such an action. It runs those at the root of a repository only.
 * @param file the path of the workflow
 */
export function missingFiles(
  workflow: Workflow,
  file: string,
  target: Pick<EnginePass, 'root' | 'source' | 'target'>,
): Problem[] {
  const isInTarget = thereIn(target);
  const folder = file.replace(/\.github\/workflows\/[^/]*$/, '');
  const isThere: IsThere = (path) => isInTarget(`${folder}${path}`);
  // In a called workflow the folder is that of the caller, which may be another repository.
  const isOfCaller = workflow.triggers.size === 1 && workflow.triggers.has('workflow_call');
  const found = [...missingWorkflows(workflow, isThere), ...(isOfCaller ? [] : missingActions(workflow, isThere))];
  return folder === '' ? found : found.map((each) => ({ ...each, severity: 'low' as const }));
}

/** `./.github/workflows/test.yml`, without an expression in it. */
const LOCAL = /^\.\/([\w.-]+(?:\/[\w.-]+)*)\/?$/;

function localPath(text: string | undefined): string | undefined {
  const path = LOCAL.exec(text ?? '')?.[1];
  return path !== undefined && mayBePath(path) && !path.split('/').includes('..') ? path : undefined;
}

/** A path that git ignores may be written by another step. */
const missing = (tree: YamlTree, uses: Node, message: string, found: NotThere): Problem => ({
  rule: 'missing-local-file',
  line: tree.lineOf(uses),
  column: tree.columnOf(uses),
  message: found === false ? message : `${message}, unless ${BROUGHT[found]}`,
  ...(found !== false && { severity: 'low' as const }),
});
const BROUGHT = {
  ignored: 'something writes it: git ignores it',
  submodule: 'the submodule that .gitmodules names has it',
};

const missingWorkflows = ({ tree, jobs }: Workflow, isThere: IsThere): Problem[] =>
  jobs.flatMap(({ node }): Problem[] => {
    const uses = at(tree, node, 'uses');
    const path = localPath(textOf(uses));
    if (uses === undefined || path === undefined) return [];
    const found = isThere(path);
    if (found === true) return [];
    const message = `${path} is not there, so GitHub refuses the whole workflow`;
    return [missing(tree, uses, message, found)];
  });

function missingActions(workflow: Workflow, isThere: IsThere): Problem[] {
  const { tree } = workflow;
  return workflow.jobs.flatMap(({ steps }) =>
    steps.flatMap(({ uses }, index): Problem[] => {
      const path = localPath(textOf(uses));
      if (uses === undefined || path === undefined) return [];
      const found = firstReason(new Set(FILES.map((file) => isThere(`${path}/${file}`))));
      if (found === true) return [];
      if (!isPlain(workflow, steps.slice(0, index), path)) return [];
      const message = `${path} has no action.yml, so the job ends at this step`;
      return [missing(tree, uses, message, found)];
    }),
  );
}

const FILES = ['action.yml', 'action.yaml', 'Dockerfile'];
const OF_OTHER_CODE = ['path', 'repository', 'sparse-checkout'];
/** The commit for which the workflow runs, or that of its pull request. */
const isOwnRef = (ref: string | undefined): boolean =>
  ref === undefined || /\bgithub\.(?:ref|ref_name|sha|head_ref|event\.pull_request\.head\.\w+)\b/.test(ref);
const BRINGS_FILES = new RegExp(
  String.raw`\bgit\s[^\n]*\b(?:clone|fetch|pull|checkout|switch|restore|submodule|worktree|apply|merge)\b|` +
    String.raw`\bgh\s+(?:repo|release|run|pr)\b|\btar\s|\bunzip\b`,
);
/** Actions whose name tells that they bring files. */
const BRINGS_FILES_BY_NAME = /checkout|clone|download|artifact|cache|restore|submodule/i;

/** Whether the steps before check the repository out, and none of them brings or makes files of that name. */
function isPlain({ tree }: Workflow, before: readonly WorkflowStep[], path: string): boolean {
  const isCheckout = ({ uses }: WorkflowStep): boolean => textOf(uses)?.startsWith('actions/checkout@') === true;
  const checkouts = before.filter(isCheckout);
  const name = path.split('/').at(-1)!;
  return (
    checkouts.length === 1 &&
    OF_OTHER_CODE.every((key) => at(tree, checkouts[0]!.node, 'with', key) === undefined) &&
    isOwnRef(textOf(at(tree, checkouts[0]!.node, 'with', 'ref'))) &&
    before
      .filter((step) => !isCheckout(step))
      .every(({ uses, script }) => {
        const text = textOf(script) ?? '';
        return !BRINGS_FILES_BY_NAME.test(textOf(uses) ?? '') && !BRINGS_FILES.test(text) && !text.includes(name);
      })
  );
}
