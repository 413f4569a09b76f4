import { handsOverToken, isForPullRequests, privileged } from '../kit/workflows/rights';
import { runnersOf } from '../kit/workflows/runners';
import { type WorkflowJob, type Workflow, partsOfJob } from '../kit/workflows/workflow';
import { at, textOf } from '../kit/yaml-tree';
import { isOfGitHub } from '../../catalogue/vendors-of-actions';
import { type Ownership, isOwned } from '../kit/own-organisation';
import { type DefaultToken, givesTokenToWrite } from './default-token';
import { type WorkflowRule, commandsOf } from './scripts';

/** Commands of every runner that run no code of somebody else, and those that build the project's own. */
const OF_EVERY_RUNNER = new Set(
  (
    'awk basename cat cd cp cut date dirname do done echo else elif esac exit export false fi for gh git grep ' +
    'head if jq ls mkdir mv printf read return rm sed set sleep sort tail tar tee test then touch tr true wc ' +
    'while zip [ [[ ! cc clang clang++ cl cmake configure ctest g++ gcc gmake meson msbuild nmake ninja sudo xcodebuild'
  ).split(' '),
);
/** Words before a command that is judged by itself. */
const BEFORE_A_COMMAND = /^(?:(?:if|then|elif|else|while|do|!|[A-Za-z_]\w*=\S*)(?:\s+|$))+/;

/** A request that changes something: a script to run is asked for with GET. */
const CHANGES_SOMETHING = /^curl(?=.*\s(?:-X\s*|--request[ =])["']?(?:POST|PUT|PATCH|DELETE)\b)(?!.*\s-\w*[oO]\b)/s;

/** Whether a script has commands of the runner alone. What is hard to read counts as code of others. */
function isOfRunner(script: string): boolean {
  const plain = script
    .replace(/\\\n/g, ' ')
    .replace(/\$\{\{[^}]*\}\}|\$\{[^}]*\}/g, 'x')
    // The shell takes such a text as it is.
    .replace(/(?<=[\s=])'[^'\n]*'(?=[\s;)]|$)/g, "'x'")
    .split(/\$\(|[`\n;|&(){}]/);
  return plain
    .map((command) => command.trim().replace(BEFORE_A_COMMAND, ''))
    .every(
      (command) =>
        /^["']*$/.test(command) || OF_EVERY_RUNNER.has(command.split(/\s/, 1)[0]!) || CHANGES_SOMETHING.test(command),
    );
}

/** Whether a job uses an action or a workflow of others. */
function usesOthers({ tree }: Workflow, { node, steps }: WorkflowJob, ownership: Ownership): boolean {
  return [at(tree, node, 'uses'), ...steps.map(({ uses }) => uses)].some((used) => {
    const name = textOf(used);
    return name !== undefined && !/^[.$]\//.test(name) && !isOfGitHub(name) && !isOwned(name, ownership);
  });
}

/** Whether a job runs commands of others, as of packages and downloads, or a workflow of the project that may do so. */
const mayRunCommandsOfOthers = (workflow: Workflow, { node, steps }: WorkflowJob): boolean =>
  /^[.$]\//.test(textOf(at(workflow.tree, node, 'uses')) ?? '') ||
  steps.some(
    ({ uses, script }) =>
      uses === undefined &&
      !isOfRunner(
        commandsOf(workflow, script)
          .map(({ text }) => text)
          .join('\n'),
      ),
  );

/**
 * The rule names jobs in which somebody else could use the token: a job without code of others does what the project
 * says. A workflow that only others call has what they give it. It is for information where nothing shows that the
 * token writes by default, and where no workflow of the repository limits it: then a job that builds and tests is no
 * slip, and most repositories have a token that only reads.
 */
export const defaultPermissions: WorkflowRule = (workflow, ownership, token) => {
  const { tree, root, jobs, triggers } = workflow;
  if (at(tree, root, 'permissions') !== undefined) return [];
  if ([...triggers].every((trigger) => trigger === 'workflow_call')) return [];
  const unlimited = jobs.filter(
    (job) =>
      at(tree, job.node, 'permissions') === undefined &&
      !runnersOf(tree, job.node).isNeverStarted &&
      !token.limiting.has(calledBy(workflow, job) ?? '') &&
      // Nobody would miss the rights of a token that only reads for forks and that no step asks for.
      !(isForPullRequests(workflow) && ![root, ...partsOfJob(job)].some((owner) => handsOverToken(tree, owner))) &&
      (usesOthers(workflow, job, ownership) || mayRunCommandsOfOthers(workflow, job)),
  );
  return unlimited.length === 0
    ? []
    : [
        {
          rule: 'default-permissions',
          line: 1,
          ...(!isWorthALine(workflow, unlimited, token) && { severity: 'info' as const }),
          message: `No permissions are set for ${unlimited.map(({ name }) => name).join(', ')}`,
        },
      ];
};

/** The file of the workflow in the same folder that a job calls: it may list the permissions of its jobs. */
const calledBy = ({ tree }: Workflow, { node }: WorkflowJob): string | undefined =>
  /^\.\/\.github\/workflows\/([^/]+)$/.exec(textOf(at(tree, node, 'uses')) ?? '')?.[1];

const isWorthALine = (workflow: Workflow, unlimited: readonly WorkflowJob[], token: DefaultToken): boolean =>
  token.writes ||
  token.isLimitedElsewhere ||
  privileged(workflow) ||
  unlimited.some((job) => givesTokenToWrite(workflow, job));
