import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { isOfGitHub, isOfVendor, takesReports } from '../../catalogue/vendors-of-actions';
import {
  asksToWrite,
  gainsNothing,
  handsOverToken,
  hasDefaultToken,
  holdsNothing,
  holdsSecret,
  isForPullRequests,
  isStartedByHand,
  privileged,
} from '../kit/workflows/rights';
import { isOnOtherMachine, runnersOf } from '../kit/workflows/runners';
import { type WorkflowJob, type Workflow, usedIn } from '../kit/workflows/workflow';
import { at, textOf } from '../kit/yaml-tree';
import { isOwned, mildIfOwn } from '../kit/own-organisation';
import { type DefaultToken, SETS_UP, givesTokenToWrite } from './default-token';
import type { WorkflowRule } from './scripts';

const FULL_COMMIT = /@[0-9a-f]{40}$/i;
/** An organisation that is there for the runners of another one: `acme-gha-runners`. */
const LENDS_MACHINES = /^[\w-]*-runners?\//i;
const BRANCH = /@(main|master|develop|dev|head)$/i;

/**
 * Actions whose own instructions name a branch or a tag: the branch is the version of a compiler, there is no other, or
 * the action verifies itself by its tag.
 */
const BY_INSTRUCTION = new RegExp(
  String.raw`^(?:dtolnay\/rust-toolchain@|google\/(?:oss-fuzz\/infra\/cifuzz|clusterfuzzlite)\/[^@]*@|` +
    String.raw`slsa-framework\/slsa-github-generator\/[^@]*@v\d)`,
  'i',
);

export const unpinnedAction: WorkflowRule = (workflow, ownership, token) => {
  const places = placesIn(workflow, token);
  return usedIn(workflow).flatMap((node): Problem[] => {
    const name = textOf(node);
    if (node === undefined || name === undefined) return [];
    if (/^[.$]\//.test(name) || isOfGitHub(name) || isOwned(name, ownership)) return [];
    if (name.startsWith('docker://') ? name.includes('@sha256:') : FULL_COMMIT.test(name)) return [];
    const what = name.startsWith('docker://') ? 'digest' : 'commit';
    const found = {
      rule: 'unpinned-action',
      line: workflow.tree.lineOf(node),
      message: `${name} is not pinned to a ${what}`,
    };
    const mild = mildIfOwn(found, name, ownership);
    return [mild ?? { ...found, severity: severityOf(name, places.get(node)) }];
  });
};

interface PlaceOfAction {
  /** Whether somebody who takes over an action of the job gains little. */
  readonly isHarmless: boolean;
  /** Whether the job has no secret, asks for no right to write and does not hand its token to the action. */
  readonly holdsNothing: boolean;
  /** Whether the job has nothing but its token, and asks for no right to write. */
  readonly holdsTokenAlone: boolean;
  /** Whether runs start by hand alone, the job asks for no right to write, and the action gets nothing. */
  readonly isSeldomRun: boolean;
  /** Whether the job runs on machines that are not GitHub's. */
  readonly isOnOtherMachine: boolean;
  /** The name of the step; undefined for a job that calls a workflow. */
  readonly step: string | undefined;
}

/** By the node of `uses`. Each job is judged once, however many actions it has. */
function placesIn(workflow: Workflow, token: DefaultToken): ReadonlyMap<Node | undefined, PlaceOfAction> {
  const { tree, jobs } = workflow;
  const losers = new Set(
    jobs.filter((job) => hasSomethingToLose(workflow, job, token) && !runnersOf(tree, job.node).isNeverStarted),
  );
  const isPublished = [...losers].some((job) => usesAction(job, 'download-artifact'));
  return new Map(
    jobs.flatMap((job) => {
      // The files of such a job may go to another one, which has something to lose.
      const isHarmless = !losers.has(job) && !(isPublished && usesAction(job, 'upload-artifact'));
      const isBare = holdsNothing(workflow, job) && !asksToWrite(workflow, job);
      const isSeldom = isStartedByHand(workflow) && !asksToWrite(workflow, job);
      const isGiven = [workflow.root, job.node].some((owner) => handsOverToken(tree, owner));
      const placeOf = (node: Node, uses: Node | undefined): PlaceOfAction => ({
        isHarmless,
        holdsNothing: isBare && (takesReports(textOf(uses) ?? '') || (!isGiven && !handsOverToken(tree, node))),
        holdsTokenAlone: isBare,
        isSeldomRun:
          isSeldom &&
          [workflow.root, job.node, node].every((owner) => !holdsSecret(tree, owner) && !handsOverToken(tree, owner)),
        isOnOtherMachine: isOnOtherMachine(tree, job),
        step: node === job.node ? undefined : textOf(at(tree, node, 'name')),
      });
      const called = at(tree, job.node, 'uses');
      return [
        ...job.steps.map(({ node, uses }) => [uses, placeOf(node, uses)] as const),
        [called, placeOf(job.node, called)] as const,
      ];
    }),
  );
}

/**
 * Whether a thief of an action wins something in a job that has it: a secret, a right to write that the job asks for or
 * that the default token is known to have, or a run with the rights of the repository that a stranger starts.
 */
const hasSomethingToLose = (workflow: Workflow, job: WorkflowJob, token: DefaultToken): boolean =>
  !gainsNothing(workflow, job) &&
  (!holdsNothing(workflow, job) ||
    privileged(workflow) ||
    (asksToWrite(workflow, job) && !isForPullRequests(workflow)) ||
    (hasDefaultToken(workflow, job) && (token.writes || givesTokenToWrite(workflow, job))));

/** Undefined: as the rule says. */
function severityOf(name: string, place: PlaceOfAction | undefined): Problem['severity'] {
  if (BY_INSTRUCTION.test(name) || place?.isHarmless === true) return 'low';
  // The owners of a language could change it for all who build with it.
  if (SETS_UP.test(name) && isOfVendor(name)) return 'low';
  if (place?.holdsNothing === true && isOfVendor(name)) return 'low';
  // A setup takes the token to be served faster by GitHub.
  if (place?.holdsTokenAlone === true && SETS_UP.test(name)) return 'low';
  // Who lends the machine could change what runs there anyway.
  if (place?.isOnOtherMachine === true && LENDS_MACHINES.test(name)) return undefined;
  if (place?.isSeldomRun === true) return undefined;
  const branch = BRANCH.exec(name)?.[1];
  return branch !== undefined && !triesBranch(branch, place?.step) ? 'high' : undefined;
}

/** `Run ansible-lint from main branch`: the step is there to try the newest version. */
const triesBranch = (branch: string, step = ''): boolean => new RegExp(`\\b${branch}\\b`, 'i').test(step);

const usesAction = ({ steps }: WorkflowJob, name: string): boolean =>
  steps.some(({ uses }) => textOf(uses)?.startsWith(`actions/${name}@`) === true);
