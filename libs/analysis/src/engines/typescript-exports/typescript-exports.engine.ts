import { join } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import { readModules } from '../dependency-cruiser/readable-modules';
import type { Engine, EnginePass, RawFinding } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { oneLine } from '../kit/per-file';
import { anyTypes } from './any-types';
import { copySources } from './source-copy';
import { unusedExports } from './unused-exports';

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
  if (texts.size === 0) return []; // pages and manifests alone export nothing
  switch (tool.settings?.['analysis']) {
    case 'unused-exports':
      return unusedExports(tool, texts, folder, pass);
    case 'any-types':
      return anyTypes(texts, folder);
    default:
      throw new Error(`no analysis is called ${String(tool.settings?.['analysis'])}`);
  }
}

const byPlace = (a: RawFinding, b: RawFinding): number =>
  a.file! < b.file! ? -1 : a.file! > b.file! ? 1 : (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
