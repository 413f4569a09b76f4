import { Unreadable } from '../kit/per-file';
import { type Script, parseShell, readScript } from './shell/parse-shell';
import { codeOf } from './syntax/code-map';
import { type Dockerfile, type Instruction, jsonForm, parseDockerfile } from './syntax/parse-dockerfile';
import { expand, pairsIn } from './variables';

/** One FROM with the instructions after it. */
export interface Stage {
  readonly index: number;
  readonly from: Instruction;
  /** The image or stage that it starts from, with known variables expanded. */
  readonly base: string;
  /** In lower case. */
  readonly name: string | undefined;
  /** The stage that it starts from, if that is in the same file. */
  readonly parent: Stage | undefined;
  readonly instructions: readonly Instruction[];
  readonly runs: readonly Run[];
  /** The shell at the end of the stage, with which stages based on it begin. */
  readonly shell: readonly string[];
  readonly isLast: boolean;
}

/** A RUN in shell form. */
export interface Run extends Script {
  readonly instruction: Instruction;
  readonly shell: readonly string[];
  /** The folders that are cache or tmpfs mounts. */
  readonly mounted: readonly string[];
}

export interface DockerfileModel {
  readonly file: Dockerfile;
  /** The instructions before the first FROM. */
  readonly before: readonly Instruction[];
  readonly stages: readonly Stage[];
}

/** No file written by hand has more. Each rule looks at a stage together with the stages below it. */
const MOST_STAGES = 300;
const MOST_INSTRUCTIONS = 20_000;
const MOST_COMMANDS = 20_000;
const DEFAULT_SHELL = ['/bin/sh', '-c'];
/** Whether a program, named with or without its folder, reads POSIX shell scripts. */
const isPosixShell = (program: string): boolean => /^(?:.*\/)?(?:ba|da|k|z|a)?sh$/.test(program);

export function modelOf(text: string): DockerfileModel {
  const file = parseDockerfile(text);
  if (file.instructions.length > MOST_INSTRUCTIONS) throw new Unreadable(`more than ${MOST_INSTRUCTIONS} instructions`);
  const starts = file.instructions.flatMap(({ name, isOnBuild }, at) => (name === 'FROM' && !isOnBuild ? [at] : []));
  if (starts.length > MOST_STAGES) throw new Unreadable(`more than ${MOST_STAGES} stages`);
  const before = file.instructions.slice(0, starts[0] ?? file.instructions.length);
  const global = new Map<string, string | undefined>();
  for (const each of before)
    if (each.name === 'ARG')
      for (const { key, value } of pairsIn(each)) global.set(key, value && expand(value, global));
  const stages: Stage[] = [];
  for (const [index, start] of starts.entries()) {
    const from = file.instructions[start]!;
    const [image = '', as, name] = from.code.text.split(/\s+/);
    const base = expand(image, global);
    const parent = stages.find((stage) => stage.name === base.toLowerCase());
    const instructions = file.instructions.slice(start + 1, starts[index + 1] ?? file.instructions.length);
    stages.push({
      index,
      from,
      base,
      name: as?.toLowerCase() === 'as' ? name?.toLowerCase() : undefined,
      parent,
      instructions,
      ...runsIn(instructions, parent?.shell ?? DEFAULT_SHELL),
      isLast: index === starts.length - 1,
    });
  }
  const commands = stages.flatMap(({ runs }) => runs).reduce((sum, run) => sum + run.commands.length, 0);
  if (commands > MOST_COMMANDS) throw new Unreadable(`more than ${MOST_COMMANDS} commands`);
  return { file, before, stages };
}

/** A stage and the stages that it is based on in the same file, from the last one down. */
export function* lineage(stage: Stage): Generator<Stage> {
  for (let at: Stage | undefined = stage; at; at = at.parent) yield at;
}

function runsIn(instructions: readonly Instruction[], inherited: readonly string[]): Pick<Stage, 'runs' | 'shell'> {
  let shell = inherited;
  const runs: Run[] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'SHELL') shell = jsonForm(instruction) ?? shell;
    if (instruction.name !== 'RUN') continue;
    const form = jsonForm(instruction);
    // Other shells, such as those of Windows, have another syntax.
    const isShell = form ? false : isPosixShell(shell[0] ?? '');
    const mounted = instruction.flags.flatMap(({ name, value }) =>
      name === 'mount' && /(?:^|,)type=(?:cache|tmpfs)(?:,|$)/.test(value)
        ? (/(?:^|,)(?:target|dst|destination)=([^,]*)/.exec(value)?.slice(1, 2) ?? [])
        : [],
    );
    runs.push({
      instruction,
      ...(isShell ? scriptOf(instruction) : NO_SCRIPT),
      shell,
      mounted,
    });
  }
  return { runs, shell };
}

const NO_SCRIPT: Script = { commands: [], missingEnd: undefined };

/** The commands of a RUN. A here-document is the script if no command reads it. */
function scriptOf(instruction: Instruction): Script {
  const { commands: own, missingEnd } = readScript(instruction.code);
  const [first, ...rest] = own;
  const readsScript =
    first !== undefined &&
    rest.length === 0 &&
    (first.words.length === 0 || (first.words.length === 1 && isPosixShell(first.words[0]!.text)));
  const scripts = readsScript
    ? instruction.heredocs.flatMap(({ lines }) =>
        /^#!(?!.*sh\b)/.test(lines[0]?.text ?? '') ? [] : parseShell(codeOf(lines, '\n')),
      )
    : [];
  const commands = [...own.filter(({ words, assignments }) => words.length + assignments.length > 0), ...scripts];
  return { commands, missingEnd };
}

/** Whether files written to a folder stay out of the image. */
export const isCached = (run: Run, folder: string): boolean =>
  run.mounted.some((mount) => folder.startsWith(mount) || mount.startsWith(folder));
