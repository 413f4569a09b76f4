import type { Run, Stage } from '../stages';
import type { Command, Word } from '../shell/parse-shell';
import { pairsIn } from '../variables';
import { type Judge, allInvoked, hasOption, invokedBy, operands, problem } from './problem';

/** The commands of RUN instructions, with what an instruction of theirs is. */
const inEachRun = (
  { stages }: Parameters<Judge>[0],
  judge: (run: Run, stage: Stage) => ReturnType<Judge>,
): ReturnType<Judge> => stages.flatMap((stage) => stage.runs.flatMap((run) => judge(run, stage)));

const isScript = ({ instruction }: Run): boolean => instruction.heredocs.length > 0;

/** A word without what stands between single quotes, which the shell leaves alone. */
const openPartOf = ({ written }: Word): string => written.replace(/'[^']*'|\\[^]/g, '');

/** A word without what stands between quotes of any kind. */
const bareOf = ({ written }: Word): string => written.replace(/'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]/g, '');

export const unfinished: Judge = (model) =>
  inEachRun(model, (run) => {
    const { missingEnd, commands, instruction } = run;
    return isScript(run) || commands.length === 0 || missingEnd === undefined
      ? []
      : [problem('never-ended-command', instruction.line, `The shell finds no ${missingEnd}, and runs nothing of it`)];
  });

/** Commands that cannot fail, or whose fault changes nothing of what the pipe gives. */
const SURE = /^(?:echo|printf|cat|yes|true|ls|:)$/;

export const silentPipes: Judge = (model) =>
  inEachRun(model, (run, stage) => {
    const isSafe =
      run.shell.some((word) => word.includes('pipefail')) || /\bpipefail\b/.test(run.instruction.code.text);
    if (isSafe || isScript(run)) return [];
    const first = invokedBy(stage, run).find(({ command, name }) => command.then === '|' && !SURE.test(name));
    return first === undefined
      ? []
      : [
          problem(
            'pipe-without-pipefail',
            first.command.line,
            `Where ${first.name} fails, the instruction goes on: only the last command of a pipe counts`,
          ),
        ];
  });

/** Commands whose arguments the shell splits on purpose, and those that take none that a space could break. */
const TAKES_LISTS = /^(?:apt-get|apt|apk|yum|dnf|microdnf|zypper|pip[\d.]*|npm|for|set|export|make|\[\[|return|exit)$/;
const COUNTED = /\$(?:[#?$!]|\(\()/g;

export const unquoted: Judge = (model) =>
  inEachRun(model, (run, stage) =>
    invokedBy(stage, run).flatMap(({ name, command }) => {
      if (TAKES_LISTS.test(name) || command.words[0]?.text === '[[') return [];
      const word = command.words.slice(1).find((each) => /\$[\w{(]|`/.test(bareOf(each).replace(COUNTED, '')));
      return word === undefined
        ? []
        : [
            problem(
              'unquoted-expansion',
              command.line,
              `${word.written.slice(0, 60)} becomes several words at a space`,
            ),
          ];
    }),
  );

export const backquoted: Judge = (model) =>
  inEachRun(model, (run) => {
    const at = run.commands.find(({ words, assignments }) =>
      [...words.map(openPartOf), ...assignments].some((each) => /`[^`]+`/.test(each)),
    );
    return at === undefined ? [] : [problem('backquotes', at.line, 'Backquotes cannot be nested: use $( )')];
  });

const writesFile = (operator: string): boolean => /^1?>>?$/.test(operator);

export const errorsElsewhere: Judge = (model) =>
  inEachRun(model, (run) =>
    run.commands.flatMap(({ redirects, then, isNested, line }) => {
      const joint = redirects.findIndex(({ operator, target }) => operator === '2>&' && target === '1');
      const isLate = joint >= 0 && redirects.slice(joint + 1).some(({ operator }) => writesFile(operator));
      // `2>&1 >file |` hands the errors to the next command on purpose.
      return isLate && then !== '|' && !isNested
        ? [problem('errors-not-in-file', line, 'Errors go where the output went before: put 2>&1 behind the file')]
        : [];
    }),
  );

export const splitNames: Judge = (model) =>
  inEachRun(model, (run, stage) =>
    invokedBy(stage, run).flatMap(({ name, args, command }) => {
      const next = run.commands[run.commands.indexOf(command) + 1];
      const [first, ...rest] = next?.words.map(({ text }) => text) ?? [];
      return name === 'find' &&
        command.then === '|' &&
        first === 'xargs' &&
        !args.some((arg) => /^-(?:f?print0|printf)$/.test(arg)) &&
        !hasOption(rest, '[0d]', '--null', '--delimiter')
        ? [
            problem(
              'names-split-by-xargs',
              command.line,
              'A name with a space is several for xargs: use -print0 and -0',
            ),
          ]
        : [];
    }),
  );

const TAKES_FILES = /^(?:rm|cp|mv|chmod|chown|chgrp|ls|cat|tar|gzip|touch)$/;

export const optionLike: Judge = (model) =>
  inEachRun(model, (run, stage) =>
    invokedBy(stage, run).flatMap(({ name, args, command }) =>
      TAKES_FILES.test(name) &&
      !args.includes('--') &&
      command.words.slice(1).some((each) => !each.isQuoted && /^[*?]/.test(each.written))
        ? [problem('pattern-like-option', command.line, `A file whose name begins with a dash is an option of ${name}`)]
        : [],
    ),
  );

/** Names that BuildKit or the network of a build sets. */
const SET_OUTSIDE = /^(?:https?|ftp|all|no|socks)_proxy$/;
/** Scripts that take values from elsewhere. */
const TAKES_MORE = /(?:^|[\s;&|(])(?:\.|source|eval|read|getopts|mapfile|readarray)\s/;
const LOWER_CASE = /\$(?:([a-z][a-z0-9_]+)(?![A-Za-z0-9_])|\{([a-z][a-z0-9_]+)\})/g;

/** Variables of a shell script, in small letters by custom, that nothing sets. */
export const neverSet: Judge = (model) => {
  const declared = new Set(
    model.file.instructions.flatMap((each) =>
      /^(?:ARG|ENV)$/.test(each.name) ? pairsIn(each).map(({ key }) => key) : [],
    ),
  );
  return inEachRun(model, (run) => {
    const { text } = run.instruction.code;
    if (isScript(run) || TAKES_MORE.test(text)) return [];
    const isSet = (name: string): boolean =>
      declared.has(name) ||
      SET_OUTSIDE.test(name) ||
      new RegExp(
        String.raw`\b${name}\+?=|\b(?:for|select|local|export|declare)\s+(?:\S+\s+)*?${name}\b|\$\{${name}:?[=?]`,
      ).test(text);
    for (const command of run.commands)
      for (const word of command.words)
        for (const [, plain, braced] of openPartOf(word).matchAll(LOWER_CASE)) {
          const name = (plain ?? braced)!;
          if (!isSet(name))
            return [problem('variable-never-set', command.line, `Nothing here sets ${name}, so it is empty`)];
        }
    return [];
  });
};

/** Whether a command tells ssh to take any host for the right one. */
const trustsAnyHost = ({ words }: Command): boolean =>
  words.some(({ text }) => /StrictHostKeyChecking[ =\\]+["']?(?:no|off)\b/i.test(text)) ||
  words.some(
    ({ text }, at) => /^StrictHostKeyChecking$/i.test(text) && /^(?:no|off)$/i.test(words[at + 1]?.text ?? ''),
  );

export const anyHost: Judge = (model) =>
  inEachRun(model, (run) => {
    const at = run.commands.find(trustsAnyHost);
    return at === undefined
      ? []
      : [problem('ssh-host-not-checked', at.line, 'ssh takes any host for the right one: add its key to known_hosts')];
  });

export const keysForAll: Judge = (model) =>
  allInvoked(model)
    .filter(({ name, args }) => name === 'apt-key' && /^(?:add|adv)$/.test(operands(args)[0] ?? ''))
    .map(({ command }) =>
      problem('key-for-all-repositories', command.line, 'apt-key trusts the key for every repository'),
    );
