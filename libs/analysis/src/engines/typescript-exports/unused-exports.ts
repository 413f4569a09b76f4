import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { analyzeTsConfig } from 'ts-unused-exports/lib/app';
import * as ts from 'typescript';
import type { ToolDefinition } from '../../catalogue/tool';
import { isReferredTo } from '../kit/modules/orphans';
import type { EnginePass, RawFinding } from '../engine';

/** Types are left out, because the declaration of an exported function needs the types that it names. */
const OPTIONS = ['--searchNamespaces', '--allowUnusedTypes'];

/** Finds exports that no other file imports. Files that may be used in other ways than by imports are left out. */
export function unusedExports(
  { settings }: ToolDefinition,
  texts: ReadonlyMap<string, string>,
  folder: string,
  pass: EnginePass,
): RawFinding[] {
  const configuration = join(folder, 'tsconfig.unused-exports.json');
  const paths = [...texts.keys()];
  writeFileSync(configuration, JSON.stringify({ compilerOptions: { allowJs: true, jsx: 'preserve' }, files: paths }));
  const { unusedExports: unused } = analyzeTsConfig(configuration, OPTIONS);

  const entries = picomatch((settings?.['entryPoints'] ?? []) as string[], { dot: true });
  const aliases = [...texts]
    .flatMap(([path, text]) =>
      ts.preProcessFile(text, true, /\.[cm]?jsx?$/.test(path)).importedFiles.map(({ fileName }) => fileName),
    )
    .filter((specifier) => !specifier.startsWith('.'));
  return Object.entries(unused ?? {}).flatMap(([path, names]) => {
    const file = relative(folder, path).split(sep).join('/');
    if (!Array.isArray(names) || !texts.has(file) || entries(file) || isReferredTo(file, aliases, pass)) return [];
    return (names as { exportName: string; location?: { line: number } }[]).map(({ exportName, location }) => ({
      rule: 'unused-export',
      file,
      ...(location && { line: location.line }),
      message: `“${exportName}” is exported, but no other file imports it`,
    }));
  });
}
