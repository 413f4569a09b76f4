import type { CodePart } from './code-map';

export interface Heredoc {
  readonly name: string;
  readonly lines: readonly CodePart[];
}

const WORD = /(?:[^\s"'\\]|\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*')+/g;
/** As in BuildKit, it must be a word of its own: within quotes and after another `<` it is plain text. */
const HEREDOC = /^\d*<<(-?)(["']?)([A-Za-z_][\w.-]*)\2$/;

/**
 * The here-documents that an instruction begins. One without an end is ignored, so that it cannot hide the rest of the
 * file. BuildKit refuses it.
 *
 * @param from the index of the line after the instruction
 * @returns the index of the last line that belongs to them
 */
export function heredocsIn(
  code: string,
  lines: readonly string[],
  from: number,
  lastAt: ReadonlyMap<string, number>,
): { readonly heredocs: readonly Heredoc[]; readonly end: number } {
  const heredocs: Heredoc[] = [];
  let at = from;
  for (const word of code.match(WORD) ?? []) {
    const [, tabs, , name] = HEREDOC.exec(word) ?? [];
    if (name === undefined || (lastAt.get(name) ?? -1) < at) continue;
    const body: CodePart[] = [];
    let end = at;
    for (; end < lines.length; end += 1) {
      const line = tabs === '-' ? lines[end]!.replace(/^\t+/, '') : lines[end]!;
      if (line === name) break;
      body.push({ text: line, line: end + 1 });
    }
    if (end >= lines.length) continue;
    heredocs.push({ name, lines: body });
    at = end + 1;
  }
  return { heredocs, end: at - 1 };
}
