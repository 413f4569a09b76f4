import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import depcheck from 'depcheck';
import type typescript from 'typescript';
import { oneLine } from '../kit/per-file';
import { DETECTORS, namedPackages, packageOf } from './named-packages';
import type { ProjectPackage } from './packages';

interface UsedPackages {
  /** The staged paths of the files that import a package, by package. */
  readonly users: ReadonlyMap<string, readonly string[]>;
  readonly unreadable: ReadonlyMap<string, string>;
}

const { parser } = depcheck;

/**
 * Types a function that returns names as a parser of depcheck, whose types know only parsers that return trees. For
 * names, depcheck runs no detectors.
 */
const answering = (names: (...input: Parameters<typeof parser.jsx>) => Promise<readonly string[]>): depcheck.Parser =>
  names as unknown as depcheck.Parser;

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
      '**/*.{js,jsx,mjs,cjs}': javascriptParser,
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

const javascriptParser = answering(async (path, declared, folder) =>
  namedPackages(await parser.jsx(path, declared, folder), declared),
);

/**
 * depcheck reads `.ts` files as JSX, in which `<T>value` and `<T>() => value` are errors. So TypeScript's own scanner
 * finds their imports.
 */
const typescriptParser = answering(async (path, declared, folder) => {
  try {
    return namedPackages(await parser.typescript(path, declared, folder), declared);
  } catch (error) {
    // Loaded here, because most files need no second reading.
    const ts = require('typescript') as typeof typescript;
    const text = readFileSync(path, 'utf8');
    const { diagnostics } = ts.transpileModule(text, {
      fileName: path,
      reportDiagnostics: true,
      compilerOptions: { experimentalDecorators: true },
    });
    if (diagnostics && diagnostics.length > 0) throw error;
    return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => packageOf(fileName) ?? []);
  }
});
