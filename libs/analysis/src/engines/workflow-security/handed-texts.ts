import { escapedForRegex } from '../kit/escaped-for-regex';
import { at, entriesOf, itemsOf, textOf } from '../kit/yaml-tree';
import type { Workflow, WorkflowJob, WorkflowStep } from '../kit/workflows/workflow';
import { UNTRUSTED, commandsOf } from './scripts';

/** A command that asks GitHub for the name of a pull request's branch. */
const ASKS_FOR_BRANCH = /(?:\bgh\s|\bjq\s|\bcurl\s)[^\n]*(?:\.head\.(?:ref|label)\b|\bheadRefName\b)/;
/** The same in a script of actions/github-script. */
const BRANCH_IN_CODE = /\bhead\.(?:ref|label)\b/;
const BRANCH = 'github.head_ref';

/** Commands that leave out what others wrote, or ask which form it has. */
const CLEANS =
  /\|\s*(?:tr|sed|grep|awk|cut|sha\d*sum|base64|wc)\b|=~|\bcheck-ref-format\b|@(?:sh|base64|uri)\b|\$\{\w+\//;

/** Comparisons and functions of an expression whose value tells nothing of the text. */
const ASKS_ONLY = /[=!<>]=|\b(?:contains|startsWith|endsWith|hashFiles|fromJSON)\s*\(/i;

/** Outputs are handed on from job to job this often at most. */
const ROUNDS = 4;
const LONGEST_SCRIPT = 300;

/** The outputs of steps and jobs of a workflow in which a text of strangers is, and where that text goes from there. */
export class HandedTexts {
  /** The texts by what names them: the job and its step, or the job whose output it is. */
  private readonly outputs = new Map<string, string>();

  constructor(private readonly workflow: Workflow) {
    for (let round = 0; round < ROUNDS; round++) {
      const before = this.outputs.size;
      for (const job of workflow.jobs) this.readJob(job);
      if (this.outputs.size === before) break;
    }
  }

  /** The text of strangers in an expression of a step; undefined where none is known to be there. */
  textIn(expression: string, job: WorkflowJob, step: WorkflowStep): string | undefined {
    if (ASKS_ONLY.test(expression)) return undefined;
    const [, variable] = /\benv\.(\w+)/.exec(expression) ?? [];
    const ofVariable = variable === undefined ? undefined : this.variablesOf(job, step).get(variable);
    return ofVariable ?? this.textOfOutput(expression, job);
  }

  private textOfOutput(text: string, job: WorkflowJob): string | undefined {
    const [, id, ofStep = ''] = /\bsteps\.([\w-]+)\.outputs\.([\w-]+)/.exec(text) ?? [];
    if (id !== undefined) return this.outputs.get(nameOf(job, id, ofStep));
    const [, name, ofJob = ''] = /\bneeds\.([\w-]+)\.outputs\.([\w-]+)/.exec(text) ?? [];
    return name === undefined ? undefined : this.outputs.get(`${name}\n${ofJob}`);
  }

  /** The variables of a step that are set to a text of strangers. */
  private variablesOf(job: WorkflowJob, step: WorkflowStep): Map<string, string> {
    const { tree, root } = this.workflow;
    const names = new Map<string, string>();
    for (const owner of [root, job.node, step.node])
      for (const { key, value } of entriesOf(tree, at(tree, owner, 'env'))) {
        const text = textOf(value) ?? '';
        const written = UNTRUSTED.test(text) ? text : this.textOfOutput(text, job);
        if (written === undefined) names.delete(key);
        else names.set(key, written);
      }
    return names;
  }

  private readJob(job: WorkflowJob): void {
    const { tree } = this.workflow;
    for (const step of job.steps) this.readStep(job, step);
    for (const { key, value } of entriesOf(tree, at(tree, job.node, 'outputs'))) {
      const text = this.textOfOutput(textOf(value) ?? '', job);
      if (text !== undefined) this.outputs.set(`${job.name}\n${key}`, text);
    }
  }

  private readStep(job: WorkflowJob, step: WorkflowStep): void {
    const id = textOf(at(this.workflow.tree, step.node, 'id'));
    const commands = id === undefined ? [] : commandsOf(this.workflow, step.script).slice(0, LONGEST_SCRIPT);
    if (id === undefined || commands.some(({ text }) => CLEANS.test(text))) return;
    const variables = this.variablesOf(job, step);
    const isCode = step.uses !== undefined;
    for (const { text } of commands) {
      const written = isCode ? textOfCode(text) : this.textOfCommand(text, variables, job, step);
      const [, assigned] = /^\s*(?:export\s+|local\s+)?(\w+)=/.exec(text) ?? [];
      if (assigned !== undefined && written === undefined) variables.delete(assigned);
      if (written === undefined) continue;
      const output = isCode ? /\bcore\.setOutput\(\s*['"]([\w-]+)['"]/.exec(text) : TO_OUTPUT.exec(text);
      if (output !== null) this.outputs.set(nameOf(job, id, output[1]!), written);
      else if (assigned !== undefined) variables.set(assigned, written);
    }
  }

  private textOfCommand(
    text: string,
    variables: ReadonlyMap<string, string>,
    job: WorkflowJob,
    step: WorkflowStep,
  ): string | undefined {
    const known = [
      UNTRUSTED.exec(text)?.[0],
      ...expressionsIn(text).map((each) => this.textIn(each, job, step)),
      ...[...variables].map(([name, written]) =>
        new RegExp(String.raw`\$\{?${escapedForRegex(name)}(?!\w)`).test(text) ? written : undefined,
      ),
    ];
    return known.find((each) => each !== undefined) ?? (ASKS_FOR_BRANCH.test(text) ? BRANCH : undefined);
  }
}

const nameOf = (job: WorkflowJob, step: string, output: string): string => `${job.name}\n${step}\n${output}`;

/** `echo "name=…" >> $GITHUB_OUTPUT` */
const TO_OUTPUT = /\b(?:echo|printf)\s+(?:-\w+\s+)*["']?([\w-]+)=[^\n]*>>?\s*["']?\$\{?GITHUB_OUTPUT\b/;

const textOfCode = (text: string): string | undefined => (BRANCH_IN_CODE.test(text) ? BRANCH : undefined);

export const expressionsIn = (text: string): string[] => text.match(/\$\{\{[^}]*\}\}/g) ?? [];

/** A job and those that it waits for, and so on: what they ask for holds for it, too. */
export function jobsBefore({ tree, jobs }: Workflow, job: WorkflowJob): WorkflowJob[] {
  const found = new Set([job]);
  for (const each of found) {
    const needs = at(tree, each.node, 'needs');
    const names = new Set([needs, ...itemsOf(tree, needs)].map((name) => textOf(name)));
    for (const other of jobs) if (names.has(other.name)) found.add(other);
  }
  return [...found];
}
