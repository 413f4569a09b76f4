import { extname } from 'node:path';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, Unreadable, judgeEachText } from '../kit/per-file';

/** Counts of lines. `source` counts lines with code, with or without comments. */
interface LineCounts {
  readonly source: number;
}
type CountLines = ((code: string, extension: string) => LineCounts) & { readonly extensions: readonly string[] };

/** Extensions that sloc does not know, each with one that is counted in the same way. */
const SAME_AS: Readonly<Record<string, string>> = {
  mts: 'ts',
  cts: 'ts',
  cjs: 'js',
  svelte: 'html',
  pyi: 'py',
  hh: 'hpp',
  phtml: 'php',
};

/** Longer lines are generated code. Sloc's expressions take time proportional to the square of the length. */
const MAX_LINE = 20_000;

/** The number of code lines from which a rule applies, by rule. */
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
  if (text.split('\n').some((line) => line.length > MAX_LINE))
    throw new Unreadable(`has a line of more than ${MAX_LINE} characters`);
  return countLines(text, known).source;
}

/** Reports the largest limit that is exceeded. */
function problems({ settings }: ToolDefinition, source: number): Problem[] {
  const [passed] = Object.entries((settings?.['codeLines'] ?? {}) as Limits)
    .filter(([, limit]) => source > limit)
    .sort(([, a], [, b]) => b - a);
  return passed ? [{ rule: passed[0], line: 1, message: `${source} lines of code, more than ${passed[1]}` }] : [];
}
