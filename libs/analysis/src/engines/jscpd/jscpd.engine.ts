import { relative, sep } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, RawFinding } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { oneLine } from '../kit/per-file';
import { comparableFiles } from './comparable-files';
import { isPossible } from './possible-clone';

type Clone = Awaited<ReturnType<typeof import('jscpd')['detectClones']>>[number];
interface Settings {
  readonly minTokens: number;
  readonly minLines: number;
}

export const engine: Engine = {
  async run(pass, report) {
    // The package's ES module refers to a missing file of another package. The CommonJS module works.
    const { detectClones } = require('jscpd') as typeof import('jscpd');
    report.engine('jscpd', installedVersion('jscpd'));
    for (const tool of pass.tools) {
      const looksAt = picomatch([...tool.files], { dot: true });
      const files = pass.files.filter(({ staged }) => looksAt(staged));
      const { unreadable } = comparableFiles(pass.root, files);
      for (const [file, reason] of unreadable) report.unreadable(tool.id, file, reason);
      const clones =
        files.length > unreadable.size ? await detectClones(optionsFor(tool, pass, [...unreadable.keys()])) : [];
      const known = new Set(files.map(({ staged }) => staged));
      for (const finding of findings(clones, pass.root, known)) report.finding(tool.id, finding);
      report.completed(tool.id, { filesChecked: files.length });
    }
  },
};

/**
 * All options of jscpd. Only its command line reads configuration files, so missing options are not searched elsewhere.
 */
function optionsFor({ files, settings }: ToolDefinition, { root }: EnginePass, unreadable: readonly string[]) {
  const { minTokens, minLines } = settings as unknown as Settings;
  return {
    path: [root],
    pattern: files.length === 1 ? files[0]! : `{${files.join(',')}}`,
    ignore: [
      '**/node_modules/**',
      ...unreadable.map((file) => `${root}/${file.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')}`),
    ],
    absolute: true,
    noSymlinks: true,
    gitignore: false, // otherwise it would obey the target's .gitignore, and start git
    minTokens,
    minLines,
    maxLines: 20_000,
    maxSize: '1mb',
    mode: 'weak' as const, // comments are ignored: code with added comments is still a copy
    reporters: [],
    silent: true,
    noTips: true,
  };
}

/**
 * jscpd's order depends on timing. Each pair is reported once, at the place that is later in alphabetical order, which
 * is usually the copy.
 */
function findings(clones: readonly Clone[], root: string, known: ReadonlySet<string>): RawFinding[] {
  const staged = (path: string) => relative(root, path).split(sep).join('/');
  return clones
    .map(({ duplicationA, duplicationB }) =>
      [duplicationA, duplicationB]
        .map(({ sourceId, start, end }) => ({ file: staged(sourceId), line: start.line, endLine: end.line }))
        .sort(byPlace),
    )
    .filter((pair) => pair.every(({ file }) => known.has(file)) && isPossible(pair))
    .map(([first, second]) => ({
      rule: 'duplicated-code',
      ...second!,
      message: oneLine(
        `${second!.endLine - second!.line + 1} lines are the same as ${first!.file}:${first!.line}-${first!.endLine}`,
      ),
    }))
    .sort(byPlace);
}

interface Place {
  readonly file: string;
  readonly line: number;
}

interface Place {
  readonly file: string;
  readonly line: number;
}
const byPlace = (a: Place, b: Place): number => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);
