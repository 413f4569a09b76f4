import type { Severity } from '@assay/kernel';
import { type Node, isScalar } from 'yaml';
import type { Problem } from '../kit/per-file';
import { at, entriesOf, textOf } from '../kit/yaml-tree';
import type { Ownership } from '../kit/own-organisation';
import type { DefaultToken } from './default-token';
import { gainsNothing, BRANCH_NAME, isHarmlessBranch, privileged } from '../kit/workflows/rights';
import { type WorkflowJob, type WorkflowStep, type Workflow, isSelfHosted, partsOf } from '../kit/workflows/workflow';

/** @param token what all workflows of the repository tell of its default token */
export type WorkflowRule = (workflow: Workflow, ownership: Ownership, token: DefaultToken) => Problem[];

/** Fields of events whose text a stranger can choose, according to GitHub's list of untrusted input. */
export const UNTRUSTED = new RegExp(
  [
    String.raw`\$\{\{[^}]*\b(?:github\.event\.(?:issue\.(?:title|body)|pull_request\.(?:title|body|`,
    String.raw`head\.(?:ref|label|repo\.default_branch))|comment\.body|review\.body|review_comment\.body|`,
    String.raw`discussion\.(?:title|body)|pages\b[^}]*page_name|commits\b[^}]*(?:message|author\.(?:email|`,
    String.raw`name))|head_commit\.(?:message|author\.(?:email|name))|workflow_run\.(?:head_branch|`,
    String.raw`display_title|head_commit\.(?:message|(?:author|committer)\.(?:email|name))`,
    String.raw`|pull_requests\b[^}]*head\.ref))|github\.head_ref)\b[^}]*\}\}`,
  ].join(''),
);
export const UNTRUSTED_REF = new RegExp(
  [
    String.raw`github\.event\.(?:pull_request\.(?:head\.(?:sha|ref)|merge_commit_sha)|number|`,
    String.raw`workflow_run\.head_(?:sha|branch))|github\.head_ref|refs\/pull\/`,
  ].join(''),
);
export const steps = ({ jobs }: Workflow): WorkflowStep[] => jobs.flatMap((job) => job.steps);
export const inJobs = (workflow: Workflow, judge: (job: WorkflowJob, step: WorkflowStep) => Problem[]): Problem[] =>
  workflow.jobs.flatMap((job) => job.steps.flatMap((step) => judge(job, step)));

/**
 * The severity of a text of strangers in a script; undefined for that of the rule. The author of a pull request may
 * change the script itself in the copy that runs, and wins nothing by the name of a branch, unless the machine keeps
 * what a run leaves behind.
 */
export function severityOfText(workflow: Workflow, job: WorkflowJob, text: string): Severity | undefined {
  if (privileged(workflow, [job.node])) return 'critical';
  if (gainsNothing(workflow, job)) return 'low';
  if (!BRANCH_NAME.test(text) || isSelfHosted(workflow.tree, job)) return undefined;
  return isHarmlessBranch(workflow, job) ? 'low' : 'medium';
}

interface ScriptLine {
  readonly line: number;
  readonly match: string;
  /** The conditions of the shell within which the line stands. */
  readonly within: readonly string[];
}

/** The matching lines of all scripts, with their line numbers in the file. */
export function scriptLines(workflow: Workflow, pattern: RegExp): ScriptLine[] {
  return steps(workflow).flatMap(({ script }) => {
    const commands = commandsOf(workflow, script);
    return commands.flatMap(({ text, line }, index) => {
      const match = pattern.exec(text);
      return match ? [{ line, match: match[0].trim(), within: conditionsAfter(commands.slice(0, index)) }] : [];
    });
  });
}

/** The conditions that have begun in some lines of a script and not ended. */
function conditionsAfter(commands: readonly { readonly text: string }[]): string[] {
  const open: string[] = [];
  for (const { text } of commands) {
    if (/^\s*(?:elif|else)\b/.test(text)) open.pop();
    if (/^\s*(?:if|elif|else)\b/.test(text)) open.push(text);
    if (/(?:^|[\s;])fi\s*(?:$|[;&|])/.test(text)) open.pop();
  }
  return open;
}

/** The lines of a script that are no comments. */
export const commandsOf = (workflow: Workflow, script: Node | undefined) =>
  linesOf(workflow, script).filter(({ text }) => !/^\s*(?:#|\/\/)/.test(text));

/** Every line of the scripts, environment values and inputs of all steps and jobs. */
export function lines(workflow: Workflow): { text: string; line: number }[] {
  const { tree } = workflow;
  const values = partsOf(workflow).flatMap((owner) =>
    ['env', 'with'].flatMap((field) => entriesOf(tree, at(tree, owner, field)).map(({ value }) => value)),
  );
  const scripts = steps(workflow)
    .filter(({ uses }) => uses === undefined)
    .map(({ script }) => script);
  return [...values, ...scripts].flatMap((node) => linesOf(workflow, node));
}

/** The text of a block scalar begins on the line after its `|`. */
function linesOf({ tree }: Workflow, node: Node | undefined): { text: string; line: number }[] {
  const text = textOf(node);
  if (text === undefined) return [];
  const first =
    tree.lineOf(node) + (isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') ? 1 : 0);
  return text.split('\n').map((line, index) => ({ text: line, line: first + index }));
}
