import { basename } from 'node:path/posix';
import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { at, textOf, valueOf } from '../kit/yaml-tree';
import { startsCalled, startsOfPart } from '../kit/workflows/conditions';
import { hasDefaultToken, hasTokenToRead, holdsNothing } from '../kit/workflows/rights';
import { versionOf } from '../kit/workflows/used-action';
import {
  type CallingJob,
  type WorkflowJob,
  type WorkflowStep,
  type Workflow,
  conditionsOf,
} from '../kit/workflows/workflow';
import { jobsBefore } from './handed-texts';
import { type WorkflowRule, UNTRUSTED_REF, inJobs } from './scripts';
import { GUARD, OF_KNOWN_AUTHOR } from './stranger-rules';

const BRANCH_OF_HEAD =
  /^\s*\$\{\{\s*github\.(?:head_ref|event\.(?:pull_request\.head\.ref|workflow_run\.head_branch))\s*\}\}\s*$/;

/**
 * Whether a name that a stranger chose is looked for among the branches of the repository itself. Without `repository`,
 * the checkout takes nothing of a fork: a stranger may choose one of the branches at most.
 */
const isOwnBranch = (ref: string, repository: string | undefined): boolean =>
  BRANCH_OF_HEAD.test(ref) &&
  (repository === undefined || /^\s*\$\{\{\s*github\.repository\s*\}\}\s*$/.test(repository));

/**
 * Since June 2026 the action ends with an error where such a trigger would have it take code of a fork, in each line of
 * versions from the minor version on that stands here. A tag of a line, such as `v4`, names its latest version.
 */
const REFUSES_FORKS_FROM: Readonly<Record<string, number>> = { 2: 8, 3: 7, 4: 4, 5: 1, 6: 1 };

/** Whether a checkout refuses code of forks, and how it is known: nothing holds a comment to the commit before it. */
function refusesForks(workflow: Workflow, step: WorkflowStep): 'by-tag' | 'by-comment' | undefined {
  const reference = textOf(step.uses)!.split('@')[1]!;
  if (!versionRefusesForks(workflow, step, reference)) return undefined;
  return versionOf(step.uses, reference) === reference ? 'by-tag' : 'by-comment';
}

function versionRefusesForks({ tree }: Workflow, { node, uses }: WorkflowStep, reference: string): boolean {
  if (String(valueOf(at(tree, node, 'with', 'allow-unsafe-pr-checkout')) ?? 'false') !== 'false') return false;
  const [, major, minor] = /^v?(\d+)(?:\.(\d+)(?:\.\d+)?)?$/.exec(versionOf(uses, reference)) ?? [];
  if (major === undefined) return /^(?:main|releases\/v[2-9])$/.test(reference);
  const first = REFUSES_FORKS_FROM[major] ?? (Number(major) > 6 ? 0 : undefined);
  return first !== undefined && (minor === undefined || Number(minor) >= first);
}

/** Actions that read code, or write comments. They neither build it nor install what it asks for. */
const ONLY_READS = /^[\w-]+\/[\w./-]*(?:lint|format|comment|label|spell|style)[\w./-]*@/i;

/** Whether nothing of the code that is checked out runs: the steps after the checkout only read it. */
function runsNothing({ steps }: WorkflowJob, checkout: WorkflowStep): boolean {
  const later = steps.slice(steps.indexOf(checkout) + 1);
  return later.length > 0 && later.every(({ uses }) => ONLY_READS.test(textOf(uses) ?? ''));
}

/** A job with such a condition runs although one that it needs did not. */
const RUNS_NEVERTHELESS = /\b(?:always|cancelled|failure)\s*\(/;

/** A job and those that it needs, without any of which it does not run. */
function jobsTogether(workflow: Workflow, job: WorkflowJob): readonly WorkflowJob[] {
  const jobs = jobsBefore(workflow, job);
  const nodes = jobs.map(({ node }) => node);
  return RUNS_NEVERTHELESS.test(conditionsOf(workflow, nodes)) ? [job] : jobs;
}

const ABOUT_FORKS = /\.fork\b|full_name\s*[!=]=/;

/**
 * Whether a job runs in an environment that is another one for forks, or is there for forks alone and has an
 * environment: there somebody approves the run.
 */
const isApproved = ({ tree }: Workflow, { node }: WorkflowJob): boolean => {
  const named = at(tree, node, 'environment');
  const environment = textOf(named) ?? textOf(at(tree, named, 'name')) ?? '';
  return ABOUT_FORKS.test(environment) || (environment !== '' && ABOUT_FORKS.test(textOf(at(tree, node, 'if')) ?? ''));
};

/** Whether a job runs only after other workflows have ended well, in each of which somebody approves what forks ask. */
const isApprovedBefore = ({ triggers, runsAfter = [] }: Workflow, condition: string): boolean =>
  !triggers.has('pull_request_target') &&
  runsAfter.length > 0 &&
  /workflow_run\.conclusion\s*==\s*'success'/.test(condition) &&
  runsAfter.every((workflow) => workflow.jobs.some((job) => isApproved(workflow, job)));

/** Labels of the machines that GitHub starts for one job, or a label that a matrix or an input gives. */
const THROWN_AWAY = /^(?:(?:ubuntu|windows|macos)-|\$\{\{)/;

/** Whether nothing can be stolen or changed in a job: a token that only reads, no secret, a machine for it alone. */
function isPowerless(workflow: Workflow, job: WorkflowJob, caller: CallingJob | undefined): boolean {
  const runner = textOf(at(workflow.tree, job.node, 'runs-on'));
  if (!holdsNothing(workflow, job) || runner === undefined || !THROWN_AWAY.test(runner)) return false;
  if (caller === undefined || !hasDefaultToken(workflow, job)) return hasTokenToRead(workflow, job);
  return hasTokenToRead(caller.workflow, caller.job);
}

const OUTPUT = /^\s*\$\{\{\s*(steps|needs)\.([\w-]+)\.outputs\.([\w-]+)\s*\}\}\s*$/;
const INPUT = /^\s*\$\{\{\s*inputs\.([\w-]+)\s*\}\}\s*$/;

/** The text in which an output gets its value: of another step, or of a job before. */
function textOfOutput(workflow: Workflow, job: WorkflowJob, ref: string): string {
  const { tree, jobs } = workflow;
  const [, of, name, output] = OUTPUT.exec(ref) ?? [];
  if (of === undefined) return ref;
  if (of === 'needs') {
    const other = jobs.find((each) => each.name === name);
    const value = other === undefined ? undefined : textOf(at(tree, other.node, 'outputs', output!));
    return value?.includes('steps.') ? textOfOutput(workflow, other!, value) : (value ?? ref);
  }
  const step = job.steps.find(({ node }) => textOf(at(tree, node, 'id')) === name);
  const lines = (textOf(step?.script) ?? '').split('\n');
  return lines.find((line) => line.includes(`${output}=`) && UNTRUSTED_REF.test(line)) ?? ref;
}

/** The commit that a checkout asks for, as far as the steps before and the caller say it. */
function textOfRef(workflow: Workflow, job: WorkflowJob, ref: string, caller: CallingJob | undefined): string {
  const input = INPUT.exec(ref)?.[1];
  if (input === undefined) return textOfOutput(workflow, job, ref);
  if (caller === undefined) return ref;
  const given = textOf(at(caller.workflow.tree, caller.job.node, 'with', input)) ?? ref;
  return textOfOutput(caller.workflow, caller.job, given);
}

/** The events by which a stranger starts a run with the repository's rights. */
const FOR_FORKS = ['pull_request_target', 'workflow_run'];
const startsForForks = ({ triggers }: Workflow): boolean => FOR_FORKS.some((event) => triggers.has(event));

/** The ways in which a stranger starts a workflow with the repository's rights: itself, or a workflow that calls it. */
const startsOf = (workflow: Workflow): (CallingJob | undefined)[] => [
  ...(startsForForks(workflow) ? [undefined] : []),
  ...(workflow.callers ?? []).filter((caller) => startsForForks(caller.workflow)),
];

export const untrustedCheckout: WorkflowRule = (workflow) => {
  const starts = startsOf(workflow);
  if (starts.length === 0) return [];
  return inJobs(workflow, (job, step) => {
    const found = starts.flatMap((caller) => checkoutIn(workflow, job, step, caller) ?? []);
    return found.sort((one, other) => rankOf(one) - rankOf(other)).slice(0, 1);
  });
};

/** The most severe comes first: a finding without a severity has that of the rule. */
const rankOf = ({ severity }: Problem): number => ['medium', 'low'].indexOf(severity ?? '');

function checkoutIn(
  workflow: Workflow,
  job: WorkflowJob,
  step: WorkflowStep,
  caller: CallingJob | undefined,
): Problem | undefined {
  const { tree } = workflow;
  const { node, uses } = step;
  const ref = at(tree, node, 'with', 'ref');
  const asked = textOf(ref) ?? '';
  const meant = textOfRef(workflow, job, asked, caller);
  if (!textOf(uses)?.startsWith('actions/checkout@') || !UNTRUSTED_REF.test(meant)) return undefined;
  const repository = textOf(at(tree, node, 'with', 'repository'));
  const jobs = jobsTogether(workflow, job);
  const calling = caller === undefined ? [] : jobsTogether(caller.workflow, caller.job);
  const own = [node, ...jobs.map(nodeOf)];
  const isStarted =
    caller === undefined
      ? startsOfPart(workflow, FOR_FORKS, own).length > 0
      : startsOfPart(caller.workflow, FOR_FORKS, calling.map(nodeOf)).some((event) =>
          startsCalled(caller.workflow, event, workflow, own),
        );
  if (!isStarted) return undefined;
  const ofCallers = caller === undefined ? '' : conditionsOf(caller.workflow, calling.map(nodeOf));
  const condition = `${conditionsOf(workflow, own)} ${ofCallers}`;
  const isOwn = isOwnBranch(meant, repository) || OF_KNOWN_AUTHOR.test(condition);
  const refused = refusesForks(workflow, step);
  const isLow = isOwn || refused === 'by-tag' || isPowerless(workflow, job, caller);
  const isGuarded =
    GUARD.test(condition) ||
    isApprovedBefore(workflow, condition) ||
    jobs.some((each) => isApproved(workflow, each)) ||
    calling.some((each) => isApproved(caller!.workflow, each));
  const isMild = refused !== undefined || isGuarded || runsNothing(job, step);
  const severity = isLow ? 'low' : isMild ? 'medium' : undefined;
  return {
    rule: 'untrusted-checkout',
    line: tree.lineOf(ref),
    severity,
    message: refused ? refusal(asked, refused) : checkedOut(asked, caller, isPowerless(workflow, job, caller)),
  };
}

const nodeOf = ({ node }: WorkflowJob): Node => node;

const refusal = (ref: string, refused: 'by-tag' | 'by-comment'): string =>
  `The code of a pull request is asked for (${ref}), which this version refuses of a fork` +
  (refused === 'by-comment' ? ', as its comment has it' : '');

function checkedOut(ref: string, caller: CallingJob | undefined, isToRead: boolean): string {
  const called = caller === undefined ? '' : `, called by ${basename(caller.path)},`;
  const said = `The code of whoever opened the pull request is checked out (${ref})${called} where`;
  if (isToRead) return `${said} the token only reads`;
  return `${said} ${caller === undefined ? 'the token may write' : 'something can be stolen or changed'}`;
}
