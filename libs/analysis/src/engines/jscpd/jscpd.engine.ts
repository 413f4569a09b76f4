import { relative, sep } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, RawFinding } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { oneLine } from '../kit/per-file';
import { comparableFiles } from './comparable-files';

type Clone = Awaited<ReturnType<typeof import('jscpd')['detectClones']>>[number];
interface Settings {
  readonly minTokens: number;
  readonly minLines: number;
}

export const engine: Engine = {
  async run(pass, report) {
    // Its ES module names a file of another package that is not there; the CommonJS one works.
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

/** Given in full: whatever is left out is looked for nowhere else, the configuration files are its command line's. */
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
    gitignore: false, // would obey the target's, and start git to ask for more
    minTokens,
    minLines,
    maxLines: 20_000,
    maxSize: '1mb',
    mode: 'weak' as const, // comments do not count: adding some does not make code one's own
    reporters: [],
    silent: true,
    noTips: true,
  };
}

/**
 * Its order depends on timing. Each pair is told once, at the place that comes later in the alphabet: the copy, more
 * often than not.
 */
function findings(clones: readonly Clone[], root: string, known: ReadonlySet<string>): RawFinding[] {
  const staged = (path: string) => relative(root, path).split(sep).join('/');
  return clones
    .map(({ duplicationA, duplicationB }) =>
      [duplicationA, duplicationB]
        .map(({ sourceId, start, end }) => ({ file: staged(sourceId), line: start.line, endLine: end.line }))
        .sort(byPlace),
    )
    .filter((pair) => pair.every(({ file }) => known.has(file)))
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
const byPlace = (a: Place, b: Place): number => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);
