import { join } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import { readModules } from '../kit/modules/readable-modules';
import type { Engine, EnginePass, RawFinding } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { oneLine } from '../kit/per-file';
import { TYPESCRIPT, copySources } from './source-copy';

/** Each analysis loads the compiler, which takes a third of a second, where a source has what it looks for. */
const ANALYSES: Readonly<Record<string, Analysis>> = {
  'unused-exports': {
    mayFind: (_, text) => /\bexport\b/.test(text),
    find: (tool, texts, folder, pass) =>
      (require('./unused-exports') as typeof import('./unused-exports')).unusedExports(tool, texts, folder, pass),
  },
  'any-types': {
    mayFind: (path) => TYPESCRIPT.test(path),
    find: (_, texts, folder) => (require('./any-types') as typeof import('./any-types')).anyTypes(texts, folder),
  },
};

interface Analysis {
  /** Whether a file can have a finding: CommonJS has no `export`. */
  readonly mayFind: (path: string, text: string) => boolean;
  readonly find: (
    tool: ToolDefinition,
    texts: ReadonlyMap<string, string>,
    folder: string,
    pass: EnginePass,
  ) => RawFinding[];
}

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

export const engine: Engine = {
  async run(pass, report) {
    report.engine(
      'ts-unused-exports, type-coverage',
      `${installedVersion('ts-unused-exports')}, ${installedVersion('type-coverage-core')}`,
    );
    const { texts, unreadable } = readModules(
      pass.root,
      pass.files.filter(({ staged }) => SOURCE.test(staged)),
    );
    const folder = join(pass.scratch, 'sources');
    copySources(texts, folder);
    for (const tool of pass.tools) {
      const looksAt = picomatch([...tool.files], { dot: true });
      try {
        const found = findings(tool, texts, folder, pass).filter(
          ({ file, rule }) => looksAt(file!) && Object.hasOwn(tool.rules, rule),
        );
        for (const finding of found.sort(byPlace))
          report.finding(tool.id, { ...finding, message: oneLine(finding.message) });
      } catch (error) {
        report.failed(tool.id, oneLine(error instanceof Error ? error.message : String(error)));
        continue;
      }
      for (const [file, reason] of unreadable) if (looksAt(file)) report.unreadable(tool.id, file, reason);
      report.completed(tool.id, { filesChecked: pass.files.filter(({ staged }) => looksAt(staged)).length });
    }
  },
};

function findings(
  tool: ToolDefinition,
  texts: ReadonlyMap<string, string>,
  folder: string,
  pass: EnginePass,
): RawFinding[] {
  const name = String(tool.settings?.['analysis']);
  const analysis = ANALYSES[name];
  if (!analysis) throw new Error(`no analysis is called ${name}`);
  return [...texts].some(([path, text]) => analysis.mayFind(path, text))
    ? analysis.find(tool, texts, folder, pass)
    : [];
}

const byPlace = (a: RawFinding, b: RawFinding): number =>
  a.file! < b.file! ? -1 : a.file! > b.file! ? 1 : (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
