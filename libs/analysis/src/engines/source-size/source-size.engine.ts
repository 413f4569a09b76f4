import { extname } from 'node:path';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, Unreadable, judgeEachText } from '../kit/per-file';

/** Counts of lines; `source` are those with code on them, beside comments or not. */
interface LineCounts {
  readonly source: number;
}
type CountLines = ((code: string, extension: string) => LineCounts) & { readonly extensions: readonly string[] };

/** Extensions that sloc does not know, and one that is counted the same way. */
const SAME_AS: Readonly<Record<string, string>> = {
  mts: 'ts',
  cts: 'ts',
  cjs: 'js',
  svelte: 'html',
  pyi: 'py',
  hh: 'hpp',
  phtml: 'php',
};

/** Code on a longer line is generated; sloc's expressions need time with the square of its length. */
const LONGEST_LINE = 20_000;

/** By rule: the number of code lines from which it applies. */
type Limits = Readonly<Record<string, number>>;

export const engine: Engine = {
  async run(pass, report) {
    const countLines = require('sloc') as CountLines;
    report.engine('sloc', installedVersion('sloc'));
    await judgeEachText(pass, report, ({ file, text, tools }) => {
      const source = codeLines(file.staged, text, countLines);
      return tools.flatMap((tool) => problems(tool, source));
    });
  },
};

function codeLines(path: string, text: string, countLines: CountLines): number {
  const extension = extname(path).slice(1).toLowerCase();
  const known = SAME_AS[extension] ?? extension;
  if (!countLines.extensions.includes(known)) throw new Unreadable(`no way to count the lines of .${extension} files`);
  if (text.split('\n').some((line) => line.length > LONGEST_LINE))
    throw new Unreadable(`has a line of more than ${LONGEST_LINE} characters`);
  return countLines(text, known).source;
}

/** The largest limit that is passed. */
function problems({ settings }: ToolDefinition, source: number): Problem[] {
  const [passed] = Object.entries((settings?.['codeLines'] ?? {}) as Limits)
    .filter(([, limit]) => source > limit)
    .sort(([, a], [, b]) => b - a);
  return passed ? [{ rule: passed[0], line: 1, message: `${source} lines of code, more than ${passed[1]}` }] : [];
}
