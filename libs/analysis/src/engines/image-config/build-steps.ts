import type { HistoryEntry } from '@assay/target-records';

/** A step of the build, as the image's history has it. */
export interface BuildStep {
  /** From 1: its place in the history. */
  readonly number: number;
  /** `RUN`, `ENV`, `ADD`, …; `RUN` where it does not say. */
  readonly instruction: string;
  /** What follows the instruction: of RUN the command alone. */
  readonly command: string;
  /** Build arguments with their values: whoever has the image reads them. */
  readonly assignments: readonly Assignment[];
  /** It changed the configuration alone. */
  readonly emptyLayer: boolean;
}

export interface Assignment {
  readonly name: string;
  readonly value: string;
}

const INSTRUCTION =
  /^(ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|HEALTHCHECK|LABEL|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR)\s+(.*)$/s;
/** What a shell reads of a step; more of one line is nobody's command. */
const COMMAND_CHARACTERS = 100_000;

/**
 * Reads the history's `created_by`: BuildKit writes the instruction and `# buildkit` behind it, the builder before it
 * `/bin/sh -c #(nop)` before all but RUN, of which both write the build arguments as `|2 A=1 B=2 /bin/sh -c …`.
 */
export const buildSteps = (history: readonly HistoryEntry[]): BuildStep[] =>
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
 * `A=1 B="two words" C=three words`: a value goes on until the next name, since builders write them without their
 * quotes.
 */
export function assignmentsOf(text: string): Assignment[] {
  const starts = [...text.matchAll(/(?:^|\s)([A-Za-z_][\w.-]*)=/g)];
  return starts.map((start, index) => ({
    name: start[1]!,
    value: unquoted(text.slice(start.index + start[0].length, starts[index + 1]?.index).trim()),
  }));
}

const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;
