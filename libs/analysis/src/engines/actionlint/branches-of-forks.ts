import type { Problem } from '../kit/per-file';
import type { Workflow } from '../kit/workflows/workflow';
import { at, entriesOf, textOf } from '../kit/yaml-tree';

const BRANCH_OF_HEAD = /\$\{\{[^}]*\bgithub\.(?:head_ref|event\.pull_request\.head\.ref)\b/;
const FILE_OF_BRANCH = new RegExp(
  String.raw`\bhttps://raw\.githubusercontent\.com/[\w.-]+/[\w.-]+/(?:refs/heads/)?${BRANCH_OF_HEAD.source}`,
);

/**
 * Branches of pull requests that are looked for in this repository alone. That of a fork is not there, or it is another
 * one of the same name: every fork has a `main`.
 */
export function branchesOfForks(workflow: Workflow): Problem[] {
  const { tree, triggers, jobs } = workflow;
  if (!triggers.has('pull_request') && !triggers.has('pull_request_target')) return [];
  const given = jobs.flatMap(({ node, steps }) =>
    [node, ...steps.map((step) => step.node)].flatMap((owner) => {
      const isReview = textOf(at(tree, owner, 'uses'))?.startsWith('actions/dependency-review-action@') === true;
      return entriesOf(tree, at(tree, owner, 'with')).map(({ key, value }) => ({ key, value, isReview }));
    }),
  );
  return given.flatMap(({ key, value, isReview }): Problem[] => {
    const text = textOf(value) ?? '';
    const isOne = FILE_OF_BRANCH.test(text) || (isReview && key === 'head-ref' && BRANCH_OF_HEAD.test(text));
    if (!isOne) return [];
    const message = 'The branch of a pull request is looked for in this repository, where that of a fork is not';
    return [{ rule: 'branch-of-fork', line: tree.lineOf(value), column: tree.columnOf(value), message }];
  });
}
