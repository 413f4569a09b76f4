import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { type YamlTree, at, entriesOf, textOf } from '../kit/yaml-tree';
import { isOwned, mildIfOwn } from './own-organisation';
import type { WorkflowRule } from './scripts';
import { type Job, type Workflow, isSelfHosted, partsOfJob, usedIn } from './workflow';

const FULL_COMMIT = /@[0-9a-f]{40}$/i;
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

export const unpinnedAction: WorkflowRule = (workflow, ownership) => {
  const places = placesIn(workflow);
  return usedIn(workflow).flatMap((node): Problem[] => {
    const name = textOf(node);
    if (node === undefined || name === undefined) return [];
    if (/^[.$]\//.test(name) || /^(?:actions|github)\//.test(name) || isOwned(name, ownership)) return [];
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
  readonly isHarmless: boolean;
  /** The name of the step; undefined for a job that calls a workflow. */
  readonly step: string | undefined;
}

/** By the node of `uses`. Each job is judged once, however many actions it has. */
function placesIn(workflow: Workflow): ReadonlyMap<Node | undefined, PlaceOfAction> {
  const { tree, jobs } = workflow;
  const losers = new Set(jobs.filter((job) => !gainsNothing(workflow, job)));
  const isPublished = [...losers].some((job) => usesAction(job, 'download-artifact'));
  return new Map(
    jobs.flatMap((job) => {
      // The files of such a job may go to another one, which has something to lose.
      const isHarmless = !losers.has(job) && !(isPublished && usesAction(job, 'upload-artifact'));
      return [
        ...job.steps.map(({ node, uses }) => [uses, { isHarmless, step: textOf(at(tree, node, 'name')) }] as const),
        [at(tree, job.node, 'uses'), { isHarmless, step: undefined }] as const,
      ];
    }),
  );
}

/** Undefined: as the rule says. */
function severityOf(name: string, place: PlaceOfAction | undefined): Problem['severity'] {
  if (BY_INSTRUCTION.test(name) || place?.isHarmless === true) return 'low';
  const branch = BRANCH.exec(name)?.[1];
  return branch !== undefined && !triesBranch(branch, place?.step) ? 'high' : undefined;
}

/** `Run ansible-lint from main branch`: the step is there to try the newest version. */
const triesBranch = (branch: string, step = ''): boolean => new RegExp(`\\b${branch}\\b`, 'i').test(step);

/**
 * Whether a job has a token that only reads, no secret, and a machine that is thrown away: an attacker who takes its
 * action over gains little. GitHub gives pull requests of forks just that.
 */
function gainsNothing({ tree, root, triggers }: Workflow, job: Job): boolean {
  const permissions = at(tree, job.node, 'permissions') ?? at(tree, root, 'permissions');
  const onlyReads =
    permissions === undefined
      ? [...triggers].every((trigger) => trigger === 'pull_request')
      : givesOnlyReading(tree, permissions);
  return onlyReads && !isSelfHosted(tree, job) && ![root, ...partsOfJob(job)].some((owner) => holdsSecret(tree, owner));
}

function givesOnlyReading(tree: YamlTree, permissions: Node): boolean {
  const given = textOf(permissions);
  if (given !== undefined) return given === 'read-all';
  return entriesOf(tree, permissions).every(({ value }) => ['read', 'none'].includes(textOf(value) ?? ''));
}

/** The token of the job is no secret of its own. */
const SECRET = /\bsecrets\b(?!\s*\.\s*GITHUB_TOKEN\b)/i;

/** @param owner the workflow, a job or a step */
function holdsSecret(tree: YamlTree, owner: Node): boolean {
  const values = ['env', 'with'].flatMap((field) => entriesOf(tree, at(tree, owner, field)).map(({ value }) => value));
  const texts = [...values, at(tree, owner, 'run')].map((node) => textOf(node) ?? '');
  return at(tree, owner, 'secrets') !== undefined || texts.some((text) => SECRET.test(text));
}

const usesAction = ({ steps }: Job, name: string): boolean =>
  steps.some(({ uses }) => textOf(uses)?.startsWith(`actions/${name}@`) === true);
