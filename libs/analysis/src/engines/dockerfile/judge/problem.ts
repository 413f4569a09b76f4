import type { Problem } from '../../kit/per-file';
import { remembered } from '../../kit/remembered';
import type { Command } from '../shell/parse-shell';
import type { DockerfileModel, Run, Stage } from '../stages';

/** The texts of the files that an instruction may copy, by its path there: one for each context of a build. */
export type CopiedTexts = (source: string) => readonly string[];

/** A rule: returns the problems of a file. */
export type Judge = (model: DockerfileModel, textsOf: CopiedTexts) => readonly Problem[];

export const problem = (rule: string, line: number, message: string): Problem => ({ rule, line, message });

/** A command that the shell starts. */
export interface Invoked {
  readonly stage: Stage;
  readonly run: Run;
  readonly command: Command;
  /** Without its folder, and without a wrapper such as sudo. */
  readonly name: string;
  readonly args: readonly string[];
}

const STARTERS: ReadonlySet<string> = new Set(['sudo', 'env', 'exec', 'command', 'eatmydata', 'nice', 'nohup']);

const invokedIn: (stage: Stage) => readonly Invoked[] = remembered((stage) =>
  stage.runs.flatMap((run) => run.commands.flatMap((command) => invoked(stage, run, command) ?? [])),
);

const byRun = remembered((stage: Stage) => {
  const runs = new Map<Run, Invoked[]>(stage.runs.map((run) => [run, []]));
  for (const each of invokedIn(stage)) runs.get(each.run)!.push(each);
  return runs;
});

/** The commands that one RUN starts. */
export const invokedBy = (stage: Stage, run: Run): readonly Invoked[] => byRun(stage).get(run) ?? [];

/** Each command of a RUN as one line. */
const linesOf = remembered((run: Run) => run.commands.map(({ words }) => words.map(({ text }) => text).join(' ')));

/** Whether a RUN has a command that matches a pattern. */
export function saying(pattern: RegExp): (run: Run) => boolean {
  return remembered((run) => linesOf(run).some((line) => pattern.test(line)));
}

export const allInvoked = ({ stages }: DockerfileModel): Invoked[] => stages.flatMap((stage) => invokedIn(stage));

export function invoked(stage: Stage, run: Run, command: Command): Invoked | undefined {
  const words = command.words.map(({ text }) => text);
  let at = 0;
  while (STARTERS.has(words[at] ?? '')) {
    at += 1;
    while (/^-|^[A-Za-z_]\w*=/.test(words[at] ?? '')) at += 1;
  }
  const name = words[at]?.replace(/^.*\//, '');
  return name === undefined ? undefined : { stage, run, command, name, args: words.slice(at + 1) };
}

/** The arguments that are neither options nor the values of the given options. */
export const operands = (args: readonly string[], withValue: ReadonlySet<string> = new Set()): string[] =>
  args.filter((arg, at) => !arg.startsWith('-') && !withValue.has(args[at - 1] ?? ''));

export const hasOption = (args: readonly string[], short: string, ...long: readonly string[]): boolean =>
  args.some(
    (arg) =>
      long.some((each) => arg === each || arg.startsWith(`${each}=`)) ||
      (short !== '' && new RegExp(`^-[A-Za-z]*${short}`).test(arg)),
  );
