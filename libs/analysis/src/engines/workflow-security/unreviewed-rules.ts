import { isOwned } from '../kit/own-organisation';
import { at, itemsOf, textOf, valueOf } from '../kit/yaml-tree';
import { type Workflow, conditionsOf, partsOfJob } from '../kit/workflows/workflow';
import { jobsBefore } from './handed-texts';
import { type WorkflowRule, inJobs, steps } from './scripts';
import { GUARD, asksForRights } from './stranger-rules';

/** An image by the name that users pull when they name no version. */
const AS_LATEST = /^(?!localhost|127\.|ttl\.sh\/)[^\s$:]+(?:\/[^\s$:]+)*(?::latest)?$/;

/** Whether each push to a pull request starts the workflow, not only a label or the end of the pull request. */
function runsForEachPush({ tree, root, triggers }: Workflow): boolean {
  if (!triggers.has('pull_request')) return false;
  const types = at(tree, root, 'on', 'pull_request', 'types');
  const named = [types, ...itemsOf(tree, types)].map((each) => textOf(each));
  return types === undefined || named.some((type) => type === 'opened' || type === 'synchronize');
}

/** A condition that may leave pull requests out. */
const ASKS_FOR_EVENT = /\b(?:github\.|env\.|inputs\.|steps\.|needs\.|vars\.|secrets\.)/;

/** An unreviewed change becomes the image that everybody pulls. */
const imageOfPullRequest: WorkflowRule = (workflow) => {
  if (!runsForEachPush(workflow)) return [];
  const { tree } = workflow;
  return inJobs(workflow, (job, { node, uses }) => {
    if (!/^docker\/build-push-action@/i.test(textOf(uses) ?? '')) return [];
    if (String(valueOf(at(tree, node, 'with', 'push'))) !== 'true') return [];
    const owners = [node, ...jobsBefore(workflow, job).map((each) => each.node)];
    if (ASKS_FOR_EVENT.test(conditionsOf(workflow, owners))) return [];
    const tags = at(tree, node, 'with', 'tags');
    const latest = (textOf(tags) ?? '')
      .replaceAll(/\$\{\{.*?\}\}/g, '$')
      .split(/[\s,]+/)
      .find((tag) => AS_LATEST.test(tag));
    if (latest === undefined) return [];
    const message = `A pull request that nobody has looked at is published as ${latest}`;
    return [{ rule: 'image-of-pull-request', line: tree.lineOf(tags), message }];
  });
};

/** A stranger may comment, and so start a workflow of others that gets secrets of this repository. */
const commandOfAnybody: WorkflowRule = (workflow, ownership) => {
  if (!workflow.triggers.has('issue_comment')) return [];
  const { tree, jobs } = workflow;
  return jobs.flatMap((job) => {
    const called = textOf(at(tree, job.node, 'uses'));
    const secrets = at(tree, job.node, 'secrets');
    if (called === undefined || called.startsWith('./') || secrets === undefined) return [];
    const before = jobsBefore(workflow, job);
    const conditions = conditionsOf(workflow, before.flatMap(partsOfJob));
    if (!/github\.event\.comment\.body/.test(conditions) || GUARD.test(conditions)) return [];
    if (asksForRights(before)) return [];
    const message = `Whoever writes the comment starts ${called}, which gets secrets`;
    // A workflow of the project's owner may ask by itself, and its authors know whether it does.
    const isOwn = isOwned(called, ownership);
    return [{ rule: 'command-of-anybody', line: tree.lineOf(secrets), message, ...(isOwn && { severity: 'medium' }) }];
  });
};

/** Workflows that start, and images that are published, before anybody with rights has looked. */
export const UNREVIEWED_RULES: readonly WorkflowRule[] = [imageOfPullRequest, commandOfAnybody].map(
  (rule): WorkflowRule =>
    (workflow, ...known) =>
      steps(workflow).length > 4_000 ? [] : rule(workflow, ...known),
);
