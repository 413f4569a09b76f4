import { runnersOf } from '../kit/workflows/runners';
import type { WorkflowJob, Workflow } from '../kit/workflows/workflow';
import { at, textOf } from '../kit/yaml-tree';
import { type Ownership, isOwned } from './own-organisation';
import { type WorkflowRule, commandsOf } from './scripts';

/** Commands of every runner that run no code of somebody else. */
const OF_EVERY_RUNNER = new Set(
  (
    'awk basename cat cd cp cut date dirname do done echo else elif esac exit export false fi for gh git grep ' +
    'head if jq ls mkdir mv printf read return rm sed set sleep sort tail tar tee test then touch tr true wc ' +
    'while zip [ [[ !'
  ).split(' '),
);
/** Words before a command that is judged by itself. */
const BEFORE_A_COMMAND = /^(?:(?:if|then|elif|else|while|do|!|[A-Za-z_]\w*=\S*)(?:\s+|$))+/;

/** Whether a script has commands of the runner alone. What is hard to read counts as code of others. */
function isOfRunner(script: string): boolean {
  const plain = script
    .replace(/\\\n/g, ' ')
    .replace(/\$\{\{[^}]*\}\}|\$\{[^}]*\}/g, 'x')
    .split(/\$\(|[`\n;|&(){}]/);
  return plain
    .map((command) => command.trim().replace(BEFORE_A_COMMAND, ''))
    .every((command) => /^["']*$/.test(command) || OF_EVERY_RUNNER.has(command.split(/\s/, 1)[0]!));
}

/** Whether a job runs code that its project has not written itself: actions, packages, programs. */
function runsCodeOfOthers(workflow: Workflow, job: WorkflowJob, ownership: Ownership): boolean {
  const called = textOf(at(workflow.tree, job.node, 'uses'));
  if (called !== undefined && !isOwned(called, ownership)) return true;
  return job.steps.some(({ uses, script }) => {
    const action = textOf(uses);
    if (action !== undefined && !/^(?:actions|github)\//.test(action) && !isOwned(action, ownership)) return true;
    if (action !== undefined) return false;
    const commands = commandsOf(workflow, script).map(({ text }) => text);
    return !isOfRunner(commands.join('\n'));
  });
}

/**
 * The rule names jobs in which somebody else could use the token: a job without code of others does what the project
 * says. A workflow that only others call has what they give it.
 */
export const defaultPermissions: WorkflowRule = (workflow, ownership) => {
  const { tree, root, jobs, triggers } = workflow;
  if (at(tree, root, 'permissions') !== undefined) return [];
  if ([...triggers].every((trigger) => trigger === 'workflow_call')) return [];
  const unlimited = jobs.filter(
    (job) =>
      at(tree, job.node, 'permissions') === undefined &&
      !runnersOf(tree, job.node).isNeverStarted &&
      runsCodeOfOthers(workflow, job, ownership),
  );
  return unlimited.length === 0
    ? []
    : [
        {
          rule: 'default-permissions',
          line: 1,
          message: `No permissions are set for ${unlimited.map(({ name }) => name).join(', ')}`,
        },
      ];
};
