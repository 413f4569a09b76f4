import { type Run, type Stage, lineage } from '../stages';
import type { Command } from '../shell/parse-shell';
import { type Judge, allInvoked, invoked, operands, problem } from './problem';

const DEBIAN_PARTS = [
  String.raw`debian|ubuntu|python|node|golang|ruby|php|rust|openjdk|eclipse-temurin|maven|gradle|perl`,
  String.raw`postgres|mysql|nginx|httpd|redis|buildpack-deps`,
];
const DEBIAN = new RegExp(String.raw`^(?:(?:docker\.io/)?(?:library/)?)?(?:${DEBIAN_PARTS.join('|')})(?::|@|$)`);

/** Whether `/bin/sh` is dash, as far as the name of the base image shows. */
function isDash({ shell }: Run, stage: Stage): boolean {
  const base = [...lineage(stage)].at(-1)!.base;
  return (
    /^(?:\/bin\/)?sh$/.test(shell[0] ?? '') &&
    DEBIAN.test(base) &&
    !/alpine|windows|oracle|fedora|centos|ubi/.test(base)
  );
}

/** Whether a RUN stops at errors: `set -e` first, an option of the shell, or a script with it in its first line. */
const stopsAtFaults = (run: Run): boolean =>
  run.shell.some((word) => /^-[a-z]*e/.test(word)) ||
  run.commands.some(
    ({ words: [first, ...rest] }) => first?.text === 'set' && rest.some(({ text }) => /^-[a-z]*e|^errexit$/.test(text)),
  ) ||
  /^\s*set\s+-[a-z]*e/.test(run.instruction.code.text);

const failsInPipes = (run: Run): boolean =>
  run.shell.includes('pipefail') ||
  run.shell.some((word) => /pipefail/.test(word)) ||
  /\bpipefail\b/.test(run.instruction.code.text + textOf(run));

const textOf = ({ instruction }: Run): string =>
  instruction.heredocs.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');

const FETCHES = /^(?:curl|wget)$/;

export const hiddenFaults: Judge = ({ stages }) =>
  stages.flatMap((stage) =>
    stage.runs.flatMap((run) => [
      ...(failsInPipes(run)
        ? []
        : run.commands.flatMap((command, at) =>
            command.then === '|' && FETCHES.test(nameOf(stage, run, command)) && isWorthIt(stage, run, at)
              ? [
                  problem(
                    'fault-lost-in-pipe',
                    command.line,
                    'Where the download fails, the pipe goes on: set -o pipefail',
                  ),
                ]
              : [],
          )),
      ...(stopsAtFaults(run) ? [] : lostFault(stage, run)),
    ]),
  );

const nameOf = (stage: Stage, run: Run, command: Command): string => invoked(stage, run, command)?.name ?? '';

const LONGEST_PIPE = 20;

/**
 * Whether a truncated download would go unnoticed: tar and gpg notice it, these commands do not. Another rule reports a
 * shell at the end of the pipe.
 */
function isWorthIt(stage: Stage, run: Run, at: number): boolean {
  let end = at;
  while (run.commands[end]?.then === '|' && end - at < LONGEST_PIPE) end += 1;
  const last = run.commands[end];
  return (
    last !== undefined &&
    !last.isNested &&
    !run.commands[at]!.isNested &&
    /^(?:tee|sed|cut|awk|jq|tr|sort|head|tail)$/.test(nameOf(stage, run, last))
  );
}

const IMPORTANT_PARTS = [
  String.raw`apt-get|apt|apk|yum|dnf|pip3?|npm|yarn|pnpm|make|cmake|curl|wget|git|go|cargo|mvn|gradle|bundle`,
  String.raw`composer|tar|unzip|gem|poetry|uv`,
];
const IMPORTANT = new RegExp(String.raw`^(?:${IMPORTANT_PARTS.join('|')})$`);

function lostFault(stage: Stage, run: Run) {
  const at = run.commands.findIndex(
    (command, index) =>
      (command.then === ';' || command.then === '\n') &&
      !command.isNested &&
      index < run.commands.length - 1 &&
      IMPORTANT.test(nameOf(stage, run, command)) &&
      run.commands[index + 1]!.words.length > 0,
  );
  const lost = run.commands[at];
  const isInCompound = /\b(?:if|for|while|case|until)\b/.test(run.instruction.code.text + textOf(run));
  return lost === undefined || isInCompound
    ? []
    : [
        problem(
          'fault-ignored',
          lost.line,
          `Where ${nameOf(stage, run, lost)} fails, the instruction goes on: use && or set -e`,
        ),
      ];
}

/** Releases of which dash has no `pipefail`. */
const WITHOUT_PIPEFAIL =
  /[:-](?:1[0-2](?:\.\d+)?|stretch|buster|bullseye|bookworm|focal|jammy|noble|1[68]\.04|2[024]\.04)(?:-slim)?(?:@|$)/;
const OF_BASH = /^(?:&>>?|<<<|[<>]\()$/;
/** `{a,b}`, which bash makes two words of. */
const BRACES = /(?<![$\\])\{[^\s{}$]*,[^\s{}]*\}/;
const REPLACES = /\$\{\w+(?:\/|:\s*\d)/;

export const bashWords: Judge = ({ stages }) =>
  stages.flatMap((stage) =>
    stage.runs
      .filter(
        (run) =>
          isDash(run, stage) &&
          !run.instruction.heredocs[0]?.lines[0]?.text.startsWith('#!') &&
          !/^\s*(?:ba|z)sh\b/.test(run.instruction.code.text),
      )
      .flatMap((run) =>
        run.commands.flatMap((command) => {
          const what = bashOnly(command, stage);
          return what === undefined
            ? []
            : [problem('not-of-this-shell', command.line, `/bin/sh of this base does not know ${what}`)];
        }),
      ),
  );

function bashOnly({ words, assignments, redirects }: Command, stage: Stage): string | undefined {
  const [first, ...rest] = words.map(({ text }) => text);
  if (assignments.some((each) => each.endsWith('=('))) return 'lists in parentheses';
  const redirect = redirects.find(({ operator }) => OF_BASH.test(operator));
  if (redirect !== undefined) return redirect.operator.endsWith('(') ? 'commands in <( )' : redirect.operator;
  const braces = words.find(({ written, isQuoted }) => !isQuoted && BRACES.test(written));
  if (braces !== undefined) return `${braces.written.slice(0, 60)}, and takes it for one name`;
  if (first === 'function' || first === 'let') return first;
  const part = words.find(({ written }) => REPLACES.test(written.replace(/'[^']*'/g, '')));
  if (part !== undefined) return 'replacement and parts of texts in ${ }';
  if (first === 'set' && rest.includes('pipefail') && WITHOUT_PIPEFAIL.test([...lineage(stage)].at(-1)!.base))
    return 'pipefail';
  if (first === '[[') return '[[';
  if (first === 'source') return 'source: use .';
  if (first === 'pushd' || first === 'popd' || first === 'shopt' || first === 'declare') return first;
  if (first === '[' && rest.includes('==')) return '== in [: use =';
  if (first === 'echo' && /^-[a-z]*e/.test(rest[0] ?? '')) return 'echo -e, and writes -e: use printf';
  return undefined;
}

export const withoutEffect: Judge = ({ stages }) =>
  stages.flatMap((stage) =>
    stage.runs.flatMap((run) => {
      const own = run.commands;
      const [only] = own;
      if (only === undefined) return [];
      const name = nameOf(stage, run, only);
      if (own.length === 1 && name === 'cd')
        return [problem('lost-with-the-command', only.line, 'cd holds for this instruction only: use WORKDIR')];
      const isSetting = own.every(
        (each) =>
          (nameOf(stage, run, each) === 'export' && each.words.length > 1) ||
          (each.words.length === 0 && each.assignments.length > 0),
      );
      if (isSetting)
        return [problem('lost-with-the-command', only.line, 'A variable holds for this instruction only: use ENV')];
      if (own.length === 1 && /^(?:source|\.)$/.test(name) && only.redirects.length === 0)
        return [problem('lost-with-the-command', only.line, 'What a script sets holds for this instruction only')];
      const end = own.at(-1)!;
      const last = nameOf(stage, run, end);
      if (end.then === '&' && !end.isNested)
        return [
          problem(
            'process-ends-with-the-build',
            end.line,
            `${last} ends with the instruction: nothing of it runs in the container`,
          ),
        ];
      if (/^(?:service|systemctl)$/.test(last) && end.words.some(({ text }) => text === 'start'))
        return [
          problem(
            'process-ends-with-the-build',
            end.line,
            'What is started here ends with the instruction: start it with CMD or ENTRYPOINT',
          ),
        ];
      return [];
    }),
  );

export const dangerousRemoval: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command, run }) => {
    if (name !== 'rm' || !args.some((arg) => /^-[a-z]*r/i.test(arg))) return [];
    const path = operands(args).find((arg) => /^\$\{?\w+\}?\/\*?$/.test(arg));
    const variable = /^\$\{?(\w+)/.exec(path ?? '')?.[1];
    return path === undefined ||
      /set -\w*u/.test(run.instruction.code.text) ||
      run.commands.some(({ assignments }) => assignments.some((each) => each.startsWith(`${variable}=`)))
      ? []
      : [
          problem(
            'removes-all-if-empty',
            command.line,
            `Where ${variable} is empty, this removes everything: use \${${variable}:?}`,
          ),
        ];
  });
