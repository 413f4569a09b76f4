import { takesReports } from '../../catalogue/vendors-of-actions';
import {
  handsOverToken,
  hasDefaultToken,
  hasTokenToRead,
  holdsNothing,
  isForPullRequests,
} from '../kit/workflows/rights';
import { type WorkflowJob, type WorkflowStep, type Workflow, partsOfJob } from '../kit/workflows/workflow';
import { at, textOf } from '../kit/yaml-tree';

/** The token of a job for which nobody lists permissions, as far as the workflows of the repository tell. */
export interface DefaultToken {
  /** A job writes with it: uploads a release, pushes, comments. */
  readonly writes: boolean;
  /** Somebody limits it: a job may only read, or most workflows list permissions. One without was left out. */
  readonly isLimitedElsewhere: boolean;
  /** The files in the folder of workflows that list the permissions of all of their jobs. */
  readonly limiting: ReadonlySet<string>;
}

export const UNKNOWN_TOKEN: DefaultToken = { writes: false, isLimitedElsewhere: false, limiting: new Set() };

/** @param files the workflows by their names in the folder of workflows */
export function defaultTokenOf(files: ReadonlyMap<string, Workflow>): DefaultToken {
  const workflows = [...files.values()];
  return {
    writes: workflows.some(
      (workflow) =>
        !isForPullRequests(workflow) &&
        workflow.jobs.some((job) => hasDefaultToken(workflow, job) && writesWithToken(workflow, job)),
    ),
    isLimitedElsewhere:
      workflows.some((workflow) => workflow.jobs.some((job) => hasTokenToRead(workflow, job))) ||
      workflows.filter(listsPermissions).length * 2 > workflows.length,
    limiting: new Set(
      [...files]
        .filter(([, workflow]) => workflow.jobs.every((job) => !hasDefaultToken(workflow, job)))
        .map(([name]) => name),
    ),
  };
}

const listsPermissions = (workflow: Workflow): boolean => workflow.jobs.some((job) => !hasDefaultToken(workflow, job));

/**
 * Actions that bring a compiler, a language or a package manager: `shivammathur/setup-php`, `ilammy/msvc-dev-cmd`,
 * `Homebrew/actions/setup-homebrew`.
 */
export const SETS_UP =
  /^[\w-]+\/(?:actions\/)?(?:(?:setup|install)-[\w-]+|[\w-]+-(?:setup|install)|msvc-dev-cmd|rust-cache)@/i;

/** Actions that take the token by themselves and write with it. */
const WRITES = new RegExp(
  String.raw`\/(?:[\w-]*(?:gh|github|create|upload)-release[\w-]*|release-action|upload-release-asset|` +
    String.raw`release-drafter|[\w-]*git-auto-commit[\w-]*|add-and-commit|[\w-]*create-pull-request|` +
    String.raw`stale|labeler)(?:\/[^@]*)?@`,
  'i',
);
const PUSHES = /\bgit\s+push\b/;
/** A command that sends a report takes the token to name the run. */
const SENDS_REPORT = /\b(?:goveralls|coveralls|codecov|codacy)\b/i;
/** A checkout takes the token to read. */
const CHECKS_OUT = /^actions\/(?:checkout|setup-[\w-]+|cache)@/i;

/** Whether a job writes with its token, as far as its steps tell. */
function writesWithToken(workflow: Workflow, job: WorkflowJob): boolean {
  const { tree } = workflow;
  return (
    givesTokenToWrite(workflow, job) ||
    job.steps.some(({ node, uses }) => WRITES.test(textOf(uses) ?? '') && !hasTokenOfItsOwn(workflow, node)) ||
    // With a secret in the job, it may push elsewhere.
    (holdsNothing(workflow, job) && job.steps.some(({ node }) => PUSHES.test(textOf(at(tree, node, 'run')) ?? '')))
  );
}

/** Whether something in a job gets the token by name that is no setup, no checkout and no report. */
export function givesTokenToWrite({ tree, root }: Workflow, job: WorkflowJob): boolean {
  const isToRead = (owner: WorkflowStep['node']): boolean => {
    const used = textOf(at(tree, owner, 'uses')) ?? '';
    return (
      takesReports(used) ||
      SETS_UP.test(used) ||
      CHECKS_OUT.test(used) ||
      SENDS_REPORT.test(textOf(at(tree, owner, 'run')) ?? '')
    );
  };
  return [root, ...partsOfJob(job)].some((owner) => handsOverToken(tree, owner) && !isToRead(owner));
}

/** Whether a step names another token: a secret of the repository. */
const hasTokenOfItsOwn = ({ tree }: Workflow, step: WorkflowStep['node']): boolean =>
  ['env', 'with'].some((field) =>
    ['token', 'GITHUB_TOKEN', 'github_token', 'repo-token'].some((name) =>
      /\bsecrets\s*\.\s*(?!GITHUB_TOKEN\b)/i.test(textOf(at(tree, step, field, name)) ?? ''),
    ),
  );
