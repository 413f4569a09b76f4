import { writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { analyzeTsConfig } from 'ts-unused-exports/lib/app';
import * as ts from 'typescript';
import type { ToolDefinition } from '../../catalogue/tool';
import { isReferredTo, stemOf } from '../kit/modules/orphans';
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
  const isLoaded = loadedInOtherWays(texts, (settings?.['loadedFolders'] ?? {}) as LoadedFolders);
  return Object.entries(unused ?? {}).flatMap(([path, names]) => {
    const file = relative(folder, path).split(sep).join('/');
    if (!Array.isArray(names) || !texts.has(file) || entries(file) || isLoaded(file)) return [];
    if (isReferredTo(file, aliases, pass)) return [];
    return (names as { exportName: string; location?: { line: number } }[]).map(({ exportName, location }) => ({
      rule: 'unused-export',
      file,
      ...(location && { line: location.line }),
      message: `“${exportName}” is exported, but no other file imports it`,
    }));
  });
}

type LoadedFolders = Readonly<Record<string, readonly string[]>>;

const DYNAMIC = /\b(?:import|require)\(\s*(?:\/\*[^*]*\*\/\s*)?['"`](\.{1,2}\/[^'"`$]+)['"`]/g;
/** Calls that load all files of a folder. */
const WHOLE_FOLDER =
  /\brequireDirectory\b|\brequire\.context\(|\bimport\.meta\.glob\w*\(|\breaddir(?:Sync)?\(\s*__dirname/;

/** Whether a file is imported while the program runs, is one of a folder that is loaded whole, or of a framework. */
function loadedInOtherWays(
  texts: ReadonlyMap<string, string>,
  loadedFolders: LoadedFolders,
): (file: string) => boolean {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const [path, text] of texts) {
    const folder = posix.dirname(path);
    for (const [, specifier] of text.matchAll(DYNAMIC)) files.add(stemOf(posix.join(folder, specifier!)));
    if (WHOLE_FOLDER.test(text)) folders.add(folder);
    for (const [prefix, below] of Object.entries(loadedFolders))
      if (posix.basename(path).startsWith(prefix))
        for (const each of below) for (const base of ['', 'src', 'app']) folders.add(posix.join(folder, base, each));
  }
  return (file) => files.has(stemOf(file)) || [...folders].some((folder) => file.startsWith(`${folder}/`));
}
