import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import depcheck from 'depcheck';
import * as ts from 'typescript';
import { oneLine } from '../kit/per-file';
import type { ProjectPackage } from './packages';

interface UsedPackages {
  /** The staged paths of the files that import a package, by package. */
  readonly users: ReadonlyMap<string, readonly string[]>;
  readonly unreadable: ReadonlyMap<string, string>;
}

const { parser, detector } = depcheck;

/** `specials` are left out: they read the configuration of webpack, babel, jest, eslint and others, and some run it. */
const DETECTORS = [
  detector.importDeclaration,
  detector.exportDeclaration,
  detector.importCallExpression,
  detector.requireCallExpression,
  detector.requireResolveCallExpression,
  detector.typescriptImportEqualsDeclaration,
  detector.typescriptImportType,
];

/**
 * Runs depcheck on a copy of only the package's sources. In the tree itself, it would load each `package.json` with
 * require(), which runs code if `package.json` is a folder. It would also obey `.gitignore` and `.depcheckignore`.
 */
export async function usedPackages(
  { files, declared }: ProjectPackage,
  root: string,
  scratch: string,
): Promise<UsedPackages> {
  const safe = files.filter(
    (file) => !/(^|\/)(package\.json|node_modules|bower_components|\.git|\.svn|\.hg|\.idea)\//.test(file),
  );
  mkdirSync(scratch, { recursive: true });
  for (const file of safe) {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    copyFileSync(join(root, file), join(scratch, file));
  }
  const { using, invalidFiles } = await depcheck(scratch, {
    package: { dependencies: Object.fromEntries([...declared.keys()].map((name) => [name, '*'])) },
    parsers: {
      '**/*.{js,jsx,mjs,cjs}': parser.jsx,
      '**/*.tsx': parser.typescript,
      '**/*.{ts,mts,cts}': typescriptParser,
    },
    detectors: DETECTORS,
    specials: [],
  });
  const staged = (path: string) => relative(scratch, path).split(sep).join('/');
  return {
    users: new Map(Object.entries(using).map(([name, paths]) => [name, paths.map(staged).sort()])),
    unreadable: new Map([
      ...files
        .filter((file) => !safe.includes(file))
        .map((file) => [file, 'lies in a folder that is never sources'] as const),
      ...Object.entries(invalidFiles).map(
        ([path, error]) => [staged(path), oneLine(error instanceof Error ? error.message : String(error))] as const,
      ),
    ]),
  };
}

/**
 * depcheck reads `.ts` files as JSX, in which `<T>value` and `<T>() => value` are errors. So TypeScript's own scanner
 * finds their imports.
 */
const typescriptParser: depcheck.Parser = (async (path: string, deps: readonly string[], folder: string) => {
  try {
    return await parser.typescript(path, deps, folder);
  } catch (error) {
    const text = readFileSync(path, 'utf8');
    const { diagnostics } = ts.transpileModule(text, {
      fileName: path,
      reportDiagnostics: true,
      compilerOptions: { experimentalDecorators: true },
    });
    if (diagnostics && diagnostics.length > 0) throw error;
    return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => packageOf(fileName));
  }
}) as unknown as depcheck.Parser;

const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
