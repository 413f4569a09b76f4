import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { at, entriesOf, itemsOf, textOf, valueOf } from '../kit/yaml-tree';
import { BRANCH_NAME } from '../kit/workflows/rights';
import { ACTION_RULES } from './action-rules';
import { CONDITION_RULES } from './condition-rules';
import { defaultPermissions } from './default-permissions';
import { isOwned, mildIfOwn } from '../kit/own-organisation';
import { type WorkflowRule, UNTRUSTED, commandsOf, inJobs, lines, scriptLines, severityOfText } from './scripts';
import { STRANGER_RULES, withoutForks } from './stranger-rules';
import { unpinnedAction } from './unpinned-action';
import { untrustedCheckout } from './untrusted-checkout';
import { UNREVIEWED_RULES } from './unreviewed-rules';
import { type Workflow, isSelfHosted, jobAt, partsOf } from '../kit/workflows/workflow';

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
