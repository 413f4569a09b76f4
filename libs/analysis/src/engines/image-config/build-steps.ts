import type { ImageHistoryEntry } from '@assay/target-records';

/** A step of the build, from the image's history. */
export interface BuildStep {
  /** The position in the history, counted from 1. */
  readonly number: number;
  /** `RUN`, `ENV`, `ADD` …. The default is `RUN`. */
  readonly instruction: string;
  /** The text after the instruction. For RUN, it is only the command. */
  readonly command: string;
  /** Build arguments with their values, which everybody who has the image can read. */
  readonly assignments: readonly Assignment[];
  /** Whether the step changed only the configuration. */
  readonly emptyLayer: boolean;
}

export interface Assignment {
  readonly name: string;
  readonly value: string;
}

const INSTRUCTION =
  /^(ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|HEALTHCHECK|LABEL|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR)\s+(.*)$/s;
/** The characters of a step that are analysed. No real command is longer. */
const COMMAND_CHARACTERS = 100_000;

/**
 * Reads the history's `created_by`. BuildKit writes the instruction, followed by `# buildkit`. The older builder writes
 * `/bin/sh -c #(nop)` before every instruction except RUN. Both write the build arguments of RUN as `|2 A=1 B=2 /bin/sh
 * -c …`.
 */
export const buildSteps = (history: readonly ImageHistoryEntry[]): BuildStep[] =>
  history.map(({ createdBy, emptyLayer }, index) => ({
    number: index + 1,
    emptyLayer,
    ...readStep(createdBy.slice(0, COMMAND_CHARACTERS)),
  }));

function readStep(createdBy: string): Pick<BuildStep, 'instruction' | 'command' | 'assignments'> {
  const text = createdBy
    .trim()
    .replace(/# buildkit$/, '')
    .trim()
    .replace(/^\/bin\/(?:ba)?sh -c #\(nop\)\s*/, '');
  const [, instruction = 'RUN', rest = text] = INSTRUCTION.exec(text) ?? [];
  if (instruction !== 'RUN')
    return {
      instruction,
      command: rest,
      assignments: instruction === 'ENV' || instruction === 'ARG' || instruction === 'LABEL' ? assignmentsOf(rest) : [],
    };
  const [, given = '', command = rest] =
    /^\|\d+ (.*?) ?(\/bin\/(?:ba|da|a)?sh (?:-o \w+ |-\w+ )*-\w*c .*)$/s.exec(rest) ?? [];
  return {
    instruction,
    command: command.replace(/^\/bin\/(?:ba|da|a)?sh (?:-o \w+ |-\w+ )*-\w*c /, ''),
    assignments: assignmentsOf(given),
  };
}

/**
 * `A=1 B="two words" C=three words`: a value extends to the next name, because builders write values without quotes.
 */
function assignmentsOf(text: string): Assignment[] {
  const starts = [...text.matchAll(/(?:^|\s)([A-Za-z_][\w.-]*)=/g)];
  return starts.map((start, index) => ({
    name: start[1]!,
    value: unquoted(text.slice(start.index + start[0].length, starts[index + 1]?.index).trim()),
  }));
}

const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;
