import type { Node } from 'yaml';
import { type YamlTree, at, entriesOf, textOf } from '../yaml-tree';
import { startsOfPart } from './conditions';
import { type WorkflowJob, type Workflow, isSelfHosted, partsOfJob } from './workflow';

/**
 * Whether a job has a token that only reads, no secret, and a machine that is thrown away: an attacker who takes over
 * an action or a script of it gains little. GitHub gives pull requests of forks just that.
 */
export function gainsNothing(workflow: Workflow, job: WorkflowJob): boolean {
  const permissions = permissionsOf(workflow, job);
  const onlyReads =
    permissions === undefined ? isForPullRequests(workflow) : givesOnlyReading(workflow.tree, permissions);
  return onlyReads && holdsNothing(workflow, job);
}

/** Whether pull requests alone start the workflow: GitHub gives those of forks a token that only reads. */
export const isForPullRequests = ({ triggers }: Workflow): boolean =>
  triggers.size > 0 && [...triggers].every((trigger) => trigger === 'pull_request');

/** Whether somebody with the right to write starts each run of the workflow, by a click or a command. */
export const isStartedByHand = ({ triggers }: Workflow): boolean =>
  triggers.size === 1 && triggers.has('workflow_dispatch');

/** Triggers that a stranger can cause, but that run with the repository's own token and secrets. */
const PRIVILEGED = [
  'pull_request_target',
  'workflow_run',
  'issue_comment',
  'issues',
  'discussion',
  'discussion_comment',
];
/** @param owners the part that they are to start, and what it needs; none for the workflow */
export const privileged = (workflow: Workflow, owners: readonly Node[] = []): boolean =>
  startsOfPart(workflow, PRIVILEGED, owners).length > 0;

/** The name of the branch that a pull request comes from. */
export const BRANCH_NAME = /\bgithub\.(?:head_ref|event\.(?:pull_request\.head\.ref|workflow_run\.head_branch))\b/;

/**
 * Whether the name of a branch can do nothing in a job: of a fork it comes with a pull request, whose token only reads
 * whatever starts the workflow besides, and the job has no secret and asks for no right to write.
 */
export const isHarmlessBranch = (workflow: Workflow, job: WorkflowJob): boolean =>
  !privileged(workflow) && holdsNothing(workflow, job) && !asksToWrite(workflow, job);

/** Whether a job asks for rights of writing. Without a list of permissions it has those that the repository sets. */
export const asksToWrite = (workflow: Workflow, job: WorkflowJob): boolean =>
  !hasDefaultToken(workflow, job) && !hasTokenToRead(workflow, job);

/** Whether neither a job nor its workflow says what the token may do. */
export const hasDefaultToken = (workflow: Workflow, job: WorkflowJob): boolean =>
  permissionsOf(workflow, job) === undefined;

/** Whether a job or its workflow lists permissions that only read. */
export function hasTokenToRead(workflow: Workflow, job: WorkflowJob): boolean {
  const permissions = permissionsOf(workflow, job);
  return permissions !== undefined && givesOnlyReading(workflow.tree, permissions);
}

/** Whether a job has no secret and a machine that is thrown away. */
export const holdsNothing = ({ tree, root }: Workflow, job: WorkflowJob): boolean => {
  const passwords = passwordsOfServices(tree, job);
  return !isSelfHosted(tree, job) && ![root, ...partsOfJob(job)].some((owner) => holdsSecret(tree, owner, passwords));
};

/** Secrets that open nothing but a service which the job itself starts, such as the database of its tests. */
function passwordsOfServices(tree: YamlTree, job: WorkflowJob): ReadonlySet<string> {
  const services = entriesOf(tree, at(tree, job.node, 'services'));
  const texts = services.flatMap(({ value }) => (value === undefined ? [] : textsOf(tree, value)));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\bsecrets\s*\.\s*(\w+)/gi)].map(([, name]) => name!.toLowerCase())),
  );
}

/** The permissions of a job: its own, or else those of the workflow. */
const permissionsOf = ({ tree, root }: Workflow, job: WorkflowJob): Node | undefined =>
  at(tree, job.node, 'permissions') ?? at(tree, root, 'permissions');

function givesOnlyReading(tree: YamlTree, permissions: Node): boolean {
  const given = textOf(permissions);
  if (given !== undefined) return given === 'read-all';
  return entriesOf(tree, permissions).every(({ value }) => ['read', 'none'].includes(textOf(value) ?? ''));
}

/** Keys with which a report of coverage or speed is sent, and nothing else can be done. */
const REPORT_KEY =
  String.raw`\w*(?:CODECOV|COVERALLS|CODACY_PROJECT|CC_TEST_REPORTER|CODSPEED|QLTY_COVERAGE|DEEPSOURCE_DSN)` +
  String.raw`\w*`;
/** The token of the job is no secret of its own. */
const SECRET = new RegExp(String.raw`\bsecrets\b(?!\s*\.\s*(?:GITHUB_TOKEN|${REPORT_KEY})\b)`, 'i');

/** The token of the job, wherever it is handed over by name. */
const TOKEN = /\bsecrets\s*\.\s*GITHUB_TOKEN\b|\bgithub\s*\.\s*token\b/i;

/**
 * Whether the token of the job is handed over, as it must be where an action or a program of others is to write.
 * @param owner the workflow, a job or a step
 */
export const handsOverToken = (tree: YamlTree, owner: Node): boolean =>
  textsOf(tree, owner).some((text) => TOKEN.test(text));

/** @param owner the workflow, a job or a step */
export const holdsSecret = (tree: YamlTree, owner: Node, passwords: ReadonlySet<string> = new Set()): boolean =>
  at(tree, owner, 'secrets') !== undefined ||
  textsOf(tree, owner)
    .map((text) =>
      text.replace(/\bsecrets\s*\.\s*(\w+)/gi, (all, name: string) => (passwords.has(name.toLowerCase()) ? '' : all)),
    )
    .some((text) => SECRET.test(text));

/** Variables, inputs and the script of a workflow, a job or a step. */
function textsOf(tree: YamlTree, owner: Node): string[] {
  const values = ['env', 'with'].flatMap((field) => entriesOf(tree, at(tree, owner, field)).map(({ value }) => value));
  return [...values, at(tree, owner, 'run')].map((node) => textOf(node) ?? '');
}
