import type { Node } from 'yaml';
import { escapedForRegex } from '../kit/escaped-for-regex';
import type { Problem } from '../kit/per-file';
import { at, entriesOf, itemsOf, textOf, valueOf } from '../kit/yaml-tree';
import { HandedTexts, expressionsIn, jobsBefore } from './handed-texts';
import { type WorkflowRule, UNTRUSTED, commandsOf, inJobs, severityOfText, steps } from './scripts';
import { privileged } from '../kit/workflows/rights';
import {
  type WorkflowJob,
  type WorkflowStep,
  type Workflow,
  conditionsOf,
  isWorkspace,
  partsOfJob,
} from '../kit/workflows/workflow';

/** Events that a stranger can cause. */
const OF_STRANGERS = [
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'issues',
  'issue_comment',
  'discussion',
  'discussion_comment',
  'workflow_run',
];
const strangersCauseIt = ({ triggers }: Workflow): boolean => OF_STRANGERS.some((trigger) => triggers.has(trigger));

/** The values that a stranger writes, by the variables that the step, its job or the workflow sets to them. */
function untrustedNames({ tree, root }: Workflow, job: WorkflowJob, step: WorkflowStep): Map<string, string> {
  const names = new Map<string, string>();
  for (const owner of [root, job.node, step.node])
    for (const { key, value } of entriesOf(tree, at(tree, owner, 'env'))) {
      const text = textOf(value) ?? '';
      if (UNTRUSTED.test(text)) names.set(key, text);
      else names.delete(key);
    }
  return names;
}

/** Whether the conditions of a job and its steps leave pull requests of forks out. */
export const withoutForks = (workflow: Workflow, owners: readonly Node[]): boolean =>
  WITHOUT_FORKS.test(conditionsOf(workflow, owners));

/** Who may write to the repository is asked for by a command or a script. */
const ASKS_FOR_RIGHTS =
  /collaborators?\/|getCollaboratorPermissionLevel|author_association|checkMembership|getMembership/;
/** The same by an action: `tspascoal/get-user-teams-membership`, `prince-chrismc/check-actor-permissions-action`. */
const ACTION_ASKS_FOR_RIGHTS = /^[\w.-]+\/[\w./-]*(?:membership|collaborator|permission)[\w./-]*@/i;

/** Whether a step of some jobs asks what the person who started them may do. */
export const asksForRights = (jobs: readonly WorkflowJob[]): boolean =>
  jobs
    .flatMap(({ steps }) => steps)
    .some(
      ({ script, uses }) =>
        ASKS_FOR_RIGHTS.test(textOf(script) ?? '') || ACTION_ASKS_FOR_RIGHTS.test(textOf(uses) ?? ''),
    );

/**
 * An expression puts a variable, or what an earlier step or job hands on, into the script before any shell quotes it.
 * Where somebody with rights starts the job, a stranger needs that person's help.
 */
const handedTextInScript: WorkflowRule = (workflow) => {
  const handed = new HandedTexts(workflow);
  return inJobs(workflow, (job, step) => {
    const commands = commandsOf(workflow, step.script);
    return commands.flatMap(({ text, line }, index): Problem[] =>
      expressionsIn(text).flatMap((expression): Problem[] => {
        const written = UNTRUSTED.test(expression) ? undefined : handed.textIn(expression, job, step);
        // Without such an event, a command that asks for a branch was told by a member which one.
        if (written === undefined || !(strangersCauseIt(workflow) || /\benv\./.test(expression))) return [];
        const isPlain = isInQuotedText(commands.slice(0, index).map((command) => command.text));
        const severity = isPlain ? 'low' : severityOfHanded(workflow, job, step, written);
        const message = `${expression} is put into the script as it is, and others write it`;
        return [{ rule: 'script-injection', line, message, ...(severity && { severity }) }];
      }),
    );
  });
};

function severityOfHanded(workflow: Workflow, job: WorkflowJob, step: WorkflowStep, written: string) {
  const before = jobsBefore(workflow, job);
  const owners = [step.node, ...before.map(({ node }) => node)];
  if (withoutForks(workflow, owners)) return 'low';
  const severity = severityOfText(workflow, job, written);
  return (asksForRights(before) || GUARD.test(conditionsOf(workflow, owners))) && severity !== 'low'
    ? 'medium'
    : severity;
}

/** The event as a whole has titles and texts of strangers in it. */
const eventInScript: WorkflowRule = (workflow) => {
  if (!strangersCauseIt(workflow)) return [];
  const whole =
    /\$\{\{\s*toJSON\(\s*github(?:\.event(?:\.(?:issue|pull_request|comment|review|discussion))?)?\s*\)\s*\}\}/i;
  return steps(workflow).flatMap(({ script }) => {
    const commands = commandsOf(workflow, script);
    return commands.flatMap(({ text, line }, index): Problem[] => {
      const [match] = whole.exec(text) ?? [];
      if (match === undefined) return [];
      const isPlain = isInQuotedText(commands.slice(0, index).map((command) => command.text));
      const severity = isPlain ? 'low' : privileged(workflow) ? 'high' : undefined;
      const message = `${match} is put into the script as it is`;
      return [{ rule: 'event-in-script', line, message, ...(severity && { severity }) }];
    });
  });
};

/**
 * Whether the lines before leave a text open that ends with a word of its own, in which the shell replaces nothing:
 * `cat << 'EOF'`. JSON has no line break in a text, and so no such word alone on a line.
 */
function isInQuotedText(before: readonly string[]): boolean {
  let end: string | undefined;
  for (const line of before)
    if (end !== undefined) end = line.trim() === end ? undefined : end;
    else end = /<<-?\s*(['"])(\w+)\1/.exec(line)?.[2];
  return end !== undefined;
}

/** Actions that hand on, as outputs, names that the author of the pull request chose. */
const HANDED_ON = new RegExp(
  [
    String.raw`^(?:tj-actions\/(?:changed-files|branch-names)|jitterbit\/get-changed-files|trilom\/file`,
    String.raw`-changes-action|ahmadnassri\/action-changed-files|xt0rted\/pull-request-comment-branch|p`,
    String.raw`otiuk\/get-workflow-origin|peter-murray\/issue-body-parser-action|khan\/pull-request-com`,
    String.raw`ment-trigger|amannn\/action-semantic-pull-request|dorny\/paths-filter)@`,
  ].join(''),
  'i',
);
/** Outputs of these that say nothing a stranger chose. */
const HARMLESS = /^(?:any_\w+|\w*_count|only_\w+|changes|triggered|head_sha|base_sha|base_ref|is_\w+)$/;

/** From version 41 this action escapes what a shell would read, unless it is told not to. */
function isEscaped({ tree }: Workflow, node: Node, uses: WorkflowStep['uses']): boolean {
  const [, major = '99'] = /^tj-actions\/changed-files@v?(\d{1,3})(?!\w)/i.exec(textOf(uses) ?? '') ?? [];
  const isIt = /^tj-actions\/changed-files@/i.test(textOf(uses) ?? '');
  return isIt && Number(major) >= 41 && String(valueOf(at(tree, node, 'with', 'safe_output')) ?? 'true') !== 'false';
}

const outputInScript: WorkflowRule = (workflow) => {
  if (!strangersCauseIt(workflow)) return [];
  const { tree, jobs } = workflow;
  return jobs.flatMap((job) => {
    const handing = new Map(
      job.steps
        .filter(({ node, uses }) => HANDED_ON.test(textOf(uses) ?? '') && !isEscaped(workflow, node, uses))
        .map(({ node, uses }) => [textOf(at(tree, node, 'id')) ?? '', textOf(uses) ?? '']),
    );
    if (handing.size === 0) return [];
    return job.steps.flatMap((step) =>
      commandsOf(workflow, step.script).flatMap(({ text, line }): Problem[] => {
        const [expression, id = '', output = ''] =
          /\$\{\{\s*steps\.([\w-]+)\.outputs\.([\w-]+)\s*\}\}/.exec(text) ?? [];
        const action = handing.get(id);
        if (expression === undefined || action === undefined || HARMLESS.test(output)) return [];
        // Of this action only the lists of files have names that others chose.
        if (/^dorny\//i.test(action) && !output.endsWith('_files')) return [];
        return [
          {
            rule: 'output-in-script',
            line,
            message: `${expression} is put into the script as it is; the pull request decides what ${action} gives`,
            ...(privileged(workflow, [job.node, step.node]) && { severity: 'high' as const }),
          },
        ];
      }),
    );
  });
};

/** A line break in the value sets any other variable, such as LD_PRELOAD, for the steps after it. */
const environmentInjection: WorkflowRule = (workflow) =>
  privileged(workflow)
    ? inJobs(workflow, (job, step) => {
        const names = untrustedNames(workflow, job, step);
        if (names.size === 0 || !privileged(workflow, [job.node, step.node])) return [];
        return commandsOf(workflow, step.script)
          .filter(({ text }) => />>?\s*["']?\$\{?GITHUB_(?:ENV|PATH)\b/.test(text))
          .filter(({ text }) =>
            [...names.keys()].some((name) => new RegExp(String.raw`\$\{?${escapedForRegex(name)}(?!\w)`).test(text)),
          )
          .map(({ line }) => ({
            rule: 'environment-injection',
            line,
            message: 'What others wrote becomes a variable of the steps after it, with its line breaks',
          }));
      })
    : [];

/** Steps that run what lies in the folder. */
const RUNS_FILES = new RegExp(
  [
    String.raw`(?:^|[\s;&|(])(?:\.\/[\w./-]+|(?:ba|z)?sh\s+[\w./-]+\.sh|npm\s+(?:ci|install|run|test)|y`,
    String.raw`arn\b|pnpm\b|make\b|python3?\s+["']?(?:\$\{?GITHUB_WORKSPACE\}?\/)?[\w./-]+\.py|`,
    String.raw`node\s+[\w./-]+\.[cm]?js|mvn\b|(?:bundle|poetry|uv)\s|bin\/[\w-]+|`,
    String.raw`\.?\/?gradlew?\b|pip\s+install\s+[./]|(?:pre-commit|prek)\s+run\b)`,
  ].join(''),
);
/** Actions that run the hooks that a file in the folder names. */
const RUNS_HOOKS = /^(?:pre-commit\/action|j178\/prek-action)@/i;

/** Somebody with rights is asked for before the code is taken. */
export const GUARD = new RegExp(
  [
    String.raw`author_association|permission|collaborator|\.login\s*==|github\.actor\s*==|contains\(\s*`,
    String.raw`fromJSON|\blabel|head\.repo\.full_name\s*==|head_repository\.full_name`,
    String.raw`\s*==|workflow_run\.event\s*(?:==\s*'(?:push|schedule|release)'|!=\s*'pull_request')`,
  ].join(''),
  'i',
);

/** The branch is one of the repository itself, where no stranger makes one. */
const WITHOUT_FORKS = new RegExp(
  String.raw`head(?:_repository|\.repo)\.(?:full_name\s*==|fork\s*==\s*false)|` +
    String.raw`!\s*github\.event\.(?:workflow_run\.head_repository|pull_request\.head\.repo)\.fork\b`,
);

/** Nothing runs for a stranger: who opened the pull request is asked for, or which repository its branch is in. */
export const OF_KNOWN_AUTHOR = new RegExp(
  String.raw`pull_request\.user\.login\s*==|author_association\s*==\s*'(?:OWNER|MEMBER|COLLABORATOR)'|` +
    String.raw`workflow_run\.event\s*(?:==\s*'(?:push|schedule|release)'|!=\s*'pull_request')|` +
    WITHOUT_FORKS.source,
);

const commandCheckout: WorkflowRule = (workflow) => {
  if (!privileged(workflow)) return [];
  return inJobs(workflow, (job, step) => {
    if (!privileged(workflow, [job.node, step.node])) return [];
    const before = jobsBefore(workflow, job);
    const conditions = conditionsOf(workflow, [step.node, ...before.map(({ node }) => node)]);
    const isGuarded = GUARD.test(conditions) || asksForRights(before);
    const later = job.steps.slice(job.steps.indexOf(step));
    const runs =
      later.some(({ uses }) => RUNS_HOOKS.test(textOf(uses) ?? '') || textOf(uses)?.startsWith('./') === true) ||
      later.some(({ script }) => commandsOf(workflow, script).some(({ text }) => RUNS_FILES.test(text)));
    return commandsOf(workflow, step.script)
      .filter(({ text }) =>
        /\bgh\s+pr\s+checkout\b|\bgit\s+(?:fetch|pull)\s[^|;&\n]*(?:refs\/)?pull\/[^|;&\n]*(?:\/head|\/merge)/.test(
          text,
        ),
      )
      .map(({ line }) => ({
        rule: 'untrusted-code-by-command',
        line,
        message: 'The code of whoever opened the pull request is checked out where the token may write',
        ...((isGuarded || !runs) && { severity: 'low' as const }),
      }));
  });
};

/** Who pushes last is not who opened the pull request, and a bot can be made to push. */
const spoofableActor: WorkflowRule = (workflow) => {
  if (!['pull_request_target', 'workflow_run'].some((trigger) => workflow.triggers.has(trigger))) return [];
  if (!runsAfterPushes(workflow)) return [];
  const { tree, jobs } = workflow;
  return jobs.flatMap((job) => {
    const above = textOf(at(tree, job.node, 'if')) ?? '';
    return partsOfJob(job).flatMap((owner): Problem[] => {
      const condition = at(tree, owner, 'if');
      const text = textOf(condition) ?? '';
      const [found] = /\bgithub\.(?:actor|triggering_actor)\s*==\s*["'][\w-]+\[bot\]["']/.exec(text) ?? [];
      // Who opened it is asked for, too.
      const isSure = /pull_request\.user\.login|head\.repo\.full_name|head_repository/.test(`${above} ${text}`);
      if (found === undefined || isSure) return [];
      const message = `${found} is true whenever the bot pushed last`;
      const asksFirst = job.steps.some(({ uses }) => textOf(uses)?.startsWith('dependabot/fetch-metadata@'));
      return [
        {
          rule: 'spoofable-actor',
          line: tree.lineOf(condition),
          message,
          // The action fails where Dependabot has not opened the pull request and signed its commit.
          ...(asksFirst && { severity: 'low' as const }),
        },
      ];
    });
  });
};

const AFTER_A_PUSH = ['opened', 'reopened', 'synchronize', 'ready_for_review'];

/** Whether a push starts the workflow. The actor of an event such as `labeled` is who set the label. */
function runsAfterPushes({ tree, root, triggers }: Workflow): boolean {
  if (triggers.has('workflow_run')) return true;
  const types = at(tree, root, 'on', 'pull_request_target', 'types');
  const named = new Set([types, ...itemsOf(tree, types)].map((each) => textOf(each)));
  return types === undefined || AFTER_A_PUSH.some((type) => named.has(type));
}

/** Runs for pull requests are left out. */
const OF_OWN_RUNS = /workflow_run\.event\s*(?:==\s*'(?:push|schedule|release)'|!=\s*'pull_request')/;

/** An artifact of a run for a pull request holds whatever its author put there. */
const artifactPoisoning: WorkflowRule = (workflow) => {
  if (!workflow.triggers.has('workflow_run')) return [];
  const { tree } = workflow;
  return workflow.jobs.flatMap((job) => {
    if (OF_OWN_RUNS.test(conditionsOf(workflow, partsOfJob(job)))) return [];
    const index = job.steps.findIndex((step) => takesArtifact(workflow, step));
    if (index < 0) return [];
    const after = job.steps.slice(index + 1).flatMap(({ script }) => commandsOf(workflow, script));
    const toEnvironment = after.find(
      ({ text }) =>
        /(?:\bcat\b|<)\s*[^\n]*>>?\s*["']?\$\{?GITHUB_(?:ENV|PATH)\b/.test(text) && !/GITHUB_EVENT_PATH/.test(text),
    );
    if (toEnvironment !== undefined)
      return [
        {
          rule: 'artifact-in-environment',
          line: toEnvironment.line,
          message: 'A file of an artifact becomes variables of the steps after it',
        },
      ];
    const { node, uses } = job.steps[index]!;
    const unpacked = namedOfArchives(after.map(({ text }) => text));
    const inScripts = unpacked === undefined ? [] : outputsOfFiles(workflow, job, unpacked);
    const folder = textOf(at(tree, node, 'with', 'path')) ?? '.';
    const texts = after.map(({ text }) => text);
    const isKeptApart = keptApart(texts, stepsIn(workflow, job));
    const runs = texts.some(
      (text) =>
        RUNS_FILES.test(text) &&
        !ONLY_READS.test(text) &&
        !isKeptApart(text) &&
        (unpacked === undefined || unpacked.some((file) => text.includes(file))),
    );
    return isWorkspace(folder) && runs
      ? [
          {
            rule: 'artifact-poisoning',
            line: tree.lineOf(uses ?? node),
            message: 'An artifact of a run that others cause is unpacked where later steps run files',
          },
          ...inScripts,
        ]
      : inScripts;
  });
};

const ONLY_READS = /^\s*(?:cat|unzip)\b[^;&|]*$/;

const UNZIP = /\bunzip(?:\s+-\w+)*\s+[^\s;&|]+((?:\s+(?!-)[^\s;&|<>]+)*)/;

/**
 * The files that a script takes out of archives by their names, without folders before them. Undefined where it
 * unpacks all of one, or none.
 */
function namedOfArchives(script: readonly string[]): string[] | undefined {
  const commands = script.map((text) => UNZIP.exec(text)).filter((found) => found !== null);
  const names = commands.map(([, files = '']) => files.split(/\s+/).filter((file) => file !== ''));
  const areAll = names.some((files) => files.length === 0 || files.some((file) => /[*?$\\]/.test(file)));
  return commands.length === 0 || areAll ? undefined : names.flat().map((file) => file.replace(/^.*\//s, ''));
}

/** `unzip a.zip -d ./pages`: a folder below, which is named as it is, and in which no tool looks for code. */
const INTO_FOLDER = new RegExp(
  String.raw`\s-d\s+(["']?)(?:\.\/)?(?!(?:src|lib|bin|scripts|packages|node_modules|target)\b)` +
    String.raw`(\w[\w.-]*(?:\/\w[\w.-]*)*)\/?\1(?=\s|$)`,
);

/** The folders in which steps of a job run. */
const stepsIn = ({ tree }: Workflow, { steps }: WorkflowJob): string[] =>
  steps.flatMap(({ node }) => textOf(at(tree, node, 'working-directory')) ?? []);

/**
 * Tells of a command that it runs nothing of the folder into which a script unpacks all its archives. Any command may
 * do so where an archive is unpacked elsewhere, or a step goes into that folder.
 */
function keptApart(script: readonly string[], goneTo: readonly string[]): (command: string) => boolean {
  const folders = script.filter((text) => UNZIP.test(text)).map((text) => INTO_FOLDER.exec(text)?.[2]);
  if (folders.length === 0 || folders.includes(undefined)) return () => false;
  const part = String.raw`(?:\.\/)?(?:${folders.map((folder) => escapedForRegex(folder!)).join('|')})`;
  const goes = new RegExp(String.raw`(?:\b(?:cd|pushd)\s+["']?|^)${part}(?![\w.-])`);
  if ([...goneTo, ...script].some((text) => goes.test(text))) return () => false;
  const runsOfIt = new RegExp(String.raw`(?:^|[\s;&|("'=])${part}\/\S`);
  return (command) => !runsOfIt.test(command);
}

/** Places where scripts have, as they are, outputs that a step made of such a file. */
function outputsOfFiles(workflow: Workflow, job: WorkflowJob, files: readonly string[]): Problem[] {
  const makes = ({ text }: { readonly text: string }): boolean =>
    TO_OUTPUT.test(text) && files.some((file) => text.includes(file));
  const ids = new Set(
    job.steps
      .filter(({ script }) => commandsOf(workflow, script).some(makes))
      .flatMap(({ node }) => textOf(at(workflow.tree, node, 'id')) ?? []),
  );
  return job.steps.flatMap(({ script }) =>
    commandsOf(workflow, script).flatMap(({ text, line }): Problem[] => {
      const found = /\$\{\{\s*steps\.([\w-]+)\.outputs\.[\w-]+\s*\}\}/.exec(text);
      return found === null || !ids.has(found[1]!)
        ? []
        : [
            {
              rule: 'output-in-script',
              line,
              message: `${found[0]} is put into the script as it is; it is from a file of an artifact of others`,
              severity: 'high',
            },
          ];
    }),
  );
}

const TO_OUTPUT = /(?:\bcat\b|\$\(<)[^\n]*>>?\s*["']?\$\{?GITHUB_OUTPUT\b/;

function takesArtifact({ tree }: Workflow, { node, uses, script }: WorkflowStep): boolean {
  const action = textOf(uses) ?? '';
  if (/^dawidd6\/action-download-artifact@/i.test(action)) return true;
  if (/^actions\/download-artifact@/i.test(action)) return at(tree, node, 'with', 'run-id') !== undefined;
  return /\bgh\s+run\s+download\b|downloadArtifact\b/.test(textOf(script) ?? '');
}

/** Holds of the whole list of a workflow's jobs. */
const LONGEST = 4_000;
const isReadable = (workflow: Workflow): boolean => steps(workflow).length <= LONGEST;

const RULES: readonly WorkflowRule[] = [
  handedTextInScript,
  eventInScript,
  outputInScript,
  environmentInjection,
  commandCheckout,
  spoofableActor,
  artifactPoisoning,
];

/** Rules about the text, code and artifacts of strangers. */
export const STRANGER_RULES: readonly WorkflowRule[] = RULES.map(
  (rule): WorkflowRule =>
    (workflow, ...known) =>
      isReadable(workflow) ? rule(workflow, ...known) : [],
);
