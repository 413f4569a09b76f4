import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { at, entriesOf, itemsOf, textOf, valueOf } from '../kit/yaml-tree';
import { BRANCH_NAME } from '../kit/workflows/rights';
import { versionOf } from '../kit/workflows/used-action';
import { ACTION_RULES } from './action-rules';
import { CONDITION_RULES } from './condition-rules';
import { defaultPermissions } from './default-permissions';
import { jobsBefore } from './handed-texts';
import { isOwned, mildIfOwn } from '../kit/own-organisation';
import {
  type WorkflowRule,
  UNTRUSTED,
  UNTRUSTED_REF,
  commandsOf,
  inJobs,
  lines,
  scriptLines,
  severityOfText,
} from './scripts';
import { GUARD, OF_KNOWN_AUTHOR, STRANGER_RULES, withoutForks } from './stranger-rules';
import { unpinnedAction } from './unpinned-action';
import { UNREVIEWED_RULES } from './unreviewed-rules';
import {
  type WorkflowJob,
  type WorkflowStep,
  type Workflow,
  conditionsOf,
  isSelfHosted,
  jobAt,
  partsOf,
} from '../kit/workflows/workflow';

/** The name of a branch is nobody's choice where a workflow lists those that it runs for. */
function isListed({ tree, root }: Workflow, match: string): boolean {
  if (!match.includes('workflow_run.head_branch')) return false;
  const branches = itemsOf(tree, at(tree, root, 'on', 'workflow_run', 'branches'));
  return branches.length > 0 && branches.every((branch) => /^[\w./-]+$/.test(textOf(branch) ?? ''));
}

const OF_PULL_REQUEST = /\bgithub\.(?:head_ref|event\.pull_request\.)/;
const STARTED_BY_PULL_REQUEST = /^(?:pull_request|workflow_call$)/;

/** Whether only who may write to the repository chooses the text: no pull request or no fork starts the step. */
function isOfMembers(workflow: Workflow, owners: readonly Node[], match: string): boolean {
  const { triggers } = workflow;
  if (OF_PULL_REQUEST.test(match) && ![...triggers].some((trigger) => STARTED_BY_PULL_REQUEST.test(trigger)))
    return true;
  // A member's pull request may have a stranger's words in it; the name of its branch is the member's own.
  if (!BRANCH_NAME.test(match)) return false;
  return withoutForks(workflow, owners);
}

const scriptInjection: WorkflowRule = (workflow) =>
  inJobs(workflow, (job, { node, script }) =>
    commandsOf(workflow, script).flatMap(({ text, line }): Problem[] => {
      const match = UNTRUSTED.exec(text)?.[0].trim();
      if (match === undefined || isListed(workflow, match)) return [];
      const severity = isOfMembers(workflow, [job.node, node], match) ? 'low' : severityOfText(workflow, job, match);
      const message = `${match} is put into the script as it is`;
      return [{ rule: 'script-injection', line, message, ...(severity && { severity }) }];
    }),
  );

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

/** Whether a job runs in an environment that is another one for forks: there somebody approves the run. */
const isApproved = ({ tree }: Workflow, { node }: WorkflowJob): boolean => {
  const named = at(tree, node, 'environment');
  return /\.fork\b|full_name\s*[!=]=/.test(textOf(named) ?? textOf(at(tree, named, 'name')) ?? '');
};

const untrustedCheckout: WorkflowRule = (workflow) => {
  if (!workflow.triggers.has('pull_request_target') && !workflow.triggers.has('workflow_run')) return [];
  const { tree } = workflow;
  return inJobs(workflow, (job, step) => {
    const { node, uses } = step;
    const ref = at(tree, node, 'with', 'ref');
    if (!textOf(uses)?.startsWith('actions/checkout@') || !UNTRUSTED_REF.test(textOf(ref) ?? '')) return [];
    const repository = textOf(at(tree, node, 'with', 'repository'));
    const jobs = jobsTogether(workflow, job);
    const condition = conditionsOf(workflow, [node, ...jobs.map((each) => each.node)]);
    const isOwn = isOwnBranch(textOf(ref)!, repository) || OF_KNOWN_AUTHOR.test(condition);
    const refused = refusesForks(workflow, step);
    const isLow = isOwn || refused === 'by-tag';
    const isGuarded = GUARD.test(condition) || jobs.some((each) => isApproved(workflow, each));
    const isMild = refused !== undefined || isGuarded || runsNothing(job, step);
    const severity = isLow ? 'low' : isMild ? 'medium' : undefined;
    const said = refused === 'by-comment' ? ', as its comment has it' : '';
    return [
      {
        rule: 'untrusted-checkout',
        line: tree.lineOf(ref),
        severity,
        message: refused
          ? `The code of a pull request is asked for (${textOf(ref)}), which this version refuses of a fork${said}`
          : `The code of whoever opened the pull request is checked out (${textOf(ref)}) where the token may write`,
      },
    ];
  });
};

const writeAll: WorkflowRule = ({ tree, root, jobs }) =>
  [root, ...jobs.map(({ node }) => node)]
    .map((owner) => at(tree, owner, 'permissions'))
    .filter((given) => textOf(given) === 'write-all')
    .map((given) => ({ rule: 'write-all-permissions', line: tree.lineOf(given), message: 'permissions: write-all' }));

const secretPrinted: WorkflowRule = (workflow) =>
  scriptLines(
    workflow,
    new RegExp(
      [
        // The input of a substitution is not printed there.
        String.raw`(?:^|[\s;&|(])(?<!\$\(\s*)(?:echo|printf|Write-Host|Write-Output|console\.log)\b(?![^\n]*(?:\||`,
        String.raw`>|<<))[^\n]*\$\{\{\s*secrets\.\w+\s*\}\}`,
      ].join(''),
      'i',
    ),
  ).map(({ line }) => ({
    rule: 'secret-printed',
    line,
    message: 'A secret is written to the log',
  }));

const allSecrets: WorkflowRule = (workflow, ownership) => {
  const { tree, jobs } = workflow;
  const inherited = jobs.flatMap(({ node }): Problem[] => {
    const secrets = at(tree, node, 'secrets');
    const called = textOf(at(tree, node, 'uses'));
    if (called === undefined || called.startsWith('./') || isOwned(called, ownership)) return [];
    if (textOf(secrets) !== 'inherit') return [];
    const found = {
      rule: 'all-secrets-exposed',
      line: tree.lineOf(secrets),
      message: `${called} inherits all secrets`,
    };
    return [mildIfOwn(found, called, ownership) ?? found];
  });
  const dumped = lines(workflow).flatMap(({ text, line }) =>
    /toJSON\(\s*secrets\s*\)/i.test(text)
      ? [{ rule: 'all-secrets-exposed', line, message: 'All secrets are written out as JSON' }]
      : [],
  );
  return [...inherited, ...dumped];
};

const pipedDownload: WorkflowRule = (workflow) =>
  scriptLines(
    workflow,
    new RegExp(
      [
        String.raw`\b(?:curl|wget|iwr|Invoke-WebRequest)\b[^\n|;&]*\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:(?:ba|`,
        String.raw`z|da|k)?sh|python3?|perl|ruby|node|iex)\b|\b(?:ba|z|da)?sh\s+(?:-c\s+)?["']?(?:<\(|`,
        String.raw`\$\()\s*(?:curl|wget)\b`,
      ].join(''),
    ),
  )
    // A file of the machine itself is no download.
    .filter(({ match }) => !/\sfile:\/\//.test(match.replace(/["']/g, '')))
    .map(({ line, match }) => {
      const severity = severityOfDownload(workflow, line, match);
      return { rule: 'download-piped-to-shell', line, message: match, ...(severity && { severity }) };
    });

/** Anybody on the way decides what comes over HTTP; a machine of one's own keeps what it is made to be. */
function severityOfDownload(workflow: Workflow, line: number, match: string): Problem['severity'] {
  if (/\bhttp:\/\//.test(match)) return 'high';
  const job = jobAt(workflow, line);
  return job !== undefined && isSelfHosted(workflow.tree, job) ? 'medium' : undefined;
}

const credentials: WorkflowRule = ({ tree, jobs }) =>
  jobs.flatMap(({ node }) => {
    const containers = [
      at(tree, node, 'container'),
      ...entriesOf(tree, at(tree, node, 'services')).map(({ value }) => value),
    ];
    return containers.flatMap((container) => {
      const password = at(tree, container, 'credentials', 'password');
      const text = textOf(password);
      return text === undefined || text === '' || text.includes('${{')
        ? []
        : [
            {
              rule: 'hardcoded-credentials',
              line: tree.lineOf(password),
              message: 'The password of a registry is written in the workflow',
            },
          ];
    });
  });

const unsafeCommands: WorkflowRule = (workflow) => {
  const { tree, jobs } = workflow;
  // For one action alone the flag counts only if that prints what others write, as few do.
  const ofActions = new Set(jobs.flatMap(({ steps }) => steps.filter(({ uses }) => uses).map(({ node }) => node)));
  return partsOf(workflow).flatMap((owner): Problem[] => {
    const flag = at(tree, owner, 'env', 'ACTIONS_ALLOW_UNSECURE_COMMANDS');
    if (String(valueOf(flag)) !== 'true') return [];
    const message = 'ACTIONS_ALLOW_UNSECURE_COMMANDS is set';
    const severity = ofActions.has(owner) && { severity: 'low' as const };
    return [{ rule: 'unsafe-commands', line: tree.lineOf(flag), message, ...severity }];
  });
};

const selfHosted: WorkflowRule = (workflow) => {
  if (!workflow.triggers.has('pull_request') && !workflow.triggers.has('pull_request_target')) return [];
  return workflow.jobs
    .filter((job) => isSelfHosted(workflow.tree, job))
    .map(({ node, name }) => ({
      rule: 'self-hosted-runner',
      line: workflow.tree.lineOf(at(workflow.tree, node, 'runs-on')),
      message: `Job ${name} runs pull requests on a self-hosted runner`,
    }));
};

export const WORKFLOW_RULES: readonly WorkflowRule[] = [
  scriptInjection,
  untrustedCheckout,
  unpinnedAction,
  writeAll,
  defaultPermissions,
  secretPrinted,
  allSecrets,
  pipedDownload,
  credentials,
  unsafeCommands,
  selfHosted,
  ...STRANGER_RULES,
  ...UNREVIEWED_RULES,
  ...ACTION_RULES,
  ...CONDITION_RULES,
];
