import { type Node, isScalar } from 'yaml';
import type { Problem } from '../kit/per-file';
import { at, entriesOf, textOf } from '../kit/yaml-tree';
import type { WorkflowRule } from './scripts';
import { type Workflow, partsOfJob } from '../kit/workflows/workflow';

/** The conditions of jobs and steps. */
const conditions = ({ tree, jobs }: Workflow): Node[] =>
  jobs
    .flatMap(partsOfJob)
    .map((node) => at(tree, node, 'if'))
    .filter((node) => node !== undefined);

const ONE_EXPRESSION = /^\$\{\{(?:(?!\}\})[^])*\}\}$/;

/** Text around an expression makes the whole a text, and every text but an empty one is true. */
const alwaysTrue: WorkflowRule = (workflow) =>
  conditions(workflow).flatMap((node): Problem[] => {
    const text = textOf(node);
    if (text === undefined || !text.includes('${{')) return [];
    if (ONE_EXPRESSION.test(text)) return [];
    const reason = ONE_EXPRESSION.test(text.trim()) ? ', because a line break follows it' : '';
    const message = `The condition holds whatever it says${reason}`;
    return [{ rule: 'condition-always-true', line: workflow.tree.lineOf(node), message }];
  });

/** `contains` of a text looks for any part of it: `refs/heads/m` is in `refs/heads/main`. */
const partOfName: WorkflowRule = (workflow) =>
  conditions(workflow).flatMap((node): Problem[] => {
    const [found] =
      /\bcontains\(\s*'[^']*'\s*,\s*(?:github\.(?:ref|ref_name|head_ref|base_ref|actor|repository)|env\.\w+)\s*\)/.exec(
        textOf(node) ?? '',
      ) ?? [];
    return found === undefined
      ? []
      : [
          {
            rule: 'condition-by-part-of-name',
            line: workflow.tree.lineOf(node),
            message: `${found} holds for any part of the text`,
          },
        ];
  });

const WRITING = new Set(['contents', 'packages', 'actions']);

/** Rights of a workflow are those of each job, tests of pull requests too. */
const writeForAllJobs: WorkflowRule = ({ tree, root, jobs }) => {
  if (jobs.length < 2) return [];
  const given = at(tree, root, 'permissions');
  const wide = entriesOf(tree, given).filter(
    ({ key, value }) => WRITING.has(key) && isScalar(value) && value.value === 'write',
  );
  const inheriting = jobs.filter(({ node }) => at(tree, node, 'permissions') === undefined);
  const [first] = wide;
  return first === undefined || inheriting.length < 2
    ? []
    : [
        {
          rule: 'write-for-all-jobs',
          line: tree.lineOf(first.keyNode),
          message: `${inheriting.length} jobs may write ${wide.map(({ key }) => key).join(', ')}`,
        },
      ];
};

export const CONDITION_RULES: readonly WorkflowRule[] = [alwaysTrue, partOfName, writeForAllJobs];
