import { escapeOf } from '../../kit/dockerfile-escape';
import { type CodeMap, type CodePart, codeOf } from './code-map';
import { type Heredoc, heredocsIn } from './heredocs';

/** One instruction, as BuildKit reads it. */
export interface Instruction {
  /** In capitals. */
  readonly name: string;
  /** Counted from 1, as all lines. */
  readonly line: number;
  /** The code after its flags, without line continuations and comments. */
  readonly code: CodeMap;
  readonly flags: readonly Flag[];
  readonly heredocs: readonly Heredoc[];
  /** Whether it comes after ONBUILD. */
  readonly isOnBuild: boolean;
}

export interface Flag {
  readonly name: string;
  readonly value: string;
  /** Whether no `=` stands behind the name. */
  readonly isBare: boolean;
}

export interface Dockerfile {
  readonly instructions: readonly Instruction[];
  /** The character that continues a line. */
  readonly escape: '\\' | '`';
  /** As written. */
  readonly lines: readonly string[];
  /** The empty lines within continued instructions. */
  readonly gaps: readonly number[];
}

const WITH_HEREDOCS: ReadonlySet<string> = new Set(['RUN', 'COPY', 'ADD']);
const FLAG = /^\s*--([A-Za-z][\w-]*)(?:=("[^"]*"|'[^']*'|\S*))?(?=\s|$)/;
const WITH_FLAGS: ReadonlySet<string> = new Set(['FROM', 'RUN', 'COPY', 'ADD', 'HEALTHCHECK']);

/** Reads a Dockerfile by the grammar of BuildKit: directives, comments, continued lines, flags and here-documents. */
export function parseDockerfile(text: string): Dockerfile {
  const lines = text.split(/\r\n|\n|\r/);
  const escape = escapeOf(lines);
  // An escape that is escaped itself ends a line: `COPY a C:\\app\\`.
  const continued = escape === '`' ? /(?<!`)`[ \t]*$/ : /(?<!\\)\\[ \t]*$/;
  const instructions: Instruction[] = [];
  const gaps: number[] = [];
  // The last position of each line's text: otherwise every here-document without an end would take a search of the
  // whole file.
  const lastAt = new Map(lines.map((line, index) => [line.replace(/^\t+/, ''), index]));
  for (let at = 0; at < lines.length; at += 1) {
    if (isBlank(lines[at]!)) continue;
    const begun = at;
    const parts: CodePart[] = [];
    for (; at < lines.length; at += 1) {
      const line = lines[at]!;
      // Blank lines and comments within a continued instruction are ignored.
      if (isBlank(line)) {
        if (line.trim() === '') gaps.push(at + 1);
        continue;
      }
      const isContinued = continued.test(line);
      parts.push({
        text: isContinued ? line.replace(continued, '') : line,
        line: at + 1,
      });
      if (!isContinued) break;
    }
    const { name, rest } = nameOf(codeOf(parts));
    const found = WITH_HEREDOCS.has(name === 'ONBUILD' ? nameOf(rest).name : name)
      ? heredocsIn(rest.text, lines, at + 1, lastAt)
      : { heredocs: [], end: at };
    at = Math.max(at, found.end);
    instructions.push(instructionOf(name, rest, begun + 1, found.heredocs, false));
  }
  return { instructions, escape, lines, gaps };
}

const isBlank = (line: string): boolean => /^\s*(?:#|$)/.test(line);

function nameOf(code: CodeMap): {
  readonly name: string;
  readonly rest: CodeMap;
} {
  const [whole, name = ''] = /^\s*(\S+)\s*/.exec(code.text) ?? [''];
  return { name: name.toUpperCase(), rest: code.from(whole.length) };
}

function instructionOf(
  name: string,
  code: CodeMap,
  line: number,
  heredocs: readonly Heredoc[],
  isOnBuild: boolean,
): Instruction {
  if (name === 'ONBUILD' && !isOnBuild) {
    const inner = nameOf(code);
    if (inner.name !== '') return instructionOf(inner.name, inner.rest, line, heredocs, true);
  }
  const flags: Flag[] = [];
  let rest = code;
  if (WITH_FLAGS.has(name))
    for (let flag = FLAG.exec(rest.text); flag; flag = FLAG.exec(rest.text)) {
      flags.push({
        name: flag[1]!,
        value: (flag[2] ?? '').replace(/^(["'])(.*)\1$/s, '$2'),
        isBare: flag[2] === undefined,
      });
      rest = rest.from(flag[0].length);
    }
  return { name, line, code: rest.trimmed(), flags, heredocs, isOnBuild };
}

/** The words of the JSON form, such as `["a", "b"]`; undefined for anything else. */
export function jsonForm({ code }: Pick<Instruction, 'code'>): readonly string[] | undefined {
  if (!code.text.startsWith('[')) return undefined;
  try {
    const read: unknown = JSON.parse(code.text);
    return Array.isArray(read) && read.every((each) => typeof each === 'string') ? read : undefined;
  } catch {
    return undefined; // BuildKit also takes it for a line of the shell
  }
}

export const flagOf = ({ flags }: Pick<Instruction, 'flags'>, name: string): string | undefined =>
  flags.find((flag) => flag.name === name)?.value;
